import Received

/// The form of one CSV file: its encoding, and everything that programs write in different ways
/// and that means the same.
struct CSVForm: Sendable, Equatable {
    enum LineEnd: String, Sendable, CaseIterable {
        case crlf, lf, cr

        var bytes: [UInt8] {
            switch self {
            case .crlf: [CSVByte.carriageReturn, CSVByte.lineFeed]
            case .lf: [CSVByte.lineFeed]
            case .cr: [CSVByte.carriageReturn]
            }
        }
    }

    /// Which cells are in quotes.
    enum Quoting: String, Sendable, CaseIterable {
        /// Those that would mean something else without them.
        case needed
        /// All but numbers and empty cells.
        case texts
        case always
    }

    var delimiter = Delimiter.comma
    var byteOrderMark = false
    var encoding = TextEncoding.utf8
    var lineEnd = LineEnd.crlf
    var quoting = Quoting.needed
    /// Whether the first line is Excel's `sep=;`.
    var hasHint = false

    /// Whether a byte may be part of a number.
    static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","),
            UInt8(ascii: "-"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    /// The line ends and the quotes of a file, judged by the beginning of its text in UTF-8 after
    /// the line `sep=;`.
    mutating func recognise(in text: Span<UInt8>) {
        var cells = CellScanner(delimiter: delimiter)
        cells.scan(text)
        if let end = cells.lineEnd { lineEnd = end }
        if cells.hasQuotes, !cells.hasBareText {
            quoting = cells.hasBareCell ? .texts : .always
        }
    }
}

/// Looks at how the cells of a text are written, without reading what is in them.
private struct CellScanner {
    let delimiter: UInt8
    /// The first line end that isn't in quotes.
    private(set) var lineEnd: CSVForm.LineEnd?
    private(set) var hasQuotes = false
    /// Whether a cell without quotes contains something that isn't a number.
    private(set) var hasBareText = false
    /// Whether there is any cell without quotes.
    private(set) var hasBareCell = false

    init(delimiter: Delimiter) {
        self.delimiter = delimiter.byte
    }

    mutating func scan(_ text: Span<UInt8>) {
        var index = 0
        while index < text.count, !hasBareText || lineEnd == nil {
            if text[index] == CSVByte.quote {
                hasQuotes = true
                index = Self.endOfQuoted(text, from: index)
            } else {
                index = bareCell(text, from: index)
            }
            guard index < text.count else { return }
            index = separator(text, at: index)
        }
    }

    private static func endOfQuoted(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start + 1
        while index < text.count {
            guard text[index] == CSVByte.quote else {
                index += 1
                continue
            }
            guard index + 1 < text.count, text[index + 1] == CSVByte.quote else {
                return index + 1
            }
            index += 2
        }
        return index
    }

    private mutating func bareCell(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var isNumber = true
        while index < text.count, !isSeparator(text[index]) {
            isNumber = isNumber && CSVForm.isOfNumber(text[index])
            index += 1
        }
        // A blank line has no cells.
        let isLine = index < text.count && text[index] != delimiter
        let isBlank = index == start && isLine && (start == 0 || text[start - 1] != delimiter)
        guard !isBlank else { return index }
        hasBareCell = true
        if !isNumber { hasBareText = true }
        return index
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        byte == delimiter || byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn
    }

    /// Passes the delimiter or the line end between two cells.
    private mutating func separator(_ text: Span<UInt8>, at index: Int) -> Int {
        let end: CSVForm.LineEnd
        switch text[index] {
        case CSVByte.lineFeed: end = .lf
        case CSVByte.carriageReturn:
            let isPair = index + 1 < text.count && text[index + 1] == CSVByte.lineFeed
            end = isPair ? .crlf : .cr
        case delimiter: return index + 1
        // Text after a closing quote: the reader reports it.
        default: return index + 1
        }
        if lineEnd == nil { lineEnd = end }
        return index + end.bytes.count
    }
}
