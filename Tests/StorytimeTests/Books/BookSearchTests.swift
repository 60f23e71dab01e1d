import Testing

@testable import Storytime

@Suite("Searching books")
struct BookSearchTests {
    @Test(
        "Whatever is typed is taken for words, never for FTS5's own syntax",
        arguments: ["*", "\"", "a/b", "NEAR(a b)", "title_key:x", "a AND OR", "^a", "a+b", "%", "é.ß"])
    func takesAnything(_ text: String) throws {
        let console = try Console.asAdmin()
        let query = text.utf8.map { "%" + String($0 + 0x100, radix: 16).suffix(2) }.joined()
        #expect(try console.get("/admin/books?q=\(query)").status == 200)
    }

    @Test("Case, accents and the end of the last word do not matter")
    func findsFolded() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/books", [("title", "Der süße Brei"), ("author", "Brüder Grimm")])
        for query in ["suesse", "SUSSE%20BR", "s%C3%BCsse", "grimm%20brei", "BR%C3%9CDER"] {
            let found = try console.get("/admin/books?q=\(query)").contains("Der süße Brei")
            #expect(found == (query != "suesse"), "\(query)")
        }
    }
}
