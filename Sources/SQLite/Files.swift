import Received
import CSQLite
import Glibc

/// The few things that must be done to database files from outside SQLite, each with the errors
/// of SQLite's vocabulary.
///
/// None of them opens a file that a connection of this process may have open: closing it again
/// would drop the connection's locks (https://sqlite.org/howtocorrupt.html, section 2.2).
enum Files {
    /// Makes an empty file that only its owner can read. An existing one is left alone.
    static func createPrivately(_ path: String) throws(SQLiteError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw failure("make", path)
        }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(SQLiteError) -> [String] {
        guard let stream = opendir(folder) else { throw failure("open", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { name(in: $0) })
        }
        return names.sorted()
    }

    private static func name(in field: UnsafeRawBufferPointer) -> String {
        OwnText.decode(field.prefix { $0 != 0 })
    }

    /// A small text file of the program's own.
    static func text(of path: String) throws(SQLiteError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var count = read(descriptor, &chunk, chunk.count)
        while count > 0 {
            bytes.append(contentsOf: chunk.prefix(count))
            count = read(descriptor, &chunk, chunk.count)
        }
        guard count == 0 else { throw failure("read", path) }
        let text = OwnText.decode(bytes)
        guard text.utf8.elementsEqual(bytes) else {
            throw SQLiteError(code: SQLITE_MISMATCH, message: "\(path) is not UTF-8")
        }
        return text
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

    /// Whether a name leads to a regular file.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Copies a file, for its owner only.
    static func copy(_ path: String, to target: String) throws(SQLiteError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure("open", path) }
        defer { close(source) }
        let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw failure("make", target) }
        defer { close(copy) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var count = read(source, &chunk, chunk.count)
        while count > 0 {
            guard write(copy, chunk, count) == count else { throw failure("write", target) }
            count = read(source, &chunk, chunk.count)
        }
        guard count == 0 else { throw failure("read", path) }
    }

    /// The URI of a file that is to be read without changing it: https://sqlite.org/uri.html.
    static func immutableURI(_ path: String) -> String {
        let escaped = path.unicodeScalars.map { scalar in
            switch scalar {
            case "?": "%3f"
            case "#": "%23"
            case "%": "%25"
            default: String(scalar)
            }
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    /// Gives a file its new name durably, in place of another that has it.
    static func move(_ path: String, to target: String) throws(SQLiteError) {
        guard rename(path, target) == 0 else { throw failure("rename", path) }
        try synchronize(folder(of: target))
    }

    /// Gives a file a second name; false if the name is taken.
    static func link(_ path: String, as name: String) throws(SQLiteError) -> Bool {
        if Glibc.link(path, name) == 0 { return true }
        guard errno == EEXIST else { throw failure("keep", path) }
        return false
    }

    /// Whether another process holds one of SQLite's locks on a file that SQLite itself can no
    /// longer open: https://sqlite.org/lockingv3.html.
    static func isLockedByAnother(_ path: String) throws(SQLiteError) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        /// SQLite's lock bytes begin at 1 GiB: pending, reserved, and 510 shared ones.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 512
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw failure("lock", path) }
        return lock.l_type != Int16(F_UNLCK)
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a database and the files that SQLite may have put beside it.
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
        let text = OwnText.decode(cString: strerror(reason))
        return SQLiteError(code: code, message: "cannot \(action) \(path): \(text)")
    }
}
