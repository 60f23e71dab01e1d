import HTTP
import Testing

@testable import Storytime

@Suite("Searching books")
struct BookSearchTests {
    @Test(
        "Whatever is typed is taken for words, never for FTS5's own syntax",
        arguments: [
            "*", "\"", "a/b", "NEAR(a b)", "title_key:x", "a AND OR", "^a", "a+b", "%", "é.ß",
        ]
    )
    func takesAnything(_ text: String) throws {
        let console = try Console.asAdmin()
        let query = PercentEncoding.encodeComponent(text)
        #expect(try console.get("/admin/books?q=\(query)").status == 200)
    }

    @Test("Case, accents and the end of the last word do not matter")
    func findsFolded() throws {
        let console = try Console.asAdmin()
        try console.post("/admin/books", [("title", "Der süße Brei"), ("author", "Brüder Grimm")])
        // The page that says that the book was added.
        try console.get("/admin")
        for query in ["SUSSE%20BR", "s%C3%BCsse", "grimm%20brei", "BR%C3%9CDER"] {
            let page = try console.get("/admin/books?q=\(query)")
            #expect(page.contains("Der süße Brei") && !page.contains("Showing"), "\(query)")
        }
        // An umlaut that is written as two letters is one letter away.
        let page = try console.get("/admin/books?q=suesse")
        #expect(page.contains("Der süße Brei") && page.contains("Showing “susse”"))
    }
}
