import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("One-time links")
struct OneTimeLinkTests {
    private let newPassword = "a sentence that nobody guesses"

    /// The path and query of the link on a page that shows one.
    private func link(_ answer: Answer) throws -> String {
        let value = try #require(answer.markup.all("input").first { $0["id"] == "handover" })
        let address = try #require(value["value"])
        return try #require(address.split(separator: "8080").last.map(String.init))
    }

    private func invite(_ console: Console, role: String = "parent") throws -> String {
        let answer = try console.post(
            "/admin/users/invitations",
            [("name", "Grace"), ("role", role)]
        )
        #expect(answer.location == "/admin/users")
        return try link(try console.get("/admin/users"))
    }

    private func token(_ link: String) -> String {
        String(link.split(separator: "=").last ?? "")
    }

    @discardableResult
    private func join(_ console: Console, _ link: String, email: String = "grace@example.test")
        throws -> Answer
    {
        try console.post(
            "/invitation",
            [
                ("token", token(link)), ("name", "Grace Hopper"), ("email", email),
                ("password", newPassword),
            ]
        )
    }

    @Test("An invited person joins in the role of the invitation, and is signed in")
    func joins() throws {
        let console = try Console.asAdmin()
        let link = try invite(console)
        console.cookies = [:]
        #expect(try console.get(link).contains("value=\"Grace\""))
        #expect(try join(console, link).location == "/")
        #expect(try console.get("/").location == "/children")
        #expect(
            try console.texts("SELECT role FROM users WHERE email = 'grace@example.test'")
                == ["parent"]
        )
    }

    @Test("One character over and over is no password for whoever joins or sets a new one")
    func refusesPatterns() throws {
        let console = try Console.asAdmin()
        let invitation = try invite(console)
        let grace = try console.addUser("grace@example.test", .parent)
        _ = try console.post("/admin/users/\(grace)/reset")
        let reset = try link(try console.get("/admin/users/\(grace)"))
        console.cookies = [:]
        for password in ["aaaaaaaa", "abcabcabc", "          "] {
            let joining = [
                ("token", token(invitation)), ("name", "Bob"), ("email", "bob@example.test"),
                ("password", password),
            ]
            let resetting = [("token", token(reset)), ("password", password)]
            for (path, fields) in [("/invitation", joining), ("/reset", resetting)] {
                let answer = try console.post(path, fields)
                #expect(answer.status == 422, "\(path)")
                #expect(answer.markup.error(of: "password")?.contains("pattern") == true)
            }
        }
    }

    @Test("A link is shown once: the next page doesn't, and the database has only its hash")
    func isShownOnce() throws {
        let console = try Console.asAdmin()
        let secret = token(try invite(console))
        #expect(!(try console.get("/admin/users").contains(secret)))
        #expect(try console.count("SELECT count(*) FROM one_time_links") == 1)
        let hash = try #require(
            try console.database.first("SELECT secret_hash FROM one_time_links") {
                try $0.blob(0)
            }
        )
        #expect(hash == (try Digest.sha256(try #require(Base64URL.decode(secret)))))
        #expect(
            try console.texts("SELECT changes FROM audit_entries").allSatisfy {
                !$0.contains(secret)
            }
        )
    }

    @Test("A link works once, until it is revoked, and for seven days")
    func endsByItself() throws {
        let console = try Console.asAdmin()
        let used = try invite(console)
        let revoked = try invite(console)
        let old = try invite(console)
        let admin = console.cookies
        console.cookies = [:]
        try join(console, used)
        #expect(try console.get(used).status == 404)
        #expect(try join(console, used, email: "again@example.test").status == 404)

        console.cookies = admin
        let id = try console.count("SELECT min(id) FROM one_time_links")
        #expect(
            try console.post("/admin/users/invitations/\(id)/revoke").location == "/admin/users"
        )
        #expect(try join(console, revoked, email: "b@example.test").status == 404)

        console.time.now += 7 * 86_400
        #expect(try console.get(old).status == 404)
        #expect(try console.count("SELECT count(*) FROM users") == 2)
    }

    @Test("A guessed, cut or foreign token opens nothing", arguments: ["", "x", "AAAA", "%00"])
    func refusesOthers(_ token: String) throws {
        let console = try Console()
        #expect(try console.get("/invitation?token=\(token)").status == 404)
        #expect(try console.get("/reset?token=\(token)").status == 404)
        #expect(
            try console.post("/reset", [("token", token), ("password", newPassword)]).status == 404
        )
    }

    @Test("An invitation is no reset link, and the other way round")
    func keepsPurposesApart() throws {
        let console = try Console.asAdmin()
        let secret = token(try invite(console))
        #expect(try console.get("/reset?token=\(secret)").status == 404)
    }

    @Test("Someone who forgot their password gets in again with a link from an admin")
    func resetsPassword() throws {
        let console = try Console.asAdmin()
        let parent = try console.addUser("grace@example.test", .parent, name: "Grace")
        #expect(try console.post("/admin/users/\(parent)/reset").status == 303)
        let reset = try link(try console.get("/admin/users/\(parent)"))
        let admin = console.cookies
        console.cookies = [:]
        try console.signIn(parent)
        let stolen = console.cookies
        console.cookies = [:]

        let weak = try console.post("/reset", [("token", token(reset)), ("password", "password1")])
        #expect(weak.status == 422)
        let fields = [("token", token(reset)), ("password", newPassword)]
        #expect(try console.post("/reset", fields).location == "/login")
        #expect(try console.post("/reset", fields).status == 404)
        let signIn = [("email", "grace@example.test"), ("password", newPassword)]
        #expect(try console.post("/login", signIn).location == "/")

        // Whoever was signed in with the old password is out.
        console.cookies = stolen
        #expect(try console.get("/account").location?.hasPrefix("/login") == true)
        console.cookies = admin
        #expect(try console.get("/admin/users").status == 200)
    }

    @Test("A second reset link revokes the first")
    func keepsOneReset() throws {
        let console = try Console.asAdmin()
        let parent = try console.addUser("grace@example.test", .parent)
        try console.post("/admin/users/\(parent)/reset")
        let first = try link(try console.get("/admin"))
        try console.post("/admin/users/\(parent)/reset")
        let second = try link(try console.get("/admin"))
        #expect(try console.get(first).status == 404)
        #expect(try console.get(second).status == 200)
    }
}
