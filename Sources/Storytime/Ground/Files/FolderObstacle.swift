import Glibc
import Received

/// What keeps the program from adding files to a folder: another owner, a file system that is read-only, a
/// file in its place.
struct FolderObstacle: Equatable {
    /// The folder that is in the way: the one that was meant, or the nearest above it if that is still to be
    /// made.
    let folder: String
    let code: Int32

    /// Nil if files can be added. It asks the file system, and writes nothing.
    init?(_ meant: String) {
        var folder = meant
        var status = stat()
        while stat(folder, &status) != 0 {
            let (code, above) = (errno, Folder.above(folder))
            // A link that leads nowhere can't be made a folder either.
            guard code == ENOENT, lstat(folder, &status) != 0, above != folder else {
                self.folder = folder
                self.code = code
                return
            }
            folder = above
        }
        self.folder = folder
        guard status.st_mode & S_IFMT == S_IFDIR else {
            code = ENOTDIR
            return
        }
        guard access(folder, R_OK | W_OK | X_OK) != 0 else { return nil }
        code = errno
    }

    /// The system's words.
    var reason: String { OwnText.decode(cString: strerror(code)) }
}
