import Received
import Glibc

/// Reads folders and files of the program's own resources.
enum Folder {
    /// The names in a folder, sorted bytewise; without hidden ones, unless they are requested.
    static func names(in path: String, withHidden: Bool = false) throws(FileError) -> [String] {
        guard let directory = opendir(path) else { throw FileError(path) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                ReceivedText.repair(bytes.prefix { $0 != 0 })
            }
            if !name.hasPrefix(".") || withHidden && name != "." && name != ".." {
                names.append(name)
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether two paths lead to the same file, which is there.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// A file's bytes and when it was last changed.
    static func read(_ path: String) throws(FileError) -> (bytes: [UInt8], modified: Int) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(path) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            guard count > 0 else { throw FileError(path) }
            filled += count
        }
        return (bytes, status.st_mtim.tv_sec)
    }

    static func text(_ path: String) throws(FileError) -> String {
        ReceivedText.repair(try read(path).bytes)
    }

    /// When the newest file or folder below this one was changed, in nanoseconds since 1970.
    /// Adding or removing a file changes its folder.
    static func newestChange(in path: String) throws(FileError) -> Int {
        var newest = 0
        for name in try names(in: path) {
            let child = path + "/" + name
            var status = stat()
            guard stat(child, &status) == 0 else { throw FileError(child) }
            if status.st_mode & S_IFMT == S_IFDIR {
                newest = max(newest, try newestChange(in: child))
            }
            let nanoseconds = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
            newest = max(newest, nanoseconds)
        }
        return newest
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The folder that a file is in.
    static func above(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The folders that `make` would create, the last one first.
    static func missing(_ path: String) -> [String] {
        if exists(path) || path.isEmpty { return [] }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return [path] }
        return [path] + missing(String(path[..<slash]))
    }

    /// Creates the folder and those above it if they are missing.
    static func make(_ path: String) throws(FileError) {
        if exists(path) || path.isEmpty { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try make(String(path[..<slash]))
        }
        guard mkdir(path, 0o750) == 0 || errno == EEXIST else { throw FileError(path) }
    }
}

/// A file that could not be used, and the system's reason.
struct FileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    /// The error that the last call left in `errno`.
    init(_ path: String) {
        self.path = path
        code = errno
    }

    /// The disk, or this user's share of it, is full.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    var description: String {
        "\(path): \(OwnText.decode(cString: strerror(code)))"
    }
}
