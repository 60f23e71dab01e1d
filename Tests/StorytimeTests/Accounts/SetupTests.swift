import SQLite
import Testing

@testable import Storytime

@Suite("First-run setup")
struct SetupTests {
    private func form(_ code: String) -> [(String, String)] {
        [
            ("code", code), ("name", "Ada"), ("email", "ada@example.test"),
            ("password", Console.password),
        ]
    }

    @Test("The printed code makes the first admin, who is signed in at once")
    func makesFirstAdmin() throws {
        let console = try Console()
        #expect(try console.get("/").location == "/setup")
        let code = console.site.setupCode.text.lowercased().filter { $0 != "-" }
        #expect(try console.post("/setup", form(code)).location == "/admin")
        #expect(try console.get("/admin").contains("Welcome, Ada."))
    }

    @Test("Without the code nobody becomes admin, and what was typed stays")
    func refusesWrongCode() throws {
        let console = try Console()
        let answer = try console.post("/setup", form("AAAA-AAAA-AAAA"))
        #expect(answer.status == 422)
        #expect(answer.contains("value=\"ada@example.test\""))
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
    }
}
