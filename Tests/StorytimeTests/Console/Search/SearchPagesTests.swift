import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The search everywhere")
struct SearchPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func search(_ words: String) throws -> Answer {
        let answer = try console.get("/admin/search?q=" + PercentEncoding.encodeComponent(words))
        #expect(answer.status == 200)
        return answer
    }

    /// The groups that a page shows, by their headings' ids.
    private func groups(_ answer: Answer) -> [String] {
        answer.markup.all("h2").compactMap { $0["id"] }.filter { $0.hasPrefix("found-") }
    }

    @Test("It finds books, categories, publishers and people, each in a group of its own")
    func findsEverything() throws {
        let category = try console.addCategory("Fox Tales")
        let publisher = try console.addPublisher("Fox & Sons")
        let book = try console.addBook("The Fox", by: "Ada", in: [category], from: publisher)
        let person = try console.addUser("fox@example.test", .parent, name: "Grace")
        let page = try search("FÓX")
        #expect(
            groups(page) == ["found-books", "found-categories", "found-publishers", "found-people"]
        )
        #expect(page.contains("4 matches for “FÓX”"))
        let targets = page.markup.targets
        for href in [
            "/admin/books/\(book.id)", "/admin/categories/\(category.id)", publisher.href,
            "/admin/users/\(person)",
        ] {
            #expect(targets.contains(href), "\(href)")
        }
        #expect(page.contains("fox@example.test, Parent"))
    }

    @Test(
        "Every word must occur; the last may be the beginning of one",
        arguments: [
            ("fox", ["found-books"]), ("bedtime sto", ["found-categories"]),
            ("fox sto", []), ("sto bed", []), ("ada", ["found-books", "found-people"]),
        ]
    )
    func words(text: String, expected: [String]) throws {
        try console.addBook("The Fox", by: "Ada")
        #expect(try groups(search(text)) == expected)
    }

    @Test("Words that nothing has are corrected in every group, and that is said")
    func corrected() throws {
        try console.addBook("The Gruffalo", by: "Julia Donaldson")
        try console.addPublisher("Viking")
        try console.addUser("karin@example.test", .parent, name: "Karin Berg")
        let page = try search("grufalo")
        #expect(groups(page) == ["found-books"])
        #expect(page.contains("Nothing for “grufalo”. Showing “gruffalo”: 1 match"))
        #expect(try groups(search("vikng")) == ["found-publishers"])
        #expect(try groups(search("krain")) == ["found-people"])
        #expect(try groups(search("adventrue")) == ["found-categories"])
        // What is found as it was typed is not mixed with what is not.
        try console.addCategory("Vikngs")
        #expect(try groups(search("vikng")) == ["found-categories"])
    }

    /// The books that a page leads to.
    private func shown(_ page: Answer) -> [String] {
        page.markup.targets.filter {
            $0.hasPrefix("/admin/books/") && $0.last?.isNumber == true
        }
    }

    @Test("The best ten books are shown, and the way to all of them")
    func showsTheBest() throws {
        for number in 1...11 { try console.addBook("Owls and many others \(number)") }
        let best = try console.addBook("Owls")
        let page = try search("owls")
        let shown = shown(page)
        #expect(shown.count == SearchKind.maximumShown)
        #expect(shown.first == "/admin/books/\(best.id)")
        #expect(page.contains("All 12 books"))
        #expect(page.markup.targets.contains("/admin/books?q=owls"))
    }

    @Test("Where there is no list to go on in, it says how many more there are")
    func saysHowManyMore() throws {
        for number in 1...12 { try console.addCategory("Shelf \(number)") }
        let page = try search("shelf")
        #expect(page.contains("2 more. Type more of the name to narrow the list."))
        for number in 1...12 { try console.addPublisher("Shelf \(number)") }
        #expect(try search("shelf").contains("All 12 publishers"))
    }

    @Test("Without words it says what it finds; without a match it says so", arguments: ["", " ·"])
    func emptyStates(words: String) throws {
        let page = try search(words)
        #expect(page.contains("What are you looking for?"))
        #expect(try search("zzz").contains("Nothing matches “zzz”"))
    }

    @Test("What is in the bin is not found")
    func bin() throws {
        let book = try console.addBook("The Fox")
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id = \(book.id.value)"
        )
        try BookIndex(database: console.database).write(book.id)
        #expect(try groups(search("fox")) == [])
    }

    @Test("Of more books than can be ranked, the latest are shown")
    func manyBooks() throws {
        try console.database.write {
            for number in 0...BookList.fewMatches { try console.addBook("Owl \(number)") }
        }
        let shown = shown(try search("owl"))
        #expect(shown.first == "/admin/books/\(BookList.fewMatches + 1)")
        #expect(shown.count == SearchKind.maximumShown)
    }

    @Test("Its field is in the head of every page of an admin, and of nobody else's")
    func field() throws {
        for target in ["/admin", "/admin/books/new", "/admin/system", "/account", "/admin/nowhere"]
        {
            let forms = try console.get(target).markup.forms.filter {
                $0.action == "/admin/search"
            }
            // The other one is in the menu of Ctrl-K.
            #expect(forms.count == 2, "\(target)")
        }
        let page = try search("fox")
        let fields = page.markup.all("input").filter { $0["name"] == "q" }
        #expect(fields.compactMap { $0["value"] } == ["fox", "fox"])
        try console.signIn(as: .parent)
        #expect(try console.get("/account").markup.forms.allSatisfy { $0.method == "post" })
        #expect(try console.get("/admin/search").status == 404)
    }
}
