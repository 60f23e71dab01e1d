import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Commands: the database")
struct DatabaseCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    @Test("migrate makes the folders and the database, and may be run again")
    func migrate() throws {
        let first = try shell.run("migrate")
        #expect(first.status == 0)
        #expect(first.output.contains("Migrated: 0001_people.sql"))
        #expect(try Folder.names(in: folder.file("data")).contains("storytime.db"))
        for name in ["media", "inbox", "tmp"] {
            #expect(Folder.exists(folder.file("data/\(name)")))
        }
        let second = try shell.run("migrate")
        #expect(second.status == 0)
        #expect(!second.output.contains("Migrated:"))
    }

    @Test("--data says where, and is stronger than the environment")
    func dataFlag() throws {
        #expect(try shell.run("migrate", "--data", folder.file("elsewhere")).status == 0)
        #expect(Folder.exists(folder.file("elsewhere/storytime.db")))
        #expect(!Folder.exists(shell.database))
    }

    @Test("demo adds the books, once, and brings no deleted category back")
    func demo() throws {
        let first = try shell.run("demo", "--without-stories")
        #expect(first.status == 0)
        #expect(first.output.contains("Added \(DemoBooks.all.count) books"))
        let console = try shell.open()
        _ = try CategoryStore(database: console, now: 0)
            .delete(ID(1), version: nil, by: .commandLine)
        let second = try shell.run("demo", "--without-stories")
        #expect(second.status == 0)
        #expect(second.output.contains("already exist"))
        #expect(
            try console.first("SELECT count(*) FROM books") { try $0.int(0) } == DemoBooks.all.count
        )
        #expect(try console.first("SELECT count(*) FROM categories") { try $0.int(0) } == 7)
    }

    @Test("A database of a newer program is left alone, and every command says so")
    func newerDatabase() throws {
        #expect(try shell.run("migrate").status == 0)
        try shell.open().execute(
            "INSERT INTO schema_migrations VALUES (99, '0099_future.sql', '-- later', 0)"
        )
        for command in ["migrate", "demo", "check", "serve"] {
            let result = try shell.run(command)
            #expect(result.status == 1, "\(command)")
            #expect(result.errors.contains("newer version"), "\(command): \(result.errors)")
        }
    }

    @Test("A folder that can't be written is said in one line")
    func unwritable() throws {
        let file = folder.file("file")
        try "x".write(toFile: file, atomically: true, encoding: .utf8)
        let result = try shell.run("migrate", "--data", file + "/data")
        #expect(result.status == 1)
        #expect(result.errors.contains("file"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}
