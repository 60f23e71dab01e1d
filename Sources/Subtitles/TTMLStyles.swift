import Received

/// What TTML says about how a text looks, as far as another format can say it.
struct TTMLLook: Equatable {
    var isItalic: Bool?
    var isBold: Bool?
    var isUnderlined: Bool?
    var isStruckThrough: Bool?
    var color: String?
    var textAlign: String?
    var displayAlign: String?
    /// The top and the height of a region, in percent.
    var top: Double?
    var height: Double?

    /// What the other says counts.
    mutating func take(_ other: TTMLLook) {
        isItalic = other.isItalic ?? isItalic
        isBold = other.isBold ?? isBold
        isUnderlined = other.isUnderlined ?? isUnderlined
        isStruckThrough = other.isStruckThrough ?? isStruckThrough
        color = other.color ?? color
        textAlign = other.textAlign ?? textAlign
        displayAlign = other.displayAlign ?? displayAlign
        top = other.top ?? top
        height = other.height ?? height
    }

    mutating func set(_ name: String, _ value: String) {
        switch name {
        case "fontStyle": isItalic = value == "italic" || value == "oblique"
        case "fontWeight": isBold = value == "bold"
        case "textDecoration": setDecoration(value)
        case "color": color = Color.normalized(value)
        case "textAlign": textAlign = value
        case "displayAlign": displayAlign = value
        case "origin": top = Self.second(value)
        case "extent": height = Self.second(value)
        default: break
        }
    }

    private mutating func setDecoration(_ value: String) {
        for word in value.split(separator: " ") {
            switch word {
            case "underline": isUnderlined = true
            case "noUnderline": isUnderlined = false
            case "lineThrough": isStruckThrough = true
            case "noLineThrough": isStruckThrough = false
            case "none": (isUnderlined, isStruckThrough) = (false, false)
            default: break
            }
        }
    }

    /// The second of two shares, in percent.
    private static func second(_ value: String) -> Double? {
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[1].hasSuffix("%") else { return nil }
        return ReceivedNumber.decimal(parts[1].dropLast())
    }

    /// White, and everything that text is anyway, says nothing.
    var style: Style {
        var style = Style()
        if isItalic == true { style.marks.insert(.italic) }
        if isBold == true { style.marks.insert(.bold) }
        if isUnderlined == true { style.marks.insert(.underline) }
        if isStruckThrough == true { style.marks.insert(.strikethrough) }
        if let color, !Color.isDefault(color) { style.color = color }
        return style
    }

    /// Which of the nine places of a picture is nearest, as WebVTT’s settings.
    var settings: String {
        let column: UInt8 =
            switch textAlign {
            case "left", "start": 0
            case "right", "end": 2
            default: 1
            }
        return SRTPosition.settings(row * 3 + column + 1)
    }

    private var row: UInt8 {
        let top = top ?? 0
        let height = height ?? 100
        let edge: Double =
            switch displayAlign {
            case "before": top
            case "center": top + height / 2
            case "after": top + height
            // Before is what TTML takes without a word, but of a region without any place nobody knows.
            default: self.top == nil ? 100 : top
            }
        return edge < 34 ? 2 : edge < 67 ? 1 : 0
    }
}

/// The styles of a document by their names.
struct TTMLStyles {
    private var looks: [String: (look: TTMLLook, references: [String])] = [:]

    mutating func add(_ name: String, _ look: TTMLLook, references: [String]) {
        looks[name] = (look, references)
    }

    func look(_ name: String) -> TTMLLook { looks[name]?.look ?? TTMLLook() }

    /// Gives each style the looks of those that it refers to: a later one counts, and its own words above all. Eight
    /// deep, all of them a step at a time, so that styles that refer to each other cost no more than others.
    mutating func resolve() {
        var resolved = looks.mapValues(\.look)
        for _ in 1..<8 {
            let last = resolved
            resolved = looks.mapValues { own in
                var look = TTMLLook()
                for reference in own.references.prefix(8) {
                    look.take(last[reference] ?? TTMLLook())
                }
                look.take(own.look)
                return look
            }
            if resolved == last { break }
        }
        looks = resolved.mapValues { ($0, []) }
    }
}

/// The root element and the head of a TTML file, for writing it again.
package struct TTMLFrame: Codable, Equatable, Sendable {
    /// From `<` to `>`.
    var root: String
    var head: String
    /// The attributes of the body: its region and style.
    var body: String
    /// What stands in front of the names of elements: `tt:`, or nothing.
    var prefix: String
    /// What stands in front of attributes of style: `tts:`; nil if the root declares none.
    var stylingPrefix: String?
    /// The same for metadata.
    var metadataPrefix: String?
    /// The names of those who speak, and those that the head gives them.
    var agents: [String: String] = [:]

    /// Whether what each paragraph repeats, and what is looked for in the root, is no longer than in any file that
    /// isn’t hostile.
    var isOrdinary: Bool {
        root.utf8.count <= 1 << 16
            && [prefix, stylingPrefix ?? "", metadataPrefix ?? ""].allSatisfy(Style.isShort)
            && agents.values.allSatisfy(Style.isShort)
    }

    /// A prefix that the root doesn’t use for something else.
    var freePrefix: String {
        var prefix = "tts"
        while root.contains("xmlns:\(prefix)=") { prefix += "s" }
        return prefix
    }
}
