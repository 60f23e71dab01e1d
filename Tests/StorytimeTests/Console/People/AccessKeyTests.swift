import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("One's own access keys")
struct AccessKeyTests {
    private static let path = "/account/keys"

    private func parent() throws -> (console: Console, id: ID<User>) {
        let console = try Console()
        let id = try console.addParent("astrid@example.test", in: console.addFamily())
        try console.signIn(id)
        return (console, id)
    }

    private func form(
        _ name: String = "Minutes to the fridge",
        _ scopes: [String] = ["read:library"],
        days: String = "90"
    ) -> [(String, String)] {
        [("name", name), ("days", days)] + scopes.map { ("scopes", $0) }
    }

    /// Makes a key; the key, as the next page shows it.
    private func make(_ console: Console, _ fields: [(String, String)]) throws -> String {
        let answer = try console.post(Self.path, fields)
        #expect(answer.status == 303 && answer.location == Self.path, "\(answer.text)")
        let page = try console.get(Self.path)
        return try #require(page.markup.first(id: "handover")?["value"])
    }

    @Test("A key is shown once, is kept as a hash, and works")
    func makes() throws {
        let (console, _) = try parent()
        #expect(try console.get("/account").contains("Create an access key"))
        let key = try make(console, form())
        #expect(key.wholeMatch(of: /storytime_pat_[0-9a-f]{64}/) != nil)
        let page = try console.get(Self.path)
        #expect(!page.contains(key) && page.contains("…" + key.suffix(4)))
        #expect(page.contains("<code>read:library</code>") && page.contains("19 February 2027"))
        #expect(try console.get("/account").contains("You have 1 key."))
        #expect(try console.ask(.get, "/api/v1/children", token: key).status == 200)
        let dump = try console.texts("SELECT hex(secret_hash) FROM access_keys")
        #expect(dump == [Hex.encode(try Digest.sha256(Array(key.utf8))).uppercased()])
        #expect(
            try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1") == [
                "[{\"field\":\"access_key\",\"from\":null,\"to\":\"Minutes to the fridge\"},"
                    + "{\"field\":\"scopes\",\"from\":null,\"to\":\"read:library\"},"
                    + "{\"field\":\"ends\",\"from\":null,\"to\":\"2027-02-19T10:40:00Z\"}]"
            ]
        )
    }

    @Test("A key ends when its owner said, or never")
    func ends() throws {
        let (console, _) = try parent()
        let short = try make(console, form(days: "30"))
        let endless = try make(console, form(days: "never"))
        let status = { try console.ask(.get, "/api/v1/children", token: $0).status }
        console.time.now += 30 * 86_400 - 1
        #expect(try status(short) == 200)
        console.time.now += 1
        #expect(try status(short) == 401)
        console.time.now += 3650 * 86_400
        #expect(try status(endless) == 200)
        try console.signIn(
            try #require(try console.users.find(email: "astrid@example.test")).user.id
        )
        #expect(try console.get(Self.path).contains("Expired</span>"))
    }

    @Test("A revoked key is of no use at once; nobody revokes another person's")
    func revokes() throws {
        let (console, _) = try parent()
        let key = try make(console, form())
        let mine = console.cookies
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.post("\(Self.path)/1/revoke").status == 404)
        #expect(try !console.get(Self.path).contains("Minutes to the fridge"))
        console.cookies = mine
        #expect(try console.ask(.get, "/api/v1/children", token: key).status == 200)
        #expect(try console.post("\(Self.path)/1/revoke").location == Self.path)
        #expect(
            try console.get(Self.path).toast?.contains("“Minutes to the fridge” revoked") == true
        )
        #expect(try console.ask(.get, "/api/v1/children", token: key).status == 401)
        #expect(try console.post("\(Self.path)/1/revoke").status == 404)
        #expect(
            try console.texts(
                "SELECT action FROM audit_entries WHERE action LIKE '%access key of' ORDER BY id"
            ) == ["made an access key of", "revoked an access key of"]
        )
    }

    @Test("When a key was last used is written down, at most once a minute")
    func lastUsed() throws {
        let (console, _) = try parent()
        let key = try make(console, form())
        let caretaker = try Caretaker(site: console.site)
        #expect(try console.get(Self.path).contains("never, created"))
        try console.ask(.get, "/api/v1/children", token: key)
        caretaker.work(console.database, cleans: false)
        #expect(try console.count("SELECT last_used_at FROM access_keys") == console.time.now)
        #expect(try console.get(Self.path).contains("just now</time>, created"))
        console.time.now += 59
        try console.ask(.get, "/api/v1/children", token: key)
        #expect(console.site.activity.take() == SessionActivity.Seen())
        console.time.now += 1
        try console.ask(.get, "/api/v1/children", token: key)
        #expect(console.site.activity.take().keys == [1: console.time.now])
    }

    @Test("Making a key asks who it is when that was proved long ago, and goes on then")
    func confirms() throws {
        let (console, _) = try parent()
        console.time.now += 16 * 60
        let question = try console.post(Self.path, form())
        #expect(question.status == 403)
        #expect(try console.count("SELECT count(*) FROM access_keys") == 0)
        let answer = try console.confirm(question, "password", Console.password)
        #expect(answer.location == Self.path)
        #expect(try console.get(Self.path).markup.first(id: "handover")?["value"] != nil)
        #expect(try console.count("SELECT count(*) FROM access_keys") == 1)
    }

    @Test("The same form sent twice makes one key, which is shown again")
    func twice() throws {
        let (console, _) = try parent()
        let token = try #require(try console.get(Self.path).markup.value(of: "form_token"))
        let fields = form() + [("form_token", token)]
        #expect(try make(console, fields) == make(console, fields))
        #expect(try console.count("SELECT count(*) FROM access_keys") == 1)
    }

    @Test(
        "What can't be is refused beside its field, and nothing is made",
        arguments: [
            ("", ["read:library"], "90", "#field-name"), ("A", [], "90", "#scope-1"),
            ("A", ["read:library", "write:everything"], "90", "#scope-1"),
            ("A", ["read:audit"], "90", "#scope-1"), ("A", ["read:library"], "1", "#field-days"),
            ("A", ["read:library"], "", "#field-days"),
        ]
    )
    func refuses(name: String, scopes: [String], days: String, link: String) throws {
        let (console, _) = try parent()
        let answer = try console.post(Self.path, form(name, scopes, days: days))
        #expect(answer.status == 422)
        #expect(answer.contains("<title>Error: "))
        #expect(answer.markup.all("a").contains { $0["href"] == link })
        #expect(answer.markup.first(id: String(link.dropFirst())) != nil)
        #expect(answer.markup.checked("scopes") == scopes.filter { $0 == "read:library" })
        #expect(try console.count("SELECT count(*) FROM access_keys") == 0)
    }

    @Test("Each role is offered the scopes that are of use to it")
    func offers() throws {
        for role in Role.allCases {
            let console = try Console()
            try console.signIn(as: role)
            let boxes = try console.get(Self.path).markup.all("input").filter {
                $0["name"] == "scopes"
            }
            #expect(boxes.compactMap { $0["value"] } == Scope.all(for: role).map(\.rawValue))
        }
    }

    @Test("There is an end to how many keys one person has")
    func tooMany() throws {
        let (console, id) = try parent()
        for _ in 0..<AccessKey.maximumPerUser { _ = try console.accessKey(id, [.readUsage]) }
        let answer = try console.post(Self.path, form())
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "name")?.contains("You can have at most") == true)
        #expect(try console.count("SELECT count(*) FROM access_keys") == AccessKey.maximumPerUser)
    }

    @Test("Whoever changes the password is told of keys that still work")
    func toldOfKeys() throws {
        let (console, _) = try parent()
        let key = try make(console, form())
        try console.post(
            "/account/password",
            [("current_password", Console.password), ("new_password", "a sentence of my own")]
        )
        #expect(try console.get("/account").toast?.contains("1 access key still works") == true)
        #expect(try console.ask(.get, "/api/v1/children", token: key).status == 200)
    }
}
