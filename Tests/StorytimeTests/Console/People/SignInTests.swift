import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Signing in and out")
struct SignInTests {
    private static let generic = "The e-mail address or the password is wrong."

    private func console(_ role: Role = .admin) throws -> Console {
        let console = try Console()
        try console.addUser("ada@example.test", role)
        return console
    }

    @discardableResult
    private func signIn(
        _ console: Console,
        _ email: String = "ada@example.test",
        _ password: String = Console.password,
        more: [(String, String)] = []
    ) throws -> Answer {
        try console.post("/login", [("email", email), ("password", password)] + more)
    }

    @Test("The right password leads each role to its own start page", arguments: Role.allCases)
    func signsIn(role: Role) throws {
        let console = try console(role)
        #expect(try signIn(console).location == "/")
        #expect(try console.get("/").location == (role == .admin ? "/admin" : "/children"))
        #expect(try console.get("/account").contains("ada@example.test"))
    }

    @Test("Case and surrounding spaces of the e-mail address don't matter")
    func ignoresCase() throws {
        #expect(try signIn(console(), "  ADA@Example.TEST ").status == 303)
    }

    @Test("The password is taken exactly as it is typed")
    func passwordIsExact() throws {
        let console = try console()
        #expect(try signIn(console, "ada@example.test", Console.password + " ").status == 422)
        #expect(
            try signIn(console, "ada@example.test", Console.password.uppercased()).status == 422
        )
    }

    @Test("A browser that keeps no cookies is told so after signing in")
    func cookiesAreNotKept() throws {
        let console = try console()
        let word = "Your browser didn’t keep you signed in. Allow cookies for this site"
        let page = { (referrer: String) in
            console.headers = [("Referer", referrer)]
            return try console.get("/login")
        }
        let own = "http://\(console.host)"
        #expect(try page(own + "/login").contains(word + ", and sign in again."))
        #expect(try page(own + "/login/code").contains(word))
        #expect(try page(own + "/login?next=/children").contains(word))
        for other in ["\(own)/children", "http://example.test/login", "about:blank", ""] {
            #expect(try !page(other).contains("keep you signed in"), "\(other)")
        }
        console.headers = [("Referer", own + "/login")]
        try signIn(console)
        #expect(try console.get("/login").location == "/")
    }

    @Test("It is told the address that the console should have")
    func cookiesAreNotKeptElsewhere() throws {
        let console = try Console { $0.publicURL = Origin("https://stories.example.test") }
        console.headers = [("Referer", "http://\(console.host)/login")]
        let page = try console.get("/login")
        #expect(page.contains("sign in again at https://stories.example.test."))
    }

    @Test("Nobody learns whether an e-mail address is known")
    func messagesAreAlike() throws {
        let console = try console()
        try console.addUser("off@example.test", .parent)
        let users = UserStore(database: console.database, now: console.time.now)
        let off = try #require(try users.find(email: "off@example.test"))
        try users.setDisabled(true, of: off.user, by: .commandLine)
        let answers = [
            try signIn(console, "ada@example.test", "wrong password"),
            try signIn(console, "bob@example.test", "wrong password"),
            try signIn(console, "off@example.test", Console.password),
            try signIn(console, "no address at all", "wrong password"),
        ]
        for answer in answers {
            #expect(answer.status == 422)
            #expect(answer.markup.error(of: "password")?.contains(Self.generic) == true)
            #expect(answer.response.headers.all("Set-Cookie").isEmpty)
        }
        let bodies = zip(answers, ["ada", "bob", "off", "no address at all"]).map { answer, name in
            answer.text.replacing(name.contains(" ") ? name : "\(name)@example.test", with: "WHO")
        }
        #expect(Set(bodies).count == 1)
        #expect(try console.count("SELECT count(*) FROM sessions") == 0)
    }

    @Test("The e-mail address stays in the form, the password never does")
    func keepsAddress() throws {
        let answer = try signIn(console(), "ada@example.test", "wrong-secret-9")
        #expect(answer.markup.value(of: "email") == "ada@example.test")
        #expect(!answer.contains("wrong-secret-9"))
    }

    @Test("A field that is left out is asked for", arguments: ["email", "password"])
    func asksForBoth(field: String) throws {
        let console = try console()
        let pairs = [("email", "ada@example.test"), ("password", Console.password)]
        let answer = try console.post("/login", pairs.filter { $0.0 != field })
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: field)?.contains("Enter") == true)
    }

    @Test("Signing in leads on to the page that was asked for")
    func leadsOn() throws {
        let console = try console()
        let asked = try console.get("/admin/books?q=a%26b")
        #expect(asked.location == "/login?next=%2Fadmin%2Fbooks%3Fq%3Da%2526b")
        let page = try console.get(try #require(asked.location))
        let next = try #require(page.markup.value(of: "next"))
        #expect(next == "/admin/books?q=a%26b")
        #expect(try signIn(console, more: [("next", next)]).location == next)
    }

    @Test("The page that was asked for is kept when the password was wrong")
    func keepsNext() throws {
        let answer = try signIn(console(), "a@example.test", "no", more: [("next", "/admin/audit")])
        #expect(answer.markup.value(of: "next") == "/admin/audit")
    }

    @Test(
        "An address that isn't a path of this console is no place to go on to",
        arguments: [
            "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example",
            "javascript:alert(1)", "/a\r\nSet-Cookie: x=y", "/\t/evil.example", " /admin", "admin",
            "/a\\..\\b", "/é", "", "/" + String(repeating: "a", count: 2000), "http:/admin",
        ]
    )
    func nextIsLocal(next: String) throws {
        #expect(LocalPath(next) == nil)
        let console = try console()
        #expect(try signIn(console, more: [("next", next)]).location == "/")
    }

    @Test(
        "Local paths are kept as they are",
        arguments: ["/", "/admin", "/admin/books?q=%C3%A9#x"]
    )
    func localPaths(path: String) {
        #expect(LocalPath(path)?.text == path)
    }

    @Test("Someone who is signed in needs no sign-in page")
    func redirectsFromSignIn() throws {
        let console = try Console.asAdmin()
        #expect(try console.get("/login").location == "/")
    }

    @Test("Signing out ends the session in the database and in the browser, and says so")
    func signsOut() throws {
        let console = try Console.asAdmin()
        let old = console.cookies
        let answer = try console.post("/logout")
        #expect(answer.location == "/login")
        #expect(try console.count("SELECT count(*) FROM sessions") == 0)
        #expect(console.cookies["storytime_session"] == nil)
        #expect(try console.get("/login").toast?.contains("You are signed out.") == true)
        console.cookies = old
        #expect(try console.get("/admin").location == "/login?next=%2Fadmin")
    }

    @Test("Signing out twice is no error")
    func signsOutTwice() throws {
        let console = try Console()
        let answer = try console.post("/logout")
        #expect(answer.location == "/login")
        #expect(try console.get("/login").toast == nil)
    }

    @Test("Reading an address never signs anybody out")
    func logoutIsAPost() throws {
        let console = try Console.asAdmin()
        #expect(try console.get("/logout").status == 405)
        #expect(try console.get("/admin").status == 200)
    }
}
