import SQLite
import Testing

@Suite("Rows")
struct RowTests {
    @Test("A wrong type names the column, what it holds and what was asked for")
    func mismatch() throws {
        let database = try Database.sample()
        let error: SQLiteError = try thrown {
            _ = try database.first("SELECT id, name FROM categories") { try $0.int(1) }
        }
        #expect(error.message == "name is text, not an integer")
        #expect(error.sql == "SELECT id, name FROM categories")
    }

    @Test("NULL is an error unless it is asked for")
    func null() throws {
        let database = try Database.sample()
        let sql: SQL = "SELECT NULL AS empty"
        #expect(try database.first(sql) { try $0.intOrNil(0) } == .some(nil))
        #expect(try database.first(sql) { try $0.int64OrNil(0) } == .some(nil))
        #expect(try database.first(sql) { try $0.textOrNil(0) } == .some(nil))
        #expect(try database.first(sql) { try $0.boolOrNil(0) } == .some(nil))
        #expect(try database.first(sql) { try $0.doubleOrNil(0) } == .some(nil))
        #expect(try database.first(sql) { try $0.blobOrNil(0) } == .some(nil))
        let error: SQLiteError = try thrown { _ = try database.first(sql) { try $0.text(0) } }
        #expect(error.message == "empty is NULL, not text")
    }

    @Test("A column that isn't there is an error", arguments: [-1, 1, 70_000, .max])
    func missingColumn(index: Int) throws {
        let database = try Database.sample()
        #expect(throws: SQLiteError.self) {
            try database.first("SELECT 1") { try $0.int(index) }
        }
    }

    @Test("A boolean is 0 or 1 and nothing else")
    func boolean() throws {
        let database = try Database.sample()
        #expect(try database.first("SELECT 0") { try $0.bool(0) } == false)
        #expect(throws: SQLiteError.self) { try database.first("SELECT 2") { try $0.bool(0) } }
    }

    @Test("A whole number is read as a real one, not the other way round")
    func numbers() throws {
        let database = try Database.sample()
        #expect(try database.first("SELECT 3") { try $0.double(0) } == 3)
        #expect(throws: SQLiteError.self) { try database.first("SELECT 3.0") { try $0.int(0) } }
    }

    @Test("A row that outlives its closure throws instead of showing another row")
    func escaped() throws {
        let database = try Database.sample()
        let rows = try database.all("SELECT id FROM categories ORDER BY id") { $0 }
        for row in rows {
            #expect(throws: SQLiteError.self) { try row.int(0) }
            #expect(throws: SQLiteError.self) { try row.isNull(0) }
        }
    }

    @Test("A row that outlives its connection throws as well")
    func orphaned() throws {
        var row: Row?
        do {
            let database = try Database.sample()
            row = try database.first("SELECT id FROM categories") { $0 }
        }
        let kept = try #require(row)
        #expect(throws: SQLiteError.self) { try kept.int(0) }
    }

    @Test("Text that is not UTF-8 is repaired, never trusted")
    func invalidUTF8() throws {
        let database = try Database.sample()
        let text = try database.first("SELECT CAST(x'61ff62' AS TEXT)") { try $0.text(0) }
        #expect(text == "a\u{fffd}b")
    }
}
