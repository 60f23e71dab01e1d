import Glibc

/// An open regular file. It is closed when the last response that sends it is gone.
///
/// The size is the one at opening; a file that shrinks while it is sent ends the connection.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let size: Int
    /// Seconds since 1970.
    package let modified: Int

    /// Opens a file for reading; nil if there is none, if it may not be read, or if it is anything but
    /// a regular file. A symbolic link as the last part of the path is not followed. Call it on a
    /// worker: opening a file can wait for a disk.
    package init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
        modified = Int(status.st_mtim.tv_sec)
    }

    deinit {
        close(descriptor)
    }
}
