import Testing

@testable import Storytime

@Suite("The start page and the health page")
struct HomeAndHealthTests {
    @Test("Health is said to everyone, as JSON")
    func health() throws {
        let answer = try Console().get("/healthz")
        #expect(answer.status == 200)
        #expect(answer.text == "{\"status\":\"ok\"}\n")
        #expect(answer.header("Content-Type") == "application/json")
    }

    @Test("The start page leads to setup, to sign-in, or to one's own start")
    func start() throws {
        let console = try Console()
        #expect(try console.get("/").location == "/setup")
        try console.addUser("ada@example.test", .admin)
        #expect(try console.get("/").location == "/login")
        try console.signIn(as: .parent)
        #expect(try console.get("/").location == "/children")
        try console.signIn(as: .admin)
        #expect(try console.get("/").location == "/admin")
    }
}
