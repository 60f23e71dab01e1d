import Received
import CSQLite

/// One compiled statement of one connection. Owned by the connection's cache, used on its thread.
@usableFromInline
final class Statement {
    @usableFromInline let handle: OpaquePointer
    /// The text that it was compiled from; the cache compares it, errors quote it.
    let text: [UInt8]
    let parameterCount: Int
    /// Whether running it can change the database: it then needs the write turn.
    let isReadOnly: Bool
    /// A row of it is being read: the same SQL, run again meanwhile, needs another statement.
    var isInUse = false
    /// It changes the database outside a transaction, and has the writer's turn for that.
    var holdsTurn = false
    /// When it began, on the clock of `SlowStatements`; only set if statements are measured.
    var startedAt = 0
    /// When it was last used, on the cache's clock.
    var lastUse: UInt64 = 0
    /// How many rows `all` got the last time, as a guess at how many it will get now.
    @exclusivity(unchecked) @usableFromInline var expectedRows = 0
    /// The part of it that the body of a query sees.
    @usableFromInline let row: Row

    /// A page has a few hundred rows; a guess from a single long list must not make every short
    /// one expensive.
    @usableFromInline static let mostExpectedRows = 256

    private let health: DatabaseHealth?

    init(handle: OpaquePointer, text: [UInt8], health: DatabaseHealth?) {
        self.handle = handle
        self.health = health
        row = Row(handle)
        self.text = text
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
    }

    deinit {
        sqlite3_finalize(handle)
    }

    var sql: String { OwnText.decode(text) }

    /// Moves to the next row; false at the end.
    @inlinable func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        row.isCurrent = code == SQLITE_ROW
        if row.isCurrent { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    func bind(_ values: [Binding]) throws(SQLiteError) {
        guard values.count == parameterCount else {
            throw .misuse(
                "\(values.count) values for \(parameterCount) parameters: interpolate, write no ?",
                sql: sql
            )
        }
        var index: Int32 = 0
        for value in values {
            index += 1
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: Binding, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(var text):
            text.withUTF8 { csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count)) }
        case .blob(let bytes):
            bytes.withUnsafeBytes {
                csqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    /// Makes it ready for its next use. The result of its last step has already been handled.
    func reset() {
        row.isCurrent = false
        sqlite3_reset(handle)
        if parameterCount > 0 { sqlite3_clear_bindings(handle) }
    }

    @usableFromInline func failure(_ code: Int32) -> SQLiteError {
        let error = SQLiteError(
            code: code,
            message: OwnText.decode(cString: sqlite3_errmsg(sqlite3_db_handle(handle))),
            sql: sql
        )
        health?.note(error)
        return error
    }
}
