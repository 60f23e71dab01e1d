import Foundation
import Glibc
import SQLite
import Testing

@Suite("Restore")
struct RestoreTests {
    private let folder: TemporaryFolder
    private let live: String
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        live = folder.file("live.db")
        file = folder.file("backup.db")
        try Catalog(folder.file("source.db"), rows: 3_000).database.backup(to: file)
        try FileManager.default.removeItem(atPath: folder.file("source.db"))
    }

    private func restore(_ migrator: Migrator? = nil) throws -> String? {
        try Restore.restore(file, over: live, migrator: migrator ?? Catalog.migrator())
    }

    private func liveCount() throws -> Int { try Catalog.count(Database(path: live)) }

    @Test("The backup takes the database's place, and the old one is kept")
    func replacing() throws {
        _ = try Catalog(live, rows: 7)
        #expect(try restore() == live + ".replaced-1")
        #expect(try liveCount() == 3_000)
        #expect(try Catalog.count(Database(path: live + ".replaced-1")) == 7)
        #expect(try restore() == live + ".replaced-2")
        #expect(!folder.names.contains { $0.contains("restore-") })
    }

    @Test("A database that isn't there yet is made, whatever log was left of one")
    func absent() throws {
        try folder.write("left over", to: "live.db-wal")
        #expect(try restore() == nil)
        #expect(try liveCount() == 3_000)
        #expect(folder.names.filter { $0.hasPrefix("live") } == ["live.db"])
    }

    @Test("What was only in the old database's log is in the file that is kept")
    func oldLog() throws {
        let image = folder.file("crashed.db")
        do {
            let catalog = try Catalog(image, rows: 9)
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: image + suffix, toPath: live + suffix)
            }
            #expect(try Catalog.count(catalog.database) == 9)
        }
        let kept = try #require(try restore())
        #expect(try Catalog.count(Database(path: kept)) == 9)
        #expect(try liveCount() == 3_000)
    }

    @Test("A database that a program has open is not replaced, though it is idle")
    func inUse() throws {
        let catalog = try Catalog(live, rows: 7)
        #expect(throws: RestoreError.inUse(path: live)) { try restore() }
        #expect(try Catalog.count(catalog.database) == 7)
        try catalog.database.execute("DELETE FROM categories")
    }

    @Test(
        "A restore that is refused changes no byte of anything, of a killed program's log neither",
        arguments: [true, false]
    )
    func changesNothing(isLogged: Bool) throws {
        // As a killed program leaves it: what was written last is in the log alone.
        let image = folder.file("image.db")
        do {
            let catalog = try Catalog(image, rows: 9)
            for suffix in ["", "-wal", "-shm"] {
                try FileManager.default.copyItem(atPath: image + suffix, toPath: live + suffix)
            }
            _ = catalog
        }
        var bytes = try folder.bytes("backup.db")
        for offset in 20_000..<40_000 { bytes[offset] = 0x5a }
        try bytes.write(to: URL(filePath: file))
        if isLogged { try folder.write("a log that means nothing", to: "backup.db-wal") }
        let before = try folder.content()
        #expect(throws: RestoreError.self) { try restore() }
        #expect(try folder.content() == before)
        #expect(try liveCount() == 9)
    }

    @Test("What is no file is refused without being opened")
    func noFile() throws {
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, folder.path] {
            #expect(throws: RestoreError.noFile(path)) {
                try Restore.restore(path, over: live, migrator: Catalog.migrator())
            }
        }
    }

    @Test("A damaged backup is refused, the database stays", arguments: [0, 1, 2, 3])
    func damaged(kind: Int) throws {
        _ = try Catalog(live, rows: 7)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        switch kind {
        case 0: bytes = Data("not a database, though long enough to look at. ".utf8) + bytes
        case 1: bytes.removeLast(bytes.count / 2)
        case 2: for offset in 20_000..<40_000 { bytes[offset] = 0x5a }
        default: bytes.removeLast(bytes.count - 50)
        }
        try bytes.write(to: URL(fileURLWithPath: file))
        let before = folder.names
        let error: RestoreError = try thrown { try restore() }
        guard case .damaged = error else { throw error }
        #expect(folder.names == before)
        #expect(try liveCount() == 7)
    }

    @Test("A backup with dangling references is refused")
    func dangling() throws {
        let database = try Database(path: file)
        try database.script(
            """
            CREATE TABLE books (id INTEGER PRIMARY KEY, category REFERENCES categories(id));
            PRAGMA foreign_keys = OFF;
            INSERT INTO books VALUES (1, 99999);
            """
        )
        let error: RestoreError = try thrown { try restore() }
        #expect(error == .damaged(file: file, ["books 1 to categories"]))
        #expect(!folder.names.contains("live.db"))
    }

    @Test("A backup of a newer program, of another one, or of nothing is refused")
    func wrong() throws {
        let newer = folder.file("newer.db")
        _ = try Catalog(newer, rows: 0, upTo: 3)
        let error: MigrationError = try thrown {
            try Restore.restore(newer, over: live, migrator: Catalog.migrator())
        }
        #expect(error == .newer(path: newer, name: "0002_step.sql"))
        let other = folder.file("other.db")
        try Database(path: other).script("CREATE TABLE theirs (a INTEGER)")
        #expect(throws: MigrationError.foreign(path: other)) {
            try Restore.restore(other, over: live, migrator: Catalog.migrator())
        }
        let empty = folder.file("empty.db")
        try folder.write("", to: "empty.db")
        #expect(throws: RestoreError.empty(file: empty)) {
            try Restore.restore(empty, over: live, migrator: Catalog.migrator())
        }
        let missing = folder.file("missing.db")
        #expect(throws: RestoreError.missing(file: missing)) {
            try Restore.restore(missing, over: live, migrator: Catalog.migrator())
        }
        #expect(throws: RestoreError.sameFile(file)) {
            try Restore.restore(file, over: file, migrator: Catalog.migrator())
        }
        #expect(!folder.names.contains("live.db"))
    }

    @Test("A backup of an older program is restored, to be migrated at the next start")
    func older() throws {
        let migrator = try Catalog.migrator(upTo: 2)
        _ = try restore(migrator)
        #expect(try migrator.migrate(Database(path: live), now: 2) == ["0002_step.sql"])
    }

    @Test("A damaged database is replaced and kept, and its log does not touch the new one")
    func damagedTarget() throws {
        try folder.write(String(repeating: "no database ", count: 1_000), to: "live.db")
        try folder.write("its log", to: "live.db-wal")
        let kept = try #require(try restore())
        #expect(folder.names.filter { $0.hasPrefix("live.db-") } == [])
        #expect(try liveCount() == 3_000)
        #expect(try String(contentsOfFile: kept, encoding: .utf8).hasPrefix("no database"))
    }

    @Test("A backup that has a log beside it is restored with what the log holds")
    func backupWithLog() throws {
        let copied = folder.file("copied.db")
        let image = folder.file("image.db")
        let catalog = try Catalog(copied, rows: 12)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: copied + suffix, toPath: image + suffix)
        }
        try Restore.restore(image, over: live, migrator: Catalog.migrator())
        #expect(try liveCount() == 12)
        _ = catalog
    }

    @Test("The new file belongs to whom the old one belonged")
    func owner() throws {
        _ = try Catalog(live, rows: 1)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: live)
        _ = try restore()
        let attributes = try FileManager.default.attributesOfItem(atPath: live)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
}
