import HTTP
import Markup
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

    @Test("Words that repeat are looked for once, and no more of them than anybody types")
    func manyWords() throws {
        let repeated = String(repeating: "\u{FDFA} ", count: 100)
        let words = try #require(SearchWords(repeated).expression(in: "title_key"))
        #expect(words.utf8.count < 200)
        #expect(
            SearchWords("the cat the ca").expression(in: "t") == #"{t} : ("cat" "the" "ca"*)"#
        )
        let letters = (0..<100).map { String(UnicodeScalar(0x4E00 + $0)!) }.joined(separator: " ")
        let many = try #require(SearchWords(letters).expression(in: "t"))
        #expect(many.utf8.count(where: { $0 == UInt8(ascii: "\"") }) == 64)
    }

    @Test(
        "Words are corrected also together, and in long ones two letters; all words are named",
        arguments: [
            ("catterpiller", "“caterpillar”"), ("goodnigt mon", "“goodnight moon”"),
            ("wild thigs", "“wild things”"), ("goodnight mon", "“goodnight moon”"),
            ("hungri catterpiller", "“hungry caterpillar”"),
        ]
    )
    func corrects(typed: String, meant: String) throws {
        let console = try Console.asAdmin()
        for title in [
            "The Very Hungry Caterpillar", "Goodnight Moon", "Where the Wild Things Are",
            "The Snowman", "This and That", "Moonlight for a Mom",
        ] {
            try console.addBook(title)
        }
        let query = PercentEncoding.encodeComponent(typed)
        let page = try console.get("/admin/books?q=\(query)")
        #expect(
            page.contains("Nothing for “\(typed)”. Showing \(meant): 1 book"),
            "\(page.markup.all("p").first { $0["class"] == "list-count" }?.text ?? "")"
        )
    }

    @Test("Words that exist, but in no book that a filter lets through, are not corrected")
    func filtered() throws {
        let console = try Console.asAdmin()
        try console.addBook("Goodnight Moon")
        let page = try console.get("/admin/books?q=goodnight%20moon&status=archived")
        #expect(page.contains("No book matches “goodnight moon”"))
    }

    @Test(
        "The beginning of an ISBN finds its book, with and without hyphens",
        arguments: [
            "978-0-399", "978 0 399 2", "97803992", "978-0-399-22690-8", "0-399-22690-7",
        ]
    )
    func isbn(typed: String) throws {
        let console = try Console.asAdmin()
        try console.post(
            "/admin/books",
            [("title", "Caterpillar"), ("isbn", "978-0-399-22690-8")]
        )
        try console.post("/admin/books", [("title", "Other"), ("isbn", "978-0-14-050169-8")])
        let query = PercentEncoding.encodeComponent(typed)
        let rows = try console.downloadRows("/admin/books.csv?q=\(query)")
        #expect(rows.map { $0["title"] } == ["Caterpillar"])
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
