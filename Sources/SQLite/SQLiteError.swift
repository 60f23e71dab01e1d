import CSQLite

/// Something that SQLite, or this library on its behalf, refused to do, and the statement that
/// asked for it.
///
/// The classifying properties are all that a caller needs: a store turns `isUniqueViolation` into
/// a message beside a form field, the console turns `isFull` and `isReadOnly` into a page that
/// says so, everything else is our own fault.
@usableFromInline package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The extended result code, https://sqlite.org/rescode.html.
    package let code: Int32
    package let message: String
    package let sql: String

    package init(code: Int32, message: String, sql: String = "") {
        self.code = code
        self.message = message
        self.sql = sql
    }

    @usableFromInline package var description: String {
        sql.isEmpty ? "SQLite \(code): \(message)" : "SQLite \(code): \(message) in: \(sql)"
    }

    /// The code's family: the low byte is the primary result code, the rest a refinement.
    package var primaryCode: Int32 { code & 0xff }

    package var isUniqueViolation: Bool {
        code == CSQLITE_CONSTRAINT_UNIQUE || code == CSQLITE_CONSTRAINT_PRIMARYKEY
            || code == CSQLITE_CONSTRAINT_ROWID
    }

    package var isForeignKeyViolation: Bool { code == CSQLITE_CONSTRAINT_FOREIGNKEY }
    package var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Another writer has held the database, in this or another process, for longer than we wait.
    package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    package var isFull: Bool { primaryCode == SQLITE_FULL }
    package var isReadOnly: Bool { primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM }
    package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
    package var isIOError: Bool {
        primaryCode == SQLITE_IOERR || primaryCode == SQLITE_CANTOPEN
    }

    /// A statement was stopped by its time limit.
    package var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }

    /// The columns of a violated UNIQUE constraint as `table.column`, in the constraint's order.
    ///
    /// SQLite only names them in the message: "UNIQUE constraint failed: categories.slug". An
    /// index on an expression has no columns; then "index 'its_name'" is returned.
    package var uniqueColumns: [String] {
        guard isUniqueViolation, let colon = message.firstIndex(of: ":") else { return [] }
        let list = message[message.index(after: colon)...]
        return list.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
}

extension SQLiteError {
    /// The program used this library in a way that cannot be right; a test should have found it.
    static func misuse(_ message: String, sql: String = "") -> SQLiteError {
        SQLiteError(code: SQLITE_MISUSE, message: message, sql: sql)
    }
}
