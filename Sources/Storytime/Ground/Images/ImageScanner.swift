/// Walks through a picture's bytes from front to back. A length that reaches past the end means
/// that the file is cut off or lies about its lengths, and is refused; no length is trusted before
/// that.
struct ImageScanner {
    private let bytes: [UInt8]
    private let format: ImageFile.Format
    private(set) var position = 0
    /// Where the scanner stops, which may be before the last byte.
    private var end: Int

    init(_ bytes: [UInt8], _ format: ImageFile.Format) {
        self.bytes = bytes
        self.format = format
        end = bytes.count
    }

    var remaining: Int { end - position }

    var damaged: ImageRefusal { .damaged(format) }

    /// Takes everything beyond the next `count` bytes out of reach.
    mutating func narrow(to count: Int) throws(ImageRefusal) {
        guard count >= 0, count <= remaining else { throw damaged }
        end = position + count
    }

    mutating func take(_ count: Int) throws(ImageRefusal) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw damaged }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(ImageRefusal) -> UInt8 {
        guard remaining > 0 else { throw damaged }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number of `width` bytes, at most four, the first the most significant.
    mutating func bigEndian(_ width: Int) throws(ImageRefusal) -> Int {
        try take(width).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of `width` bytes, at most four, the last the most significant.
    mutating func littleEndian(_ width: Int) throws(ImageRefusal) -> Int {
        try take(width).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Takes the bytes up to the next 0xFF that no byte of `stuffing` follows, which ends JPEG's
    /// coded data.
    mutating func takeUpToMarker(
        stuffing: (UInt8) -> Bool
    ) throws(ImageRefusal) -> ArraySlice<UInt8> {
        let start = position
        let all = bytes
        let span = all.span
        var index = position
        while index + 1 < end, span[index] != 0xFF || stuffing(span[index + 1]) { index += 1 }
        guard index + 1 < end else { throw damaged }
        position = index
        return bytes[start..<index]
    }
}
