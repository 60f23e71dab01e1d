import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The list of people")
struct PeopleListTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        let family = try console.addFamily("The Eks")
        try console.addParent("karin@ek.test", in: family, name: "Karin Ek")
        try console.addUser("olga@example.test", .parent, name: "Olga Berg")
        try console.addUser("edda@example.test", .admin, name: "Edda Stein")
    }

    private func names(_ target: String) throws -> [String] {
        try console.downloadRows(target).compactMap { $0["name"] }
    }

    @Test("It is searched by names and addresses, ignoring case")
    func searches() throws {
        let page = try console.get("/admin/users?q=KARIN")
        #expect(page.contains("Karin Ek"))
        #expect(!page.contains("Olga Berg"))
        #expect(page.contains("1 person for “KARIN”"))
        #expect(try names("/admin/users.csv?q=ek.test") == ["Karin Ek"])
        #expect(try console.get("/admin/users?q=nobodyatall").contains("No one matches"))
    }

    @Test("A mistyped name is found all the same, and the page says so")
    func typos() throws {
        let page = try console.get("/admin/users?q=krain")
        #expect(page.contains("Karin Ek"))
        #expect(page.contains("these are similar"))
        #expect(try names("/admin/users.csv?q=kraren").isEmpty)
    }

    @Test("Admins, parents and disabled accounts can be looked at alone")
    func scopes() throws {
        #expect(try names("/admin/users.csv?show=admins") == ["Ada", "Edda Stein"])
        #expect(try names("/admin/users.csv?show=parents") == ["Karin Ek", "Olga Berg"])
        let olga = try #require(try console.users.all().first { $0.name == "Olga Berg" })
        try console.users.setDisabled(true, of: olga, by: .commandLine)
        #expect(try names("/admin/users.csv?show=disabled") == ["Olga Berg"])
        #expect(try names("/admin/users.csv?show=disabled&q=karin").isEmpty)
        #expect(try names("/admin/users.csv?show=nonsense&sort=nonsense").count == 4)
        let page = try console.get("/admin/users?show=disabled")
        #expect(page.contains("1 person"))
        #expect(page.contains("/admin/users?show=parents"))
    }

    @Test("It says when each signed in last, also after that session has ended")
    func lastSignIn() throws {
        let karin = try #require(try console.users.all().first { $0.name == "Karin Ek" })
        #expect(try console.get("/admin/users?q=karin").contains("Never"))
        let cookies = console.cookies
        console.time.now += 7200
        console.cookies = [:]
        try console.signIn(karin.id)
        try console.database.execute("DELETE FROM sessions WHERE user_id = \(karin.id.value)")
        console.cookies = cookies
        console.time.now += 60
        #expect(try console.get("/admin/users?q=karin").contains("1 minute ago"))
        #expect(try names("/admin/users.csv?sort=-signed_in").first == "Karin Ek")
        #expect(try names("/admin/users.csv?sort=signed_in").last == "Karin Ek")
    }

    @Test("It says to which family someone belongs, and whether their second factor is on")
    func familyAndSecondFactor() throws {
        try console.database.execute(
            """
            INSERT INTO second_factors (user_id, secret, proposed_at, confirmed_at)
            SELECT id, zeroblob(20), 1, iif(name = 'Edda Stein', 2, NULL) FROM users
            """
        )
        let rows = try console.downloadRows("/admin/users.csv")
        let on = rows.filter { $0["second_factor"] == "on" }.compactMap { $0["name"] }
        #expect(on == ["Edda Stein"])
        #expect(rows.first { $0["name"] == "Karin Ek" }?["family"] == "The Eks")
        let page = try console.get("/admin/users?q=karin")
        #expect(page.markup.targets.contains("/admin/families/1"))
    }

    @Test("The file has no secret, whatever somebody’s name looks like")
    func hasNoSecrets() throws {
        try console.addUser("x@example.test", .parent, name: "=1+1")
        let bytes = try console.download("/admin/users.csv").bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("scrypt"))
        #expect(text.contains(",'=1+1,"))
    }

    @Test("It is read a page at a time, and the pages keep search, part and order")
    func pages() throws {
        for number in 0..<60 {
            try console.addUser("p\(number)@many.test", .parent, name: "Many \(number)")
        }
        let page = try console.get("/admin/users?q=many&show=parents&sort=-email")
        #expect(page.contains("60 people"))
        #expect(page.markup.targets.contains("/admin/users?q=many&show=parents&sort=-email&page=2"))
    }
}
