import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
    private struct Stop: Error {}

    private let insert: SQL = "INSERT INTO categories (name, slug) VALUES ('a', 'a')"
    private let count: SQL = "SELECT count(*) FROM categories"

    @Test("A write is kept whole")
    func commit() throws {
        let database = try Database.sample()
        let result = try database.write {
            try database.execute(insert)
            return try database.count(count)
        }
        #expect(result == 3)
        #expect(try database.count(count) == 3)
    }

    @Test("A write that throws leaves nothing, and the connection goes on")
    func rollback() throws {
        let database = try Database.sample()
        #expect(throws: Stop.self) {
            try database.write {
                try database.execute(insert)
                throw Stop()
            }
        }
        #expect(try database.count(count) == 2)
        try database.write { try database.execute(insert) }
        #expect(try database.count(count) == 3)
    }

    @Test("A nested write that throws is undone by itself")
    func nested() throws {
        let database = try Database.sample()
        try database.write {
            try database.execute(insert)
            #expect(throws: Stop.self) {
                try database.write {
                    try database.execute("DELETE FROM categories")
                    throw Stop()
                }
            }
            try database.write { try database.execute("UPDATE categories SET name = 'b'") }
        }
        #expect(try database.count("SELECT count(*) FROM categories WHERE name = 'b'") == 3)
    }

    @Test("A read is one snapshot, whatever others write meanwhile")
    func snapshot() throws {
        let folder = try TemporaryFolder()
        let reader = try Database(path: folder.file("a.db"))
        try reader.script("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
        let writer = try Database(path: folder.file("a.db"))
        try reader.read {
            #expect(try reader.count("SELECT count(*) FROM t") == 0)
            try writer.execute("INSERT INTO t VALUES (1)")
            #expect(try reader.count("SELECT count(*) FROM t") == 0)
        }
        #expect(try reader.count("SELECT count(*) FROM t") == 1)
    }

    @Test("A read changes nothing, be it by a statement or by a write")
    func readOnly() throws {
        let database = try Database.sample()
        #expect(throws: SQLiteError.self) { _ = try database.read { try database.execute(insert) } }
        #expect(throws: SQLiteError.self) {
            _ = try database.read { try database.write { try database.execute(insert) } }
        }
        #expect(try database.count(count) == 2)
    }

    @Test("A write inside a query that is being read is refused at once, not only under load")
    func writeInsideQuery() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.file("a.db"))
        try database.script(
            "CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1)"
        )
        #expect(throws: SQLiteError.self) {
            try database.each("SELECT id FROM t") { _ in
                _ = try database.write { try database.execute("INSERT INTO t VALUES (2)") }
            }
        }
        try database.write { try database.execute("INSERT INTO t VALUES (3)") }
        #expect(try database.count("SELECT count(*) FROM t") == 2)
    }

    @Test("A commit that fails is undone, and says why")
    func failingCommit() throws {
        let database = try Database.sample()
        try database.script(
            """
            CREATE TABLE books (
                category INTEGER NOT NULL REFERENCES categories(id) DEFERRABLE INITIALLY DEFERRED
            ) STRICT;
            """
        )
        let error: SQLiteError = try thrown {
            try database.write { try database.execute("INSERT INTO books VALUES (99)") }
        }
        #expect(error.isForeignKeyViolation)
        #expect(try database.count("SELECT count(*) FROM books") == 0)
        try database.write { try database.execute("INSERT INTO books VALUES (1)") }
        #expect(try database.count("SELECT count(*) FROM books") == 1)
    }

    @Test("A transaction that SQLite ended by itself is not reported as kept")
    func endedBySQLite() throws {
        let database = try Database.sample()
        let error: SQLiteError = try thrown {
            try database.write {
                try database.execute(insert)
                // As a full disk would, in the middle of a statement whose error is swallowed.
                _ = try? database.execute(
                    "INSERT OR ROLLBACK INTO categories VALUES (1, '', '', 0, x'')"
                )
                try database.execute("INSERT INTO categories (name, slug) VALUES ('b', 'b')")
            }
        }
        #expect(error.message == "the transaction was rolled back by an earlier error")
        #expect(try database.count(count) == 2)
        try database.write { try database.execute(insert) }
    }

    @Test("The violated constraint is told, with its columns")
    func constraints() throws {
        let database = try Database.sample()
        let unique: SQLiteError = try thrown {
            try database.execute("INSERT INTO categories (name, slug) VALUES ('x', 'dogs')")
        }
        #expect(unique.isUniqueViolation && unique.uniqueColumns == ["categories.slug"])
        let key: SQLiteError = try thrown {
            try database.execute("INSERT INTO categories (id, name, slug) VALUES (1, 'x', 'x')")
        }
        #expect(key.isUniqueViolation && key.uniqueColumns == ["categories.id"])
        let null: SQLiteError = try thrown {
            try database.execute("INSERT INTO categories (name, slug) VALUES (NULL, 'x')")
        }
        #expect(null.isConstraintViolation && !null.isUniqueViolation && null.uniqueColumns == [])
        try database.script("CREATE UNIQUE INDEX two ON categories (name, weight)")
        let two: SQLiteError = try thrown {
            try database.execute("INSERT INTO categories VALUES (9, 'Dogs', 'x', 1.5, NULL)")
        }
        #expect(two.uniqueColumns == ["categories.name", "categories.weight"])
    }
}
