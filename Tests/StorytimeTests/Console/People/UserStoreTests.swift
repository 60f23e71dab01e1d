import SQLite
import Testing

@testable import Storytime

@Suite("People")
struct UserStoreTests {
    private let console: Console
    private var users: UserStore { UserStore(database: console.database, now: console.time.now) }

    init() throws {
        console = try Console()
        try console.addUser("ada@example.test", .admin)
    }

    @Test("An e-mail address belongs to one person, however its case is typed")
    func addressesAreUnique() throws {
        #expect(throws: UserStore.EmailIsTaken.self) {
            try console.addUser("ADA@Example.Test", .parent)
        }
        #expect(try users.count() == 1)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == 1)
    }

    @Test("Someone is found by their address in any case")
    func findsByAddress() throws {
        #expect(try users.find(email: "Ada@EXAMPLE.test")?.user.email == "ada@example.test")
        #expect(try users.find(email: "bob@example.test") == nil)
    }

    @Test("The list is ordered by e-mail address")
    func listIsOrdered() throws {
        for email in ["Zoe@example.test", "bob@example.test"] {
            try console.addUser(email, .parent)
        }
        #expect(
            try users.all().map(\.email) == [
                "ada@example.test", "bob@example.test", "Zoe@example.test",
            ]
        )
    }

    @Test("An admin counts as one only while they can sign in")
    func adminMustBeEnabled() throws {
        #expect(try users.hasAdmin())
        try users.setDisabled(true, of: try #require(try users.all().first), by: .commandLine)
        #expect(try !users.hasAdmin())
        try users.setDisabled(false, of: try #require(try users.all().first), by: .commandLine)
        #expect(try users.hasAdmin())
    }

    @Test("What was done to people is in the audit log, without their secrets")
    func isAudited() throws {
        let user = try #require(try users.all().first)
        _ = try users.insert(
            .init(
                email: "z@example.test",
                name: "Z",
                role: .admin,
                passwordHash: PasswordHash(text: "scrypt$")
            ),
            by: .commandLine
        )
        let hash = PasswordHash(text: "scrypt$secret")
        try users.setPassword(hash, of: user, by: .commandLine)
        try users.setDisabled(true, of: user, by: Actor(id: 7, name: "Grace"))
        try users.setDisabled(true, of: try #require(try users.all().first), by: .commandLine)
        let entries = try console.texts(
            """
            SELECT actor_name || ' ' || action || ' ' || record_label || ' ' || changes
            FROM audit_entries ORDER BY id
            """
        )
        #expect(
            entries == [
                "Command line created ada@example.test "
                    + #"[{"field":"role","from":null,"to":"admin"}]"#,
                "Command line created z@example.test "
                    + #"[{"field":"role","from":null,"to":"admin"}]"#,
                "Command line changed the password of ada@example.test []",
                "Grace disabled ada@example.test []",
            ]
        )
    }
}
