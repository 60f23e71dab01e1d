import CSQLite

/// Online backup: one file with all of a database in it, made while the server works.
package enum Backup {
    /// Writes the content of a database to a file that isn't there yet, or in place of an earlier
    /// backup of the same program's: nothing else is ever replaced (`BackupTarget`).
    ///
    /// The file appears complete and on the disk, or not at all: until then it has no name (`Draft`).
    /// It has no `-wal` beside it and can be copied anywhere. It is readable by its owner only, for it
    /// holds what signs people in.
    package static func write(
        _ database: Database,
        to path: String,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        try write(database, to: path, isNameless: true, progress: progress)
    }

    /// Without files that have no name, as some file systems are.
    static func write(
        _ database: Database,
        to path: String,
        isNameless: Bool,
        progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        _ = try BackupTarget.isThere(path, for: database)
        let draft = try Draft(for: path, isNameless: isNameless)
        try write(database, to: draft, progress)
        // Looked at again: it took a while.
        if try BackupTarget.isThere(path, for: database) {
            try draft.replace()
        } else if try !draft.take() {
            throw BackupRefusal.noBackup(path)
        }
    }

    /// Makes the copy, and makes it a file that stands alone.
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
    /// Writes a copy of this database to a file while others go on working: see `Backup`.
    package func backup(
        to path: String,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        try Backup.write(self, to: path, progress: progress)
    }
}
