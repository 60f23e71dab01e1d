import HTTP
import Testing

@testable import Storytime

@Suite("Who am I?")
struct MeTests {
    private static let path = "/api/v1/me"

    private func data(_ answer: Answer) throws -> [String: Any] {
        try #require(answer.json["data"] as? [String: Any], "\(answer.text)")
    }

    @Test("A parent's program is told who they are, their family, and when the session ends")
    func parent() throws {
        let console = try Console()
        let family = try console.addFamily("The Lindqvists")
        let user = try console.addParent("a@example.test", in: family, name: "Karin")
        let me = try data(console.ask(.get, Self.path, token: console.bearer(user)))
        #expect(me["id"] as? Int == user.value)
        #expect(me["name"] as? String == "Karin" && me["email"] as? String == "a@example.test")
        #expect(me["role"] as? String == "parent")
        #expect(me["language"] as? String == "en-GB" && me["time_zone"] as? String == "UTC")
        let shown = try #require(me["family"] as? [String: Any])
        #expect(shown["id"] as? Int == family.id.value)
        #expect(shown["name"] as? String == family.name)
        #expect(shown["territory"] as? String == family.territory)
        #expect(shown["time_zone"] as? String == family.timeZone)
        let credential = try #require(me["credential"] as? [String: Any])
        #expect(credential["kind"] as? String == "session")
        #expect(credential["name"] is String == false)
        #expect(credential["scopes"] as? [String] == Scope.all(for: .parent).map(\.rawValue))
        let end = TimeText.iso(console.time.now + 30 * 86_400)
        #expect(credential["expires_at"] as? String == end)
    }

    @Test("A script is told what its key is called, good for, and how long, whatever its scopes")
    func key() throws {
        let console = try Console()
        let admin = try console.addUser("ada@example.test", .admin)
        let end = console.time.now + 86_400
        for scopes in [[Scope.readAudit], [.readCatalog, .writeCatalog]] {
            let key = try console.accessKey(admin, scopes, expiresAt: end)
            let me = try data(console.ask(.get, Self.path, token: key))
            #expect(me["role"] as? String == "admin" && me["family"] is [String: Any] == false)
            let credential = try #require(me["credential"] as? [String: Any])
            #expect(credential["kind"] as? String == "key")
            #expect(credential["name"] as? String == "A script")
            #expect(credential["scopes"] as? [String] == scopes.map(\.rawValue))
            #expect(credential["expires_at"] as? String == TimeText.iso(end))
        }
        let endless = try data(
            console.ask(.get, Self.path, token: console.accessKey(admin, [.readAudit]))
        )
        let credential = try #require(endless["credential"] as? [String: Any])
        #expect(credential["expires_at"] is String == false)
    }

    @Test("A parent without a family has none, and a language and a zone of their own count")
    func choices() throws {
        let console = try Console()
        let user = try console.addUser("a@example.test", .parent)
        try console.users.update(
            user,
            version: 1,
            {
                $0.language = "sv"
                $0.timeZone = "Europe/Stockholm"
            },
            by: .commandLine
        )
        let me = try data(console.ask(.get, Self.path, token: console.bearer(user)))
        #expect(me["language"] as? String == "sv")
        #expect(me["time_zone"] as? String == "Europe/Stockholm")
        #expect(me["family"] is [String: Any] == false)
    }
}
