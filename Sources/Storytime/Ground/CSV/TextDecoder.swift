import Received

/// Turns the bytes of a file into UTF-8, piece by piece. What comes out is always valid UTF-8, and no
/// character is cut between two pieces.
struct TextDecoder {
    private let source: any ByteSource
    private var converter: TextConverter
    /// The beginning of the source, read to recognize it, without its byte order mark.
    private var sample: [UInt8]
    private var isAtEnd = false

    /// Decodes the sample, then the rest of the source.
    init(_ source: any ByteSource, _ recognition: TextRecognition, after sample: [UInt8] = []) {
        self.source = source
        converter = TextConverter(recognition)
        self.sample = sample
    }

    /// The lines up to here that aren’t as the rest of the file.
    var strays: StrayLines { converter.strays }

    /// The next piece of the text, never an empty one; nil at the end.
    mutating func next() throws -> [UInt8]? {
        while !isAtEnd {
            var piece: [UInt8]? = sample
            if sample.isEmpty { piece = try source.next() }
            sample = []
            isAtEnd = piece == nil
            let text = piece.map { converter.next($0) } ?? converter.end()
            if !text.isEmpty { return text }
        }
        return nil
    }
}
