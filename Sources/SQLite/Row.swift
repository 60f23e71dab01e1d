import Received
import CSQLite

/// The current row of a running statement, read by position and by type.
///
/// It is valid inside the closure that receives it: read later, it throws. A value of another type
/// than asked for, or NULL where no NULL is expected, is an error that names the column, because
/// a wrong type in a STRICT schema means that the statement is wrong.
///
/// A statement has one row object for all its rows: passing it on then costs no reference
/// counting, which a value with a reference in it did cost, seven times a row.
@usableFromInline package final class Row {
    /// Only to be used while `isCurrent`: the statement may be gone.
    @usableFromInline let handle: OpaquePointer
    @exclusivity(unchecked) @usableFromInline var isCurrent = false

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    package var count: Int { isCurrent ? Int(sqlite3_data_count(handle)) : 0 }

    package func name(_ index: Int) -> String {
        guard index >= 0, index < count, let name = sqlite3_column_name(handle, Int32(index)) else {
            return "column \(index)"
        }
        return OwnText.decode(cString: name)
    }

    @inlinable package func int64(_ index: Int) throws(SQLiteError) -> Int64 {
        guard let value = value(index), sqlite3_value_type(value) == SQLITE_INTEGER else {
            throw mismatch(index, expected: "an integer")
        }
        return sqlite3_value_int64(value)
    }

    @inlinable package func int(_ index: Int) throws(SQLiteError) -> Int {
        Int(try int64(index))
    }

    /// An integer that is 0 or 1.
    @inlinable package func bool(_ index: Int) throws(SQLiteError) -> Bool {
        let number = try int64(index)
        guard number == 0 || number == 1 else { throw mismatch(index, expected: "0 or 1") }
        return number == 1
    }

    /// A real number, or an integer: SQLite's arithmetic gives whole results as integers.
    @inlinable package func double(_ index: Int) throws(SQLiteError) -> Double {
        guard let value = value(index) else { throw mismatch(index, expected: "a number") }
        let type = sqlite3_value_type(value)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else {
            throw mismatch(index, expected: "a number")
        }
        return sqlite3_value_double(value)
    }

    @inlinable package func text(_ index: Int) throws(SQLiteError) -> String {
        try withUTF8(index) { Row.text(of: $0) }
    }

    /// What was stored before marks were counted comes in here again.
    @usableFromInline static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        ReceivedText.repair(bytes)
    }

    /// The bytes of a text without making a `String`, for exports.
    @inlinable package func withUTF8<T>(
        _ index: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> T
    ) throws(SQLiteError) -> T {
        guard let value = value(index), sqlite3_value_type(value) == SQLITE_TEXT,
            let start = sqlite3_value_text(value)
        else { throw mismatch(index, expected: "text") }
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    package func blob(_ index: Int) throws(SQLiteError) -> [UInt8] {
        guard let value = value(index), sqlite3_value_type(value) == SQLITE_BLOB else {
            throw mismatch(index, expected: "a blob")
        }
        let start = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

extension Row {
    /// Whether a value is NULL. A row that is no longer current has no values to ask about.
    @inlinable package func isNull(_ index: Int) throws(SQLiteError) -> Bool {
        guard let value = value(index) else { throw mismatch(index, expected: "a value") }
        return sqlite3_value_type(value) == SQLITE_NULL
    }

    /// In one access, because a row of an export has several columns that are mostly NULL.
    @inlinable package func intOrNil(_ index: Int) throws(SQLiteError) -> Int? {
        guard let value = value(index) else { throw mismatch(index, expected: "a value") }
        return switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: Int(sqlite3_value_int64(value))
        case SQLITE_NULL: nil
        default: throw mismatch(index, expected: "an integer")
        }
    }

    @inlinable package func int64OrNil(_ index: Int) throws(SQLiteError) -> Int64? {
        try isNull(index) ? nil : int64(index)
    }

    @inlinable package func boolOrNil(_ index: Int) throws(SQLiteError) -> Bool? {
        try isNull(index) ? nil : bool(index)
    }

    @inlinable package func doubleOrNil(_ index: Int) throws(SQLiteError) -> Double? {
        try isNull(index) ? nil : double(index)
    }

    @inlinable package func textOrNil(_ index: Int) throws(SQLiteError) -> String? {
        try isNull(index) ? nil : text(index)
    }

    package func blobOrNil(_ index: Int) throws(SQLiteError) -> [UInt8]? {
        try isNull(index) ? nil : blob(index)
    }
}

extension Row {
    /// SQLite's own object for a column, or nil when there is none.
    ///
    /// https://sqlite.org/c3ref/value.html calls what `sqlite3_column_value` returns
    /// "unprotected", and goes on that without the connection's mutex "there is no distinction
    /// between protected and unprotected sqlite3_value objects". Our connections have no mutex
    /// (`SQLITE_OPEN_NOMUTEX`), so type, length and bytes come from one look at the column.
    @inlinable func value(_ index: Int) -> OpaquePointer? {
        guard isCurrent, index >= 0 else { return nil }
        return sqlite3_column_value(handle, Int32(truncatingIfNeeded: index))
    }

    @usableFromInline func mismatch(_ index: Int, expected: String) -> SQLiteError {
        guard isCurrent else { return .misuse("a row was read after its closure had ended") }
        let sql = sqlite3_sql(handle).map { OwnText.decode(cString: $0) } ?? ""
        guard index >= 0, index < count else {
            return .misuse("there is no column \(index), only \(count)", sql: sql)
        }
        let found =
            switch sqlite3_column_type(handle, Int32(index)) {
            case SQLITE_INTEGER: "another integer"
            case SQLITE_FLOAT: "a real number"
            case SQLITE_TEXT: "text"
            case SQLITE_BLOB: "a blob"
            default: "NULL"
            }
        return SQLiteError(
            code: SQLITE_MISMATCH,
            message: "\(name(index)) is \(found), not \(expected)",
            sql: sql
        )
    }
}
