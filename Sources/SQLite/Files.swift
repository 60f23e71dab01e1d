import CSQLite
import Glibc

/// The few things that must be done to database files from outside SQLite, each with the errors
/// of SQLite's vocabulary.
///
/// None of them opens a file that a connection of this process may have open: closing it again
/// would drop the connection's locks (https://sqlite.org/howtocorrupt.html, section 2.2).
enum Files {
    /// Makes an empty file that only its owner can read. One that exists is left alone.
    static func createPrivately(_ path: String) throws(SQLiteError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw failure("make", path)
        }
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether two names lead to the same file.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    static func synchronize(_ path: String) throws(SQLiteError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", path) }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Gives a file its new name, in place of another that has it, so that it lasts.
    static func move(_ path: String, to target: String) throws(SQLiteError) {
        guard rename(path, target) == 0 else { throw failure("rename", path) }
        try synchronize(folder(of: target))
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a database and what SQLite may have put beside it.
    static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { remove(path + suffix) }
    }

    static func failure(_ action: String, _ path: String) -> SQLiteError {
        let reason = errno
        let code =
            switch reason {
            case ENOSPC, EDQUOT: SQLITE_FULL
            case EROFS: SQLITE_READONLY
            case EACCES, EPERM: SQLITE_PERM
            case ENOENT, ENOTDIR, EISDIR: SQLITE_CANTOPEN
            default: SQLITE_IOERR
            }
        let text = String(cString: strerror(reason))
        return SQLiteError(code: code, message: "cannot \(action) \(path): \(text)")
    }
}
