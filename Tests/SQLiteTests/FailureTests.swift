import Foundation
import SQLite
import Testing

@Suite("Failures")
struct FailureTests {
    @Test("A full disk undoes the write, says so, and ends when there is room again")
    func full() throws {
        let folder = try TemporaryFolder()
        let database = try Catalog(folder.file("a.db"), rows: 100).database
        let pages = try database.count("PRAGMA page_count")
        try database.script("PRAGMA max_page_count = \(pages + 5)")
        let error: SQLiteError = try thrown {
            try database.write {
                for _ in 0..<1_000 {
                    let name = String(repeating: "x", count: 1_000)
                    try database.execute("INSERT INTO categories (name) VALUES (\(name))")
                }
            }
        }
        #expect(error.isFull && !error.isBusy)
        #expect(try Catalog.count(database) == 100)
        #expect(try database.damages() == [])
        try database.write { try database.execute("DELETE FROM categories WHERE id = 1") }
        try database.script("PRAGMA max_page_count = 100000")
        try database.execute(
            "INSERT INTO categories (name) VALUES (\(String(repeating: "x", count: 90_000)))"
        )
        #expect(try Catalog.count(database) == 100)
    }

    @Test("A write that swallows the full disk is told that nothing was kept or that it was")
    func swallowedFull() throws {
        let folder = try TemporaryFolder()
        let database = try Catalog(folder.file("a.db"), rows: 10).database
        let pages = try database.count("PRAGMA page_count")
        try database.script("PRAGMA max_page_count = \(pages)")
        let big = String(repeating: "x", count: 90_000)
        let kept: Void? = try? database.write {
            try database.execute("UPDATE categories SET name = 'first' WHERE id = 1")
            _ = try? database.execute("INSERT INTO categories (name) VALUES (\(big))")
            try database.execute("UPDATE categories SET name = 'second' WHERE id = 2")
        }
        let changed = try database.count("SELECT count(*) FROM categories WHERE length(name) < 7")
        #expect(changed == (kept == nil ? 0 : 2))
    }

    @Test("Another process that holds the lock makes us busy, and only as long as it does")
    func locked() throws {
        let folder = try TemporaryFolder()
        let hasty = DatabaseConfiguration(busyTimeoutMilliseconds: 30)
        let other = try Catalog(folder.file("a.db"), rows: 1).database
        // A turn of its own, as a connection of another process has.
        let database = try Database(path: folder.file("a.db"), configuration: hasty)
        try other.write {
            let error: SQLiteError = try thrown { try database.write {} }
            #expect(error.isBusy)
            let single: SQLiteError = try thrown { try database.execute("DELETE FROM categories") }
            #expect(single.isBusy)
            #expect(try Catalog.count(database) == 1)
        }
        try database.write { try database.execute("DELETE FROM categories") }
        #expect(try Catalog.count(database) == 0)
    }

    @Test("A connection that only reads refuses to write and goes on reading")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        _ = try Catalog(folder.file("a.db"), rows: 3)
        let reading = DatabaseConfiguration(isReadOnly: true)
        let database = try Database(path: folder.file("a.db"), configuration: reading)
        let error: SQLiteError = try thrown { try database.execute("DELETE FROM categories") }
        #expect(error.isReadOnly)
        #expect(throws: SQLiteError.self) {
            try database.write { try database.execute("DELETE FROM categories") }
        }
        #expect(try Catalog.count(database) == 3)
        let missing: SQLiteError = try thrown {
            try Database(path: folder.file("missing.db"), configuration: reading)
        }
        #expect(missing.isIOError)
        #expect(!folder.names.contains("missing.db"))
    }

    @Test("A file that is no database is told from one that is missing")
    func notADatabase() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "This is a letter. ", count: 300), to: "letter.db")
        let error: SQLiteError = try thrown { try Database(path: folder.file("letter.db")) }
        #expect(error.isCorrupt)
        let nowhere: SQLiteError = try thrown { try Database(path: folder.file("nowhere/a.db")) }
        #expect(nowhere.isIOError && nowhere.message.contains("nowhere/a.db"))
    }

    @Test("A damaged page fails the statements that need it and no others")
    func damagedPage() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        var root = 0
        do {
            let database = try Catalog(path, rows: 1_000).database
            try database.script(
                "CREATE TABLE safe (id INTEGER) STRICT; INSERT INTO safe VALUES (1)"
            )
            root = try database.count(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'categories'"
            )
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for offset in (root - 1) * 4_096..<root * 4_096 { bytes[offset] = 0xa5 }
        try bytes.write(to: URL(fileURLWithPath: path))
        let database = try Database(path: path)
        let error: SQLiteError = try thrown { try Catalog.count(database) }
        #expect(error.isCorrupt)
        #expect(try !database.damages().isEmpty)
        #expect(try database.count("SELECT id FROM safe") == 1)
    }

    @Test("A value beyond the limit is refused and nothing is changed")
    func tooLong() throws {
        let database = try Database.sample()
        let error: SQLiteError = try thrown {
            try database.execute("UPDATE categories SET picture = zeroblob(\(100 << 20))")
        }
        #expect(error.message.contains("too big"))
        #expect(try database.count("SELECT count(picture) FROM categories") == 1)
    }

    @Test("A new database is readable by its owner only")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let database = try Catalog(folder.file("a.db"), rows: 1).database
        for name in folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(folder.names.count == 3)
        _ = database
    }

    @Test("The defaults are those that the manual promises")
    func defaults() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.file("a.db"))
        #expect(try database.first("PRAGMA journal_mode") { try $0.text(0) } == "wal")
        for (pragma, value) in [
            ("PRAGMA synchronous", 2), ("PRAGMA foreign_keys", 1), ("PRAGMA trusted_schema", 0),
            ("PRAGMA cell_size_check", 1), ("PRAGMA busy_timeout", 5_000),
        ] as [(SQL, Int)] {
            #expect(try database.count(pragma) == value, "\(pragma.text)")
        }
    }
}
