import Received

/// Reads rows of CSV (RFC 4180) one by one, from text that comes in pieces: it holds one piece and
/// one row, whatever the size of the file.
///
/// Beyond the RFC it accepts what real files have and what can only mean one thing: lines that end
/// with LF or CR alone, blank lines (skipped), and a quote in the middle of an unquoted cell (`7"
/// single`). Anything that could mean two things is an error that names its line, and so is what goes
/// beyond a limit.
///
/// If it is told to (`readsOn`), such a fault costs its row and not the file. After a quote that is never
/// closed, or is followed by text, the reader goes back to where the cell was opened, takes it as it
/// stands up to the next delimiter or line end, and reads on. The text since an opening quote is kept
/// for that, up to the longest row. A cell between two quotes has no quote in it that isn’t doubled, so
/// nothing in it opens another one when it is read again: no byte is read more than three times.
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
    /// The rest of the cell is taken as it stands, quotes included.
    private var isLiteral = false
    /// The line of the last quote that was taken for a part of its cell, and the last line which that cell
    /// may have been meant to reach.
    private var broken: (line: Int, until: Int)?
    private var row = CSVRow(line: 1)
    /// Whether what is wrong with a row is a doubt about it, and not an error.
    var readsOn = false
    /// How many cells a row should have, as far as that is known.
    var columns: Int?

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
        isLiteral = false
        do {
            while try !scan() {
                if try fill() { continue }
                guard state == .quoted, readsOn else {
                    guard try endLastRow() else { return nil }
                    break
                }
                goBackToQuote(.unclosedQuote, seenIn: quoteLine, until: .max)
            }
            judge()
            return row
        } catch {
            state = .finished
            throw error
        }
    }

    /// Takes the next piece of the text; false at the end.
    private mutating func fill() throws -> Bool {
        guard let next = try text.next() else { return false }
        if readsOn, state == .quoted || state == .quoteInQuoted {
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

    /// Takes the quote that opened the cell for a part of its text.
    private mutating func goBackToQuote(
        _ reason: CSVError.Reason,
        seenIn seenLine: Int,
        until lastLine: Int
    ) {
        row.emptyOpenCell()
        row.note(CSVError(line: seenLine, reason: reason))
        broken = (quoteLine, max(lastLine, broken?.until ?? 0))
        line = quoteLine
        position = quotePosition
        isAfterReturn = false
        isLiteral = true
        state = .plain
    }

    /// Doubts a row after a broken one, as long as it may be the rest of a cell there: up to the line that
    /// told the fault, and while rows don’t look like those of the file.
    private mutating func judge() {
        guard let broken, row.doubt == nil else { return }
        let isOdd = row.endsWithStrayQuote || columns.map { row.count != $0 } ?? false
        if row.line <= broken.until || isOdd {
            row.doubt = .afterBroken(line: broken.line)
        } else {
            self.broken = nil
        }
    }

    /// Completes the row that was begun when the file ends: a last line needs no line end. False if none
    /// was.
    private mutating func endLastRow() throws(CSVError) -> Bool {
        if state == .quoted { throw CSVError(line: quoteLine, reason: .unclosedQuote) }
        let isEmpty = state == .cellStart && row.count == 0
        guard !isEmpty else {
            state = .finished
            return false
        }
        try endCell()
        state = .finished
        return true
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
        if !isLiteral, row.isOpenCellBlank {
            try fault(.spaceBeforeQuote)
            broken = (line, max(line, broken?.until ?? 0))
        }
        isLiteral = true
        try appendQuote()
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
        // So much is kept to go back.
        let last = readsOn ? quotePosition + Self.maximumRowBytes : .max
        let start = position
        var end = start
        while end < min(bytes.count, last), bytes[end] != CSVByte.quote {
            passLineEnd(bytes[end])
            end += 1
        }
        guard end < last else {
            return goBackToQuote(.cellTooLong, seenIn: quoteLine, until: .max)
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
            if endsPlain(byte) { return try leaveCell(byte) }
            guard readsOn else { throw failure(.textAfterQuote) }
            goBackToQuote(.textAfterQuote, seenIn: line, until: line)
            return false
        }
        try appendQuote()
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
        if row.count >= Self.maximumColumns { try fault(.tooManyColumns) }
        if row.hasOpenCellTooManyMarks { try fault(.tooManyMarks) }
        // One more than fits is kept, so that the row is refused again where it comes back.
        if row.count <= Self.maximumColumns {
            row.endCell(isQuoted: state == .quoteInQuoted)
        } else {
            row.emptyOpenCell()
        }
        isLiteral = false
    }

    /// Adds to the cell what a row has room for, and a character more: a row that is too long is so again
    /// where it comes back.
    private mutating func append(_ text: Span<UInt8>) throws(CSVError) {
        let inCell = Self.maximumCellBytes - row.openBytes
        let inRow = Self.maximumRowBytes - row.byteCount
        if text.count > min(inCell, inRow) {
            if inCell <= inRow {
                try fault(.cellTooLong, in: quoteLine)
            } else {
                try fault(.rowTooLong, in: row.line)
            }
        }
        guard inRow >= 0 else { return }
        var end = min(text.count, inRow + 4)
        while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        row.append(text.extracting(0..<end))
    }

    private mutating func appendQuote() throws(CSVError) {
        let quote: InlineArray<1, UInt8> = [CSVByte.quote]
        try append(quote.span)
    }

    /// What is wrong is an error, or a doubt about the row.
    private mutating func fault(_ reason: CSVError.Reason, in line: Int? = nil) throws(CSVError) {
        let error = CSVError(line: line ?? self.line, reason: reason)
        guard readsOn else { throw error }
        row.note(error)
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
