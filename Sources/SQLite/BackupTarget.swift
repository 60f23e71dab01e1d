import Glibc

/// Why no backup is written under a name. The existing file is untouched.
package enum BackupRefusal: Error, Equatable, CustomStringConvertible {
    case itself(String)
    /// Not a regular file but a folder, a device, a FIFO or a link.
    case noFile(String, what: String)
    /// A file, but not a backup by this program.
    case noBackup(String)
    /// A database that is in use.
    case inUse(String)

    package var description: String {
        switch self {
        case .itself(let path): "\(path) is the database itself"
        case .noFile(let path, let what):
            "\(path) is \(what), not a file; a backup is a file of its own"
        case .noBackup(let path):
            "\(path) already exists and isn’t a backup that this program made; choose another name"
        case .inUse(let path):
            "\(path) is a database that is in use, not a backup; choose another name"
        }
    }
}

/// Where a backup may be written: under a name that doesn't exist, or over an earlier backup.
enum BackupTarget {
    /// Whether there is an earlier backup; throws if there is anything else.
    static func isThere(_ path: String, for database: Database) throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            // Anything else that is wrong with the name is reported when the file is made.
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw BackupRefusal.noFile(path, what: kind(status.st_mode))
        }
        // Before it is opened: closing it again would drop the locks of this very database.
        guard !Files.isSame(database.path, path) else { throw BackupRefusal.itself(path) }
        guard let header = try Files.header(of: path) else { throw BackupRefusal.noBackup(path) }
        // A backup is a single file; a database in use has a log.
        let suffixes = ["-wal", "-shm", "-journal"]
        guard !header.hasLog, !suffixes.contains(where: { Files.exists(path + $0) }) else {
            throw BackupRefusal.inUse(path)
        }
        let own = try applicationID(of: database)
        guard own != 0, header.applicationID == own else { throw BackupRefusal.noBackup(path) }
        return true
    }

    private static func applicationID(of database: Database) throws -> Int32 {
        Int32(
            truncatingIfNeeded: try database.first("PRAGMA application_id") { try $0.int(0) } ?? 0
        )
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}

extension Files {
    /// The first part of a database file: https://sqlite.org/fileformat.html, section 1.3.
    struct Header {
        /// The program it belongs to.
        let applicationID: Int32
        /// Whether it is written through a log beside it.
        let hasLog: Bool
    }

    static let headerLength = 100

    /// The header of a file that no connection of this process has open; nil if it isn't a
    /// database.
    static func header(of path: String) throws(SQLiteError) -> Header? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: headerLength)
        guard read(descriptor, &bytes, bytes.count) == bytes.count,
            bytes.starts(with: Array("SQLite format 3".utf8) + [0])
        else { return nil }
        let id = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Header(
            applicationID: Int32(bitPattern: id),
            hasLog: bytes[18] != 1 || bytes[19] != 1
        )
    }
}
