import Received

/// Reads tables of cues, in whatever columns a program wrote them.
struct CSVReader {
    private let bytes: Bytes
    private let limit: Int
    private var rows: CSVRows
    /// Before the first row.
    private let firstRows: CSVRows
    private var columns = CSVColumns()
    private var captions = Captions(format: .csv)
    private var markup = VTTMarkup()
    private var styles = StyleTable()
    /// How many cues have more than times and a text.
    private var richCount = 0

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        var reader = CSVReader(bytes: bytes, limit: limit)
        try reader.read(&problems)
        return reader.captions
    }

    private init(bytes: Bytes, limit: Int) {
        self.bytes = bytes
        self.limit = limit
        rows = CSVRows(bytes)
        firstRows = rows
    }

    /// Whether the first row names a start and a text.
    static func hasHeader(_ bytes: Bytes) -> Bool {
        var rows = CSVRows(bytes)
        return rows.next() && CSVColumns(rows: rows) != nil
    }

    /// Whether each row is a cue by its places, and the first has an end.
    static func hasRows(_ bytes: Bytes) -> Bool {
        var rows = CSVRows(bytes)
        guard rows.next(), let columns = CSVColumns(count: rows.cells.count),
            let end = columns.end, end < rows.cells.count
        else { return false }
        guard columns.time(bytes, rows.cells[end].range, end) != nil else { return false }
        repeat {
            guard columns.isCue(bytes, rows.cells) else { return false }
        } while rows.next()
        return true
    }

    private mutating func read(_ problems: inout ProblemList) throws {
        guard rows.next() else { throw ReadingError.noTiming(.csv) }
        if let named = CSVColumns(rows: rows) {
            columns = named
            if columns.hasTooMany { try problems.add(.tooManyColumns, line: rows.line) }
            captions.columns = named.further.map { rows.text(rows.cells[$0]) }
        } else {
            guard let places = CSVColumns(count: rows.cells.count) else {
                throw ReadingError.noTiming(.csv)
            }
            columns = places
            // A header whose words nobody knows is not a cue.
            if columns.time(bytes, rows.cells[columns.start].range, columns.start) != nil {
                try addRow(&problems)
            } else {
                try problems.add(.missingColumn, line: rows.line)
            }
        }
        captions.cues.reserveCapacity(bytes.reduce(1) { $0 + ($1 == .lineFeed ? 1 : 0) })
        while rows.next() { try addRow(&problems) }
        guard !captions.cues.isEmpty || columns.isNamed else { throw ReadingError.noTiming(.csv) }
    }

    private mutating func addRow(_ problems: inout ProblemList) throws {
        let cells = rows.cells
        guard cells.count > 1 || !bytes.trimmed(cells[0].range).isEmpty else { return }
        if rows.hasStrayQuote { try problems.add(.strayQuote, line: rows.line) }
        if columns.needUnit(bytes, cells) { columns.findUnit(bytes, firstRows) }
        guard cells.count > columns.start,
            let start = columns.time(bytes, cells[columns.start].range, columns.start)
        else {
            guard columns.isNamed || isBlank(cells) else {
                throw ReadingError.rowWithoutTimes(line: rows.line)
            }
            let found = cells.count > columns.start ? rows.text(cells[columns.start]) : ""
            try problems.add(.unreadableRow, line: rows.line, found: found)
            return
        }
        guard captions.cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        var end: MediaTime?
        if let place = columns.end, place < cells.count, !bytes.trimmed(cells[place].range).isEmpty
        {
            end = columns.time(bytes, cells[place].range, place)
            if end == nil {
                try problems.add(.missingEnd, line: rows.line, found: rows.text(cells[place]))
            }
        }
        if let end, end < start { try problems.add(.endBeforeStart, line: rows.line) }
        let text = columns.text < cells.count ? rows.text(cells[columns.text]) : ""
        var cue = Cue(start: start, end: end, normalized: text)
        if columns.hasMore { try addMore(to: &cue, cells, &problems) }
        captions.cues.append(cue)
    }

    private func isBlank(_ cells: [CSVRows.Cell]) -> Bool {
        cells.allSatisfy { bytes.trimmed($0.range).isEmpty }
    }

    /// What most tables don’t have. A table with rows of some twenty bytes has room for it; one of smaller
    /// rows only exists to take more memory than its size.
    private mutating func addMore(
        to cue: inout Cue,
        _ cells: [CSVRows.Cell],
        _ problems: inout ProblemList
    ) throws {
        guard richCount * 20 <= bytes.count else {
            return try problems.add(.tinyRows, line: rows.line)
        }
        addMore(to: &cue, cells)
        if !cue.isPlain { richCount += 1 }
    }

    private mutating func addMore(to cue: inout Cue, _ cells: [CSVRows.Cell]) {
        func cell(_ place: Int?) -> String? {
            guard let place, place < cells.count else { return nil }
            let text = rows.text(cells[place])
            return text.isEmpty ? nil : text
        }
        if let source = cell(columns.markup) {
            var marked = Cue(start: cue.start, end: cue.end, normalized: "")
            Array(source.utf8).withUnsafeBufferPointer { bytes in
                markup.read(bytes, 0..<bytes.count, into: &marked)
            }
            if marked.text == cue.text { cue.runs = marked.runs }
        } else if let speaker = cell(columns.speaker), !cue.text.isEmpty {
            var style = Style()
            style.voice = speaker
            cue.runs = [Run(end: cue.text.utf8.count, style: styles.shared(style))]
        }
        if let identifier = cell(columns.identifier) { cue.identifier = identifier }
        if let settings = cell(columns.settings) { cue.settingsText = settings }
        if let words = cell(columns.words) { cue.words = CSVWords.read(words, in: cue) }
        if columns.further.contains(where: { cell($0) != nil }) {
            cue.kept = CSVWriter.row(columns.further.map { cell($0) ?? "" })
        }
    }
}

/// What stands in which column.
struct CSVColumns {
    var start = 0
    var end: Int?
    var text = 0
    var speaker: Int?
    var identifier: Int?
    var settings: Int?
    var words: Int?
    var markup: Int?
    /// Those that say something that isn’t ours, up to so many: each row that is kept has a comma for each of them.
    var further: [Int] = []
    static let mostFurther = 256
    private(set) var hasTooMany = false
    /// Whether a header names them.
    var isNamed = false
    /// The columns whose numbers are seconds, and those whose numbers are milliseconds.
    private var seconds: Set<Int> = []
    private var milliseconds: Set<Int> = []
    /// Whether the rows were asked what numbers count of which the header doesn’t say it.
    private var hasUnit = false

    init() {}

    /// Whether there is more than times and a text.
    var hasMore: Bool {
        speaker != nil || identifier != nil || settings != nil || words != nil || markup != nil
            || !further.isEmpty
    }

    /// By their places: four or more are number, start, end and text; three are start, end and text.
    init?(count: Int) {
        switch count {
        case 3: (start, end, text) = (0, 1, 2)
        case 4...: (start, end, text) = (1, 2, 3)
        default: return nil
        }
    }

    /// By a header’s names; nil if it doesn’t name a start and a text.
    init?(rows: CSVRows) {
        var start: Int?
        var text: Int?
        isNamed = true
        for (place, cell) in rows.cells.enumerated() {
            let name = Self.plain(rows.text(cell))
            if name.contains("millisecond") || name.hasSuffix(" ms") {
                milliseconds.insert(place)
            } else if name.contains("seconds") || name.hasSuffix(" s") {
                seconds.insert(place)
            }
            let words = name.split(separator: " ")
                .prefix { $0 != "in" || name.hasSuffix(" in") }
                .filter { $0 != "ms" && $0 != "s" && $0 != "seconds" && $0 != "milliseconds" }
            switch words.joined(separator: " ") {
            case "start", "start time", "starttime", "begin", "in", "timecode in", "time in",
                "from",
                "start timecode":
                start = start ?? place
            case "end", "end time", "endtime", "stop", "out", "timecode out", "time out", "to",
                "end timecode":
                end = end ?? place
            case "text", "subtitle", "subtitles", "caption", "captions", "content", "dialogue",
                "dialog", "transcript":
                text = text ?? place
            case "speaker", "actor", "character", "voice": speaker = speaker ?? place
            case "id", "identifier": identifier = identifier ?? place
            case "settings": settings = settings ?? place
            case "words": self.words = self.words ?? place
            case "markup": markup = markup ?? place
            case "number", "no", "nr", "index", "counter", "num": break
            case _ where further.count < Self.mostFurther: further.append(place)
            default: hasTooMany = true
            }
        }
        guard let start, let text else { return nil }
        self.start = start
        self.text = text
    }

    /// In lower case, with single spaces for everything that isn’t a letter.
    private static func plain(_ name: String) -> String {
        let letters = name.utf8.map { $0.isLetter || $0.isDigit ? $0.lowercased : 0x20 }
        return ReceivedText.repair(letters).split(separator: " ").joined(separator: " ")
    }

    // MARK: Times

    /// Whether a row has a start, a place for a text, and an end or a blank one; or nothing at all.
    func isCue(_ bytes: Bytes, _ cells: [CSVRows.Cell]) -> Bool {
        func isBlank(_ cell: CSVRows.Cell) -> Bool { bytes.trimmed(cell.range).isEmpty }
        guard cells.count > text, let end, time(bytes, cells[start].range, start) != nil else {
            return cells.allSatisfy(isBlank)
        }
        return isBlank(cells[end]) || time(bytes, cells[end].range, end) != nil
    }

    /// Whether a row has a whole number for a time, of which only other rows can say what it counts.
    func needUnit(_ bytes: Bytes, _ cells: [CSVRows.Cell]) -> Bool {
        guard !hasUnit else { return false }
        return isWhole(bytes, cells, start) || isWhole(bytes, cells, end)
    }

    private func isWhole(_ bytes: Bytes, _ cells: [CSVRows.Cell], _ place: Int?) -> Bool {
        guard let place, place < cells.count, !seconds.contains(place),
            !milliseconds.contains(place),
            let number = PlainNumber(bytes, bytes.trimmed(cells[place].range))
        else { return false }
        return number.decimals == nil
    }

    /// One number with decimals says that all are seconds: spreadsheets write 2.0 as 2.
    mutating func findUnit(_ bytes: Bytes, _ firstRows: CSVRows) {
        hasUnit = true
        let places = [start, end].compactMap { $0 }.filter { !milliseconds.contains($0) }
        var rows = firstRows
        while rows.next() {
            let hasDecimals = places.contains { place in
                guard place < rows.cells.count else { return false }
                let cell = bytes.trimmed(rows.cells[place].range)
                return PlainNumber(bytes, cell)?.decimals != nil
            }
            if hasDecimals { return seconds.formUnion(places) }
        }
    }

    /// A time with colons; else a number: with decimals it is seconds and without milliseconds, unless the
    /// header or other rows say otherwise.
    func time(_ bytes: Bytes, _ cell: Range<Int>, _ place: Int) -> MediaTime? {
        let range = bytes.trimmed(cell)
        if range.count == 12,
            let exact = ClockTime.exact(
                bytes,
                at: range.lowerBound,
                before: range.upperBound,
                point: UInt8(ascii: ".")
            )
        {
            return exact
        }
        var index = range.lowerBound
        if let time = ClockTime.lenient(
            bytes,
            &index,
            before: range.upperBound,
            point: UInt8(ascii: ".")
        ) {
            return index == range.upperBound ? time.value : nil
        }
        guard let number = PlainNumber(bytes, range) else { return nil }
        let whole = MediaTime(milliseconds: number.whole)
        guard let decimals = number.decimals else {
            return seconds.contains(place) ? whole * 1_000 : whole
        }
        return milliseconds.contains(place)
            ? whole : whole * 1_000 + MediaTime(milliseconds: ClockTime.fraction(bytes, decimals))
    }
}

/// A number without colons: `12`, `12.5` or `12,5`.
private struct PlainNumber {
    let whole: Int
    /// The digits behind the point; nil without one.
    private(set) var decimals: Range<Int>?

    init?(_ bytes: Bytes, _ range: Range<Int>) {
        var index = range.lowerBound
        guard let whole = ClockTime.number(bytes, &index, before: range.upperBound) else {
            return nil
        }
        self.whole = whole.value
        guard index < range.upperBound else { return }
        guard [UInt8(ascii: "."), UInt8(ascii: ",")].contains(bytes[index]) else { return nil }
        index += 1
        let digits = index
        guard ClockTime.number(bytes, &index, before: range.upperBound) != nil,
            index == range.upperBound
        else { return nil }
        decimals = digits..<index
    }
}

/// The times of words in a cell: `1000@0 1500-1800@6`, milliseconds and where the word begins in the
/// bytes of the text.
enum CSVWords {
    static func written(_ words: [Word]) -> String {
        words.map { word in
            "\(word.start)" + (word.end.map { "-\($0)" } ?? "") + "@\(word.offset)"
        }.joined(separator: " ")
    }

    static func read(_ text: String, in cue: Cue) -> [Word] {
        var words: [Word] = []
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "@")
            let times = parts.first?.split(separator: "-").map {
                ReceivedNumber.integer($0, in: 0...MediaTime.limit).map {
                    MediaTime(milliseconds: $0)
                }
            }
            guard parts.count == 2, let times, (1...2).contains(times.count), let start = times[0],
                let offset = ReceivedNumber.integer(parts[1]),
                offset > words.last?.offset ?? -1, offset < cue.text.utf8.count
            else { return [] }
            words.append(Word(start: start, end: times.count == 2 ? times[1] : nil, offset: offset))
        }
        return words
    }
}
