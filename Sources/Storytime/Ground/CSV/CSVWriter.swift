/// Writes rows of CSV (RFC 4180) into bytes, cell by cell: `text`, `integer` and `empty` add one
/// to the row, and `endRow` ends it.
///
/// It is made for exports of a million rows: no cell becomes a string of its own, and `take`
/// returns what has been written while the writer continues. The code that streams a response owns
/// it.
struct CSVWriter {
    private var bytes: [UInt8] = []
    private let delimiter: UInt8
    private let lineEnd: [UInt8]
    private let quoting: CSVForm.Quoting
    private var isFirstCell = true
    /// Whether the row has no byte yet: a reader would not see such a line as a row.
    private var isBlank = true
    /// Where the row begins among the bytes.
    private var rowStart = 0
    /// The cells saved by `rememberCells`.
    private var remembered: [UInt8] = []
    /// The time that was written last: the next one is often in the same second.
    private var lastInstant = InstantText(milliseconds: 0)

    init(delimiter: Delimiter = .comma, byteOrderMark: Bool = false, capacity: Int = 0) {
        self.init(
            CSVForm(delimiter: delimiter, byteOrderMark: byteOrderMark),
            isAtStart: true,
            capacity: capacity
        )
    }

    /// Writes in this form, but for its encoding: bytes are UTF-8, and `TextEncoding` encodes them.
    init(_ form: CSVForm, isAtStart: Bool, capacity: Int = 0) {
        delimiter = form.delimiter.byte
        lineEnd = form.lineEnd.bytes
        quoting = form.quoting
        bytes.reserveCapacity(capacity)
        if isAtStart, form.byteOrderMark { bytes += CSVByte.byteOrderMark }
        if isAtStart, form.hasHint { bytes += "sep=\(form.delimiter.rawValue)".utf8 + lineEnd }
        rowStart = bytes.count
    }

    /// How many bytes are waiting to be taken.
    var count: Int { bytes.count }

    /// Returns what has been written since the last call. It may end in the middle of a row.
    mutating func take() -> [UInt8] {
        let taken = bytes
        bytes = []
        rowStart = 0
        return taken
    }

    /// A whole row of text, such as the header.
    mutating func row(_ cells: [String]) {
        for cell in cells { text(cell) }
        endRow()
    }

    /// Ends the row. One whose only cell is empty becomes `""`: a blank line isn't a row.
    mutating func endRow() {
        if isBlank {
            bytes.append(CSVByte.quote)
            bytes.append(CSVByte.quote)
        }
        bytes.append(contentsOf: lineEnd)
        rowStart = bytes.count
        isFirstCell = true
        isBlank = true
    }

    /// An empty cell.
    mutating func empty() {
        beginCell()
    }

    /// A number. It isn't text, so a leading minus is not guarded.
    mutating func integer(_ number: Int) {
        beginCell()
        isBlank = false
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = number.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        append(digits.span, start..<digits.count)
    }

    /// A number, or an empty cell.
    mutating func integer(_ number: Int?) {
        guard let number else { return empty() }
        integer(number)
    }

    /// A time to the millisecond, in UTC (RFC 3339).
    mutating func instant(milliseconds: Int) {
        beginCell()
        isBlank = false
        lastInstant.move(to: milliseconds)
        let text = lastInstant.bytes
        append(text.span, 0..<text.count)
    }

    /// Remembers the cells that this row has so far, for rows that begin with the same ones:
    /// shared cells are read, quoted and guarded once.
    mutating func rememberCells() {
        remembered.removeAll(keepingCapacity: true)
        remembered.append(contentsOf: bytes[rowStart...])
    }

    /// Begins a row with the remembered cells, of which at least one has a byte.
    mutating func beginRowAsRemembered() {
        bytes.append(contentsOf: remembered)
        isFirstCell = false
        isBlank = false
    }

    /// A text, or an empty cell; when read again, both are an empty text.
    mutating func text(_ text: String?) {
        guard let text else { return empty() }
        self.text(text.utf8.span)
    }

    /// A text in UTF-8, quoted and guarded if necessary.
    mutating func text(_ cell: Span<UInt8>) {
        beginCell()
        guard !cell.isEmpty || quoting == .always else { return }
        isBlank = false
        let isGuarded = FormulaGuard.isNeeded(for: cell)
        guard Self.needsQuotes(cell) || hasQuotes(cell) else {
            if isGuarded { bytes.append(CSVByte.apostrophe) }
            return append(cell, 0..<cell.count)
        }
        bytes.append(CSVByte.quote)
        if isGuarded { bytes.append(CSVByte.apostrophe) }
        var start = 0
        for index in 0..<cell.count where cell[index] == CSVByte.quote {
            append(cell, start..<index + 1)
            bytes.append(CSVByte.quote)
            start = index + 1
        }
        append(cell, start..<cell.count)
        bytes.append(CSVByte.quote)
    }

    private mutating func beginCell() {
        guard !isFirstCell else {
            isFirstCell = false
            return
        }
        bytes.append(delimiter)
        isBlank = false
    }

    private mutating func append(_ cell: Span<UInt8>, _ range: Range<Int>) {
        cell.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Whether a cell that needs no quotes has some in this form.
    private func hasQuotes(_ cell: Span<UInt8>) -> Bool {
        switch quoting {
        case .needed: return false
        case .always: return true
        case .texts:
            for index in 0..<cell.count where !CSVForm.isOfNumber(cell[index]) { return true }
            return false
        }
    }

    /// A cell needs quotes if it contains a quote, a line end or any delimiter, not only ours, so
    /// that programs that guess the delimiter guess right; and if it would mean something else as
    /// the first cell of a file: a byte order mark, or the `sep=` line of Excel.
    private static func needsQuotes(_ cell: Span<UInt8>) -> Bool {
        for index in 0..<cell.count {
            let byte = cell[index]
            if byte < 64, (special >> UInt64(byte)) & 1 != 0 { return true }
        }
        return Delimiter.isHint(cell) || isMarked(cell)
    }

    private static func isMarked(_ cell: Span<UInt8>) -> Bool {
        cell.count >= 3 && cell[0] == 0xEF && cell[1] == 0xBB && cell[2] == 0xBF
    }

    /// A bit for each byte below 64 that needs quotes, so that one comparison and a shift find
    /// all: tab, line feed, carriage return, quote, comma and semicolon.
    private static let special: UInt64 =
        1 << 0x09 | 1 << 0x0A | 1 << 0x0D | 1 << 0x22 | 1 << 0x2C | 1 << 0x3B
}
