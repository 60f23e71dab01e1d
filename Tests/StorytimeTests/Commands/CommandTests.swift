import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Commands")
struct CommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell
    private var database: String { folder.file("data/storytime.db") }

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    private func open() throws -> Database { try Database(path: database) }

    // MARK: Usage

    @Test("Without a command the program says what there is, and that this was no use of it")
    func noCommand() throws {
        let result = try shell.run()
        #expect(result.status == 2)
        for command in CommandLineTool.commands { #expect(result.output.contains(command.summary)) }
        #expect(try shell.run("--help").status == 0)
        #expect(try shell.run("help").output == result.output)
    }

    @Test("Every command explains itself", arguments: CommandLineTool.commands.map(\.name))
    func help(name: String) throws {
        let result = try shell.run(name, "--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: storytime \(name)"))
        let command = try #require(CommandLineTool.commands.first { $0.name == name })
        #expect(result.output.contains(command.summary))
        if command.takesSettings { #expect(result.output.contains("--data VALUE")) }
        #expect(!Folder.exists(folder.file("data")))
    }

    @Test(
        "Wrong usage is status 2, one line that says why, and nothing done",
        arguments: [
            ["nonsense"], ["migrate", "now"], ["demo", "--twice"], ["serve", "--prot", "80"],
            ["serve", "--port"], ["serve", "--port", "x"], ["routes", "x"], ["version", "x"],
            ["config", "x"], ["check", "x"], ["backup"], ["backup", "a", "b"], ["restore"],
            ["backup", "--all"], ["user"], ["user", "nonsense"], ["user", "list", "x"],
            ["user", "add", "--email", "a@b"],
            ["user", "add", "--role", "admin", "--password-stdin"],
            ["user", "add", "--email", "a@b", "--role", "king", "--password-stdin"],
            ["user", "add", "--email", "a@b", "--role", "admin"],
            ["user", "add", "--email", "a@b", "--role", "admin", "--password-stdin", "--sudo"],
            ["user", "add", "--email"], ["user", "disable"], ["user", "disable", "--mail", "a@b"],
            ["user", "enable", "--email", "a@b", "x"], ["user", "password", "--email", "a@b"],
        ]
    )
    func wrongUsage(words: [String]) throws {
        let result = try shell.run(words, input: "password 123\n")
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("storytime"))
        #expect(!Folder.exists(database))
    }

    @Test("A setting that is wrong in the environment stops every command")
    func wrongEnvironment() throws {
        for (name, value) in [("STORYTIME_PORT", "x"), ("STORYTIME_NONSENSE", "1")] {
            let result = try shell.run("config", environment: [name: value])
            #expect(result.status == 2)
            #expect(result.errors.contains(name))
        }
    }

    // MARK: The database

    @Test("migrate makes the folders and the database, and may be run again")
    func migrate() throws {
        let first = try shell.run("migrate")
        #expect(first.status == 0)
        #expect(first.output.contains("Migrated: 0001_people.sql"))
        #expect(try Folder.names(in: folder.file("data")).contains("storytime.db"))
        #expect(
            Folder.exists(folder.file("data/media")) && Folder.exists(folder.file("data/inbox"))
        )
        let second = try shell.run("migrate")
        #expect(second.status == 0)
        #expect(!second.output.contains("Migrated:"))
    }

    @Test("--data says where, and is stronger than the environment")
    func dataFlag() throws {
        #expect(try shell.run("migrate", "--data", folder.file("elsewhere")).status == 0)
        #expect(Folder.exists(folder.file("elsewhere/storytime.db")))
        #expect(!Folder.exists(database))
    }

    @Test("demo adds the books, once, and brings no deleted category back")
    func demo() throws {
        let first = try shell.run("demo")
        #expect(first.status == 0)
        #expect(first.output.contains("Added \(DemoBooks.all.count) books"))
        let console = try open()
        _ = try CategoryStore(database: console, now: 0)
            .delete(ID(1), version: nil, by: .commandLine)
        let second = try shell.run("demo")
        #expect(second.status == 0)
        #expect(second.output.contains("there already"))
        #expect(
            try console.first("SELECT count(*) FROM books") { try $0.int(0) } == DemoBooks.all.count
        )
        #expect(try console.first("SELECT count(*) FROM categories") { try $0.int(0) } == 7)
    }

    @Test("A database of a newer program is left alone, and every command says so")
    func newerDatabase() throws {
        #expect(try shell.run("migrate").status == 0)
        try open().execute(
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

    // MARK: Backup and restore

    @Test(
        "A backup holds what was there, and restoring it brings that back and keeps the rest beside"
    )
    func backupAndRestore() throws {
        #expect(try shell.run("demo").status == 0)
        let backup = folder.file("backup.db")
        #expect(try shell.run("backup", backup).status == 0)
        try open().execute("DELETE FROM books")
        let result = try shell.run("restore", backup)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("What was there before is kept in"))
        #expect(
            try open().first("SELECT count(*) FROM books") { try $0.int(0) } == DemoBooks.all.count
        )
        #expect(try shell.run("check").status == 0)
        #expect(try Folder.names(in: folder.file("data")).contains { $0.contains("replaced-1") })
    }

    @Test("Restoring into an empty folder makes the console anew")
    func restoresFresh() throws {
        #expect(try shell.run("demo").status == 0)
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
        #expect(try shell.run("demo").status == 0)
        let good = folder.file("good.db")
        #expect(try shell.run("backup", good).status == 0)
        let file = try badBackup(kind, from: good)
        let before = try content()
        let result = try shell.run("restore", file)
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try content() == before)
        #expect(try shell.run("check").status == 0)
        #expect(try Folder.names(in: folder.file("data")) == ["inbox", "media", "storytime.db"])
    }

    /// What the database holds, as far as these tests change it.
    private func content() throws -> [String] {
        let database = try open()
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
        case "itself": return database
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
        #expect(!Folder.exists(database) && !Folder.exists(folder.file("x.db")))
    }

    @Test("check finds damage")
    func checkFindsDamage() throws {
        #expect(try shell.run("demo").status == 0)
        let bad = try badBackup("damaged", from: database)
        let data = folder.file("data")
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: bad, toPath: data + "/storytime.db")
        let result = try shell.run("check")
        #expect(result.status == 1)
        #expect(result.errors.contains("damaged"))
    }

    // MARK: People

    @Test("People are added, listed, shut out, let in and given passwords")
    func people() throws {
        let add = try shell.run(
            "user",
            "add",
            "--email",
            "ada@example.test",
            "--role",
            "admin",
            "--password-stdin",
            input: "a good password\n"
        )
        #expect(add.status == 0, "\(add.errors)")
        #expect(try shell.run("user", "list").output == "ada@example.test\tadmin\tactive\tada\n")
        let email = "--email"
        #expect(try shell.run("user", "disable", email, "ADA@example.test").status == 0)
        #expect(try shell.run("user", "list").output.contains("\tdisabled\t"))
        #expect(try shell.run("user", "enable", email, "ada@example.test").status == 0)
        #expect(try shell.run("user", "list").output.contains("\tactive\t"))
        let users = UserStore(database: try open(), now: 0)
        #expect(try users.find(email: "ada@example.test")?.hash.matches("a good password") == true)
        let change = try shell.run(
            "user",
            "password",
            email,
            "ada@example.test",
            "--password-stdin",
            input: "another password"
        )
        #expect(change.status == 0)
        #expect(try users.find(email: "ada@example.test")?.hash.matches("another password") == true)
        let actors = try open().all("SELECT DISTINCT actor_name FROM audit_entries") {
            try $0.text(0)
        }
        #expect(actors == ["Command line"])
    }

    @Test("An address that is taken, a poor password and somebody unknown are refused")
    func refusesPeople() throws {
        func add(_ email: String, _ password: String) throws -> Shell.Result {
            try shell.run(
                "user",
                "add",
                "--email",
                email,
                "--role",
                "parent",
                "--name",
                "Ada L.",
                "--password-stdin",
                input: password + "\n"
            )
        }
        #expect(try add("ada@example.test", "a good password").status == 0)
        #expect(try shell.run("user", "list").output.hasSuffix("\tAda L.\n"))
        #expect(try add("ADA@example.test", "a good password").errors.contains("there already"))
        #expect(try add("bob@example.test", "short").errors.contains("at least 8"))
        #expect(try add("no address", "a good password").errors.contains("name@example.com"))
        let unknown = try shell.run("user", "disable", "--email", "bob@example.test")
        #expect(unknown.status != 0)
        #expect(unknown.errors.contains("nobody"))
        #expect(try UserStore(database: open(), now: 0).count() == 1)
    }

    // MARK: What the program says of itself

    @Test("routes lists every route and who may use it")
    func routes() throws {
        let lines = try shell.run("routes").output.split(separator: "\n")
        #expect(lines.count == Program.routes.count)
        for (line, route) in zip(lines, Program.routes) {
            #expect(line.hasPrefix(route.method.name))
            #expect(line.contains(route.access.rawValue) && line.hasSuffix(" \(route.pattern)"))
        }
    }

    @Test("config lists every setting with its value here")
    func config() throws {
        let result = try shell.run(
            "config",
            "--port",
            "99",
            environment: ["STORYTIME_LOG": "errors"]
        )
        #expect(result.status == 0)
        for setting in Configuration.settings {
            #expect(result.output.contains(setting.name + "="))
        }
        #expect(result.output.contains("STORYTIME_PORT=99\n"))
        #expect(result.output.contains("STORYTIME_LOG=errors\n"))
        #expect(result.output.contains("STORYTIME_DATA=\(folder.file("data"))\n"))
    }

    @Test("version is the program's")
    func version() throws {
        #expect(try shell.run("version").output == Program.version + "\n")
    }

    @Test("check is content with what the repository holds")
    func check() throws {
        #expect(try shell.run("migrate").status == 0)
        let result = try shell.run("check")
        #expect(result.status == 0)
        #expect(result.output.contains("Configuration, routes, templates and assets are in order."))
        #expect(result.output.contains("The database is in order and up to date."))
    }

    @Test("Resources that are not there are said")
    func missingResources() throws {
        let result = try shell.run("check", "--resources", folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("STORYTIME_RESOURCES"))
    }
}
