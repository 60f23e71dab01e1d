import Received

/// Reads SubStation Alpha (SSA) and its successor (ASS), which films and fans have. `docs/captions.md` has the
/// rules.
///
/// It is only read: its cues become WebVTT’s, in the order of time, with the nearest of nine places.
struct SubStationReader {
    private let bytes: Bytes
    private let limit: Int
    private var section = Section.other
    private var script = SubStationScript()
    private var styleColumns: [String] = []
    private var eventColumns = Self.usualColumns
    private var text = SubStationText()
    private var cues: [Cue] = []
    /// Shadows and glows are the same text once more, at the same time.
    private var seen: Set<Shown> = []

    private enum Section {
        case info, styles, oldStyles, events, other
    }

    private struct Shown: Hashable {
        let start: MediaTime
        let end: MediaTime
        let text: String
    }

    /// If no line says which there are.
    private static let usualColumns = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]
    /// ASS has 23 for a style, and 10 for an event.
    private static let mostColumns = 64

    private init(bytes: Bytes, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        var reader = SubStationReader(bytes: bytes, limit: limit)
        try reader.read(&problems)
        let cues = reader.cues
        let order = cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
        return Captions(format: .vtt, cues: order.map { cues[$0] })
    }

    /// Whether the first line that says anything is the heading of a section that only this format has.
    static func hasHeading(_ bytes: Bytes) -> Bool {
        var lines = Lines(Bytes(rebasing: bytes[..<min(bytes.count, 1 << 18)]))
        while let line = lines.line() {
            let line = bytes.trimmed(line)
            guard let first = line.first, !isComment(bytes, line) else { continue }
            guard bytes[first] == UInt8(ascii: "[") else { return false }
            return section(bytes, line) != .other
        }
        return false
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        var lines = Lines(bytes)
        while let line = lines.line() {
            let line = bytes.trimmed(line)
            guard let first = line.first, !Self.isComment(bytes, line) else { continue }
            if bytes[first] == UInt8(ascii: "["), bytes[line.upperBound - 1] == UInt8(ascii: "]") {
                section = Self.section(bytes, line)
                continue
            }
            let colon = bytes.first(UInt8(ascii: ":"), from: first, to: line.upperBound)
            guard colon < line.upperBound else { continue }
            let value = bytes.trimmed(colon + 1..<line.upperBound)
            try read(first..<colon, value, line: lines.number, &problems)
        }
    }

    private static func isComment(_ bytes: Bytes, _ line: Range<Int>) -> Bool {
        bytes[line.lowerBound] == UInt8(ascii: ";")
            || bytes.has("!:", at: line.lowerBound, before: line.upperBound)
    }

    private static func section(_ bytes: Bytes, _ line: Range<Int>) -> Section {
        if bytes.spells("[script info]", line) { return .info }
        if bytes.spells("[v4+ styles]", line) || bytes.spells("[v4 styles+]", line) {
            return .styles
        }
        if bytes.spells("[v4 styles]", line) { return .oldStyles }
        return bytes.spells("[events]", line) ? .events : .other
    }

    private mutating func read(
        _ key: Range<Int>,
        _ value: Range<Int>,
        line: Int,
        _ problems: inout ProblemList
    ) throws {
        switch section {
        case .info: script.set(bytes, key, value)
        case .styles, .oldStyles:
            if bytes.spells("format", key) {
                styleColumns = columns(value)
            } else if bytes.spells("style", key) {
                addStyle(value, isOld: section == .oldStyles)
            }
        case .events:
            if bytes.spells("format", key) {
                eventColumns = columns(value)
            } else if bytes.spells("dialogue", key) {
                try addCue(value, line: line, &problems)
            }
        case .other: break
        }
    }

    // MARK: Lines of a table

    private func columns(_ range: Range<Int>) -> [String] {
        fields(range, most: Self.mostColumns).map { bytes.text($0).lowercased() }
    }

    /// What stands between commas; the last has all that is left.
    private func fields(_ range: Range<Int>, most: Int) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var start = range.lowerBound
        while fields.count < most - 1 {
            let comma = bytes.first(UInt8(ascii: ","), from: start, to: range.upperBound)
            guard comma < range.upperBound else { break }
            fields.append(bytes.trimmed(start..<comma))
            start = comma + 1
        }
        return fields + [start..<range.upperBound]
    }

    private mutating func addStyle(_ range: Range<Int>, isOld: Bool) {
        let fields = fields(range, most: max(styleColumns.count, 1))
        var style = SubStationScript.LineStyle()
        var name = ""
        for (column, field) in zip(styleColumns, fields) {
            let field = bytes.trimmed(field)
            switch column {
            case "name": name = bytes.text(field)
            case "bold": style.set(.bold, bytes, field)
            case "italic": style.set(.italic, bytes, field)
            case "underline": style.set(.underline, bytes, field)
            case "strikeout": style.set(.strikethrough, bytes, field)
            case "primarycolour": style.look.color = SubStationText.color(bytes, field)
            case "alignment":
                let number = ReceivedNumber.integer(bytes[field], in: 1...11)
                style.place = number.flatMap { SubStationText.place($0, isOld: isOld) } ?? 2
            default: break
            }
        }
        script.add(style, named: name)
    }

    // MARK: Cues

    private mutating func addCue(_ range: Range<Int>, line: Int, _ problems: inout ProblemList)
        throws
    {
        let fields = fields(range, most: eventColumns.count)
        guard fields.count == eventColumns.count, let words = fields.last,
            let start = time(in: fields, "start"), let end = time(in: fields, "end")
        else {
            return try problems.add(.unreadableDialogue, line: line, found: bytes.text(range))
        }
        let style = script.style(named: field(in: fields, "style").map(bytes.text) ?? "")
        let voice = field(in: fields, "name").map(bytes.text) ?? ""
        var cue = text.read(bytes, words, script, style, voice: voice)
        if text.isFull { try problems.add(.tooManyStyles, line: line) }
        if text.hasCut { try problems.add(.tooManyMarks, line: line) }
        text.forget()
        // A drawing, or a line that only kept a place.
        guard cue.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return
        }
        (cue.start, cue.end) = (start, end)
        if end < start { try problems.add(.endBeforeStart, line: line, found: bytes.text(range)) }
        guard seen.insert(Shown(start: start, end: end, text: cue.text)).inserted else { return }
        guard cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        cues.append(cue)
    }

    private func field(in fields: [Range<Int>], _ column: String) -> Range<Int>? {
        eventColumns.firstIndex(of: column).map { bytes.trimmed(fields[$0]) }
    }

    /// `0:00:01.50`
    private func time(in fields: [Range<Int>], _ column: String) -> MediaTime? {
        guard let field = field(in: fields, column) else { return nil }
        var index = field.lowerBound
        let point = UInt8(ascii: ".")
        let time = ClockTime.lenient(bytes, &index, before: field.upperBound, point: point)
        return index == field.upperBound ? time?.value : nil
    }
}

/// What the head of a file of SubStation Alpha says of all its lines.
struct SubStationScript {
    /// How large the picture is in which places are counted.
    private(set) var size = (width: 384.0, height: 288.0)
    /// Whether `\n` breaks a line: only if nothing else does.
    private(set) var breaksSoftly = false
    private var styles: [String: LineStyle] = [:]

    /// As many as there are different styles in a document.
    private static let mostStyles = 4_096

    /// How a line looks and where it stands, unless it says otherwise.
    struct LineStyle {
        var look = Style()
        /// As on a number pad.
        var place: UInt8 = 2

        /// −1 is yes, and 0 no.
        mutating func set(_ mark: Style.Marks, _ bytes: Bytes, _ field: Range<Int>) {
            let number = ReceivedNumber.integer(bytes[field], in: -1...1_000)
            if number ?? 0 != 0 { look.marks.insert(mark) }
        }
    }

    mutating func set(_ bytes: Bytes, _ key: Range<Int>, _ value: Range<Int>) {
        let number = ReceivedNumber.integer(bytes[value], in: 0...100_000)
        if bytes.spells("playresx", key), let number, number > 0 { size.width = Double(number) }
        if bytes.spells("playresy", key), let number, number > 0 { size.height = Double(number) }
        if bytes.spells("wrapstyle", key) { breaksSoftly = number == 2 }
    }

    mutating func add(_ style: LineStyle, named name: String) {
        guard styles.count < Self.mostStyles else { return }
        styles[Self.key(name)] = style
    }

    func style(named name: String) -> LineStyle {
        styles[Self.key(name)] ?? styles["Default"] ?? LineStyle()
    }

    /// Old programs put a star before the name.
    private static func key(_ name: String) -> String {
        let plain = name.drop { $0 == "*" }
        return plain.lowercased() == "default" ? "Default" : String(plain)
    }

    /// The nearest of nine places, as on a number pad, for a point of the picture.
    func place(x: Double, y: Double) -> UInt8 {
        let column: UInt8 = x < size.width / 3 ? 0 : x < size.width * 2 / 3 ? 1 : 2
        let row: UInt8 = y < size.height / 3 ? 2 : y < size.height * 2 / 3 ? 1 : 0
        return row * 3 + column + 1
    }
}
