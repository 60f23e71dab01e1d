import SQLite
import Testing

@testable import Storytime

@Suite("Books: making and changing them")
struct BookPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func form(
        _ title: String,
        _ author: String = "",
        in categories: [Int] = [],
        version: String? = nil
    ) -> [(String, String)] {
        [("title", title), ("author", author)]
            + categories.map { ("category_ids", String($0)) }
            + (version.map { [("version", $0)] } ?? [])
    }

    private func names(of id: Int) throws -> [String] {
        try console.books.categories(of: ID(id)).map(\.name)
    }

    // MARK: New

    @Test("A new book has its title, its author and its categories, and says so once")
    func creates() throws {
        let answer = try console.post(
            "/admin/books",
            form("Tar Beach", "Faith Ringgold", in: [7, 2])
        )
        #expect(answer.location == "/admin/books/1")
        let page = try console.get("/admin/books/1")
        #expect(page.toast?.contains("Book “Tar Beach” added.") == true)
        #expect(page.contains("by Faith Ringgold"))
        #expect(try names(of: 1) == ["Adventure", "Family & Friends"])
        #expect(try console.get("/admin/books/1").toast == nil)
        let entry = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        #expect(
            try Change.list(entry ?? "") == [
                Change("title", nil, "Tar Beach"), Change("author", nil, "Faith Ringgold"),
                Change("categories", nil, "Adventure, Family & Friends"),
            ]
        )
    }

    @Test("An author may be unknown")
    func unknownAuthor() throws {
        #expect(try console.post("/admin/books", form("Beowulf")).status == 303)
        #expect(try console.get("/admin/books/1").contains("Author not known"))
    }

    @Test(
        "Each rule is said beside its field with status 422, and everything typed is kept",
        arguments: [
            ("title", "", "Enter a title."),
            ("title", String(repeating: "x", count: 201), "may have 200 characters"),
            ("title", "a\0b", "control character"),
            ("title", "\u{2066}a", "reverses text"),
            ("title", "\u{AD}", "no visible character"),
            ("author", String(repeating: "x", count: 201), "may have 200 characters"),
            ("author", "a\u{2028}b", "line break"),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        let book = try console.addBook("Old", by: "Old")
        let fields = form("A", "B", in: [3]).map { $0.0 == field ? ($0.0, text) : $0 }
        for target in ["/admin/books", "/admin/books/\(book.id)"] {
            let answer = try console.post(target, fields)
            #expect(answer.status == 422)
            #expect(answer.markup.error(of: field)?.contains(complaint) == true)
            #expect(answer.markup.text(id: "errors")?.contains(complaint) == true)
            #expect(answer.markup.checked("category_ids") == ["3"])
            // A browser drops a NUL, so the page shows what stands for one.
            let shown = text.replacing("\0", with: "\u{FFFD}")
            #expect(answer.markup.value(of: field) == shown)
        }
        #expect(try console.books.count(.all) == 1)
    }

    @Test("The same title twice is two books: there are several of many a tale")
    func titlesMayRepeat() throws {
        for _ in 0..<2 {
            #expect(try console.post("/admin/books", form("Cinderella")).status == 303)
        }
        #expect(try console.books.count(.all) == 2)
    }

    @Test("A category that was deleted meanwhile is said, and the rest of the form is kept")
    func categoryIsGone() throws {
        let book = try console.addBook("Old")
        _ = try console.categories.delete(ID(4), version: nil, by: .commandLine)
        for target in ["/admin/books", "/admin/books/\(book.id)"] {
            let answer = try console.post(target, form("New", "Someone", in: [2, 4]))
            #expect(answer.status == 422)
            #expect(answer.markup.text(id: "categories-error")?.contains("deleted") == true)
            #expect(answer.markup.checked("category_ids") == ["2"])
            #expect(answer.markup.value(of: "title") == "New")
            let link = answer.markup.all("a").compactMap { $0["href"] }
                .first { $0.hasPrefix("#") && $0 != "#main" }
            let target = try #require(link)
            #expect(answer.markup.first(id: String(target.dropFirst())) != nil, "\(target)")
        }
        #expect(try console.books.find(book.id).title == "Old")
    }

    @Test("A category that is deleted between reading and writing the form is said as well")
    func categoryGoesAtTheLastMoment() throws {
        #expect(throws: BookStore.Refusal.categoryIsGone) {
            try console.books.insert(
                .init(title: "X", author: "", categories: [ID(99)]),
                by: .commandLine
            )
        }
        #expect(try console.books.count(.all) == 0)
        #expect(try console.count("SELECT count(*) FROM books_search") == 0)
    }

    @Test("What is no category's id is refused", arguments: ["x", "-1", "01", "", "1 OR 1=1"])
    func refusesOtherIDs(id: String) throws {
        let answer = try console.post("/admin/books", form("X") + [("category_ids", id)])
        #expect(answer.status == 422)
        #expect(try console.books.count(.all) == 0)
    }

    // MARK: Edit

    @Test("The form of a book holds what it is")
    func editForm() throws {
        try console.addBook("Journey", by: "Aaron Becker", in: [console.category("adventure")])
        let page = try console.get("/admin/books/1/edit").markup
        #expect(page.value(of: "title") == "Journey")
        #expect(page.value(of: "author") == "Aaron Becker")
        #expect(page.checked("category_ids") == ["2"])
        #expect(page.value(of: "version") == "1")
    }

    @Test("Ticking and unticking categories links the book to exactly those")
    func assigns() throws {
        try console.addBook("Journey", in: [console.category("adventure")])
        #expect(
            try console.post("/admin/books/1", form("Journey", in: [1, 8], version: "1")).location
                == "/admin/books/1"
        )
        #expect(try names(of: 1) == ["Bedtime Stories", "Holidays & Seasons"])
        #expect(try console.categories.find(ID(2)).bookCount == 0)
        let changes = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        #expect(
            try Change.list(changes ?? "") == [
                Change("categories", "Adventure", "Bedtime Stories, Holidays & Seasons")
            ]
        )
        #expect(try console.post("/admin/books/1", form("Journey", version: "2")).status == 303)
        #expect(try names(of: 1).isEmpty)
        #expect(try console.books.count(.withoutCategory) == 1)
    }

    @Test("A new title changes the book's place among its categories' books")
    func titleIsPassedOn() throws {
        let category = try console.category("adventure")
        try console.addBook("Aardvark", in: [category])
        try console.addBook("Bee", in: [category])
        let fields = form("Zebra", in: [2], version: "1")
        #expect(try console.post("/admin/books/1", fields).status == 303)
        let titles = try console.books.list(in: category.id, limit: 9, offset: 0).map(\.book.title)
        #expect(titles == ["Bee", "Zebra"])
    }

    @Test("Saving without a change changes nothing: no version, no entry in the log")
    func nothingChanged() throws {
        try console.addBook("Journey", by: "Aaron Becker", in: [console.category("adventure")])
        let before = try console.books.find(ID(1))
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        console.time.now += 60
        let fields = form("Journey", "Aaron Becker", in: [2], version: "1")
        #expect(try console.post("/admin/books/1", fields).status == 303)
        #expect(try console.books.find(ID(1)) == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test("The second of two editors sees both versions, keeps their text, and may overwrite")
    func twoEditors() throws {
        try console.addBook("Journey", by: "A. Becker", in: [console.category("adventure")])
        let theirs = form("Journey", "Aaron Becker", in: [2, 1], version: "1")
        #expect(try console.post("/admin/books/1", theirs).status == 303)
        let mine = form("The Journey", "Aaron Becker", in: [2], version: "1")
        let conflict = try console.post("/admin/books/1", mine)
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("Ada changed this just now"))
        #expect(text.contains("Title Journey The Journey"))
        #expect(text.contains("Categories Bedtime Stories, Adventure Adventure"))
        #expect(!text.contains("Author"))
        #expect(conflict.markup.value(of: "title") == "The Journey")
        #expect(conflict.markup.checked("category_ids") == ["2"])
        #expect(try console.books.find(ID(1)).title == "Journey")
        let version = try #require(conflict.markup.value(of: "version"))
        let again = form("The Journey", "Aaron Becker", in: [2], version: version)
        #expect(try console.post("/admin/books/1", again).status == 303)
        #expect(try console.books.find(ID(1)).title == "The Journey")
        #expect(try names(of: 1) == ["Adventure"])
    }

    @Test("A book that isn't there has no page", arguments: ["1", "0", "01", "x"])
    func noSuchBook(id: String) throws {
        #expect(try console.get("/admin/books/\(id)").status == 404)
        #expect(try console.get("/admin/books/\(id)/edit").status == 404)
        #expect(try console.post("/admin/books/\(id)", form("X")).status == 404)
    }

    @Test("Many categories come with a field that filters them", arguments: [20, 21])
    func filterBox(categories: Int) throws {
        for number in 9...categories { try console.addCategory("Category \(number)") }
        let page = try console.get("/admin/books/new")
        #expect(page.contains("id=\"category-filter\"") == (categories > 20))
    }

    @Test("White space around the texts is left out, and the notice says so")
    func trims() throws {
        #expect(try console.post("/admin/books", form(" Journey\t", "\u{A0}Becker")).status == 303)
        let book = try console.books.find(ID(1))
        #expect([book.title, book.author] == ["Journey", "Becker"])
        #expect(try console.get("/admin/books/1").toast?.contains("spaces around") == true)
    }

    @Test("A book has the same palette wherever it is drawn, one of twelve")
    func palettes() throws {
        let palettes = DemoBooks.all.map { demo in
            Book(
                id: ID(1),
                title: demo.title,
                author: "",
                status: .draft,
                version: 1,
                createdAt: 0,
                updatedAt: 0
            ).palette
        }
        #expect(Set(palettes) == Set(0..<12))
        try console.addBook("Journey", in: [console.category("adventure")])
        for target in ["/admin/books", "/admin/books/1", "/admin/categories/2"] {
            let palette = try console.get(target).markup.tags.compactMap { $0["data-palette"] }
            #expect(palette == [String(try console.books.find(ID(1)).palette)], "\(target)")
        }
    }
}
