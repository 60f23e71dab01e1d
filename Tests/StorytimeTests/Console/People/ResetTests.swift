import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A second factor that an admin resets")
struct ResetTests {
    private let console: Console
    private let admin: [String: String]
    private let parent: ID<User>

    init() throws {
        console = try Console.asAdmin()
        admin = console.cookies
        parent = try console.addUser("grace@example.test", .parent, name: "Grace")
        try console.turnOnSecondFactor(of: parent)
    }

    private var path: String { "/admin/users/\(parent)" }

    @Test("The person's page says whether there is one")
    func shows() throws {
        #expect(try console.get(path).contains("Reset Grace’s second factor"))
        try console.post(path + "/second-factor/reset")
        let page = try console.get(path)
        #expect(page.contains("Grace signs in with a password only"))
        #expect(!page.contains("second-factor/reset"))
    }

    @Test("It takes the factor and its codes away, ends their sessions, and is in the audit log")
    func resets() throws {
        console.cookies = [:]
        try console.signIn(parent)
        let theirs = console.cookies
        console.cookies = admin
        #expect(try console.post(path + "/second-factor/reset").location == path)
        #expect(try console.get(path).toast?.contains("signed out everywhere") == true)
        console.cookies = theirs
        #expect(try console.get("/account").status == 303)
        #expect(try console.count("SELECT count(*) FROM recovery_codes") == 0)
        let entries = try console.texts(
            "SELECT actor_name || ' ' || action || ' ' || record_label FROM audit_entries"
        )
        #expect(entries.last == "Ada reset the second factor of grace@example.test")
        console.cookies = [:]
        let fields = [("email", "grace@example.test"), ("password", Console.password)]
        #expect(try console.post("/login", fields).location == "/")
    }

    @Test("Where there is none, nothing happens and nothing is written")
    func withoutFactor() throws {
        let other = try console.addUser("bob@example.test", .parent, name: "Bob")
        let before = try console.count("SELECT count(*) FROM audit_entries")
        try console.post("/admin/users/\(other)/second-factor/reset")
        #expect(try console.get("/admin").toast == "Bob has no second factor. Dismiss")
        #expect(try console.count("SELECT count(*) FROM audit_entries") == before)
    }

    @Test("Admins can't reset their own: that takes a code")
    func refusesOwn() throws {
        let id = try #require(
            try UserStore(database: console.database, now: 0).find(email: "admin@example.test")
        ).user.id
        try console.turnOnSecondFactor(of: id)
        console.cookies = [:]
        try console.signIn(id)
        let answer = try console.post("/admin/users/\(id)/second-factor/reset")
        #expect(answer.location == "/account/second-factor")
        #expect(try console.secondFactors.isOn(for: id))
        #expect(try !console.get("/admin/users/\(id)").contains("/second-factor/reset"))
    }

    @Test("A parent resets nobody's")
    func refusesParents() throws {
        console.cookies = [:]
        try console.signIn(as: .parent)
        #expect(try console.post(path + "/second-factor/reset").status == 404)
        #expect(try console.secondFactors.isOn(for: parent))
    }
}
