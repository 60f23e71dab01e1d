import Received

/// A CSV file that somebody uploaded: it recognizes the format, and gives the header and then the
/// rows one by one.
///
/// It holds a piece of the file, never all of it; to go through it twice, open it twice. What was
/// recognized wrongly can be set by hand. The code that opened it owns it, on one thread.
struct CSVFile {
    /// How much of the file is read to recognize its format. Enough for a thousand rows, which are
    /// likely to contain the first accent.
    static let sampleBytes = 256 * 1024

    /// How it is written, to be written again in the same way.
    let form: CSVForm
    /// Whether nothing in it says its encoding.
    let isGuessed: Bool
    /// A word that looks as if the text had been garbled earlier, and what may have been meant:
    /// worth a warning.
    let garbled: (found: String, meant: String)?
    /// The first row: the names of the columns, unless it has none.
    let header: CSVRow

    private let source: any ByteSource
    private var reader: CSVReader

    init(
        path: String,
        encoding: TextEncoding? = nil,
        language: String? = nil,
        delimiter: Delimiter? = nil
    ) throws {
        try self.init(
            FileSource(path: path),
            encoding: encoding,
            language: language,
            delimiter: delimiter
        )
    }

    init(
        bytes: [UInt8],
        encoding: TextEncoding? = nil,
        language: String? = nil,
        delimiter: Delimiter? = nil,
        hasHeader: Bool = true
    ) throws {
        try self.init(
            MemorySource(bytes),
            encoding: encoding,
            language: language,
            delimiter: delimiter,
            hasHeader: hasHeader
        )
    }

    /// Without a header, the first row is one like the others.
    init(
        _ source: any ByteSource,
        encoding: TextEncoding? = nil,
        language: String? = nil,
        delimiter: Delimiter? = nil,
        hasHeader: Bool = true
    ) throws {
        let (sample, isWhole) = try Self.sample(of: source)
        let recognition = TextRecognition(
            sample,
            isWhole: isWhole,
            language: language,
            chosen: encoding
        )
        let bytes = Array(sample.dropFirst(recognition.markBytes))
        let text = Self.text(of: bytes, recognition)
        isGuessed = recognition.isGuessed
        let hint = try Self.hint(in: text)
        self.source = source
        let delimiter = delimiter ?? hint ?? Delimiter.recognised(in: text, isWhole: isWhole)
        var form = CSVForm(
            delimiter: delimiter,
            byteOrderMark: recognition.markBytes > 0,
            encoding: recognition.encoding,
            hasHint: hint != nil
        )
        let lines = hint == nil ? text : Self.afterHint(text)
        form.recognise(in: lines.span)
        self.form = form
        garbled = GarbledText.first(in: text)
        reader = CSVReader(
            TextDecoder(source, recognition, after: bytes),
            delimiter: delimiter
        )
        // The reader takes Excel's first line for a row.
        if hint != nil { _ = try reader.next() }
        // Which columns there are must be certain; of the rows after that, one can be refused.
        reader.readsOn = !hasHeader
        guard let header = try Self.nextRow(&reader) else {
            throw CSVError(line: 1, reason: .empty)
        }
        self.header = header
        reader.readsOn = true
        if header.doubt == nil { reader.columns = header.count }
    }

    var encoding: TextEncoding { form.encoding }
    var delimiter: Delimiter { form.delimiter }
    /// The lines up to here that aren’t in the encoding of the others.
    var strays: StrayLines { reader.strays }

    /// The next row; nil after the last one, and after an error. Throws a `CSVError` for what is
    /// wrong with the file, a `FileError` when the disk fails. A row without anything in it is none.
    mutating func next() throws -> CSVRow? {
        try Self.nextRow(&reader)
    }

    private static func nextRow(_ reader: inout CSVReader) throws -> CSVRow? {
        while let row = try reader.next() {
            if !row.isBlank { return row }
        }
        return nil
    }

    /// How much of the file has been read, from 0 to 1, for a progress bar.
    var progress: Double {
        source.size > 0 ? min(1, Double(source.position) / Double(source.size)) : 1
    }

    /// The beginning of the file, and whether that is all of it.
    private static func sample(
        of source: any ByteSource
    ) throws -> (bytes: [UInt8], isWhole: Bool) {
        var sample: [UInt8] = []
        while sample.count < sampleBytes {
            guard let piece = try source.next() else { return (sample, true) }
            sample += piece
        }
        return (sample, false)
    }

    /// The sample in UTF-8.
    private static func text(of sample: [UInt8], _ recognition: TextRecognition) -> [UInt8] {
        var converter = TextConverter(recognition)
        return converter.next(sample) + converter.end()
    }

    /// The text after the line `sep=;`.
    private static func afterHint(_ text: [UInt8]) -> [UInt8] {
        let isEnd = { (byte: UInt8) in
            byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn
        }
        let rest = text.drop { !isEnd($0) }
        return Array(rest.drop(while: isEnd))
    }

    private static func hint(in text: [UInt8]) throws(CSVError) -> Delimiter? {
        guard let byte = Delimiter.hint(in: text.span) else { return nil }
        guard let delimiter = Delimiter(byte: byte) else {
            let character = Character(Unicode.Scalar(byte))
            throw CSVError(line: 1, reason: .unknownDelimiter(character))
        }
        return delimiter
    }
}
