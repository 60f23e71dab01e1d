import Foundation
import Glibc
import Testing

@testable import SQLite

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
            let reading = DatabaseConfiguration(isReadOnly: true)
            let copy = try Database(path: folder.file("b.db"), configuration: reading)
            #expect(try Catalog.count(copy) == rows)
            try catalog.database.execute("INSERT INTO categories (name) VALUES ('more')")
        }
    }

    @Test(
        "A backup that fails leaves no file, and an older one as it was",
        arguments: [true, false]
    )
    func failing(isNameless: Bool) throws {
        struct DiskGone: Error {}
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 60_000)
        let target = folder.file("b.db")
        #expect(throws: DiskGone.self) {
            try Backup.write(catalog.database, to: target, isNameless: isNameless) { _, _ in
                throw DiskGone()
            }
        }
        #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal"])
        try catalog.database.backup(to: target)
        let older = try folder.bytes("b.db")
        #expect(throws: DiskGone.self) {
            try Backup.write(catalog.database, to: target, isNameless: isNameless) { _, _ in
                throw DiskGone()
            }
        }
        #expect(try folder.bytes("b.db") == older)
        #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal", "b.db"])
        try catalog.database.execute("DELETE FROM categories")
    }

    @Test("While a backup is made nothing of it is in any folder, so a kill leaves nothing behind")
    func nameless() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 60_000)
        let before = folder.names
        for _ in 0..<2 {
            let names = folder.names
            try catalog.database.backup(to: folder.file("b.db")) { _, _ in
                #expect(folder.names == names)
            }
        }
        #expect(folder.names == before + ["b.db"])
    }

    @Test("Where files must have names, a draft has a hidden one, and the next backup removes it")
    func named() throws {
        struct Killed: Error {}
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 10)
        let target = folder.file("b.db")
        try folder.write("half of one", to: ".b.db.storytime-draft")
        try Backup.write(catalog.database, to: target, isNameless: false) { _, _ in
            #expect(folder.names.filter { $0.hasPrefix(".") } == [".b.db.storytime-draft"])
            // Another one at the same time does not take it away.
            #expect(throws: SQLiteError.self) { try catalog.database.backup(to: target) }
        }
        #expect(folder.names.contains("b.db") && !folder.names.contains(".b.db.storytime-draft"))
        try folder.write("half of one", to: ".b.db.storytime-draft")
        try catalog.database.backup(to: target)
        #expect(!folder.names.contains(".b.db.storytime-draft"))
        #expect(try Database(path: target).damages() == [])
    }

    @Test("A backup is never written over the database itself, by whichever name")
    func same() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        let roundabout =
            folder.path + "/../" + folder.path.split(separator: "/").last! + "/a.db"
        try FileManager.default.linkItem(
            atPath: folder.file("a.db"),
            toPath: folder.file("second.db")
        )
        for path in [folder.file("a.db"), roundabout, folder.file("second.db")] {
            #expect(throws: BackupRefusal.itself(path)) { try catalog.database.backup(to: path) }
        }
        #expect(try Catalog.count(catalog.database) == 1)
    }

    @Test(
        "What is no earlier backup is not replaced: it stays as it is",
        arguments: ["text", "nothing", "foreign", "unmarked", "live", "logged"]
    )
    func refuses(kind: String) throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        let target = folder.file("b.db")
        var other: Database?
        switch kind {
        case "text": try folder.write(String(repeating: "My letters. ", count: 99), to: "b.db")
        case "nothing": try folder.write("", to: "b.db")
        case "foreign":
            try Database(path: target).script(
                "PRAGMA journal_mode = DELETE; PRAGMA application_id = 7; CREATE TABLE a (b)"
            )
        case "unmarked":
            try Database(path: target).script("PRAGMA journal_mode = DELETE; CREATE TABLE a (b)")
        case "live": other = try Catalog(target, rows: 1).database
        default:
            try catalog.database.backup(to: target)
            try folder.write("its log", to: "b.db-wal")
        }
        let content = { try folder.content().filter { $0.key.hasPrefix("b.db") } }
        let before = try content()
        let isInUse = ["live", "logged"].contains(kind)
        #expect(throws: isInUse ? BackupRefusal.inUse(target) : .noBackup(target)) {
            try catalog.database.backup(to: target)
        }
        #expect(try content() == before)
        _ = other
    }

    @Test(
        "A FIFO, a folder and a link are refused at once, and what a link leads to stays",
        arguments: ["a FIFO", "a folder", "a symbolic link", "a socket"]
    )
    func refusesOtherThings(what: String) throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        let target = folder.file("b")
        switch what {
        case "a FIFO": #expect(mkfifo(target, 0o600) == 0)
        case "a folder": #expect(mkdir(target, 0o700) == 0)
        case "a socket": #expect(mknod(target, S_IFSOCK | 0o600, 0) == 0)
        default:
            try catalog.database.backup(to: folder.file("linked.db"))
            #expect(symlink(folder.file("linked.db"), target) == 0)
        }
        let before = folder.names
        #expect(throws: BackupRefusal.noFile(target, what: what)) {
            try catalog.database.backup(to: target)
        }
        #expect(folder.names == before)
    }

    @Test("A file that appears while the backup is made is not replaced")
    func appearing() throws {
        let folder = try TemporaryFolder()
        let catalog = try Catalog(folder.file("a.db"), rows: 1)
        let target = folder.file("b.db")
        #expect(throws: BackupRefusal.noBackup(target)) {
            try catalog.database.backup(to: target) { _, _ in
                try folder.write("mine", to: "b.db")
            }
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
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
