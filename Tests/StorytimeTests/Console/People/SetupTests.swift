import Markup
import HTTP
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("First-run setup")
struct SetupTests {
    private func form(
        _ code: String,
        email: String = "ada@example.test",
        password: String = Console.password
    ) -> [(String, String)] {
        [("code", code), ("name", "Ada"), ("email", email), ("password", password)]
    }

    @Test(
        "The first admin’s password is no pattern either",
        arguments: ["11111111", "\t\t\t\t\t\t\t\t"]
    )
    func refusesPatterns(password: String) throws {
        let console = try Console()
        let answer = try console.post(
            "/setup",
            form(console.site.setupCode.text, password: password)
        )
        #expect(answer.status == 422 && answer.markup.error(of: "password") != nil)
        #expect(try console.count("SELECT count(*) FROM users") == 0)
    }

    @Test("The printed code makes the first admin, who is signed in at once")
    func makesFirstAdmin() throws {
        let console = try Console()
        #expect(try console.get("/").location == "/setup")
        let code = console.site.setupCode.text.lowercased().filter { $0 != "-" }
        #expect(try console.post("/setup", form(code)).location == "/admin")
        #expect(try console.get("/admin").contains("Welcome, Ada."))
        #expect(try console.texts("SELECT role FROM users") == ["admin"])
        let audit = try console.texts("SELECT actor_name || ' ' || action FROM audit_entries")
        #expect(audit == ["Ada created"])
    }

    @Test("Without the code nobody becomes admin, and what was typed stays")
    func refusesWrongCode() throws {
        let console = try Console()
        let answer = try console.post("/setup", form("AAAA-AAAA-AAAA"))
        #expect(answer.status == 422)
        #expect(answer.markup.value(of: "email") == "ada@example.test")
        #expect(answer.markup.value(of: "name") == "Ada")
        #expect(answer.markup.error(of: "code")?.contains("Wrong code") == true)
        #expect(!answer.contains(Console.password))
        #expect(try console.count("SELECT count(*) FROM users") == 0)
    }

    @Test("The page is gone once there is an admin")
    func isGoneAfterwards() throws {
        let console = try Console()
        try console.addUser("first@example.test", .admin)
        #expect(try console.get("/setup").status == 404)
        #expect(try console.post("/setup", form(console.site.setupCode.text)).status == 404)
        #expect(try console.count("SELECT count(*) FROM users") == 1)
        #expect(try console.get("/").location == "/login")
    }

    @Test("A parent is no admin: setup is still open, and the address that is taken is refused")
    func refusesTakenAddress() throws {
        let console = try Console()
        try console.addUser("Ada@Example.test", .parent)
        let answer = try console.post("/setup", form(console.site.setupCode.text))
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "email")?.contains("address") == true)
        #expect(answer.markup.value(of: "name") == "Ada")
        #expect(try console.count("SELECT count(*) FROM users WHERE role = 'admin'") == 0)
    }

    @Test("Of two who send the form at once, one becomes admin and the other finds nothing")
    func oneOfTwoIsFirst() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let console = try Console(path: folder.file("storytime.db"), turn: turn)
        let (site, path) = (console.site, folder.file("storytime.db"))
        let code = site.setupCode.text
        let statuses = Mutex<[Int]>([])
        let threads = try ["one@example.test", "two@example.test"].map { email in
            let pairs = form(code, email: email).map { (name: $0.0, value: $0.1) }
            let body = Array(PercentEncoding.encodeQuery(pairs).utf8)
            return try Thread("setup") {
                guard let database = try? Database(path: path, turn: turn),
                    let application = try? Application(site: site, database: database),
                    let request = Request(
                        method: .post,
                        target: "/setup",
                        headers: ["Content-Type": "application/x-www-form-urlencoded"],
                        body: body
                    )
                else { return }
                let status = application.respond(to: request).status.code
                statuses.withLock { $0.append(status) }
            }
        }
        for thread in threads { thread.join() }
        #expect(statuses.withLock { $0.sorted() } == [303, 404])
        #expect(try console.count("SELECT count(*) FROM users") == 1)
    }

    @Test(
        "Each rule of the form is said beside its field",
        arguments: [
            ("code", "", "Enter the setup code."),
            ("name", "", "Enter a name."),
            ("email", "", "Enter an e-mail address."),
            ("email", "ada", "like name@example.com"),
            ("email", "a@b@c", "like name@example.com"),
            ("email", "a da@example.test", "like name@example.com"),
            ("email", "@example.test", "like name@example.com"),
            ("password", "", "Enter a password."),
            ("password", "1234567", "at least 8 characters"),
            ("password", String(repeating: "x", count: 129), "use 128 characters or fewer"),
            ("password", "1234567\0", "can’t be typed"),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        let console = try Console()
        let fields = form(console.site.setupCode.text).map { $0.0 == field ? ($0.0, text) : $0 }
        let answer = try console.post("/setup", fields)
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: field)?.contains(complaint) == true)
        #expect(try console.count("SELECT count(*) FROM users") == 0)
    }
}

@Suite("Setup code")
struct SetupCodeTests {
    @Test("It is twelve letters and digits that can't be taken for each other, in groups of four")
    func looks() throws {
        let code = try SetupCode().text
        let groups = code.split(separator: "-")
        #expect(groups.map(\.count) == [4, 4, 4])
        #expect(!code.contains { "IO01".contains($0) || $0.isLowercase })
    }

    @Test("Two are never the same")
    func differs() throws {
        #expect(try Set((0..<100).map { _ in try SetupCode().text }).count == 100)
    }

    @Test("Case, hyphens and spaces don't matter; a missing or wrong character does")
    func matches() throws {
        let code = try SetupCode()
        #expect(code.matches(code.text))
        #expect(code.matches(code.text.lowercased().replacing("-", with: " ")))
        #expect(!code.matches(String(code.text.dropLast())))
        #expect(!code.matches(code.text + "A"))
        #expect(!code.matches(""))
        let last = code.text.last == "A" ? "B" : "A"
        #expect(!code.matches(code.text.dropLast() + last))
    }
}
