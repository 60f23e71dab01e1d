import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Commands: backup, restore and check")
struct BackupCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    @Test(
        "A backup holds what was there, and restoring it brings that back and keeps the rest beside"
    )
    func backupAndRestore() throws {
        #expect(try shell.run("demo", "--without-stories").status == 0)
        let backup = folder.file("backup.db")
        #expect(try shell.run("backup", backup).status == 0)
        try shell.open().script(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada'; DELETE FROM books;"
        )
        let result = try shell.run("restore", backup)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("The old database is kept in"))
        #expect(
            try shell.open().first("SELECT count(*) FROM books") { try $0.int(0) }
                == DemoBooks.all.count
        )
        #expect(try shell.run("check").status == 0)
        #expect(try Folder.names(in: folder.file("data")).contains { $0.contains("replaced-1") })
    }

    @Test("Restoring into an empty folder makes the console anew")
    func restoresFresh() throws {
        #expect(try shell.run("demo", "--without-stories").status == 0)
        let backup = folder.file("backup.db")
        #expect(try shell.run("backup", backup).status == 0)
        let fresh = Shell(data: folder.file("fresh"))
        #expect(try fresh.run("restore", backup).status == 0)
        #expect(try fresh.run("check").output.contains("in order and up to date"))
    }

    @Test(
        "What is no good backup is refused, and nothing is changed",
        arguments: [
            "damaged", "truncated", "foreign", "empty", "newer", "missing", "folder", "itself",
        ]
    )
    func refusesBadBackups(kind: String) throws {
        #expect(try shell.run("demo", "--without-stories").status == 0)
        let good = folder.file("good.db")
        #expect(try shell.run("backup", good).status == 0)
        let file = try badBackup(kind, from: good)
        let before = try content()
        let result = try shell.run("restore", file)
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try content() == before)
        #expect(try shell.run("check").status == 0)
        let names = try Folder.names(in: folder.file("data"))
        #expect(names == ["imports", "inbox", "media", "storytime.db", "tmp"])
    }

    /// What the database holds, as far as these tests change it.
    private func content() throws -> [String] {
        let database = try shell.open()
        return try database.all("SELECT title FROM books ORDER BY id") { try $0.text(0) }
            + database.all("SELECT name FROM schema_migrations") { try $0.text(0) }
    }

    /// Makes the file of that kind, and says where it is.
    private func badBackup(_ kind: String, from good: String) throws -> String {
        let file = folder.file("bad.db")
        var bytes = try Folder.read(good).bytes
        switch kind {
        case "damaged":
            for index in stride(from: 8192, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
        case "truncated": bytes.removeLast(bytes.count / 2)
        case "foreign": bytes = Array("This is a letter to my grandmother.".utf8)
        case "empty": bytes = []
        case "missing": return folder.file("nowhere.db")
        case "folder": return folder.path
        case "itself": return shell.database
        default: break
        }
        try Data(bytes).write(to: URL(filePath: file))
        if kind == "newer" {
            try Database(path: file).execute(
                "INSERT INTO schema_migrations VALUES (99, '0099_future.sql', '-- later', 0)"
            )
        }
        return file
    }

    @Test("A database that is not there is not made by asking for a backup or a check of it")
    func nothingToBackUp() throws {
        let backup = try shell.run("backup", folder.file("x.db"))
        #expect(backup.status == 2)
        #expect(backup.errors.contains("no database"))
        let check = try shell.run("check")
        #expect(check.status == 0)
        #expect(check.output.contains("no database"))
        #expect(!Folder.exists(shell.database) && !Folder.exists(folder.file("x.db")))
    }

    @Test("check finds damage")
    func checkFindsDamage() throws {
        #expect(try shell.run("demo", "--without-stories").status == 0)
        let bad = try badBackup("damaged", from: shell.database)
        let data = folder.file("data")
        try FileManager.default.removeItem(atPath: shell.database)
        try FileManager.default.moveItem(atPath: bad, toPath: data + "/storytime.db")
        let result = try shell.run("check")
        #expect(result.status == 1)
        #expect(result.errors.contains("damaged"))
    }
}
