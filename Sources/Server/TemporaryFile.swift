import CLinux
import Glibc
import HTTP
import Synchronization

/// A file that is written without a name, so that nothing of it is left, whatever happens.
///
/// O_TMPFILE (open(2)) makes such a file. On a file system without it (NFS, some FUSE), one is
/// made under a name that is removed at once. Arriving content goes to such a file; `DurableFile`
/// can then give it a name. One thread at a time uses it.
package final class TemporaryFile: Sendable {
    /// −1 once the file was passed on.
    private let taken: Atomic<Int32>
    private let closing: @Sendable (Int32) -> Void

    /// The owner may read and write, and the group may read, as in the data folder.
    package static let usualMode: UInt32 = 0o640

    /// Makes an empty file in the folder, and so on the folder's file system. `closing` closes it
    /// (see `OpenFile`).
    package init(
        in folder: String,
        mode: UInt32 = usualMode,
        closing: @escaping @Sendable (Int32) -> Void = { close($0) }
    ) throws(SystemError) {
        var descriptor = clinux_open_nameless(folder, mode)
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
            descriptor = try TemporaryFile.unlinked(in: folder, mode)
        }
        taken = Atomic(try check(descriptor, "open in \(folder)"))
        self.closing = closing
    }

    deinit {
        let descriptor = taken.load(ordering: .relaxed)
        if descriptor >= 0 { closing(descriptor) }
    }

    private var descriptor: Int32 { taken.load(ordering: .relaxed) }

    /// Appends all of the bytes.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                return write(descriptor, rest.baseAddress, rest.count)
            }
            guard count >= 0 || errno == EINTR else { throw SystemError("write") }
            start += max(count, 0)
        }
    }

    /// Appends a part of another file, without passing it through the program.
    package func append(_ file: OpenFile, _ range: Range<Int>) throws(SystemError) {
        let end = lseek(descriptor, 0, Int32(SEEK_END))
        guard end >= 0 else { throw SystemError("lseek") }
        try file.copy(range, to: descriptor, at: Int(end))
        lseek(descriptor, 0, Int32(SEEK_END))
    }

    /// Ends the writing; the file can be read, and is closed with the last reference to it.
    package func finish() throws(SystemError) -> OpenFile {
        let descriptor = taken.exchange(-1, ordering: .relaxed)
        guard descriptor >= 0, let file = OpenFile(taking: descriptor, closing: closing) else {
            throw SystemError("fstat")
        }
        return file
    }

    /// A file whose name is removed before anything is written.
    private static func unlinked(in folder: String, _ mode: UInt32) throws(SystemError) -> Int32 {
        let path = hiddenPath(in: folder)
        let descriptor = try create(path, mode)
        unlink(path)
        return descriptor
    }

    /// Makes a file under a name that doesn't exist yet.
    static func create(_ path: String, _ mode: UInt32 = usualMode) throws(SystemError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        return try check(open(path, flags, mode), "open \(path)")
    }

    /// A name that is not listed and that nobody can guess.
    static func hiddenPath(in folder: String) -> String {
        "\(folder)/.new-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }
}
