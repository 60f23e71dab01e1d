import Received
import Glibc

/// An open regular file. It is closed when the last response that sends it, or the last request
/// whose content it is, is gone.
///
/// The size is the one at opening; a file that shrinks while it is sent ends the connection.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let size: Int
    /// Seconds since 1970.
    package let modified: Int
    private let closing: @Sendable (Int32) -> Void

    /// Opens a file for reading; nil if it doesn't exist, may not be read, or isn't a regular
    /// file. A symbolic link as the last part of the path is not followed. Call it on a worker:
    /// opening a file can wait for a disk.
    package convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(taking: descriptor)
    }

    /// Takes over a descriptor, which is closed even if it isn't one of a regular file (nil then).
    /// `closing` closes it: that call frees the last bytes of a large file without a name, which
    /// takes a while and may not happen on every thread.
    package init?(
        taking descriptor: Int32,
        closing: @escaping @Sendable (Int32) -> Void = { close($0) }
    ) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            closing(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.closing = closing
        size = Int(status.st_size)
        modified = Int(status.st_mtim.tv_sec)
    }

    deinit {
        closing(descriptor)
    }

    /// Fills `bytes` with the file's content from `offset` on. It is an error if the file ends
    /// earlier.
    package func read(into bytes: inout [UInt8], from offset: Int) throws(ReadError) {
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            }
            guard count > 0 || (count < 0 && errno == EINTR) else {
                throw ReadError(code: count < 0 ? errno : 0)
            }
            filled += max(count, 0)
        }
    }
}

/// A file that could not be read any further, with the system's number for the reason; 0 if it was
/// too short.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
    package let code: Int32

    package var description: String {
        code == 0 ? "a file is shorter than it was" : OwnText.decode(cString: strerror(code))
    }
}
