import HTTP

/// A row of a CSV file: its cells, and the line in which it begins.
///
/// The cells lie one behind the other in one array, so that a row costs two allocations however
/// many columns it has, and only the cells that are asked for become strings.
struct CSVRow: Sendable, Equatable {
    /// Counted from 1, in lines of the file.
    var line: Int
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    /// Where the cell begins that is not ended yet.
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

    /// How many cells there are.
    var count: Int { ranges.count }

    /// The text of a cell; empty in a column that this row is too short for.
    subscript(column: Int) -> String {
        guard ranges.indices.contains(column) else { return "" }
        return String(decoding: bytes[ranges[column]], as: UTF8.self)
    }

    var cells: [String] { ranges.indices.map { self[$0] } }

    /// How many bytes the cell that is not ended yet has.
    var openBytes: Int { bytes.count - start }

    /// How many bytes all cells have.
    var byteCount: Int { bytes.count }

    /// Whether a letter of the cell that is not ended yet has more marks than are taken.
    var hasOpenCellTooManyMarks: Bool {
        openBytes > 2 * ReceivedText.maximumMarks
            && ReceivedText.hasTooManyMarks(String(decoding: bytes[start...], as: UTF8.self))
    }

    /// Whether the cell that is not ended yet is spaces alone, and at least one.
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

    /// Ends a cell. An apostrophe that the writer put before a formula is left out.
    mutating func endCell() {
        let isGuarded = FormulaGuard.isPresent(in: bytes.span.extracting(start..<bytes.count))
        ranges.append(start + (isGuarded ? 1 : 0)..<bytes.count)
        start = bytes.count
    }
}
