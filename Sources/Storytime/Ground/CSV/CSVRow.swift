import HTTP
import Received

/// A row of a CSV file: its cells, and the line in which it begins.
///
/// The cells are stored one after another in one array, so that a row costs two allocations
/// however many columns it has, and cells only become strings when they are read.
struct CSVRow: Sendable, Equatable {
    /// Why its cells may not be what was meant.
    enum Doubt: Sendable, Equatable {
        /// It breaks the grammar or a limit.
        case broken(CSVError)
        /// The row before it is broken, so that it may be a part of a cell there.
        case afterBroken(line: Int)
    }

    /// Counted from 1, in lines of the file.
    var line: Int
    var doubt: Doubt?
    /// Whether a cell without quotes ends with one, as the rest of a broken cell does.
    private(set) var endsWithStrayQuote = false
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    /// Where the unfinished cell begins.
    private var start = 0

    init(line: Int) {
        self.line = line
    }

    /// An empty row with room for another one like `previous`.
    init(line: Int, after previous: CSVRow) {
        self.line = line
        bytes.reserveCapacity(previous.bytes.count + previous.bytes.count / 4)
        ranges.reserveCapacity(previous.count)
    }

    /// The number of cells.
    var count: Int { ranges.count }

    /// The text of a cell; empty in a column beyond the row's end.
    subscript(column: Int) -> String {
        guard ranges.indices.contains(column) else { return "" }
        return OwnText.decode(bytes[ranges[column]])
    }

    var cells: [String] { ranges.indices.map { self[$0] } }

    /// The number of bytes in the unfinished cell.
    var openBytes: Int { bytes.count - start }

    /// The number of bytes in all cells.
    var byteCount: Int { bytes.count }

    /// Whether a letter of the unfinished cell has more marks than are accepted.
    var hasOpenCellTooManyMarks: Bool {
        openBytes > 2 * ReceivedText.maximumMarks
            && ReceivedText.hasTooManyMarks(in: bytes[start...])
    }

    /// Whether the unfinished cell is only spaces, and at least one.
    var isOpenCellBlank: Bool {
        openBytes > 0 && bytes[start...].allSatisfy { $0 == CSVByte.space }
    }
}

/// How the reader fills a row.
extension CSVRow {
    mutating func append(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Removes what is in the unfinished cell.
    mutating func emptyOpenCell() {
        bytes.removeLast(openBytes)
    }

    /// Ends a cell. Removes what keeps a spreadsheet from running or changing it: the apostrophe that the
    /// writer put before a formula, and the formula around a text.
    mutating func endCell(isQuoted: Bool) {
        let isGuarded = FormulaGuard.isPresent(in: bytes.span.extracting(start..<bytes.count))
        let text = TextFormula.text(of: bytes.span.extracting(start..<bytes.count))
        if let text {
            emptyOpenCell()
            bytes += text
        } else if !isQuoted, openBytes > 1, bytes.last == CSVByte.quote {
            endsWithStrayQuote = true
        }
        ranges.append(start + (isGuarded ? 1 : 0)..<bytes.count)
        start = bytes.count
    }

    /// Notes what is wrong with the row; the first fault counts.
    mutating func note(_ fault: CSVError) {
        if case .broken = doubt { return }
        doubt = .broken(fault)
    }
}

/// What its reader wants to know of a whole row.
extension CSVRow {
    /// Whether there is nothing but white space in any cell: spreadsheets save emptied rows so. A broken
    /// row has something, whatever it is.
    var isBlank: Bool {
        if case .broken = doubt { return false }
        // Nearly every row has a letter or a digit early on.
        let isVisible = { (byte: UInt8) in byte > CSVByte.space && byte < 0x80 }
        guard !ranges.contains(where: { bytes[$0].contains(where: isVisible) }) else {
            return false
        }
        return cells.allSatisfy { PlainText.trimmed($0).isEmpty }
    }

    /// Why the row is refused: what is wrong with it, or that it may be the rest of another one, as a row
    /// is that has too many or too few cells for the file’s columns. Nil for any other row. `head` is how
    /// many lines of the file come before the table.
    func complaint(columns: Int, after head: Int = 0) -> String? {
        switch doubt {
        case .broken(let fault): fault.complaint(inRowAt: line, after: head)
        case .afterBroken(let line) where count != columns || endsWithStrayQuote:
            "This may belong to the row before it, because of a quote (\") in line "
                + "\(Counted.number(line + head))."
        case .afterBroken, nil: nil
        }
    }
}
