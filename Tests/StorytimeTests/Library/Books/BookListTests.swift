import Foundation
import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Books: the list and its search")
struct BookListTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func titles(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200, "\(target)")
        return page.markup.tags.filter { $0["class"] == "book-title" }.map(\.text)
    }

    private func search(_ words: String) throws -> [String] {
        let query = words.utf8.reduce(into: "") { text, byte in
            text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return try titles("/admin/books?q=" + query)
    }

    @Test("A book with the whole word comes before those whose words only begin with it")
    func exactFirst() throws {
        for number in [172, 17, 170, 171] { try console.addBook("Book No. \(number)") }
        let page = try console.get("/admin/books?q=book+no+17")
        let titles = ["17<", "170<", "171<", "172<"].compactMap { page.text.range(of: "No. \($0)") }
        #expect(titles.count == 4)
        #expect(titles.allSatisfy { titles[0].lowerBound <= $0.lowerBound })
        let file = try console.downloadRows("/admin/books.csv?q=book+no+17")
        #expect(file.first?["title"] == "Book No. 17")
    }

    @Test(
        "A mistyped word finds what is a letter away, in the list, its file and in acts on all of it"
    )
    func typos() throws {
        try console.addBook("A Bear Called Paddington")
        try console.addBook("Owl")
        let page = try console.get("/admin/books?q=padington")
        #expect(page.contains("A Bear Called Paddington") && page.contains("“paddington”"))
        #expect(!page.contains(">Owl<"))
        #expect(try console.downloadRows("/admin/books.csv?q=padington").count == 1)
        let act = try console.get("/admin/books/bulk?list=q%3Dpadington&all=1&act=status-active")
        #expect(act.contains("1 book"))
        #expect(try console.get("/admin/books?q=zzzzqqqq").contains("No book matches"))
        #expect(try console.get("/admin/search?q=padington").contains("A Bear Called Paddington"))
    }

    @Test("Each status says how many books it has, under filters too")
    func scopeCounts() throws {
        let category = try console.category("adventure")
        try console.addBook("Owl", in: [category])
        try console.addBook("Fox", in: [category])
        try console.addBook("Bear")
        try console.database.execute("UPDATE books SET status = 'active' WHERE title = 'Owl'")
        try BookIndex(database: console.database).refresh("SELECT id FROM books")
        let page = try console.get("/admin/books?category=\(category.id)")
        let counts = page.text.components(separatedBy: "class=\"chip-count\">").dropFirst()
            .compactMap { Int($0.prefix { $0.isNumber }) }
        #expect(counts == [2, 1, 1, 0])
    }

    @Test("Books are listed by title, case and accents aside, fifty on a page")
    func lists() throws {
        for title in ["zebra", "Äpfel", "Bär", "apple", "Ångström"] { try console.addBook(title) }
        #expect(
            try titles("/admin/books") == ["Ångström", "Äpfel", "apple", "Bär", "zebra"]
        )
        for number in 1...46 { try console.addBook("Book \(number)") }
        #expect(try titles("/admin/books").count == 50)
        #expect(try titles("/admin/books?page=2") == ["zebra"])
        #expect(try console.get("/admin/books").contains("51 books"))
    }

    @Test("Books without a category are counted and listed by themselves")
    func withoutCategory() throws {
        try console.addBook("Sorted", in: [console.category("adventure")])
        try console.addBook("Lost")
        let target = "/admin/books?category=none"
        #expect(try titles(target) == ["Lost"])
        #expect(try console.get(target).contains("<option value=\"none\" selected>No category"))
    }

    @Test(
        "What is no value of its filter lets nothing through, is said, and can be taken away",
        arguments: [
            "status=nonsense", "category=x", "publisher=-1", "age=99", "language=%22",
            "cover=maybe", "video=maybe", "rights=maybe",
        ]
    )
    func unknownValues(query: String) throws {
        try console.addBook("A", in: [console.category("adventure")])
        let target = "/admin/books?q=a&" + query
        #expect(try titles(target).isEmpty)
        let page = try console.get(target)
        #expect(page.markup.all("a").contains { $0["href"] == "/admin/books?q=a" })
        // Neither is anything done to all that match.
        let list = query.replacing("=", with: "%3D").replacing("%22", with: "%2522")
        let bulk = try console.get("/admin/books/bulk?all=1&act=bin&list=" + list)
        #expect(bulk.contains("These books no longer exist."))
    }

    @Test(
        "What is no page and no order of the list is the usual one",
        arguments: ["age=", "sort=nonsense", "per_page=7", "page=x", "after=x", "before=999"]
    )
    func unknownPlaces(query: String) throws {
        try console.addBook("A", in: [console.category("adventure")])
        #expect(try titles("/admin/books?" + query) == ["A"])
    }

    @Test("Words without a letter find nothing", arguments: ["🦊", "*", "\u{1}", "\"-\""])
    func withoutLetters(words: String) throws {
        try console.addBook("A")
        let query = PercentEncoding.encodeQuery([(name: "q", value: words)])
        #expect(try titles("/admin/books?" + query).isEmpty)
        #expect(try titles("/admin/books?q=%20") == ["A"])
    }

    @Test("An empty catalog leads to the first book; a search without a match to all of them")
    func emptyStates() throws {
        #expect(try console.get("/admin/books").contains("No books here"))
        try console.addBook("A")
        #expect(try console.get("/admin/books?q=zzz").contains("No book matches “zzz”"))
    }

    @Test(
        "Words are found in titles and authors whatever their case and accents",
        arguments: [
            ("gag", ["Millions of Cats"]), ("GÁG", ["Millions of Cats"]),
            ("million of cats", ["Millions of Cats"]), ("millions cats", ["Millions of Cats"]),
            ("wanda ca", ["Millions of Cats"]),
            ("strasse", ["Die Straße"]), ("STRASSE", ["Die Straße"]),
            ("aesop", ["Æsop’s Fables"]), ("lodz", ["Łódź"]),
            ("东方", ["东方故事"]), ("cats mil", ["Millions of Cats"]), ("mil", ["Millions of Cats"]),
        ]
    )
    func finds(words: String, expected: [String]) throws {
        try console.addBook("Millions of Cats", by: "Wanda Gág")
        try console.addBook("Die Straße")
        try console.addBook("Æsop’s Fables")
        try console.addBook("Łódź")
        try console.addBook("东方故事")
        #expect(try search(words) == expected)
    }

    @Test("Only the last word may be the beginning of one")
    func prefixes() throws {
        try console.addBook("The Snowy Day")
        #expect(try search("the sno") == ["The Snowy Day"])
        #expect(try search("sno the") == [])
    }

    @Test(
        "Nothing that is typed is taken for the search's own syntax",
        arguments: [
            "\"", "\"a", "a\"b", "*", "a*", "-a", "a OR b", "NOT a", "a AND", "NEAR(a b)", "(",
            ")", "a:b", "title_key:a", "{title_key}:a", "^a", "a + b", "\\", "'", "';--", "a\0b",
            "%", "_", "\u{301}", "🦊", "\u{FFFF}", "\u{202E}a", "·", "½", "Ⅷ", "²",
        ]
    )
    func syntaxIsHarmless(words: String) throws {
        try console.addBook("Plain")
        let page = try console.get("/admin/books?q=\(words.utf8.map(Self.escaped).joined())")
        #expect(page.status == 200)
        #expect(page.markup.value(of: "q") == words.replacing("\0", with: "\u{FFFD}"))
    }

    private static func escaped(_ byte: UInt8) -> String {
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    @Test("Every character of Unicode can be searched for")
    func everyScalar() throws {
        try console.addBook("Plain")
        for value in UInt32(0x20)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
            else { continue }
            // The large blocks of ideographs and syllables are all alike.
            if value > 0x3500 && value % 61 != 0 { continue }
            var filter = BookFilter()
            filter.words = "x\(scalar)y \(scalar)"
            #expect(throws: Never.self, "U+\(String(value, radix: 16))") {
                _ = try console.bookList.count(filter)
            }
        }
    }

    @Test("A search that is changed, renamed or reassigned finds the book as it is now")
    func indexFollows() throws {
        try console.addBook("Old Title", by: "Old Author")
        let draft = Book.Draft(title: "Fresh Title", author: "Fresh Author", categories: [])
        _ = try console.books.update(ID(1), version: 1, draft, by: .commandLine)
        #expect(try search("old") == [])
        #expect(try search("fresh author") == ["Fresh Title"])
        #expect(try console.count("SELECT count(*) FROM books_search") == 1)
    }

    @Test("Pages of a search keep the search in their links")
    func searchIsPaged() throws {
        for number in 1...51 { try console.addBook("Fox & Owl \(number)") }
        let page = try console.get("/admin/books?q=fox+%26+owl")
        #expect(page.contains("51 books for “fox &amp; owl”"))
        #expect(page.markup.targets.contains("/admin/books?q=fox%20%26%20owl&page=2"))
        #expect(try titles("/admin/books?q=fox%20%26%20owl&page=2").count == 1)
    }

    @Test("A query that isn't properly encoded is refused", arguments: ["q=%", "q=%zz", "q=%ff"])
    func badQueries(query: String) throws {
        #expect(try console.get("/admin/books?\(query)").status == 400)
    }
}
