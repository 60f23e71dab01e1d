import Glibc
import Received

/// The colors of a style sheet, in words that browsers have known for many years.
///
/// The files of `Public/` write colors in `oklch()`, where equal numbers look equally light, and a color
/// of both themes as `light-dark()`. Browsers of 2022 know neither, and leave out whatever uses them. They
/// get `#rrggbb`, which is what a screen shows of the first, and two custom properties of `tokens.css` for
/// the second, of which one is always empty.
enum AssetColors {
    private typealias Text = ArraySlice<UInt8>

    static func plain(_ css: [UInt8]) -> [UInt8] {
        plain(css[...])
    }

    private static func plain(_ css: Text) -> [UInt8] {
        var sent: [UInt8] = []
        var rest = css
        while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
            let function = functions.first { ends(rest[..<open], with: $0.name) }
            guard let (name, write) = function,
                let close = end(of: rest[open...]),
                let plain = write(rest[(open + 1)..<close])
            else {
                sent += rest[...open]
                rest = rest[(open + 1)...]
                continue
            }
            sent += rest[..<open].dropLast(name.utf8.count) + plain
            rest = rest[(close + 1)...]
        }
        return sent + rest
    }

    private static let functions: [(name: String, write: @Sendable (Text) -> [UInt8]?)] = [
        ("light-dark", ofThemes), ("oklch", hexadecimal),
    ]

    /// What either theme has, and nothing of the other.
    private static func ofThemes(_ inside: Text) -> [UInt8]? {
        var depth = 0
        let comma = inside.firstIndex { byte in
            depth += nesting(byte)
            return depth == 0 && byte == UInt8(ascii: ",")
        }
        guard let comma else { return nil }
        let light = inside[..<comma]
        let dark = inside[(comma + 1)...].drop { $0 == UInt8(ascii: " ") }
        return Array("var(--light,".utf8) + plain(light) + Array(") var(--dark,".utf8)
            + plain(dark) + Array(")".utf8)
    }

    /// Nil for a color that depends on a custom property: only the browser knows it.
    private static func hexadecimal(_ inside: Text) -> [UInt8]? {
        let words = inside.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "/") }
        let numbers = words.compactMap { number(OwnText.decode($0)) }
        guard numbers.count == words.count, (3...4).contains(numbers.count) else { return nil }
        let color = channels(lightness: numbers[0], chroma: numbers[1], degrees: numbers[2])
        let digits = (color + numbers.dropFirst(3)).map { part in
            let byte = ReceivedNumber.clamped((part * 255).rounded(), to: 0...255)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return Array("#\(digits.joined())".utf8)
    }

    /// "62%" and "0.62" are the same; anything else is no number.
    private static func number(_ word: String) -> Double? {
        guard word.last == "%" else { return ReceivedNumber.decimal(word) }
        return ReceivedNumber.decimal(word.dropLast()).map { $0 / 100 }
    }

    /// The red, green and blue of a color in sRGB (CSS Color 4, §9.3 and §10); some are a little outside
    /// of 0 to 1.
    private static func channels(lightness: Double, chroma: Double, degrees: Double) -> [Double] {
        let (a, b) = (chroma * cos(degrees * .pi / 180), chroma * sin(degrees * .pi / 180))
        let long = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
        let medium = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
        let short = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b)
        return [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
        ].map { $0 <= 0.003_130_8 ? 12.92 * $0 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }

    private static func cube(_ number: Double) -> Double {
        number * number * number
    }

    /// Where the parenthesis is closed with which the text begins.
    private static func end(of text: Text) -> Int? {
        var depth = 0
        return text.firstIndex { byte in
            depth += nesting(byte)
            return depth == 0
        }
    }

    private static func nesting(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "("): 1
        case UInt8(ascii: ")"): -1
        default: 0
        }
    }

    private static func ends(_ text: Text, with end: String) -> Bool {
        text.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
}
