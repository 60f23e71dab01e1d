import CSQLite

extension Database {
    /// Brings the write-ahead log into the file and empties it, so that nothing of what was deleted is
    /// left there (https://sqlite.org/c3ref/wal_checkpoint_v2.html, TRUNCATE).
    ///
    /// It waits for readers as long as this connection waits for locks. Where one takes longer, the
    /// log is emptied by a later call, or overwritten in time: then this is false.
    @discardableResult
    package func emptyLog() throws(SQLiteError) -> Bool {
        let code = sqlite3_wal_checkpoint_v2(
            handle,
            nil,
            SQLITE_CHECKPOINT_TRUNCATE,
            nil,
            nil
        )
        guard code != SQLITE_OK else { return true }
        guard code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED else {
            throw failure(code, sql: "wal_checkpoint(TRUNCATE)")
        }
        return false
    }
}
