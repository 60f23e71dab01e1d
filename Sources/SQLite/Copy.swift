import Received
import CSQLite

extension Database {
    /// Copies this database's content into another, some pages at a time, with SQLite's online
    /// backup (https://sqlite.org/backup.html).
    ///
    /// The copy is one snapshot: this connection holds a read transaction, so that others can
    /// write, and their changes neither show in the copy nor restart it.
    func copy(
        to target: Database,
        progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        try read {
            // The transaction takes its snapshot with its first read.
            _ = try first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
            guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
                throw target.failure(sqlite3_extended_errcode(target.handle))
            }
            do {
                try target.copyPages(backup, progress)
            } catch {
                sqlite3_backup_finish(backup)
                throw error
            }
            let code = sqlite3_backup_finish(backup)
            guard code == SQLITE_OK else { throw target.failure(code) }
        }
    }

    private func copyPages(
        _ backup: OpaquePointer,
        _ progress: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        /// 4 MiB: often enough for a progress bar, rarely enough to cost nothing.
        let pagesPerStep: Int32 = 1_024
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, pagesPerStep)
            let total = Int(sqlite3_backup_pagecount(backup))
            try progress(total - Int(sqlite3_backup_remaining(backup)), total)
        }
        guard code == SQLITE_DONE else {
            throw SQLiteError(code: code, message: OwnText.decode(cString: sqlite3_errstr(code)))
        }
    }
}
