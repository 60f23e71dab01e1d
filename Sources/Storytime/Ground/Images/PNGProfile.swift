import CZlib

/// The color profile in a PNG's iCCP chunk (11.3.2.3): a name, a zero, the compression method, and
/// the profile, compressed by zlib.
enum PNGProfile {
    /// The largest profile, unpacked. Those of cameras and printers have up to about two
    /// megabytes; a few kilobytes can unpack to gigabytes in the program that decodes the picture.
    static let maximumBytes = 4 * 1024 * 1024

    /// The chunk with the profile as it is and a meaningless name; nil if it is broken or too
    /// large.
    static func unnamed(_ chunk: ArraySlice<UInt8>) -> [UInt8]? {
        // The name has at most 79 bytes.
        guard let zero = chunk.prefix(80).firstIndex(of: 0), zero > chunk.startIndex,
            chunk[(zero + 1)...].first == 0
        else { return nil }
        let packed = chunk[(zero + 2)...]
        guard unpacksWithinLimit(Array(packed)) else { return nil }
        return Array("icc".utf8) + [0, 0] + packed
    }

    /// Whether the bytes are one whole zlib stream (RFC 1950) within the limit. The unpacked bytes
    /// are thrown away.
    private static func unpacksWithinLimit(_ packed: [UInt8]) -> Bool {
        var stream = z_stream()
        let started = inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK, let count = UInt32(exactly: packed.count) else { return false }
        defer { inflateEnd(&stream) }
        var input = packed
        var output = [UInt8](repeating: 0, count: 64 * 1024)
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = count
                var result = Z_OK
                while result == Z_OK, stream.total_out <= UInt(maximumBytes) {
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    result = inflate(&stream, Z_NO_FLUSH)
                }
                return result == Z_STREAM_END && stream.avail_in == 0
                    && stream.total_out <= UInt(maximumBytes)
            }
        }
    }
}
