import Markup
import Glibc
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("One's own account")
struct AccountTests {
    private let newPassword = "a sentence that nobody guesses"

    @Test("Times are shown in the chosen zone, and dates in the chosen language")
    func choosesZoneAndLanguage() throws {
        let console = try Console.asAdmin()
        let category = try console.addCategory("Dinosaurs")
        let path = "/admin/categories/\(category.id)"
        #expect(try console.get(path).contains("21 November 2026"))
        let fields = [
            ("name", "Ada"), ("time_zone", "Pacific/Kiritimati"), ("language", "de"),
            ("version", "1"),
        ]
        #expect(try console.post("/account", fields).location == "/account")
        // 14 hours ahead: there it is the next day.
        #expect(try console.get(path).contains("22. November 2026"))
    }

    @Test("A parent who chose no zone reads times in their family’s, and is told that")
    func familyZone() throws {
        let console = try Console()
        let family = try console.addFamily("South", zone: "Pacific/Kiritimati")
        try console.signIn(try console.addParent("south@example.test", in: family))
        try console.addChild("Pippi", in: family)
        try console.post("/children/1/remove")
        // 14 hours ahead of UTC: there it is the next day.
        let exact = "22 November 2026, 00:40"
        #expect(try console.get("/children").contains(exact))
        let page = try console.get("/account")
        #expect(page.contains("Same as your family (Pacific/Kiritimati)"))
        #expect(page.contains("Reports always use your family’s"))
        try console.post(
            "/account",
            [("name", "Ada"), ("time_zone", "Europe/London"), ("language", ""), ("version", "2")]
        )
        #expect(try !console.get("/children").contains(exact))
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get("/account").contains("Server default (UTC)"))
    }

    @Test("A zone or a language that isn't offered is refused beside its field")
    func refusesUnknownChoices() throws {
        let console = try Console.asAdmin()
        let fields = [("name", "Ada"), ("time_zone", "Mars/Base"), ("language", "xx")]
        let answer = try console.post("/account", fields)
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "time_zone") != nil)
        #expect(answer.markup.error(of: "language") != nil)
    }

    @Test("A change made in another window is shown beside this one, and nothing is overwritten")
    func showsConflict() throws {
        let console = try Console.asAdmin()
        let form = { (name: String, zone: String, version: String) in
            [("name", name), ("time_zone", zone), ("language", "de"), ("version", version)]
        }
        try console.post("/account", form("Ada", "Europe/Berlin", "1"))
        let answer = try console.post("/account", form("Ada L.", "Asia/Tokyo", "1"))
        #expect(answer.status == 409)
        let text = try #require(answer.markup.text(id: "conflict"))
        #expect(text.contains("Name Ada Ada L."))
        #expect(text.contains("Time zone Europe / Berlin Asia / Tokyo"))
        #expect(!text.contains("Language of dates"))
        #expect(answer.contains("href=\"/account\" data-forget>Keep the saved version</a>"))
        #expect(answer.markup.value(of: "name") == "Ada L.")
        #expect(answer.markup.value(of: "version") == "2")
        #expect(try console.texts("SELECT time_zone FROM users") == ["Europe/Berlin"])
        #expect(try console.post("/account", form("Ada L.", "Asia/Tokyo", "2")).status == 303)
        #expect(try console.texts("SELECT time_zone FROM users") == ["Asia/Tokyo"])
    }

    @Test(
        "Whoever changes their password or address gets another cookie; the old one is worth nothing"
    )
    func renewsCookie() throws {
        let console = try Console.asAdmin()
        let name = "storytime_session"
        let password = [
            ("current_password", Console.password), ("new_password", newPassword),
        ]
        let email = [("email", "ada@new.example"), ("email_password", newPassword)]
        for (path, fields) in [("/account/password", password), ("/account/email", email)] {
            let old = try #require(console.cookies[name])
            #expect(try console.post(path, fields).status == 303)
            let new = try #require(console.cookies[name])
            #expect(new != old)
            #expect(try console.get("/account").status == 200)
            console.cookies[name] = old
            #expect(try console.get("/account").location?.hasPrefix("/login") == true)
            console.cookies[name] = new
        }
        #expect(try console.count("SELECT count(*) FROM sessions") == 1)
    }

    @Test("A new password needs the present one, and signs out everywhere else")
    func changesPassword() throws {
        let console = try Console()
        let id = try console.signIn(as: .admin)
        let other = console.cookies
        console.cookies = [:]
        try console.signIn(id)
        let wrong = [("current_password", "not mine"), ("new_password", newPassword)]
        #expect(try console.post("/account/password", wrong).status == 422)
        let right = [("current_password", Console.password), ("new_password", newPassword)]
        #expect(try console.post("/account/password", right).location == "/account")
        #expect(try console.get("/account").status == 200)
        console.cookies = other
        #expect(try console.get("/account").status == 303)
        console.cookies = [:]
        let signIn = [("email", "admin@example.test"), ("password", newPassword)]
        #expect(try console.post("/login", signIn).location == "/")
    }

    @Test(
        "Common passwords and ones that follow from the person are refused",
        arguments: [
            "password1", "QWERTYUIOP", "Admin@Example.test", "short", "aaaaaaaa", "        ",
        ]
    )
    func refusesWeakPasswords(_ password: String) throws {
        let console = try Console.asAdmin()
        let fields = [("current_password", Console.password), ("new_password", password)]
        let answer = try console.post("/account/password", fields)
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "new_password") != nil)
    }

    @Test("Passwords may have 128 characters of any kind, and nothing of them is left out")
    func takesLongPasswords() throws {
        let console = try Console.asAdmin()
        let long = String(repeating: "é😀", count: 42) + "x"
        let fields = [("current_password", Console.password), ("new_password", long)]
        #expect(try console.post("/account/password", fields).status == 303)
        console.cookies = [:]
        let cut = [("email", "admin@example.test"), ("password", String(long.dropLast()))]
        #expect(try console.post("/login", cut).status == 422)
        let whole = [("email", "admin@example.test"), ("password", long)]
        #expect(try console.post("/login", whole).status == 303)
    }

    @Test("An open screen is no way around the throttle")
    func throttlesGuesses() throws {
        let console = try Console.asAdmin()
        for _ in 0..<6 {
            try console.post(
                "/account/password",
                [("current_password", "a guess"), ("new_password", newPassword)]
            )
        }
        let right = [("current_password", Console.password), ("new_password", newPassword)]
        let answer = try console.post("/account/password", right)
        #expect(answer.status == 422)
        #expect(answer.contains("Too many attempts"))
    }

    @Test("A new e-mail address needs the password, and must be free")
    func changesEmail() throws {
        let console = try Console.asAdmin()
        try console.addUser("taken@example.test", .parent)
        let change = { (email: String, password: String) in
            try console.post("/account/email", [("email", email), ("email_password", password)])
        }
        #expect(try change("new@example.test", "wrong").status == 422)
        #expect(try change("TAKEN@example.test", Console.password).status == 422)
        #expect(try change("new@example.test", Console.password).location == "/account")
        #expect(
            try console.count("SELECT count(*) FROM users WHERE email = 'new@example.test'") == 1
        )
    }

    @Test("A new e-mail address is saved while somebody else changes the name")
    func changesEmailMeanwhile() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let consoles = try (0..<2).map { _ in
            try Console(path: folder.file("storytime.db"), turn: turn)
        }
        let id = try consoles[0].signIn(as: .admin)
        let status = Mutex<Int?>(nil)
        let sender = Unchecked(consoles[0])
        let thread = try Thread("sender") {
            let fields = [("email", "new@example.test"), ("email_password", Console.password)]
            let answer = try? sender.value.post("/account/email", fields)
            status.withLock { $0 = answer?.status ?? 0 }
        }
        let users = UserStore(database: consoles[1].database, now: 0)
        for number in 0..<10_000 where status.withLock({ $0 == nil }) {
            usleep(2_000)
            let version = try users.find(id).version
            // The sender's turn may come in between.
            _ = try? users.update(
                id,
                version: version,
                { $0.name = "Ada \(number)" },
                by: .commandLine
            )
        }
        thread.join()
        #expect(status.withLock(\.self) == 303)
        #expect(try users.find(id).email == "new@example.test")
        #expect(try users.find(id).name.hasPrefix("Ada "))
    }

    @Test("One session is ended from the list; nobody ends another person's")
    func endsSessions() throws {
        let console = try Console()
        let id = try console.signIn(as: .admin)
        let other = console.cookies
        console.cookies = [:]
        try console.signIn(id)
        #expect(try console.post("/account/sessions/1/end").status == 303)
        let mine = console.cookies
        console.cookies = other
        #expect(try console.get("/account").status == 303)

        console.cookies = [:]
        try console.signIn(as: .parent)
        #expect(try console.post("/account/sessions/2/end").status == 404)
        console.cookies = mine
        #expect(try console.get("/account").status == 200)
    }

    @Test(
        "Devices are named as their owners call them",
        arguments: [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Safari/604",
                "Safari on iPhone"
            ),
            ("curl/8.0", "Another program"),
        ]
    )
    func namesDevices(_ userAgent: String, _ name: String) {
        #expect(Device.name(userAgent) == name)
    }
}
