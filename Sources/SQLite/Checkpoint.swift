import CSQLite

extension Database {
    /// Moves the write-ahead log into the file and empties it, so that nothing deleted is left in
    /// it (https://sqlite.org/c3ref/wal_checkpoint_v2.html, TRUNCATE).
    ///
    /// It waits for readers as long as this connection waits for locks. If one takes longer, this
    /// returns false, and the log is emptied by a later call, or overwritten in time.
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
