import CSQLite

/// Online backup: one file with a whole database in it, made while the server works.
package enum Backup {
    /// Writes the content of a database to a new file, or in place of an earlier backup by the
    /// same program: nothing else is ever replaced (`BackupTarget`).
    ///
    /// The file appears complete and on the disk, or not at all: until then it has no name
    /// (`Draft`). It has no `-wal` beside it and can be copied anywhere. Only its owner can read
    /// it, because it contains the data that signs people in.
    package static func write(
        _ database: Database,
        to path: String,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        try write(database, to: path, isNameless: true, progress: progress)
    }

    /// Also for file systems without files that have no name.
    static func write(
        _ database: Database,
        to path: String,
        isNameless: Bool,
        progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        _ = try BackupTarget.isThere(path, for: database)
        let draft = try Draft(for: path, isNameless: isNameless)
        try write(database, to: draft, progress)
        // Checked again, because the copy took a while.
        if try BackupTarget.isThere(path, for: database) {
            try draft.replace()
        } else if try !draft.take() {
            throw BackupRefusal.noBackup(path)
        }
    }

    /// Makes the copy, as a file that needs no other.
    static func write(
        _ database: Database,
        to draft: Draft,
        _ progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        try fill(draft, from: database, progress)
        try draft.standAlone()
    }

    /// The connection is closed when this returns.
    private static func fill(
        _ draft: Draft,
        from database: Database,
        _ progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        try database.copy(to: try draft.database(), progress: progress)
    }
}

extension Database {
    /// Writes a copy of this database to a file while others keep working: see `Backup`.
    package func backup(
        to path: String,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        try Backup.write(self, to: path, progress: progress)
    }
}
