import SQLite
import Testing

@Suite("Queries")
struct QueryTests {
    @Test("Rows come back in order with every type")
    func types() throws {
        let database = try Database.sample()
        let rows = try database.all(
            "SELECT id, name, weight, picture, id = 1 FROM categories ORDER BY id"
        ) {
            (
                try $0.int(0), try $0.text(1), try $0.doubleOrNil(2), try $0.blobOrNil(3),
                try $0.bool(4)
            )
        }
        #expect(rows.count == 2)
        #expect(rows[0] == (1, "Dogs", 1.5, [1, 2], true))
        #expect(rows[1] == (2, "Ü & 日本", nil, nil, false))
    }

    @Test("The first row is enough, and none is nil")
    func first() throws {
        let database = try Database.sample()
        let sql: SQL = "SELECT name FROM categories WHERE id > \(0) ORDER BY id"
        #expect(try database.first(sql) { try $0.text(0) } == "Dogs")
        #expect(try database.first("SELECT 1 WHERE 0") { try $0.int(0) } == nil)
    }

    @Test("Rows are read for as long as they are wanted")
    func scan() throws {
        let database = try Database.sample()
        var seen: [Int] = []
        for mostRows in [1, 2, 3] {
            seen = []
            try database.scan("SELECT id FROM categories ORDER BY id") { row in
                seen.append(try row.int(0))
                return seen.count < mostRows
            }
            #expect(seen == Array([1, 2].prefix(mostRows)))
        }
        try database.scan("SELECT 1 WHERE 0") { _ in true }
    }

    @Test("A statement may run again while its rows are being read")
    func nested() throws {
        let database = try Database.sample()
        var seen: [[Int]] = []
        try database.each("SELECT id FROM categories ORDER BY id") { outer in
            try database.each("SELECT id FROM categories ORDER BY id") { inner in
                seen.append([try outer.int(0), try inner.int(0)])
            }
        }
        #expect(seen == [[1, 1], [1, 2], [2, 1], [2, 2]])
    }

    @Test("A body that throws leaves the statement ready for its next use")
    func throwingBody() throws {
        struct Stop: Error {}
        let database = try Database.sample()
        for _ in 1...3 {
            #expect(throws: Stop.self) {
                try database.each("SELECT id FROM categories") { _ in throw Stop() }
            }
        }
        #expect(try database.all("SELECT id FROM categories") { try $0.int(0) } == [1, 2])
    }

    @Test("Changed rows are counted, those of a CREATE TABLE are none")
    func changes() throws {
        let database = try Database.sample()
        #expect(try database.execute("UPDATE categories SET weight = 1") == 2)
        #expect(try database.execute("CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT") == 0)
        #expect(try database.execute("DELETE FROM categories WHERE id = \(7)") == 0)
        try database.execute("INSERT INTO categories (name, slug) VALUES ('a', 'a')")
        #expect(database.lastInsertedID == 3)
    }

    @Test("More different statements than the cache holds all work")
    func cacheOverflow() throws {
        let database = try Database.sample()
        // So long lists are each a statement of its own.
        for count in 513...900 {
            let found = try database.count(
                "SELECT count(*) FROM categories WHERE id IN \(list: 2...count)"
            )
            #expect(found == 1)
        }
    }

    @Test("A statement in the cache follows a change of the schema")
    func schemaChange() throws {
        let database = try Database.sample()
        let sql: SQL = "SELECT * FROM categories WHERE id = \(1)"
        #expect(try database.first(sql) { $0.count } == 5)
        try database.execute("ALTER TABLE categories ADD COLUMN note TEXT NOT NULL DEFAULT 'n'")
        #expect(try database.first(sql) { try $0.text(5) } == "n")
    }

    @Test(
        "What is not one statement is refused",
        arguments: [
            "SELECT 1; DELETE FROM categories", "", " ; ", "SELECT ?", "SELEC 1",
            "SELECT nothing FROM categories", "SELECT \"misspelt\" FROM categories",
        ] as [SQL]
    )
    func refusals(sql: SQL) throws {
        let database = try Database.sample()
        #expect(throws: SQLiteError.self) { try database.execute(sql) }
        #expect(try database.count("SELECT count(*) FROM categories") == 2)
    }

    @Test("Trailing white space and semicolons belong to the statement")
    func trailing() throws {
        let database = try Database.sample()
        #expect(try database.count("SELECT 7 ;\n ") == 7)
    }

    @Test("An error of a script names the line")
    func scriptLine() throws {
        let database = try Database.sample()
        let error: SQLiteError = try thrown {
            try database.script("SELECT 1;\n-- a comment\n\nCREATE TABLE a (\n  b NONSENSE(\n);")
        }
        #expect(error.message.hasSuffix("line 6"))
        let constraint: SQLiteError = try thrown {
            try database.script("SELECT 1;\n\nINSERT INTO categories VALUES (1, '', '', 0, x'');\n")
        }
        #expect(constraint.isUniqueViolation)
        #expect(constraint.message.hasSuffix("line 3"))
    }

    @Test("A script with a NUL is refused instead of ending there")
    func scriptNUL() throws {
        let database = try Database.sample()
        #expect(throws: SQLiteError.self) {
            try database.script("SELECT 1;\0 DELETE FROM categories")
        }
    }

    @Test("A long script runs statement by statement")
    func longScript() throws {
        let database = try Database.sample()
        let inserts = (10...20_000).map {
            "INSERT INTO categories VALUES (\($0), 'n', '\($0)', 1, x'');"
        }
        try database.write { try database.script(inserts.joined(separator: "\n")) }
        #expect(try database.count("SELECT count(*) FROM categories") == 19_993)
    }

    @Test("A query that takes too long is stopped, and the connection goes on")
    func timeLimit() throws {
        let database = try Database.sample()
        let endless: SQL = """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n
            """
        let error: SQLiteError = try thrown {
            try database.limited(milliseconds: 20) { _ = try database.count(endless) }
        }
        #expect(error.isInterrupted)
        #expect(try database.count("SELECT count(*) FROM categories") == 2)
    }
}
