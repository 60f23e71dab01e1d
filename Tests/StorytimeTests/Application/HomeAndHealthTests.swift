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
        #expect(try console.get("/").location == "/home")
        try console.signIn(as: .admin)
        #expect(try console.get("/").location == "/admin")
    }

    @Test("The dashboard counts what there is", arguments: [0, 1, 2])
    func dashboard(books: Int) throws {
        let console = try Console.asAdmin()
        for number in 0..<books { try console.addBook("Book \(number)") }
        let page = try console.get("/admin")
        let counts = page.markup.tags.filter { $0["class"] == "count-number" }.map(\.text)
        #expect(counts == ["8", String(books), "1"])
        let sentences = [
            "There are no books yet.", "1 book has no category.", "2 books have no category.",
        ]
        #expect(page.contains(sentences[books]))
    }
}
