import Markup
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
        #expect(page.contains("by <bdi>Faith Ringgold</bdi>"))
        #expect(try names(of: 1) == ["Adventure", "Family & Friends"])
        #expect(try console.get("/admin/books/1").toast == nil)
        let entry = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        #expect(
            try Change.list(entry ?? "") == [
                Change("title", nil, "Tar Beach"), Change("author", nil, "Faith Ringgold"),
                Change("status", nil, "draft"),
                Change("categories", nil, "Adventure, Family & Friends"),
            ]
        )
    }

    @Test("An author may be unknown")
    func unknownAuthor() throws {
        #expect(try console.post("/admin/books", form("Beowulf")).status == 303)
        #expect(try console.get("/admin/books/1").contains("Unknown author"))
    }

    @Test(
        "Each rule is said beside its field with status 422, and everything typed is kept",
        arguments: [
            ("title", "", "Enter a title."),
            ("title", String(repeating: "x", count: 201), "use 200 characters or fewer"),
            ("title", "a\0b", "control character"),
            ("title", "\u{2066}a", "reverses text"),
            ("title", "\u{AD}", "at least one visible character"),
            ("author", String(repeating: "x", count: 201), "use 200 characters or fewer"),
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
        #expect(try console.bookList.count(BookFilter()) == 1)
    }

    @Test("A second book of one title and author is asked about, and may be another one")
    func twins() throws {
        #expect(try console.post("/admin/books", form("Cinderella", "Ada")).status == 303)
        let answer = try console.post("/admin/books", form("CINDERELLA ", "áda", in: [2]))
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "twin")?.contains("with this title and author") == true)
        #expect(answer.markup.targets.contains("/admin/books/1"))
        #expect(answer.markup.checked("category_ids") == ["2"])
        let another = form("Cinderella", "Ada") + [("is_another", "1")]
        #expect(try console.post("/admin/books", another).location == "/admin/books/2")
        // Of two that are alike already, each may be saved as it is; a third one is asked about.
        #expect(
            try console.post("/admin/books/2", form("Cinderella", "Ada", version: "1")).status
                == 303
        )
        try console.addBook("Ash", by: "Ada")
        let renamed = form("Cinderella", "Ada", version: "1")
        #expect(try console.post("/admin/books/3", renamed).status == 422)
        #expect(
            try console.post("/admin/books/3", renamed + [("is_another", "1")]).status == 303
        )
    }

    @Test("Everything that is to be known about a book is saved, shown and asked for again")
    func wholeBook() throws {
        try console.addPublisher("Alder House")
        let fields =
            form("Fox", "Ada") + [
                ("description", "One line.\r\nAnother <b>line</b>."), ("age_min", "2"),
                ("age_max", "5"),
                ("language", "pt-br"), ("publisher_id", "1"), ("status", "active"),
            ]
        #expect(try console.post("/admin/books", fields).status == 303)
        let book = try console.books.find(ID(1))
        #expect(book.description == "One line.\nAnother <b>line</b>.")
        #expect(book.ages == AgeRange(minimum: 2, maximum: 5))
        #expect(book.language == "pt-BR")
        #expect(book.publisher?.name == "Alder House")
        #expect(book.status == .active)
        let page = try console.get("/admin/books/1")
        for text in [
            "Ages 2–5", "Portuguese (Brazil)", "Alder House", "One line.\nAnother &lt;b&gt;line",
        ] { #expect(page.contains(text), "\(text)") }
        let form = try #require(
            try console.get("/admin/books/1/edit").markup.forms
                .first { $0.action == "/admin/books/1" }
        )
        #expect(
            try console.post("/admin/books/1", form.fields.map { ($0.name, $0.value) }).status
                == 303
        )
        #expect(try console.books.find(ID(1)) == book)
    }

    @Test(
        "Ages and languages that make no sense are said beside their field",
        arguments: [
            (["age_min": "6", "age_max": "5"], "age_max", "below the youngest (6)"),
            (["age_min": "19"], "age_min", "from 0 to 18"),
            (["age_max": "-1"], "age_max", "from 0 to 18"),
            (["age_min": "two"], "age_min", "whole number"),
            (["language": "english please"], "language", "We don’t know the language"),
            (["description": "a\u{7}b"], "description", "control character"),
            (["description": String(repeating: "x", count: 5001)], "description", "5,000"),
            (["publisher_id": "99"], "publisher_id", "choose from the list"),
            (["status": "burnt"], "status", "choose from the list"),
        ]
    )
    func refusesNonsense(fields: [String: String], field: String, complaint: String) throws {
        let answer = try console.post("/admin/books", form("Fox") + fields.map { ($0, $1) })
        #expect(answer.status == 422)
        #expect(answer.contains(complaint), "\(fields)")
        #expect(answer.markup.text(id: "errors") != nil)
        #expect(try console.bookList.count(BookFilter()) == 0)
    }

    @Test("A publisher that goes while the form is being filled is said")
    func publisherIsGone() throws {
        #expect(throws: BookStore.Refusal.publisherIsGone) {
            try console.books.insert(
                .init(title: "X", author: "", publisher: ID(99)),
                by: .commandLine
            )
        }
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
        #expect(try console.bookList.count(BookFilter()) == 0)
        #expect(try console.count("SELECT count(*) FROM books_search") == 0)
    }

    @Test("What is no category's id is refused", arguments: ["x", "-1", "01", "", "1 OR 1=1"])
    func refusesOtherIDs(id: String) throws {
        let answer = try console.post("/admin/books", form("X") + [("category_ids", id)])
        #expect(answer.status == 422)
        #expect(try console.bookList.count(BookFilter()) == 0)
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
        #expect(try console.bookList.count(BookFilter(category: .missing)) == 1)
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
        #expect(text.contains("You changed this in another tab just now"))
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
        #expect(try console.get("/admin/books/1").toast?.contains("Spaces around") == true)
    }

    @Test("A book has the same palette wherever it is drawn, one of twelve")
    func palettes() throws {
        let palettes = DemoBooks.all.map { demo in
            Book(
                id: ID(1),
                title: demo.title,
                author: "",
                status: .draft,
                description: "",
                ages: AgeRange(),
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
