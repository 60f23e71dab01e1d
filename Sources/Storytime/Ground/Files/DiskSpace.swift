import Glibc

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

    /// Whether to warn: less is free than the configuration asks for, or than a backup needs
    /// together with the log that grows meanwhile. The warning can be turned off.
    func isShort(warnBelowBytes limit: Int, databaseBytes: Int) -> Bool {
        limit > 0 && free < max(limit, 2 * databaseBytes)
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
