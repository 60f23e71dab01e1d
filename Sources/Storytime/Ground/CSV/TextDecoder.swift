/// Turns bytes in any of the encodings into UTF-8, piece by piece. The output is always valid
/// UTF-8, and no character is cut between two pieces.
struct TextDecoder {
    private let source: any ByteSource
    private let encoding: TextEncoding
    /// The beginning of the source, read to recognize it, without its byte order mark.
    private var sample: [UInt8]
    /// The first bytes of a character that was cut by the end of a piece.
    private var cut: [UInt8] = []
    private var hasFailed = false
    private var isAtEnd = false

    /// Decodes the sample, then the rest of the source.
    init(_ source: any ByteSource, encoding: TextEncoding, after sample: [UInt8] = []) {
        self.source = source
        self.encoding = encoding
        self.sample = sample
    }

    init(bytes: [UInt8], encoding: TextEncoding) {
        self.init(MemorySource([]), encoding: encoding, after: bytes)
    }

    /// The next piece of the text, never an empty one; nil at the end. The text before an invalid
    /// byte is returned first, and only the next call throws, so that a reader that counts lines
    /// knows where.
    mutating func next() throws -> [UInt8]? {
        var text: [UInt8] = []
        while text.isEmpty {
            guard !hasFailed else { throw TextError(encoding: encoding) }
            guard !isAtEnd else { return nil }
            text = decode(try nextBytes())
        }
        return text
    }

    private mutating func nextBytes() throws -> [UInt8] {
        let before = cut
        cut = []
        var bytes = sample
        sample = []
        if bytes.isEmpty {
            let piece = try source.next()
            isAtEnd = piece == nil
            bytes = piece ?? []
        }
        return before.isEmpty ? bytes : before + bytes
    }

    private mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        let (text, read, isWrong) =
            switch encoding {
            case .utf8: Self.utf8(bytes)
            case .utf16LittleEndian: Self.utf16(bytes, highByte: 1)
            case .utf16BigEndian: Self.utf16(bytes, highByte: 0)
            case .windows1252: Self.windows1252(bytes)
            }
        cut = Array(bytes[read...])
        // Half a character at the very end is wrong too.
        hasFailed = isWrong || isAtEnd && !cut.isEmpty
        return text
    }

    /// Some text, the number of bytes it was made from, and whether the next ones aren't text.
    private typealias Decoded = (text: [UInt8], read: Int, isWrong: Bool)

    private static func utf8(_ bytes: [UInt8]) -> Decoded {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return (bytes, bytes.count, false)
        } catch {
            let end = error.byteOffsets.lowerBound
            return (Array(bytes[..<end]), end, !error.isCut(at: bytes.count))
        }
    }

    private static func utf16(_ bytes: [UInt8], highByte: Int) -> Decoded {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        func unit(_ index: Int) -> UInt16 {
            UInt16(bytes[index + highByte]) << 8 | UInt16(bytes[index + 1 - highByte])
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            var (value, width) = (UInt32(first), 2)
            if UTF16.isLeadSurrogate(first) {
                guard index + 3 < bytes.count else { return (text, index, false) }
                let second = unit(index + 2)
                guard UTF16.isTrailSurrogate(second) else { return (text, index, true) }
                value = 0x1_0000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
                width = 4
            }
            guard let scalar = Unicode.Scalar(value) else { return (text, index, true) }
            text.append(contentsOf: scalar.utf8)
            index += width
        }
        return (text, index, false)
    }

    private static func windows1252(_ bytes: [UInt8]) -> Decoded {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 16)
        for (index, byte) in bytes.enumerated() {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            guard let scalar = Windows1252.scalar(byte) else { return (text, index, true) }
            text.append(contentsOf: scalar.utf8)
        }
        return (text, bytes.count, false)
    }
}

/// Bytes that aren't text in the assumed encoding.
struct TextError: Error {
    let encoding: TextEncoding
}
