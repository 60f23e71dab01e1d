import Received

/// Where and how a cue stands on the picture, as WebVTT says it (§6.4, “parse the WebVTT cue settings”).
///
/// What can’t be read is as if it weren’t there; of two that say the same thing the later counts.
package struct CueSettings: Equatable, Sendable {
    package var vertical: Vertical?
    package var line: Line = .auto
    package var lineAlign: LineAlign = .start
    /// In percent; nil is “auto”.
    package var position: Double?
    package var positionAlign: PositionAlign = .auto
    package var size = 100.0
    package var align: Align = .center
    /// The region’s identifier, unless another setting keeps the cue out of it.
    package var region: String?

    package enum Vertical: String, Sendable { case rl, lr }
    package enum LineAlign: String, Sendable { case start, center, end }
    package enum PositionAlign: String, Sendable {
        case auto
        case lineLeft = "line-left"
        case center
        case lineRight = "line-right"
    }
    package enum Align: String, Sendable { case start, center, end, left, right }

    /// Auto, a line’s number from the top or, if negative, from the bottom, or a share of the height.
    package enum Line: Equatable, Sendable {
        case auto
        case number(Double)
        case percentage(Double)
    }

    package init(_ text: String) {
        guard !text.isEmpty else { return }
        for word in text.utf8.split(whereSeparator: \.isSpace) {
            guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex,
                word.index(after: colon) < word.endIndex
            else { continue }
            set(
                String(word[..<colon]) ?? "",
                String(word[word.index(after: colon)...]) ?? ""
            )
        }
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "region": region = value
        case "vertical": setVertical(value)
        case "line": setLine(value)
        case "position": setPosition(value)
        case "size": setSize(value)
        case "align": if let align = Align(rawValue: value) { self.align = align }
        default: break
        }
    }

    private mutating func setVertical(_ value: String) {
        guard let vertical = Vertical(rawValue: value) else { return }
        self.vertical = vertical
        region = nil
    }

    private mutating func setLine(_ value: String) {
        let (place, alignment) = Self.parts(value)
        guard let line = Self.line(place) else { return }
        if let alignment {
            guard let alignment = LineAlign(rawValue: alignment) else { return }
            lineAlign = alignment
        }
        self.line = line
        region = nil
    }

    private mutating func setPosition(_ value: String) {
        let (place, alignment) = Self.parts(value)
        guard let number = Self.percentage(place) else { return }
        if let alignment {
            guard let alignment = PositionAlign(rawValue: alignment), alignment != .auto else {
                return
            }
            positionAlign = alignment
        }
        position = number
    }

    private mutating func setSize(_ value: String) {
        guard let number = Self.percentage(value) else { return }
        size = number
        if number != 100 { region = nil }
    }

    private static func parts(_ value: String) -> (String, String?) {
        guard let comma = value.firstIndex(of: ",") else { return (value, nil) }
        return (String(value[..<comma]), String(value[value.index(after: comma)...]))
    }

    private static func line(_ place: String) -> Line? {
        if place.utf8.last == UInt8(ascii: "%") { return percentage(place).map { .percentage($0) } }
        let digits = place.utf8.first == UInt8(ascii: "-") ? place.dropFirst() : place[...]
        guard isNumber(digits), let number = ReceivedNumber.decimal(place) else { return nil }
        return .number(number)
    }

    /// Digits, perhaps with a point and digits, from 0 to 100, and `%`.
    static func percentage(_ text: String) -> Double? {
        guard text.utf8.last == UInt8(ascii: "%") else { return nil }
        let digits = text.dropLast()
        guard isNumber(digits), let number = ReceivedNumber.decimal(digits, in: 0...100)
        else { return nil }
        return number
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }
}

/// A part of the picture that cues scroll in: WebVTT’s `REGION`, or TTML’s `<region>`.
package struct Region: Codable, Equatable, Sendable {
    package var identifier: String
    /// Its settings as the file has them, the identifier among them.
    package var settings: String

    package init(identifier: String, settings: String) {
        self.identifier = identifier
        self.settings = settings
    }

    /// What WebVTT’s settings say (§6.2, “collect WebVTT region settings”).
    package var values: Values { Values(settings) }

    /// What a region’s settings say.
    package struct Values: Equatable, Sendable {
        package var identifier = ""
        package var width = 100.0
        package var lines = 3
        package var anchor = Point(x: 0, y: 100)
        package var viewportAnchor = Point(x: 0, y: 100)
        package var scrollsUp = false

        init(_ text: String) {
            for word in text.utf8.split(whereSeparator: \.isSpace) {
                guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex,
                    word.index(after: colon) < word.endIndex
                else { continue }
                let value = String(word[word.index(after: colon)...]) ?? ""
                switch String(word[..<colon]) {
                case "id": identifier = value
                case "width": width = CueSettings.percentage(value) ?? width
                case "lines":
                    if value.utf8.allSatisfy(\.isDigit) {
                        lines = ReceivedNumber.integer(value) ?? ReceivedNumber.furthest
                    }
                case "regionanchor": anchor = Point(value) ?? anchor
                case "viewportanchor": viewportAnchor = Point(value) ?? viewportAnchor
                case "scroll": if value == "up" { scrollsUp = true }
                default: break
                }
            }
        }
    }

    /// Two shares of a width and a height, in percent.
    package struct Point: Equatable, Sendable {
        package var x: Double
        package var y: Double

        init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        init?(_ text: String) {
            guard let comma = text.firstIndex(of: ","),
                let x = CueSettings.percentage(String(text[..<comma])),
                let y = CueSettings.percentage(String(text[text.index(after: comma)...]))
            else { return nil }
            (self.x, self.y) = (x, y)
        }
    }
}
