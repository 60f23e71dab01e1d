/// A request's content: in memory if it is small, in a file without a name if it isn't.
///
/// A server's limits decide which of the two it is; code that reads content asks for ranges and
/// need not know.
package enum RequestBody: Sendable {
    case bytes([UInt8])
    /// Closed, and so gone from the disk, when nobody holds the request any more.
    case file(OpenFile)

    package static let empty = RequestBody.bytes([])

    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }

    package var isEmpty: Bool { count == 0 }

    /// The content, if it is in memory.
    package var memory: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }

    /// The bytes at `range`, which is clamped to the content. If it is a file, they are read now:
    /// don't ask for more than should be in memory.
    package func bytes(at range: Range<Int>) throws(ReadError) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        switch self {
        case .bytes(let bytes):
            return range.count == bytes.count ? bytes : Array(bytes[range])
        case .file(let file):
            var bytes = [UInt8](repeating: 0, count: range.count)
            try file.read(into: &bytes, from: range.lowerBound)
            return bytes
        }
    }
}
