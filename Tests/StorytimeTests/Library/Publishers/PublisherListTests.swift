import Markup
import Testing

@testable import Storytime

@Suite("Publishers: the list and a publisher's page")
struct PublisherListTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func names(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200, "\(target)")
        return page.markup.all("a").filter { tag in
            tag["dir"] == "auto" && tag["href"]?.hasPrefix("/admin/publishers/") == true
        }.map(\.text)
    }

    /// Publishers with as many books as their place in the list says.
    private func fill(_ names: [String]) throws {
        for (count, name) in names.enumerated() {
            let publisher = try console.addPublisher(name)
            for number in 0..<count {
                try console.addBook("\(name) \(number)", from: publisher)
            }
        }
    }

    @Test("The list shows every publisher by name, with its slug and how many books it has")
    func list() throws {
        try fill(["Zebra Press", "alder house", "Ähre", "Birch & Sons"])
        let page = try console.get("/admin/publishers")
        #expect(page.contains("4 publishers"))
        #expect(
            try names("/admin/publishers") == [
                "Ähre", "alder house", "Birch & Sons", "Zebra Press",
            ]
        )
        #expect(page.contains("<code>birch-sons</code>"))
        #expect(page.contains("3<span class=\"unit\"> books</span>"))
        #expect(page.contains("1<span class=\"unit\"> book</span>"))
    }

    @Test(
        "It is sorted by name or by the number of books, either way, and says so",
        arguments: [
            ("name", ["A", "B", "C"], "Name", "ascending"),
            ("-name", ["C", "B", "A"], "Name", "descending"),
            ("books", ["B", "A", "C"], "Books", "ascending"),
            ("-books", ["C", "A", "B"], "Books", "descending"),
            ("nonsense", ["A", "B", "C"], "Name", "ascending"),
        ]
    )
    func sorts(sort: String, expected: [String], column: String, order: String) throws {
        try fill(["B", "A", "C"])
        let target = "/admin/publishers?sort=\(sort)"
        #expect(try names(target) == expected)
        let headings = try console.get(target).text.components(after: "aria-sort=\"")
        #expect(headings.count == 1)
        #expect(headings.first?.hasPrefix(order) == true)
        #expect(headings.first?.prefix(120).contains(">\(column)<svg") == true)
    }

    @Test("A click on a column sorts by it, and another one turns it; what was searched stays")
    func columns() throws {
        try fill(["B", "A"])
        let first = try console.get("/admin/publishers?q=a").markup.targets
        #expect(first.contains("/admin/publishers?q=a&sort=-books"))
        #expect(first.contains("/admin/publishers?q=a&sort=-name"))
        let turned = try console.get("/admin/publishers?q=a&sort=-books").markup
        #expect(turned.targets.contains("/admin/publishers?q=a&sort=books"))
        #expect(turned.targets.contains("/admin/publishers?q=a"))
        #expect(turned.value(of: "sort") == "-books")
    }

    @Test(
        "It is searched by words of the name, whatever their case and accents, the last one begun",
        arguments: [
            ("alder", ["Alder House", "Alder & Søn"]), ("HOU%20ALD", []),
            ("house%20al", ["Alder House"]), ("son", ["Alder & Søn"]),
            ("s%C3%B8", ["Alder & Søn"]),
            ("ed", ["Éditions Été"]), ("ete", ["Éditions Été"]), ("x", []), ("%22*", []),
            ("%20", nil),
        ]
    )
    func searches(query: String, expected: [String]?) throws {
        for name in ["Alder House", "Alder & Søn", "Éditions Été"] {
            try console.addPublisher(name)
        }
        let found = try names("/admin/publishers?sort=-name&q=\(query)")
        #expect(Set(found) == Set(expected ?? ["Alder House", "Alder & Søn", "Éditions Été"]))
        #expect(found == found.sorted { Folding.fold($0) > Folding.fold($1) })
    }

    @Test("Fifty stand on a page, and the pages keep the search and the order")
    func pages() throws {
        for number in 1...51 { try console.addPublisher("House \(number)") }
        let page = try console.get("/admin/publishers?q=house&sort=-name")
        #expect(page.contains("51 publishers for “house”"))
        #expect(page.contains("1–50 of 51"))
        #expect(page.markup.targets.contains("/admin/publishers?q=house&sort=-name&page=2"))
        #expect(try names("/admin/publishers?q=house&sort=-name&page=2") == ["House 1"])
    }

    @Test("Without any publisher the list leads to the first one; a search in vain to all")
    func emptyStates() throws {
        #expect(try console.get("/admin/publishers").contains("No publishers yet"))
        try console.addPublisher("Alder House")
        let page = try console.get("/admin/publishers?q=zzz")
        #expect(page.contains("No publisher matches “zzz”"))
        #expect(page.markup.targets.contains("/admin/publishers"))
    }

    @Test("A publisher shows its first books by title, and leads to the list of all of them")
    func shows() throws {
        let alder = try console.addPublisher("Alder House")
        for number in (10...34).reversed() { try console.addBook("Book \(number)", from: alder) }
        try console.addBook("Somebody else’s")
        let page = try console.get("/admin/publishers/\(alder.id)")
        #expect(page.contains("Book 10") && page.contains("Book 33"))
        #expect(!page.contains("Book 34") && !page.contains("Somebody"))
        #expect(page.contains("The first 24 books"))
        #expect(page.contains("All 25 in the book list"))
        #expect(page.markup.targets.contains("/admin/books?publisher=\(alder.id)"))
        let list = try console.get("/admin/books?publisher=\(alder.id)")
        #expect(list.contains("25 books"))
        #expect(list.contains("Alder House"))
    }

    @Test("A publisher without a book says how to give it one")
    func showsEmptyShelf() throws {
        let page = try console.get("/admin/publishers/\(try console.addPublisher("New").id)")
        #expect(page.contains("No books yet"))
    }

    @Test("A book leads to its publisher, and so does the log")
    func links() throws {
        let alder = try console.addPublisher("Alder House")
        let book = try console.addBook("Fox", from: alder)
        #expect(try console.get("/admin/books/\(book.id)").markup.targets.contains(alder.href))
        #expect(try console.get("/admin/audit").markup.targets.contains(alder.href))
    }
}
