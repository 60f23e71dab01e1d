import Received

/// Reads the rows of a CSV file (RFC 4180), and what programs write that isn’t quite one.
struct CSVRows {
    private let bytes: Bytes
    private let delimiter: UInt8
    private var index = 0
    private var lineNumber = 1
    /// Once a quotation mark was found that nothing closes, no later one is closed either.
    private var nothingCloses = false
    /// The cells of the row that was read last.
    private(set) var cells: [Cell] = []
    /// Where the row begins, counted from 1.
    private(set) var line = 0
    /// Whether the row has a quotation mark that should have been doubled.
    private(set) var hasStrayQuote = false

    /// A cell: where its text is, and whether it has doubled quotation marks.
    struct Cell {
        var range: Range<Int>
        var isQuoted = false
        var hasQuotes = false
    }

    /// `sep=;` in the first line names the delimiter; else it is the one that the line has most of.
    init(_ bytes: Bytes) {
        self.bytes = bytes
        let lineEnd = bytes.first(.lineFeed, from: 0, to: bytes.count)
        if bytes.has("sep=", at: 0, before: lineEnd), lineEnd == 5 {
            delimiter = bytes[4]
            index = min(lineEnd + 1, bytes.count)
            lineNumber = 2
        } else {
            delimiter = Self.delimiter(bytes, 0..<lineEnd)
        }
    }

    private static func delimiter(_ bytes: Bytes, _ line: Range<Int>) -> UInt8 {
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        var counts = [0, 0, 0, 0]
        var isQuoted = false
        for index in line {
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, let place = candidates.firstIndex(of: bytes[index]) { counts[place] += 1 }
        }
        let most = counts.max() ?? 0
        return candidates[counts.firstIndex(of: most) ?? 0]
    }

    /// More are not looked at: nobody has captions in a hundred columns.
    private static let cellLimit = 100

    /// Goes to the next row; false after the last one.
    mutating func next() -> Bool {
        guard index < bytes.count else { return false }
        cells.removeAll(keepingCapacity: true)
        hasStrayQuote = false
        line = lineNumber
        while true {
            let cell = nextCell()
            if cells.count < Self.cellLimit { cells.append(cell) }
            guard index < bytes.count, bytes[index] == delimiter else { break }
            index += 1
        }
        if index < bytes.count { lineNumber += 1 }
        index += 1
        return true
    }

    /// The cell up to the delimiter or the line’s end.
    private mutating func nextCell() -> Cell {
        var start = index
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        if start < bytes.count, bytes[start] == UInt8(ascii: "\""), !nothingCloses,
            let cell = quotedCell(from: start + 1)
        {
            return cell
        }
        let begin = index
        while index < bytes.count, bytes[index] != delimiter, bytes[index] != .lineFeed {
            index += 1
        }
        return Cell(range: begin..<index)
    }

    private mutating func quotedCell(from start: Int) -> Cell? {
        var cell = Cell(range: start..<start, isQuoted: true)
        var place = start
        var isStray = false
        while true {
            place = bytes.first(UInt8(ascii: "\""), from: place, to: bytes.count)
            guard place < bytes.count else {
                nothingCloses = true
                hasStrayQuote = true
                return nil
            }
            if isEnd(place + 1) { break }
            cell.hasQuotes = true
            if bytes[place + 1] == UInt8(ascii: "\"") {
                // A mark that isn’t doubled, and the one that closes.
                if isStray, isEnd(place + 2) {
                    place += 1
                    break
                }
                place += 2
            } else if let end = endAfterSpaces(place + 1) {
                finish(&cell, start..<place, next: end, isStray: isStray)
                return cell
            } else {
                isStray = true
                place += 1
            }
        }
        finish(&cell, start..<place, next: place + 1, isStray: isStray)
        return cell
    }

    private mutating func finish(_ cell: inout Cell, _ range: Range<Int>, next: Int, isStray: Bool)
    {
        cell.range = range
        index = next
        if isStray { hasStrayQuote = true }
        var feed = range.lowerBound
        while true {
            feed = bytes.first(.lineFeed, from: feed, to: range.upperBound) + 1
            guard feed <= range.upperBound else { break }
            lineNumber += 1
        }
    }

    private func isEnd(_ place: Int) -> Bool {
        place >= bytes.count || bytes[place] == delimiter || bytes[place] == .lineFeed
    }

    private func endAfterSpaces(_ place: Int) -> Int? {
        guard place < bytes.count, bytes[place] == 0x20 else { return nil }
        var end = place
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        return isEnd(end) ? end : nil
    }

    /// A cell’s text. A doubled quotation mark is one, and what a formula was guarded with is gone.
    func text(_ cell: Cell) -> String {
        let range = cell.isQuoted ? cell.range : bytes.trimmed(cell.range)
        guard cell.hasQuotes || FormulaGuard.isPresent(bytes, range) else {
            return bytes.text(range)
        }
        var text: [UInt8] = []
        var index = range.lowerBound
        if FormulaGuard.isPresent(bytes, range) { index += 1 }
        while index < range.upperBound {
            text.append(bytes[index])
            let isDoubled =
                bytes[index] == UInt8(ascii: "\"") && index + 1 < range.upperBound
                && bytes[index + 1] == UInt8(ascii: "\"")
            index += isDoubled && cell.hasQuotes ? 2 : 1
        }
        return ReceivedText.repair(text)
    }
}

/// Keeps a cell from being a formula: one that begins with `= + - @`, a tab or a line end gets an
/// apostrophe in front, which the reader takes away. A text’s own apostrophes before such a sign don’t
/// count as its beginning, so every text comes back as it was.
enum FormulaGuard {
    static func isPresent(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        guard let first = range.first, bytes[first] == UInt8(ascii: "'") else { return false }
        return isNeeded(bytes, range)
    }

    static func isNeeded(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] == UInt8(ascii: "'") { index += 1 }
        guard index < range.upperBound else { return false }
        switch bytes[index] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09,
            .carriageReturn, .lineFeed:
            return true
        case 0xEF:
            // ＝ ＋ － ＠ begin a formula in East Asian versions.
            guard index + 2 < range.upperBound, bytes[index + 1] == 0xBC else { return false }
            return [0x9D, 0x8B, 0x8D, 0xA0].contains(bytes[index + 2])
        default:
            return false
        }
    }
}
