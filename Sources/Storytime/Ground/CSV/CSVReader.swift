import Received

/// Reads rows of CSV (RFC 4180) one by one, from text that comes in pieces: it holds one piece and
/// one row, whatever the size of the file.
///
/// Beyond the RFC it accepts what real files have and what can only mean one thing: lines that end
/// with LF or CR alone, blank lines (skipped), and a quote in the middle of an unquoted cell (`7"
/// single`). Anything that could mean two things is an error that names its line.
///
/// If it is told to (`readsOnAfterQuotes`), a quote that is never closed costs a row and not the file:
/// at the file's end the reader goes back to that quote, takes the rest of its line as it stands, and
/// reads on. The text since a quote is kept for that; it is a cell, so it has a limit.
struct CSVReader {
    /// The longest cell. A cell of Excel holds 32,767 UTF-16 units, at most three bytes each.
    static let maximumCellBytes = 128 * 1024
    /// The longest row. Long descriptions in several columns fit; a file without line ends does not.
    static let maximumRowBytes = 1024 * 1024
    /// The most cells in a row: many more than in anything that people edit by hand.
    static let maximumColumns = 1024

    /// The place of the next byte in the grammar.
    private enum State {
        case cellStart, plain, quoted
        /// After a quote within a quoted cell: the cell's end, or the first half of a doubled one.
        case quoteInQuoted
        case finished
    }

    private var text: TextDecoder
    private let delimiter: UInt8
    private var piece: [UInt8] = []
    private var position = 0
    private var state = State.cellStart
    /// The line of the next byte.
    private var line = 1
    /// Whether the last byte was a carriage return: a line feed after it belongs to it.
    private var isAfterReturn = false
    /// The line of the current cell's opening quote.
    private var quoteLine = 1
    /// Where the current cell's opening quote is in the piece.
    private var quotePosition = 0
    /// The rest of the row is taken as it stands, quotes included.
    private var isLiteral = false
    /// The line of the last quote that is never closed.
    private var unclosedLine: Int?
    private var row = CSVRow(line: 1)
    /// Whether a quote that is never closed is a doubt about its row, and not an error.
    var readsOnAfterQuotes = false

    /// The lines up to here that aren’t in the encoding of the others.
    var strays: StrayLines { text.strays }

    init(_ text: TextDecoder, delimiter: Delimiter) {
        self.text = text
        self.delimiter = delimiter.byte
    }

    /// The next row; nil after the last one, and after an error. Throws a `CSVError`, or the error
    /// of the source.
    mutating func next() throws -> CSVRow? {
        guard state != .finished else { return nil }
        row = CSVRow(line: line, after: row)
        row.doubt = unclosedLine.map { .afterUnclosedQuote(line: $0) }
        isLiteral = false
        do {
            while try !scan() {
                if try fill() { continue }
                guard state == .quoted, readsOnAfterQuotes else { return try lastRow() }
                goBackToQuote()
            }
            return row
        } catch {
            state = .finished
            throw error
        }
    }

    /// Takes the next piece of the text; false at the end.
    private mutating func fill() throws -> Bool {
        guard let next = try text.next() else { return false }
        if readsOnAfterQuotes, state == .quoted || state == .quoteInQuoted {
            piece.removeFirst(quotePosition)
            position = piece.count
            piece += next
        } else {
            piece = next
            position = 0
        }
        quotePosition = 0
        return true
    }

    /// Takes the quote that opened the cell for a part of its text, and the rest of its line too.
    private mutating func goBackToQuote() {
        row.emptyOpenCell()
        row.doubt = .unclosedQuote(line: quoteLine)
        unclosedLine = quoteLine
        line = quoteLine
        position = quotePosition
        isAfterReturn = false
        isLiteral = true
        state = .plain
    }

    /// Completes the row that was begun when the file ends: a last line needs no line end.
    private mutating func lastRow() throws(CSVError) -> CSVRow? {
        if state == .quoted { throw CSVError(line: quoteLine, reason: .unclosedQuote) }
        let isEmpty = state == .cellStart && row.count == 0
        state = .finished
        guard !isEmpty else { return nil }
        try endCell()
        return row
    }

    /// Reads on in the piece; true when the row is complete, false at the end of the piece.
    private mutating func scan() throws(CSVError) -> Bool {
        let piece = piece
        let bytes = piece.span
        var isComplete = false
        while !isComplete, position < bytes.count {
            switch state {
            case .cellStart: isComplete = try beginCell(bytes[position])
            case .plain: isComplete = try readPlain(bytes)
            case .quoted: try readQuoted(bytes)
            case .quoteInQuoted: isComplete = try leaveQuote(bytes[position])
            case .finished: isComplete = true
            }
        }
        return isComplete
    }

    /// The first byte of a cell. Line ends before the first cell are blank lines, or the second half
    /// of the last row's CRLF.
    private mutating func beginCell(_ byte: UInt8) throws(CSVError) -> Bool {
        if row.count == 0 {
            if byte == CSVByte.carriageReturn || byte == CSVByte.lineFeed {
                passLineEnd(byte)
                position += 1
                return false
            }
            row.line = line
        }
        isAfterReturn = false
        quoteLine = line
        if byte == CSVByte.quote, !isLiteral {
            quotePosition = position
            position += 1
            state = .quoted
        } else {
            state = .plain
        }
        return false
    }

    /// Reads an unquoted cell up to its end; true if that also ends the row.
    private mutating func readPlain(_ bytes: Span<UInt8>) throws(CSVError) -> Bool {
        let start = position
        var end = start
        while end < bytes.count, !endsPlain(bytes[end]) { end += 1 }
        try append(bytes.extracting(start..<end))
        position = end
        guard end < bytes.count else { return false }
        guard bytes[end] == CSVByte.quote else { return try leaveCell(bytes[end]) }
        guard isLiteral || !row.isOpenCellBlank else { throw failure(.spaceBeforeQuote) }
        row.append(CSVByte.quote)
        position += 1
        return false
    }

    @inline(__always)
    private func endsPlain(_ byte: UInt8) -> Bool {
        byte == delimiter || byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn
            || byte == CSVByte.quote
    }

    /// A quoted cell, up to its next quote.
    private mutating func readQuoted(_ bytes: Span<UInt8>) throws(CSVError) {
        let start = position
        var end = start
        while end < bytes.count, bytes[end] != CSVByte.quote {
            passLineEnd(bytes[end])
            end += 1
        }
        try append(bytes.extracting(start..<end))
        position = end
        guard end < bytes.count else { return }
        isAfterReturn = false
        position += 1
        state = .quoteInQuoted
    }

    /// Handles the byte after a quote within a quoted cell.
    private mutating func leaveQuote(_ byte: UInt8) throws(CSVError) -> Bool {
        guard byte == CSVByte.quote else {
            guard endsPlain(byte) else { throw failure(.textAfterQuote) }
            return try leaveCell(byte)
        }
        row.append(byte)
        position += 1
        state = .quoted
        return false
    }

    /// Handles the delimiter or line end after a cell; true if it ends the row.
    private mutating func leaveCell(_ byte: UInt8) throws(CSVError) -> Bool {
        try endCell()
        position += 1
        state = .cellStart
        guard byte != delimiter else { return false }
        passLineEnd(byte)
        return true
    }

    private mutating func endCell() throws(CSVError) {
        guard row.count < Self.maximumColumns else { throw failure(.tooManyColumns) }
        guard !row.hasOpenCellTooManyMarks else { throw failure(.tooManyMarks) }
        row.endCell()
    }

    private mutating func append(_ text: Span<UInt8>) throws(CSVError) {
        row.append(text)
        guard row.openBytes <= Self.maximumCellBytes else {
            throw CSVError(line: quoteLine, reason: .cellTooLong)
        }
        guard row.byteCount <= Self.maximumRowBytes else {
            throw CSVError(line: row.line, reason: .rowTooLong)
        }
    }

    /// Counts the lines: CRLF, LF and CR each end one.
    @inline(__always)
    private mutating func passLineEnd(_ byte: UInt8) {
        if byte == CSVByte.carriageReturn || byte == CSVByte.lineFeed && !isAfterReturn {
            line += 1
        }
        isAfterReturn = byte == CSVByte.carriageReturn
    }

    private func failure(_ reason: CSVError.Reason) -> CSVError {
        CSVError(line: line, reason: reason)
    }
}
