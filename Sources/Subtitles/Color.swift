import Received

/// Colors of text as the formats write them.
enum Color {
    /// In lower case, and a number with its `#`.
    static func normalized(_ color: String) -> String? {
        let plain = color.filter { $0 != " " }.lowercased()
        guard !plain.isEmpty, plain.utf8.count <= 32 else { return nil }
        if plain.utf8.count == 6, plain.utf8.allSatisfy(\.isHexDigit) { return "#" + plain }
        return plain
    }

    /// `#rrggbb` of a number that has the three in this order.
    static func code(_ number: Int) -> String {
        var code = Output()
        code.byte(UInt8(ascii: "#"))
        for shift in stride(from: 20, through: 0, by: -4) {
            let digit = number >> shift & 15
            code.byte(UInt8(truncatingIfNeeded: digit < 10 ? 0x30 + digit : 0x57 + digit))
        }
        return OwnText.decode(code.bytes)
    }

    /// The eight colors that WebVTT has classes for (§5.1), and what they are.
    private static let classes: [(name: String, code: String)] = [
        ("white", "#ffffff"), ("lime", "#00ff00"), ("cyan", "#00ffff"), ("red", "#ff0000"),
        ("yellow", "#ffff00"), ("magenta", "#ff00ff"), ("blue", "#0000ff"), ("black", "#000000"),
    ]

    /// The class that shows a text in the color; if WebVTT has none, one that needs a style sheet.
    static func webClass(_ color: String) -> String {
        if let known = classes.first(where: { $0.name == color || $0.code == color }) {
            return known.name
        }
        if color.hasPrefix("#"), color.utf8.count == 7 {
            return "color" + color.dropFirst().uppercased()
        }
        return "color-" + color.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The style sheet for a class that WebVTT doesn’t have.
    static func styleSheet(_ color: String) -> String? {
        let name = webClass(color)
        guard name.hasPrefix("color") else { return nil }
        return "::cue(.\(name)) { color: \(color.filter { !"{}<>;".contains($0) }) }"
    }

    /// The color that a class shows: one of the eight, or as YouTube writes them, `colorE5E5E5`.
    static func color(ofClass name: String) -> String? {
        if let known = classes.first(where: { $0.name == name }) { return known.name }
        guard name.hasPrefix("color"), name.utf8.count == 11,
            name.utf8.dropFirst(5).allSatisfy(\.isHexDigit)
        else { return nil }
        return "#" + name.dropFirst(5).lowercased()
    }

    /// Nothing needs to be said about white: it is what captions are.
    static func isDefault(_ color: String) -> Bool {
        ["white", "#fff", "#ffffff", "#ffffffff", "rgb(255,255,255)", "rgba(255,255,255,255)"]
            .contains(color)
    }
}

extension UInt8 {
    var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
