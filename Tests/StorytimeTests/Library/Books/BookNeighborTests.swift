import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Previous and next in the order of a list")
struct BookNeighborTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        for (title, author) in [("Owl", "C"), ("Badger", "B"), ("Mole", "A"), ("Crow", "B")] {
            try console.addBook(title, by: author)
        }
    }

    private func title(_ href: String) throws -> String {
        let page = try console.get(href)
        return ["Owl", "Badger", "Mole", "Crow"].first { page.contains("<h1><bdi>\($0)") } ?? ""
    }

    /// The titles before and after a book, in a list.
    private func neighbors(_ book: Int, _ list: String) throws -> [String] {
        let page = try console.get("/admin/books/\(book)?list=\(list)")
        let links = page.markup.all("a").filter { $0["rel"] == "prev" || $0["rel"] == "next" }
        return try links.map { link in
            let href = try #require(link["href"])
            return (link["rel"] ?? "") + " " + (try title(href))
        }
    }

    @Test("In each order, forwards and backwards")
    func follows() throws {
        #expect(try neighbors(1, "sort%3Dtitle") == ["prev Mole"])
        #expect(try neighbors(3, "sort%3Dtitle") == ["prev Crow", "next Owl"])
        #expect(try neighbors(3, "sort%3D-title") == ["prev Owl", "next Crow"])
        #expect(try neighbors(4, "sort%3Dauthor") == ["prev Badger", "next Owl"])
        #expect(try neighbors(2, "sort%3Dadded") == ["prev Owl", "next Mole"])
    }

    @Test("Among those that the filters let through")
    func filters() throws {
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
            try $0.set(.status, to: "active", of: "SELECT id FROM books WHERE id IN (1, 3)")
        }
        #expect(try neighbors(1, "status%3Dactive%26sort%3Dtitle") == ["prev Mole"])
        #expect(try neighbors(2, "status%3Dactive%26sort%3Dtitle").isEmpty)
        #expect(try neighbors(1, "q%3Dowl").isEmpty)
    }

    @Test("The way there keeps the list; without one it is the whole list")
    func keepsTheList() throws {
        let filtered = try console.get("/admin/books/3?list=sort%3Dauthor").markup
        let next = try #require(filtered.all("a").first { $0["rel"] == "next" })
        #expect(next["href"]?.contains("list=sort%3Dauthor") == true)
        #expect(try neighbors(3, "") == ["prev Crow", "next Owl"])
    }

    @Test("A book in the bin has none")
    func sparesTheBin() throws {
        _ = try console.bin.add(ID(3), by: .commandLine)
        #expect(try neighbors(3, "").isEmpty)
        #expect(try neighbors(4, "") == ["prev Badger", "next Owl"])
    }
}
