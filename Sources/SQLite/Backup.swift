import CSQLite

/// Online backup: one file with all of a database in it, made while the server works.
package enum Backup {
    /// Writes the content of a database to a file, in place of one of that name if there is one.
    ///
    /// The file appears complete and on the disk, or not at all: it is made under another name
    /// beside the target. It has no `-wal` beside it and can be copied anywhere. It is readable
    /// by its owner only, for it holds what signs people in.
    package static func write(
        _ database: Database,
        to path: String,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        guard !Files.isSame(database.path, path) else {
            throw SQLiteError.misuse("\(path) is the database itself")
        }
        try Files.replace(path, marker: "backup") { draft in
            try write(database, toDraft: draft, progress)
        }
    }

    /// Makes the copy, and makes it a file that stands alone.
    static func write(
        _ database: Database,
        toDraft draft: String,
        _ progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        let copy = try Database(draft, DatabaseConfiguration(), WriteTurn(), .draft)
        try database.copy(to: copy, progress: progress)
        // The pages of a database in WAL mode say so; reading them makes the copy notice.
        _ = try copy.first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
        try copy.script("PRAGMA journal_mode = DELETE")
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
