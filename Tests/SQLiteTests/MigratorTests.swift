import Foundation
import SQLite
import Testing

@Suite("Migrations")
struct MigratorTests {
    private static let categories = file(
        "0001_categories.sql",
        "CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;\n"
    )
    private static let books = file(
        "0002_books.sql",
        """
        CREATE TABLE books (
            id INTEGER PRIMARY KEY,
            category INTEGER NOT NULL REFERENCES categories(id)
        ) STRICT;
        INSERT INTO categories VALUES (1, 'Dogs');
        """
    )

    private static func file(_ name: String, _ text: String) -> Migration? {
        Migration(name: name, text: text)
    }

    private func migrator(_ migrations: Migration?...) throws -> Migrator {
        try Migrator(migrations.map { try #require($0) })
    }

    private func memory() throws -> Database { try Database(path: ":memory:") }

    @Test("Pending migrations are applied in order, once")
    func migrate() throws {
        let database = try memory()
        let both = try migrator(Self.books, Self.categories)
        #expect(try both.pending(database).map(\.number) == [1, 2])
        #expect(
            try both.migrate(database, now: 1_700_000_000)
                == ["0001_categories.sql", "0002_books.sql"]
        )
        #expect(try both.migrate(database, now: 1_700_000_001) == [])
        #expect(try both.pending(database).isEmpty)
        #expect(
            try database.count("SELECT max(applied_at) FROM schema_migrations") == 1_700_000_000
        )
        #expect(
            try database.count("PRAGMA application_id") == Int(Migrator.defaultApplicationID)
        )
    }

    @Test("Each earlier schema is brought up to date")
    func fromEarlier() throws {
        let database = try memory()
        try migrator(Self.categories).migrate(database, now: 1)
        let applied = try migrator(Self.categories, Self.books).migrate(database, now: 2)
        #expect(applied == ["0002_books.sql"])
    }

    @Test("Migrations are read from a folder, schema.sql left out")
    func folder() throws {
        let folder = try TemporaryFolder()
        try folder.write("CREATE TABLE a (b INTEGER) STRICT;", to: "0001_a.sql")
        try folder.write("CREATE TABLE c (d INTEGER) STRICT;", to: "0002_c.sql")
        try folder.write("generated", to: "schema.sql")
        let migrator = try Migrator(directory: folder.path)
        #expect(migrator.migrations.map(\.name) == ["0001_a.sql", "0002_c.sql"])
        try folder.write("", to: "3.sql")
        #expect(throws: MigrationError.badName("3.sql")) {
            try Migrator(directory: folder.path)
        }
        #expect(throws: SQLiteError.self) { try Migrator(directory: folder.file("nowhere")) }
    }

    @Test("A name is a number from one on, a word and .sql")
    func names() {
        for name in [
            "a.sql", "0000_a.sql", "1.sql", "0001_a.txt", "٣_a.sql", "99999999999999999999_a.sql",
        ] {
            #expect(Self.file(name, "") == nil, "\(name)")
        }
        #expect(Self.file("0012_add_rights.sql", "")?.number == 12)
    }

    @Test("A number left out or used twice is refused")
    func gaps() throws {
        #expect(throws: MigrationError.badOrder(expected: 1, found: "0002_books.sql")) {
            try migrator(Self.books)
        }
        #expect(throws: MigrationError.badOrder(expected: 2, found: "1_again.sql")) {
            try migrator(Self.categories, Self.file("1_again.sql", ""))
        }
    }

    @Test("A file that was edited after it was applied is refused, with the line")
    func edited() throws {
        let database = try memory()
        let text = "-- one\nCREATE TABLE a (b INTEGER) STRICT;\n"
        try migrator(Self.file("0001_a.sql", text)).migrate(database, now: 1)
        let changed = try migrator(
            Self.file("0001_a.sql", text.replacingOccurrences(of: "b", with: "c")),
            Self.books
        )
        #expect(throws: MigrationError.edited(name: "0001_a.sql", line: 2)) {
            try changed.migrate(database, now: 2)
        }
        let longer = try migrator(Self.file("0001_a.sql", text + "--"))
        #expect(throws: MigrationError.edited(name: "0001_a.sql", line: 3)) {
            try longer.pending(database)
        }
        let renamed = try migrator(Self.file("0001_b.sql", text))
        #expect(throws: MigrationError.missing(name: "0001_a.sql")) {
            try renamed.migrate(database, now: 2)
        }
    }

    @Test("A database of a newer program is refused, and told by name")
    func newer() throws {
        let database = try memory()
        try migrator(Self.categories, Self.books).migrate(database, now: 1)
        let error: MigrationError = try thrown {
            try migrator(Self.categories).migrate(database, now: 2)
        }
        #expect(error == .newer(path: ":memory:", name: "0002_books.sql"))
        #expect("\(error)".contains("newer version"))
    }

    @Test("A database of another program is refused and left alone")
    func foreign() throws {
        let database = try memory()
        try database.script("CREATE TABLE theirs (a INTEGER)")
        #expect(throws: MigrationError.foreign(path: ":memory:")) {
            try migrator(Self.categories).migrate(database, now: 1)
        }
        #expect(try database.count("SELECT count(*) FROM sqlite_schema") == 1)
        let marked = try memory()
        try marked.script("PRAGMA application_id = 7")
        #expect(throws: MigrationError.foreign(path: ":memory:")) {
            try migrator(Self.categories).migrate(marked, now: 1)
        }
    }

    @Test("A migration that fails in the middle leaves nothing of itself")
    func failing() throws {
        let database = try memory()
        let failing = Self.file("0002_bad.sql", "CREATE TABLE a (b INTEGER);\n\nCREATE TABEL c;\n")
        let error: MigrationError = try thrown {
            try migrator(Self.categories, failing).migrate(database, now: 1)
        }
        #expect("\(error)".hasPrefix("migration 0002_bad.sql failed and was undone"))
        #expect("\(error)".hasSuffix("line 3"))
        #expect(try database.count("SELECT count(*) FROM schema_migrations") == 1)
        #expect(try database.count("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == 0)
        #expect(try database.count("PRAGMA foreign_keys") == 1)
    }

    @Test("References to nothing undo the migration that leaves them")
    func dangling() throws {
        let database = try memory()
        let bad = Self.file("0003_bad.sql", "INSERT INTO books VALUES (7, 99);")
        let error: MigrationError = try thrown {
            try migrator(Self.categories, Self.books, bad).migrate(database, now: 1)
        }
        #expect(error == .danglingReferences(name: "0003_bad.sql", ["books 7 to categories"]))
        #expect(try database.count("SELECT count(*) FROM books") == 0)
    }

    @Test("A table that others refer to can be rebuilt")
    func rebuild() throws {
        let database = try memory()
        try migrator(Self.categories, Self.books).migrate(database, now: 1)
        try database.execute("INSERT INTO books VALUES (1, 1)")
        let rebuild = Self.file(
            "0003_rebuild.sql",
            """
            CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name != '')) STRICT;
            INSERT INTO new SELECT * FROM categories;
            DROP TABLE categories;
            ALTER TABLE new RENAME TO categories;
            """
        )
        try migrator(Self.categories, Self.books, rebuild).migrate(database, now: 2)
        #expect(try database.count("SELECT count(*) FROM books") == 1)
        #expect(throws: SQLiteError.self) { try database.execute("DELETE FROM categories") }
    }

    @Test(
        "A migration may not end its transaction or reach another file",
        arguments: ["COMMIT;", "ROLLBACK;", "END; BEGIN;", "SAVEPOINT a;", "ATTACH 'x.db' AS x;"]
    )
    func transactionControl(statement: String) throws {
        let database = try memory()
        let bad = Self.file("0002_bad.sql", "CREATE TABLE a (b INTEGER);\n\(statement)")
        #expect(throws: MigrationError.self) {
            try migrator(Self.categories, bad).migrate(database, now: 1)
        }
        #expect(try database.count("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == 0)
        try database.write { try database.execute("INSERT INTO categories VALUES (1, 'a')") }
    }

    @Test("A crash in the middle of a migration is repaired by the next start")
    func crash() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = try Database(path: path)
        try migrator(Self.categories).migrate(database, now: 1)
        let image = folder.file("image.db")
        let books = try #require(Self.books)
        try database.write {
            try database.script(books.text)
            // Pushes pages of the unfinished transaction into the log.
            try database.script("PRAGMA cache_size = 1; CREATE TABLE big (text TEXT) STRICT;")
            for _ in 0..<50 {
                try database.execute(
                    "INSERT INTO big VALUES (\(String(repeating: "x", count: 9_000)))"
                )
            }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: image + suffix)
            }
        }
        let survivor = try Database(path: image)
        #expect(try survivor.damages() == [])
        let applied = try migrator(Self.categories, Self.books).migrate(survivor, now: 2)
        #expect(applied == ["0002_books.sql"])
        #expect(try survivor.count("SELECT count(*) FROM sqlite_schema WHERE name = 'big'") == 0)
    }

    @Test("Programs that start at the same moment apply each migration once")
    func concurrentMigrators() throws {
        let folder = try TemporaryFolder()
        let migrator = try migrator(Self.categories, Self.books)
        // A turn each, as in processes of their own: only SQLite's locks stand between them.
        let threads = (0..<6).map { _ in
            inThread { try migrator.migrate(Database(path: folder.file("a.db")), now: 1) }
        }
        for thread in threads { try thread.join() }
        let database = try Database(path: folder.file("a.db"))
        #expect(try database.count("SELECT count(*) FROM schema_migrations") == 2)
        #expect(try database.count("SELECT count(*) FROM categories") == 1)
    }
}
