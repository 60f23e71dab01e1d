import SQLite
import Testing

@testable import Storytime

@Suite("Commands: people")
struct UserCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

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
        let users = UserStore(database: try shell.open(), now: 0)
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
        let actors = try shell.open().all("SELECT DISTINCT actor_name FROM audit_entries") {
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
        #expect(try UserStore(database: shell.open(), now: 0).count() == 1)
    }
}
