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

    @Test(
        "Commands that read make no database where there is none",
        arguments: [["user", "list"], ["books", "export"], ["usage", "rebuild"]]
    )
    func readsOnly(words: [String]) throws {
        let result = try shell.run(words)
        #expect(result.status == 2 && result.errors.contains("there is no database at"))
        #expect(!Folder.exists(folder.file("data")))
    }

    @Test("What a form would say ends with one period here, too")
    func periods() throws {
        let words = ["user", "add", "--role", "admin", "--password-stdin", "--email"]
        let address = try shell.run(words + ["ada"], input: "a good password\n").errors
        #expect(address.contains("like name@example.com. See `storytime user --help`."))
        let password = try shell.run(words + ["ada@example.test"], input: "short\n").errors
        #expect(password.contains("at least 8 characters. See `storytime user --help`."))
    }

    @Test("Who shuts out the last admin is told so")
    func lastAdmin() throws {
        let words = ["--email", "ada@example.test"]
        let add = ["user", "add"] + words + ["--role", "admin", "--password-stdin"]
        #expect(try shell.run(add, input: "a good password\n").status == 0)
        let result = try shell.run(["user", "disable"] + words)
        #expect(result.status == 0 && result.output.contains("No admin can sign in now."))
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

    @Test("An admin who lost their phone gets in again from the shell")
    func resetsSecondFactor() throws {
        let words = ["user", "reset-second-factor", "--email", "ada@example.test"]
        let add = ["user", "add", "--email", "ada@example.test", "--role", "admin"]
        let added = try shell.run(add + ["--password-stdin"], input: "a good password\n")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try shell.run(words).errors.contains("has no second factor"))
        let database = try shell.open()
        let now = 1_795_257_600
        let store = SecondFactorStore(database: database, now: now)
        let found = try UserStore(database: database, now: now).find(email: "ada@example.test")
        let user = try #require(found).user
        try store.propose(for: user.id)
        let code = try #require(try store.proposal(for: user.id)).code(step: TOTP.step(at: now))
        let codes = try Console.recoveryCodes.get()
        #expect(try store.turnOn(for: user, code: code, codes, keeping: nil))
        let reset = try shell.run(words)
        #expect(reset.status == 0)
        #expect(reset.output.contains("signs in with a password only"))
        #expect(try !store.isOn(for: user.id))
        let audit = try database.all(
            "SELECT actor_name || ' ' || action FROM audit_entries ORDER BY id DESC LIMIT 1"
        ) { try $0.text(0) }
        #expect(audit == ["Command line reset the second factor of"])
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
        #expect(try add("ADA@example.test", "a good password").errors.contains("already exists"))
        #expect(try add("bob@example.test", "short").errors.contains("at least 8"))
        #expect(try add("bob@example.test", "abababab").errors.contains("pattern"))
        #expect(try add("no address", "a good password").errors.contains("name@example.com"))
        let unknown = try shell.run("user", "disable", "--email", "bob@example.test")
        #expect(unknown.status != 0)
        #expect(unknown.errors.contains("nobody"))
        #expect(try UserStore(database: shell.open(), now: 0).count() == 1)
    }
}
