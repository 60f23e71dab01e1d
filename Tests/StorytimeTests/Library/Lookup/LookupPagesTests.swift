import Foundation
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Looking a book up from its form")
struct LookupPagesTests {
    private let stub: StubServer
    private let console: Console

    init() throws {
        let stub = try StubServer()
        self.stub = stub
        console = try Console { $0.lookup.base = stub.origin }
        try console.signIn(as: .admin)
    }

    private static let path = "/admin/books/lookup"

    /// What a browser sends of a page's form with that button.
    private func fields(of page: Answer, _ action: String) throws -> [(String, String)] {
        let form = try #require(page.markup.forms.first { $0.action == action })
        return form.fields.map { ($0.name, $0.value) }
    }

    private func value(_ name: String, in page: Answer, _ action: String = "/admin/books") throws
        -> String?
    {
        let form = try #require(page.markup.forms.first { $0.action == action })
        return form.fields.first { $0.name == name }?.value
    }

    private func lookUp(_ fields: [(String, String)], _ path: String = path) throws -> Answer {
        try console.post(path, fields + [("lookup", "on")])
    }

    /// The boxes of the comparison that are ticked to begin with.
    private func ticked(_ page: Answer) -> [String] { page.markup.checked("use") }

    @Test("An ISBN leads to the book, each field beside that of the form, and Use fills those in")
    func byISBN() throws {
        StubLibrary.fill(stub)
        let publisher = try console.addPublisher("EULEN VERLAG")
        let category = try console.category("adventure")
        let typed = [
            ("title", "Foxes"), ("isbn", "0-399-25775-6"), ("author", ""), ("tags", "dusk"),
            ("category_ids", "\(category.id)"), ("age_min", "x"), ("status", "active"),
            ("publisher_id", ""),
        ]
        let page = try lookUp(typed)
        #expect(page.status == 200)
        for text in ["Drei Füchse: ein Bilderbuch", "German", "Eulen und Füchse", "2013"] {
            #expect(page.contains(text), "\(text)")
        }
        // What the form has is left alone unless somebody says so.
        #expect(
            Set(ticked(page)) == [
                "author", "description", "language", "publisher", "original_title",
                "illustrator", "translator", "series", "series_number", "year", "page_count",
                "cover",
            ]
        )
        let sent = try fields(of: page, Self.path + "/use")
        let form = try console.post(Self.path + "/use", sent + [("use", "tags")])
        #expect(form.status == 200)
        #expect(form.contains("13 fields filled in. Nothing is saved yet."))
        #expect(try value("title", in: form) == "Foxes")
        #expect(try value("author", in: form) == "A. Muster, C. Drei")
        #expect(try value("language", in: form) == "German")
        #expect(try value("publisher_id", in: form) == "\(publisher.id)")
        #expect(try value("tags", in: form) == "dusk, Foxes, Night")
        #expect(try value("age_min", in: form) == "x")
        #expect(try value("status", in: form) == "active")
        #expect(try value("category_ids", in: form) == "\(category.id)")
        #expect(form.markup.checked("cover").count == 1)
        #expect(try console.count("SELECT count(*) FROM books") == 0)
        #expect(try console.count("SELECT count(*) FROM series") == 0)

        // Saved as it is now, but for what was never right.
        var all = try fields(of: form, "/admin/books").filter { $0.0 != "age_min" }
        let answer = try console.post("/admin/books", all)
        #expect(answer.location == "/admin/books/1")
        let book = try console.books.find(ID(1))
        #expect(book.publisher?.id == publisher.id && book.language == "de")
        let name = try CoverName(ImageFile(Pictures.first(.jpeg)))
        guard case .file(let key, _, _, _)? = book.cover else {
            Issue.record("There is no cover.")
            return
        }
        #expect(key == name.description)
        #expect(try console.books.details(of: ID(1)).series == "Eulen und Füchse")
        // The same form once more makes no second one.
        all = try fields(of: form, "/admin/books").filter { $0.0 != "age_min" }
        #expect(try console.post("/admin/books", all).location == "/admin/books/1")
        #expect(try console.count("SELECT count(*) FROM books") == 1)
    }

    @Test("A publisher or a series that isn’t there is offered as a new one")
    func newRecords() throws {
        StubLibrary.fill(stub, hasCover: false)
        let page = try lookUp([("isbn", StubLibrary.isbn)])
        #expect(page.contains("New: it will be added with the book."))
        let form = try console.post(Self.path + "/use", fields(of: page, Self.path + "/use"))
        #expect(try value("new_publisher", in: form) == "Eulen Verlag")
        #expect(try value("publisher_id", in: form) == "")
        #expect(try value("cover", in: form) == nil)
        let saved = try fields(of: form, "/admin/books") + [("title", "x")]
        #expect(try console.post("/admin/books", saved).status == 303)
        #expect(try console.books.find(ID(1)).publisher?.name == "Eulen Verlag")
    }

    @Test("Nothing that wasn’t selected is taken, and the way back takes nothing")
    func selection() throws {
        StubLibrary.fill(stub)
        let page = try lookUp([("isbn", StubLibrary.isbn), ("title", "Mine")])
        let sent = try fields(of: page, Self.path + "/use")
        let some =
            sent.filter { $0.0 != "use" } + [("use", "year"), ("use", "status"), ("use", "x")]
        let form = try console.post(Self.path + "/use", some)
        #expect(form.contains("1 field filled in."))
        #expect(try value("year", in: form) == "2013")
        #expect(try value("author", in: form) == "")
        let back = try console.post(Self.path + "/use", sent + [("back", "on")])
        #expect(try value("year", in: back) == "" && !back.contains("filled in"))
        #expect(try value("title", in: back) == "Mine")
        // Whoever leaves it now is asked: none of it is saved.
        #expect(back.contains("data-keep=\"unsaved\""))
        #expect(back.markup.checked("cover").isEmpty)
    }

    @Test("A title leads to the books that match, and one of those to its comparison")
    func byTitle() throws {
        stub.answer(StubLibrary.searchLine("Foxes", by: "Muster"), 200, StubLibrary.search)
        StubLibrary.fill(stub, key: "OLID:OL1M", hasCover: false)
        let typed = [("title", "Foxes"), ("author", "Muster"), ("description", "Line 1\r\nLine 2")]
        let results = try lookUp(typed)
        #expect(results.status == 200)
        #expect(results.contains("2 of 57 matches at 127.0.0.1."))
        #expect(results.contains("Drei Füchse") && results.contains("4 editions"))
        #expect(!results.contains("Without an edition"))
        let sent = try fields(of: results, Self.path).filter { $0.0 != "edition" }
        let page = try console.post(Self.path, sent + [("edition", "OLID:OL1M")])
        #expect(page.status == 200 && page.contains("This is one of the book’s editions."))
        #expect(!ticked(page).contains("title") && ticked(page).contains("isbn"))
        let form = try console.post(Self.path + "/use", fields(of: page, Self.path + "/use"))
        #expect(form.contains("Line 1\r\nLine 2"))
        #expect(try value("isbn", in: form) == StubLibrary.isbn)
    }

    @Test("What can’t be looked up is said in the form, with everything that was typed")
    func refusals() throws {
        stub.answer(StubLibrary.bookLine, 200, "{}")
        stub.answer(StubLibrary.searchLine("Nothing"), 200, #"{"numFound":0,"docs":[]}"#)
        stub.answer(StubLibrary.searchLine("Broken"), 500)
        for (typed, words) in [
            ([], "Enter an ISBN or a title to look the book up."),
            ([("isbn", "123"), ("title", "Foxes")], "isn’t an ISBN"),
            ([("isbn", StubLibrary.isbn)], "No book with the ISBN \(StubLibrary.isbn) was found"),
            ([("title", "Nothing")], "has no book with these words"),
            ([("title", "Broken")], "is having problems (500)"),
            ([("title", "Foxes"), ("edition", "OLID:OL9M")], "(404)"),
        ] as [([(String, String)], String)] {
            let answer = try lookUp(typed + [("description", "Kept."), ("age_max", "nine")])
            #expect(answer.status == 422)
            #expect(answer.markup.text(id: "errors")?.contains(words) == true, "\(words)")
            #expect(answer.markup.text(id: "lookup-error")?.contains(words) == true)
            #expect(answer.contains("Kept."))
            #expect(try value("age_max", in: answer) == "nine")
            // The rest isn't judged before somebody wants to save it.
            #expect(!answer.contains("Enter a title."))
            #expect(!answer.contains("must be a whole number"))
        }
    }

    @Test("A book that is there keeps its version, and is compared with what its form has")
    func editing() throws {
        StubLibrary.fill(stub)
        try console.addBook("Drei Füchse: ein Bilderbuch", by: "Old")
        let path = "/admin/books/1/lookup"
        let edit = try console.get("/admin/books/1/edit")
        #expect(edit.contains("formaction=\"\(path)\""))
        var typed = try fields(of: edit, "/admin/books/1")
            .filter { !["isbn", "lookup"].contains($0.0) }
        typed.append(("isbn", StubLibrary.isbn))
        let page = try lookUp(typed, path)
        #expect(page.contains("The same"))
        let sent = try fields(of: page, path + "/use")
        let form = try console.post(path + "/use", sent + [("use", "author")])
        #expect(try value("version", in: form, "/admin/books/1") == "1")
        #expect(try value("was.author", in: form, "/admin/books/1") == "Old")
        // Somebody else changes another field meanwhile: both are kept.
        _ = try console.books.update(
            ID(1),
            version: 1,
            .init(title: "Drei Füchse: ein Bilderbuch", author: "Old", status: .active),
            by: .commandLine
        )
        let saved = try console.post("/admin/books/1", fields(of: form, "/admin/books/1"))
        #expect(saved.status == 303)
        let book = try console.books.find(ID(1))
        #expect(book.author == "A. Muster, C. Drei" && book.status == .active)
        #expect(book.cover != nil && book.version == 4)
        #expect(try console.post("/admin/books/9/lookup").status == 404)
    }

    @Test("A cover that can’t be had is no reason to do without the rest")
    func coverTrouble() throws {
        stub.answer(
            StubLibrary.bookLine,
            200,
            StubLibrary.data("ISBN:\(StubLibrary.isbn)", cover: "https://127.0.0.1/7.jpg")
        )
        stub.answer(StubLibrary.editionLine, 200, StubLibrary.edition)
        stub.answer(StubLibrary.workLine, 200, StubLibrary.work)
        let page = try lookUp([("isbn", StubLibrary.isbn)])
        #expect(page.status == 200 && page.contains("The cover could not be fetched."))
        #expect(!ticked(page).contains("cover") && ticked(page).contains("title"))
        #expect((try? Folder.names(in: CoverFolder(console.site.configuration).path)) == nil)
    }

    @Test("A found cover that is no longer there is said, and nothing is saved without it")
    func coverGone() throws {
        let name = String(repeating: "a", count: 40) + ".jpg"
        try console.addBook("Owl")
        for path in ["/admin/books", "/admin/books/1"] {
            let fields = [("title", "Foxes"), ("cover", name), ("version", "1")]
            let answer = try console.post(path, fields)
            #expect(answer.status == 422)
            #expect(
                answer.markup.text(id: "errors")?.contains("is no longer here") == true
            )
        }
        #expect(try console.count("SELECT count(*) FROM books WHERE title = 'Foxes'") == 0)
        let other = try console.post("/admin/books", [("title", "Foxes"), ("cover", "../x")])
        #expect(other.status == 303)
    }

    @Test("Open Library is asked by default, and any other catalog is called by its host")
    func names() {
        var settings = LookupSettings()
        #expect(settings.base?.description == "https://openlibrary.org")
        #expect(settings.name == "Open Library")
        settings.base = Origin("http://mirror.lan:8080")
        #expect(settings.name == "mirror.lan")
    }

    @Test("Where it is turned off, the form says so, and nobody is asked")
    func off() throws {
        let console = try Console { $0.lookup.base = nil }
        try console.signIn(as: .admin)
        let form = try console.get("/admin/books/new")
        #expect(form.contains("turned off on this server"))
        #expect(!form.contains("Look up</button>") && !form.contains("formaction"))
        let answer = try console.post(Self.path, [("isbn", StubLibrary.isbn)])
        #expect(answer.status == 422 && answer.contains("STORYTIME_LOOKUP_URL is empty"))
    }

    @Test("While a form asks which of two versions to keep, it doesn’t lead elsewhere")
    func conflict() throws {
        try console.addBook("Owl", by: "Ada")
        let fields = try fields(of: console.get("/admin/books/1/edit"), "/admin/books/1")
            .filter { !["author", "lookup"].contains($0.0) }
        _ = try console.books.update(
            ID(1),
            version: 1,
            .init(title: "Owl", author: "Bea"),
            by: .commandLine
        )
        let answer = try console.post("/admin/books/1", fields + [("author", "Cy")])
        #expect(answer.status == 409 && !answer.contains("formaction"))
        #expect(answer.contains("name=\"isbn\""))
    }
}
