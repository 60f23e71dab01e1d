import Glibc

/// Bytes that come in pieces, such as a file's.
protocol ByteSource: AnyObject {
    /// The total number of bytes.
    var size: Int { get }
    /// How many bytes have been read.
    var position: Int { get }
    /// The next piece, never an empty one; nil at the end.
    func next() throws -> [UInt8]?
}

/// Bytes that are already in memory, such as an upload's.
final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let pieceBytes: Int
    private(set) var position = 0

    init(_ bytes: [UInt8], pieceBytes: Int = 64 * 1024) {
        self.bytes = bytes
        self.pieceBytes = max(1, pieceBytes)
    }

    var size: Int { bytes.count }

    func next() -> [UInt8]? {
        guard position < bytes.count else { return nil }
        let start = position
        position = min(bytes.count, start + pieceBytes)
        return Array(bytes[start..<position])
    }
}

/// A file, read piece by piece and closed with the value.
final class FileSource: ByteSource {
    /// Enough to make the calls cheap, and little enough to keep in memory.
    private static let pieceBytes = 64 * 1024

    private let path: String
    private let file: Int32
    /// The size at opening; a pipe has none.
    let size: Int
    private(set) var position = 0

    init(path: String) throws(FileError) {
        self.path = path
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(path) }
        var status = stat()
        size = fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        close(file)
    }

    func next() throws(FileError) -> [UInt8]? {
        var count = -1
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, filled in
            repeat {
                count = read(file, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        guard count >= 0 else { throw FileError(path) }
        position += piece.count
        return piece.isEmpty ? nil : piece
    }
}
