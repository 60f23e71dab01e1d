import Foundation
import SQLite
import Testing

@Suite("Backup")
struct BackupTests {
    @Test("A backup is one file with everything in it, readable by its owner only")
    func whole() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 5_000)
        var steps: [(Int, Int)] = []
        try catalog.database.backup(to: folder.file("b.db")) { steps.append(($0, $1)) }
        let last = try #require(steps.last)
        #expect(last.0 == last.1 && last.0 > 0)
        #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal", "b.db"])
        let header = try Data(contentsOf: URL(fileURLWithPath: folder.file("b.db")))
        // https://sqlite.org/fileformat.html: bytes 18 and 19 are 2 for WAL, 1 otherwise.
        #expect(header[18] == 1 && header[19] == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("b.db"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let copy = try Database(path: folder.file("b.db"))
        #expect(try copy.damages() == [])
        #expect(try Catalog.count(copy) == 5_000)
    }

    @Test("Writers go on during a backup, which is one snapshot and does not begin again")
    func online() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 60_000)
        let writer = try Database(path: folder.file("a.db"))
        var done: [Int] = []
        try catalog.database.backup(to: folder.file("b.db")) { pages, _ in
            done.append(pages)
            try writer.execute("INSERT INTO categories (name) VALUES ('during')")
        }
        #expect(done.count > 1 && done == done.sorted())
        #expect(try Catalog.count(Database(path: folder.file("b.db"))) == 60_000)
        #expect(try Catalog.count(writer) == 60_000 + done.count)
    }

    @Test("A backup replaces an older one of the same name")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 10)
        for rows in [10, 11] {
            try catalog.database.backup(to: folder.file("b.db"))
            #expect(try Catalog.count(Database(path: folder.file("b.db"))) == rows)
            try catalog.database.execute("INSERT INTO categories (name) VALUES ('more')")
        }
    }

    @Test("A backup that fails leaves no file, and an older one as it was")
    func failing() throws {
        struct DiskGone: Error {}
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 60_000)
        #expect(throws: DiskGone.self) {
            try catalog.database.backup(to: folder.file("b.db")) { _, _ in throw DiskGone() }
        }
        #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal"])
        try folder.write("older", to: "b.db")
        #expect(throws: DiskGone.self) {
            try catalog.database.backup(to: folder.file("b.db")) { _, _ in throw DiskGone() }
        }
        #expect(try String(contentsOfFile: folder.file("b.db"), encoding: .utf8) == "older")
        try catalog.database.execute("DELETE FROM categories")
    }

    @Test("A backup is never written over the database itself")
    func same() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        #expect(throws: SQLiteError.self) {
            try catalog.database.backup(
                to: folder.path + "/../" + folder.path.split(separator: "/").last! + "/a.db"
            )
        }
        #expect(try Catalog.count(catalog.database) == 1)
    }

    @Test("A folder that isn't there is an error that says so")
    func nowhere() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        let error: SQLiteError = try thrown {
            try catalog.database.backup(to: folder.file("nowhere/b.db"))
        }
        #expect(error.message.contains("No such file or directory"))
    }
}

/// A database of the program, brought up by migrations.
struct Catalog {
    let database: Database

    static func migrator(upTo number: Int = 1) throws -> Migrator {
        try Migrator(
            (1...number).map {
                let text =
                    $0 == 1
                    ? "CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
                    : "CREATE TABLE more\($0) (id INTEGER PRIMARY KEY) STRICT;"
                return try #require(Migration(name: "000\($0)_step.sql", text: text))
            }
        )
    }

    init(_ path: String, rows: Int, upTo number: Int = 1) throws {
        database = try Database(path: path)
        try Self.migrator(upTo: number).migrate(database, now: 1)
        try database.write {
            for row in 0..<rows {
                let name = "row \(row) " + String(repeating: "x", count: 100)
                try database.execute("INSERT INTO categories (name) VALUES (\(name))")
            }
        }
    }

    static func count(_ database: Database) throws -> Int {
        try database.count("SELECT count(*) FROM categories")
    }
}
