import Received
import Subtitles

/// The lines at the top of a text for Anki, each `#key:value`
/// (https://docs.ankiweb.net/importing/text-files.html#file-headers).
struct AnkiHead {
    private(set) var delimiter = Delimiter.tab
    /// The names of the columns, if a line says them.
    let columns: [String]?
    /// The columns that aren’t fields of a note, with what they are: its id, its type, its deck, its tags.
    let special: [Int: String]
    let isHTML: Bool
    /// How many lines there are.
    let lines: Int
    /// The rows, with the delimiter above.
    let rest: [UInt8]
    /// In which encoding they are; nil if it is for their reader to find out.
    let encoding: TextEncoding?

    /// Nil if the file has none of them.
    init?(_ bytes: [UInt8]) {
        // In UTF-16 and after a mark, it isn’t the first byte.
        guard bytes.prefix(4).contains(UInt8(ascii: "#")) else { return nil }
        let recognition = TextRecognition(
            Array(bytes.prefix(CSVFile.sampleBytes)),
            isWhole: bytes.count <= CSVFile.sampleBytes
        )
        let isWide = recognition.encoding.isWide
        encoding = isWide ? .utf8 : nil
        let bytes = isWide ? TextConverter.convert(bytes, recognition).text : bytes
        let start = isWide ? 0 : recognition.markBytes
        guard bytes.count > start, bytes[start] == UInt8(ascii: "#") else { return nil }
        var ends: [Int] = []
        var position = start
        while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
            position = Self.endOfLine(bytes, from: position)
            ends.append(position)
        }
        lines = ends.count
        // Column names are in the encoding of the rows.
        let top = Array(bytes[..<position])
        let text = ReceivedText.repair(
            isWide ? top : TextConverter.convert(top, recognition).text
        )
        var head: [(key: String, value: Substring)] = []
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
            let parts = line.dropFirst()
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { head.append((parts[0].lowercased(), parts[1])) }
        }
        func value(_ key: String) -> Substring? { head.first { $0.key == key }?.value }
        let separator = value("separator").map(Self.separator) ?? "\t"
        columns = value("columns").map { names in
            // What comes after them is one more column, which is none of ours.
            names.split(
                separator: separator,
                maxSplits: Self.mostColumns,
                omittingEmptySubsequences: false
            ).map(String.init)
        }
        special = Self.specialNames.reduce(into: [:]) { special, name in
            let number = value("\(name.key) column").flatMap { ReceivedNumber.integer($0) }
            guard let number, (1...Self.mostColumns).contains(number) else { return }
            special[number - 1] = name.label
        }
        let rows = bytes[position...]
        // Without a word about it, Anki looks whether there is any.
        isHTML = value("html").map { $0.lowercased() == "true" } ?? AnkiField.hasMarkup(rows)
        if let delimiter = separator.asciiValue.flatMap({ Delimiter(byte: $0) }) {
            self.delimiter = delimiter
            rest = Array(rows)
        } else {
            rest = Self.tabbed(rows, separator.asciiValue ?? CSVByte.tab)
        }
    }

    private static let mostColumns = 1000

    private static let specialNames = [
        (key: "guid", label: "GUID"), (key: "notetype", label: "Note type"),
        (key: "deck", label: "Deck"), (key: "tags", label: "Tags"),
    ]

    /// Behind what ends the line: CR LF, LF, CR alone, or CR CR LF.
    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != CSVByte.lineFeed,
            bytes[end] != CSVByte.carriageReturn
        {
            end += 1
        }
        var next = end
        while next < bytes.count, bytes[next] == CSVByte.carriageReturn { next += 1 }
        if next < bytes.count, bytes[next] == CSVByte.lineFeed, next <= end + 2 { return next + 1 }
        return min(end + 1, bytes.count)
    }

    /// By its name, or as the character itself.
    private static func separator(_ name: Substring) -> Character {
        switch name.lowercased() {
        case "comma": ","
        case "semicolon": ";"
        case "space": " "
        case "pipe": "|"
        case "colon": ":"
        case let other where other.count == 1: other.first ?? "\t"
        default: "\t"
        }
    }

    /// Rows whose fields are separated by something that our reader doesn’t know, with tabs instead.
    private static func tabbed(_ rows: ArraySlice<UInt8>, _ separator: UInt8) -> [UInt8] {
        var isQuoted = false
        return rows.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { return byte }
            return byte == separator
                ? CSVByte.tab : byte == CSVByte.tab ? UInt8(ascii: " ") : byte
        }
    }
}

/// A field of an Anki note as plain text.
enum AnkiField {
    private static let lineTags: Set<String> = [
        "br", "div", "p", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "blockquote",
        "hr",
    ]
    /// What they contain is no text.
    private static let silentTags: Set<String> = ["style", "script"]
    /// What stands above a word says how it is read, and isn’t the word. The end tags can be missing (HTML
    /// §4.5.11), so that it also ends with the word, or with the line.
    private static let readingTags: Set<String> = ["rt", "rp", "rtc"]
    private static let wordTags: Set<String> = ["ruby", "rb", "rbc"]

    /// Without sounds; without tags and with its entities resolved if it is HTML.
    static func plain(_ text: String, isHTML: Bool) -> String {
        let text = withoutSounds(text)
        return isHTML ? withoutTags(text) : text
    }

    /// How much of the rows is looked at to find out whether they are HTML.
    static let lookedBytes = 64 * 1024

    /// Whether rows have tags or entities that people see in no plain text.
    static func hasMarkup(_ rows: ArraySlice<UInt8>) -> Bool {
        hasMarkup(ReceivedText.repair(rows.prefix(lookedBytes)))
    }

    static func hasMarkup(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["<ruby", "<br", "<div", "<b>", "<i>", "<u>", "<span", "<img", "<p>", "&nbsp;"]
            .contains { text.contains($0) }
    }

    /// `[sound:perro.mp3]`, and `[anki:play:q:0]`.
    private static func withoutSounds(_ text: String) -> String {
        var text = text
        for mark in ["[sound:", "[anki:play:"] where text.contains(mark) {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            let kept = parts.enumerated().map { index, part in
                guard index > 0 else { return String(part) }
                guard let end = part.firstIndex(of: "]") else { return mark + part }
                return String(part[part.index(after: end)...])
            }
            text = ReceivedText.cut(kept.joined())
        }
        return text
    }

    private static func withoutTags(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        var silent: String?
        var isReading = false
        func add(_ text: Substring) {
            if silent == nil, !isReading { plain += CharacterReferences.decoded(text) }
        }
        while let open = rest.firstIndex(of: "<") {
            add(rest[..<open])
            let after = rest[rest.index(after: open)...]
            // "a < b" is no tag.
            guard let first = after.first, first.isLetter || first == "/" || first == "!" else {
                add("<")
                rest = after
                continue
            }
            guard let close = after.firstIndex(of: ">") else {
                rest = rest[open...]
                break
            }
            let tag = after[..<close]
            let isEnd = tag.hasPrefix("/")
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if let waited = silent {
                if isEnd, name == waited { silent = nil }
            } else if silentTags.contains(name), !isEnd {
                silent = name
            } else if readingTags.contains(name) {
                isReading = !isEnd
            } else if wordTags.contains(name) {
                isReading = false
            } else if lineTags.contains(name) {
                isReading = false
                plain += "\n"
            }
            rest = after[after.index(after: close)...]
        }
        add(rest)
        return tidied(ReceivedText.cut(plain))
    }

    /// Spaces that don’t break are spaces, and of several empty lines one stays none.
    private static func tidied(_ text: String) -> String {
        text.split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .map { line in
                line.split { $0 == " " || $0 == "\u{A0}" || $0 == "\t" }.joined(separator: " ")
            }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
