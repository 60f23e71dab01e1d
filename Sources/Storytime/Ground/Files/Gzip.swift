import CZlib
import HTTP

/// gzip (RFC 1952) with zlib: assets once at startup at the highest level, pages on their way at a
/// quick one.
enum Gzip {
    /// Below this many bytes a page is sent as it is: it fits into one or two packets anyway.
    static let minimumPageBytes = 1400

    static func isAccepted(by request: Request) -> Bool {
        AcceptEncoding.accepts("gzip", header: request.headers["accept-encoding"])
    }

    /// The compressed bytes; nil if zlib has no memory for it, and the plain bytes will do.
    static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        // 15 bits of window, and 16 to ask for gzip's wrapping instead of zlib's.
        Deflate.compress(bytes, level: level, windowBits: 15 + 16)
    }
}

/// DEFLATE (RFC 1951) with zlib.
enum Deflate {
    /// The compressed bytes without any wrapping, as ZIP files have them; nil if zlib has no
    /// memory for it.
    static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        compress(bytes, level: level, windowBits: -15)
    }

    /// The longest that is expanded: four times what the largest captions take, which nothing else here exceeds. A
    /// few bytes may stand for a thousand times as many.
    static let longestExpanded = 64 << 20

    /// What such bytes were made of; nil if they are damaged, or more than that.
    static func expand(_ packed: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard let count = UInt32(exactly: packed.count),
            inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var input = packed
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        var expanded: [UInt8] = []
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            piece.withUnsafeMutableBufferPointer { piece in
                stream.next_in = input.baseAddress
                stream.avail_in = count
                var result = Z_OK
                while result == Z_OK, expanded.count <= longestExpanded {
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    result = inflate(&stream, Z_NO_FLUSH)
                    expanded += piece[..<(piece.count - Int(stream.avail_out))]
                }
                return result == Z_STREAM_END && expanded.count <= longestExpanded
            }
        }
        return isWhole ? expanded : nil
    }

    fileprivate static func compress(_ bytes: [UInt8], level: Int32, windowBits: Int32) -> [UInt8]?
    {
        var stream = z_stream()
        let started = deflateInit2_(
            &stream,
            level,
            Z_DEFLATED,
            windowBits,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard started == Z_OK, let inputCount = UInt32(exactly: bytes.count) else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            var input = bytes
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = inputCount
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: bound)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return compressed.isEmpty ? nil : compressed
    }
}

extension Response {
    /// Compresses a page that is large enough, if the browser accepts gzip. A response that
    /// already has `Vary` has been through this: nothing else here depends on the request's fields.
    mutating func compress(for request: Request) {
        guard case .bytes(let bytes) = body, bytes.count >= Gzip.minimumPageBytes,
            headers["content-encoding"] == nil, headers["vary"] == nil
        else { return }
        headers.add("Vary", "Accept-Encoding")
        guard Gzip.isAccepted(by: request), let compressed = Gzip.compress(bytes, level: 1) else {
            return
        }
        headers.add("Content-Encoding", "gzip")
        headers.markTagAsCompressed()
        body = .bytes(compressed)
    }
}
