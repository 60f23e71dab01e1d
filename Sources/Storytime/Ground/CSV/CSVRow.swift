import HTTP
import Received

/// A row of a CSV file: its cells, and the line in which it begins.
///
/// The cells are stored one after another in one array, so that a row costs two allocations
/// however many columns it has, and cells only become strings when they are read.
struct CSVRow: Sendable, Equatable {
    /// Why its cells may not be what was meant.
    enum Doubt: Sendable, Equatable {
        /// One of its cells begins with a quote that is never closed.
        case unclosedQuote(line: Int)
        /// A row before it has such a quote, so that it may be a part of that cell.
        case afterUnclosedQuote(line: Int)
    }

    /// Counted from 1, in lines of the file.
    var line: Int
    var doubt: Doubt?
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
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Removes what is in the unfinished cell.
    mutating func emptyOpenCell() {
        bytes.removeLast(openBytes)
    }

    /// Ends a cell. Removes the apostrophe that the writer put before a formula.
    mutating func endCell() {
        let isGuarded = FormulaGuard.isPresent(in: bytes.span.extracting(start..<bytes.count))
        ranges.append(start + (isGuarded ? 1 : 0)..<bytes.count)
        start = bytes.count
    }
}
