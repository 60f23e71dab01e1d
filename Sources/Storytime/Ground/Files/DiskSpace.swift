import Glibc
import Synchronization

/// The space on the disk with the data folder.
struct DiskSpace: Sendable, Equatable {
    /// What we may still use, in bytes.
    let free: Int
    let total: Int

    init(free: Int, total: Int) {
        self.free = free
        self.total = total
    }

    /// Asks the file system; nil if it doesn't say.
    init?(of folder: String) {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        free = Int(status.f_bavail) * Int(status.f_frsize)
        total = Int(status.f_blocks) * Int(status.f_frsize)
    }

    /// The last part of the disk is for what is there already: signing in, what children watch, changes of
    /// what was saved, and backups. On a small disk it is what SQLite's log and a backup's beginning take.
    var reserved: Int { max(64 << 20, total / 20) }

    /// Whether so much may be added that is new.
    func hasRoom(for bytes: Int) -> Bool { bytes <= free - reserved }

    /// Whether to warn: less is free than the configuration asks for, or than a backup needs
    /// together with the log that grows meanwhile. The warning can be turned off.
    func isShort(warnBelowBytes limit: Int, databaseBytes: Int) -> Bool {
        limit > 0 && free < max(limit, 2 * databaseBytes)
    }
}

/// The disk with the data folder, for whoever wants to put something new on it. One for the whole program.
final class Disk: Sendable {
    /// What it is said to be; nothing that anybody sets, but tests do.
    private let pretended = Mutex<DiskSpace?>(nil)

    func pretend(_ space: DiskSpace) { pretended.withLock { $0 = space } }

    func space(of folder: String) -> DiskSpace? {
        pretended.withLock(\.self) ?? DiskSpace(of: folder)
    }

    /// Whether so many bytes may be added there. A file system that says nothing is no reason to refuse.
    func hasRoom(for bytes: Int, in folder: String) -> Bool {
        space(of: folder)?.hasRoom(for: bytes) ?? true
    }
}

/// The size of the database's files.
struct DatabaseSize: Sendable, Equatable {
    let file: Int
    /// The write-ahead log beside it.
    let log: Int

    init(path: String) {
        file = Self.size(path)
        log = Self.size(path + "-wal")
    }

    var total: Int { file + log }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
