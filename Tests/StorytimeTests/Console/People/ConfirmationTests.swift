import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Asked again before dangerous acts")
struct ConfirmationTests {
    private let sessionCookie = "storytime_session"

    /// A console with an admin who signed in a quarter of an hour ago, and somebody else.
    private func console() throws -> (console: Console, other: ID<User>) {
        let console = try Console.asAdmin()
        let other = try console.addUser("grace@example.test", .parent, name: "Grace")
        console.time.now += 900
        return (console, other)
    }

    // MARK: The table

    @Test("Everything that changes who may get in asks first")
    func flaggedRoutes() {
        let expected: [String: ProofNeed] = [
            "/admin/users/invitations": .recently, "/admin/users/{id}": .recently,
            "/admin/users/{id}/disable": .recently, "/admin/users/{id}/enable": .recently,
            "/admin/users/{id}/reset": .recently,
            "/admin/users/{id}/second-factor/reset": .recently,
            "/admin/families/{id}/invitations": .recently,
            "/admin/families/{id}/parents": .recently,
            "/account/second-factor/setup": .recently,
            "/account/second-factor/recovery-codes": .recently,
            "/account/second-factor/off": .everyTime,
            "/admin/families/{id}/erase": .everyTime,
            "/admin/families/{id}/children/{id}/erase": .everyTime,
            "/family/invitations": .recently, "/family/archive": .recently,
            "/children/{id}/archive": .recently, "/children/{id}/erase": .everyTime,
        ]
        for (path, need) in expected {
            let route = Program.routes.first {
                $0.pattern.description == path && $0.method == .post
            }
            #expect(route?.confirms == need, "\(path)")
        }
        // What only takes access away, and can be given back, is done at once.
        let quick: Set = [
            "/admin/users/invitations/{id}/revoke", "/admin/users/{id}/sign-out",
            // Only about one's own list.
            "/admin/users/columns",
            // Needs a secret that was proposed after a proof.
            "/account/second-factor",
        ]
        for route in Program.routes where route.method == .post {
            let path = route.pattern.description
            guard path.hasPrefix("/admin/users") || path.hasPrefix("/account/second-factor") else {
                continue
            }
            #expect((route.confirms == .never) == quick.contains(path), "\(path)")
        }
    }

    @Test("Only forms of people who are signed in ask, and only forms")
    func flagsFit() {
        for route in Program.routes where route.confirms != .never {
            #expect(route.method == .post && route.access != .everyone, "\(route.pattern)")
        }
    }

    @Test("Every route that asks does nothing before the proof, and is carried out with it")
    func everyRoute() throws {
        for route in Program.routes where route.confirms != .never {
            let (console, other) = try console()
            if route.access == .parent {
                console.cookies = [:]
                console.time.now -= 900
                try console.signIn(other)
                console.time.now += 900
            }
            let before = try console.count("SELECT count(*) FROM audit_entries")
            let path = route.pattern.description.replacing("{id}", with: "\(other)")
            let question = try console.post(
                path,
                [
                    ("name", "New"), ("role", "parent"), ("version", "1"), ("days", "30"),
                    ("scopes", "read:catalog"),
                ]
            )
            #expect(question.status == 403, "\(path)")
            #expect(question.contains("Please confirm it’s you"))
            #expect(try console.count("SELECT count(*) FROM audit_entries") == before)
            let answer = try console.confirm(question, "password", Console.password)
            // There is nothing in the bin, and no book of that key; emptying it was not counted.
            // Nor is there a family.
            let isOfFamily = path.hasPrefix(FamilyListAddress.path) || route.access == .parent
            // Category 2 is there and not in the bin: the answer leads to its page.
            let isOfCategory = path.hasPrefix(CategoryPages.list.href)
            let place = isOfCategory ? "" : Self.place(in: route)
            let status = isOfFamily ? 404 : ["{id}": 404, "bin": 422][place] ?? 303
            #expect(answer.status == status, "\(path)")
        }
    }

    /// What stands for a book in the path of a route that removes some for good.
    private static func place(in route: Route) -> String {
        let path = route.pattern.description
        guard path.hasSuffix("/purge") else { return "" }
        return path.contains("{id}") ? "{id}" : "bin"
    }

    // MARK: When it is asked

    @Test("A quarter of an hour after signing in it is asked; a proof holds as long")
    func freshness() throws {
        let console = try Console.asAdmin()
        let other = try console.addUser("grace@example.test", .parent)
        console.time.now += 899
        #expect(try console.post("/admin/users/\(other)/disable").status == 303)
        console.time.now += 1
        let question = try console.post("/admin/users/\(other)/enable")
        #expect(question.status == 403)
        #expect(try console.confirm(question, "password", Console.password).status == 303)
        console.time.now += 899
        #expect(try console.post("/admin/users/\(other)/disable").status == 303)
        console.time.now += 1
        #expect(try console.post("/admin/users/\(other)/enable").status == 403)
    }

    @Test("A proof in the future, written by a clock that was wrong, is none")
    func futureProof() throws {
        let (console, other) = try console()
        try console.database.execute(
            "UPDATE sessions SET confirmed_at = \(console.time.now + 60)"
        )
        #expect(try console.post("/admin/users/\(other)/disable").status == 403)
    }

    @Test("A program is told with 403, in JSON")
    func programs() throws {
        let (console, other) = try console()
        console.headers = [("Accept", "application/json")]
        let answer = try console.post("/admin/users/\(other)/disable")
        #expect(answer.status == 403)
        #expect(answer.contains("\"code\":\"not_confirmed\""))
    }

    // MARK: What was sent

    @Test("What was typed is carried out with the proof, to the last letter")
    func carriesText() throws {
        let (console, other) = try console()
        let name = "Grace \"&<é=+%41 Hopper"
        let question = try console.post(
            "/admin/users/\(other)",
            [("name", name), ("role", "admin"), ("version", "1")]
        )
        let answer = try console.confirm(question, "password", Console.password)
        #expect(answer.location == "/admin/users/\(other)")
        let kept = try console.texts(
            "SELECT name || role FROM users WHERE id = \(other.value)"
        )
        #expect(kept == [name + "admin"])
        #expect(try console.get("/admin/users/\(other)").toast?.contains("saved") == true)
    }

    @Test("A mistake in the form is shown by the form itself, after the proof")
    func showsMistakes() throws {
        let (console, _) = try console()
        let question = try console.post("/admin/users/invitations", [("role", "parent")])
        let answer = try console.confirm(question, "password", Console.password)
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "name") != nil)
        // The proof was given: the corrected form needs no other.
        let fields = [("name", "Grace"), ("role", "parent")]
        #expect(try console.post("/admin/users/invitations", fields).status == 303)
    }

    @Test("A link that is made after the proof names this console")
    func makesLinks() throws {
        let (console, other) = try console()
        let question = try console.post("/admin/users/\(other)/reset")
        try console.confirm(question, "password", Console.password)
        #expect(try console.get("/admin").contains("http://127.0.0.1:8080/reset?token="))
    }

    @Test("What isn't there any more is answered so, and the person stays signed in")
    func missingRecord() throws {
        let (console, _) = try console()
        let question = try console.post("/admin/users/99/disable")
        let answer = try console.confirm(question, "password", Console.password)
        #expect(answer.status == 404)
        #expect(try console.get("/admin").status == 200)
    }

    @Test("Whoever changes their mind goes back to the page that they came from")
    func leadsBack() throws {
        let (console, other) = try console()
        let back = { (referrer: String) in
            console.headers = [("Referer", referrer)]
            return try console.post("/admin/users/\(other)/disable").markup.value(of: "back")
        }
        #expect(try back("http://127.0.0.1:8080/admin/users/2?x=1") == "/admin/users/2?x=1")
        for elsewhere in ["http://evil.example/x", "http://127.0.0.1:8080//evil", "x", ""] {
            #expect(try back(elsewhere) == "/")
        }
    }

    // MARK: Proofs

    @Test("A wrong password keeps everything, and is counted like one at the door")
    func wrongPassword() throws {
        let (console, other) = try console()
        var page = try console.post("/admin/users/\(other)/disable")
        for _ in 0..<5 {
            page = try console.confirm(page, "password", "a guess")
            #expect(page.status == 422)
            #expect(page.markup.error(of: "password") != nil)
        }
        page = try console.confirm(page, "password", Console.password)
        #expect(page.markup.error(of: "password")?.contains("Too many attempts") == true)
        #expect(try console.count("SELECT count(*) FROM users WHERE is_disabled = 1") == 0)
        console.time.now += 30
        #expect(try console.confirm(page, "password", Console.password).status == 303)
    }

    @Test("Who has a second factor gives a code or a recovery code, and no password will do")
    func secondFactor() throws {
        let (console, other) = try console()
        let admin = try #require(
            try UserStore(database: console.database, now: 0).find(email: "admin@example.test")
        ).user
        let totp = try console.turnOnSecondFactor(of: admin.id)
        console.cookies = [:]
        try console.signIn(admin.id)
        console.time.now += 900
        let question = try console.post("/admin/users/\(other)/disable")
        #expect(question.markup.value(of: "code") == "")
        #expect(try console.confirm(question, "password", Console.password).status == 422)
        #expect(try console.confirm(question, "code", console.wrongCode(totp)).status == 422)
        let code = try console.code(totp)
        #expect(try console.confirm(question, "code", code).status == 303)
        console.time.now += 900
        let again = try console.post("/admin/users/\(other)/enable")
        #expect(try console.confirm(again, "code", code).status == 422)
        let recovery = try Console.recoveryCodes.get().texts[0]
        #expect(try console.confirm(again, "recovery_code", recovery).status == 303)
        #expect(try console.confirm(again, "recovery_code", recovery).status == 422)
    }

    @Test("The session gets another secret with the proof; the old cookie is worth nothing")
    func rotatesSecret() throws {
        let (console, other) = try console()
        let old = console.cookies[sessionCookie]
        let question = try console.post("/admin/users/\(other)/disable")
        try console.confirm(question, "password", Console.password)
        #expect(console.cookies[sessionCookie] != old)
        #expect(try console.get("/admin").status == 200)
        #expect(try console.count("SELECT count(*) FROM sessions") == 1)
        console.cookies[sessionCookie] = old
        #expect(try console.get("/admin").status == 303)
    }

    @Test("A browser that stays signed in keeps its cookie for the days that are left")
    func keepsRemembered() throws {
        let console = try Console()
        let id = try console.addUser("ada@example.test", .admin)
        let fields = [("email", "ada@example.test"), ("password", Console.password)]
        try console.post("/login", fields + [("remember", "on")])
        console.time.now += 86_400
        let question = try console.post("/admin/users/\(id)/enable")
        let answer = try console.confirm(question, "password", Console.password)
        let lines = answer.response.headers.all("Set-Cookie")
        #expect(lines.contains { $0.contains("session=") && $0.contains("Max-Age=\(89 * 86_400)") })
    }

    // MARK: No way around

    @Test("Nothing but a form that asks for it is carried out, and only what that person may do")
    func refusesOthers() throws {
        let console = try Console()
        try console.signIn(as: .parent)
        let send = { (path: String) in
            try console.post(
                "/confirm",
                [("kept_path", path), ("kept_body", ""), ("password", Console.password)]
            )
        }
        for path in ["/logout", "/account", "/confirm", "//evil", "/nowhere", ""] {
            #expect(try send(path).status == 400, "\(path)")
        }
        #expect(try send("/admin/users/1/disable").status == 404)
        #expect(try console.count("SELECT count(*) FROM users WHERE is_disabled = 1") == 0)
        #expect(try console.get("/confirm").status == 405)
        console.cookies = [:]
        #expect(try send("/account/second-factor/off").location == "/login")
    }

    @Test("A form that is too long to be kept is refused, and nothing is done")
    func refusesLongForms() throws {
        let (console, other) = try console()
        let name = String(repeating: "x", count: 70_000)
        let answer = try console.post("/admin/users/\(other)", [("name", name)])
        #expect(answer.status == 400)
        #expect(answer.contains("too long"))
    }
}
