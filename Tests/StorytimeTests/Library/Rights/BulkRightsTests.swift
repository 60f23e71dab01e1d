import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("A rights window for many books, from the list and back")
struct BulkRightsTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        for title in ["Fox", "Moon", "Owl", "Snow"] { _ = try console.addActiveBook(title) }
    }

    private static let germany = "&territory=DE&first_day=2026-03-01&last_day=2026-12-31&note=All"

    private func ask(_ query: String) throws -> Answer {
        try console.get("\(BulkPages.path)?act=rights&\(query)")
    }

    private func confirm(_ page: Answer) throws -> Answer {
        let form = try #require(
            page.markup.forms.first { $0.method == "post" && $0.action == BulkPages.path }
        )
        return try console.post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    private func territories() throws -> [String] {
        try (1...4).map { id in
            try console.rights.windows(of: ID(id)).map(\.territory.code).joined(separator: "+")
        }
    }

    @Test("The window is filled in, asked about exactly, given, and taken back from the list")
    func wholeStory() throws {
        let list = "list=rights%3Dnone&all=1"
        try console.addWindow(ID(4))
        let form = try ask(list)
        #expect(form.status == 200)
        #expect(form.markup.text(id: "errors") == nil)
        let fields = try #require(form.markup.forms.last { $0.action == BulkPages.path }).fields
        #expect(fields.contains { $0.name == "act" && $0.value == "rights" })
        for name in ["territory", "first_day", "last_day", "note"] {
            #expect(fields.contains { $0.name == name }, "\(name)")
        }
        let question = try ask(list + Self.germany)
        #expect(question.contains("Add a rights window to 3 books</button>"))
        #expect(question.contains("<b>Germany</b>: From 1 March 2026 to 31 December 2026"))
        #expect(question.markup.text(id: "overlaps") == nil)
        let before = try console.catalogText()
        let answer = try confirm(question)
        #expect(answer.location == "/admin/books?rights=none#toasts")
        #expect(try territories() == ["DE", "DE", "DE", "*"])
        let page = try console.get(try #require(answer.location))
        let summary =
            "Rights window (Germany, 1 March 2026 to 31 December 2026) added to 3 books."
        #expect(page.toast?.contains(summary) == true, "\(page.toast ?? "")")
        let undo = try #require(page.markup.forms.first { $0.action.contains("undo") })
        #expect(try console.post(undo.action).status == 303)
        #expect(try console.catalogText() == before)
    }

    @Test("Books that have another one for these days and places are said, and left or meant, too")
    func overlaps() throws {
        try console.addWindow(ID(2), "*", "2026-01-01")
        try console.addWindow(ID(3), "FR", "2026-01-01")
        let question = try ask("ids=1&ids=2&ids=3" + Self.germany)
        #expect(question.contains("Add a rights window to 2 books</button>"))
        let warning = try #require(question.markup.text(id: "overlaps"))
        #expect(warning.contains("1 of the 3 books has another window for some of these days"))
        #expect(warning.contains("is left as it is."))
        #expect(!question.contains("Nothing changes for"))
        let more = try #require(question.markup.targets.first { $0.contains("may_overlap=1") })
        let other = try console.get(more)
        #expect(other.contains("Add a rights window to 3 books</button>"))
        #expect(other.markup.text(id: "overlaps")?.contains("gets this one as well.") == true)
        let back = try #require(other.markup.targets.first { $0.contains("territory=DE") })
        #expect(try console.get(back).contains("Add a rights window to 2 books</button>"))
        #expect(try confirm(other).status == 303)
        #expect(try territories() == ["DE", "*+DE", "FR+DE", ""])
    }

    @Test("Where no book would get it, nothing is asked, and the way to mean them is there")
    func nothing() throws {
        for id in 1...4 { try console.addWindow(ID(id), "*", "2026-01-01") }
        let question = try ask("all=1" + Self.germany)
        #expect(question.contains("Nothing to change.</p>"))
        #expect(question.markup.text(id: "overlaps")?.contains("All 4 books have") == true)
        #expect(!question.markup.all("button").contains { $0.text.contains("Add a rights window") })
        let same = try ask("all=1&territory=*&first_day=2026-01-01&last_day=&may_overlap=1")
        #expect(same.contains("already have this window"))
        #expect(same.markup.text(id: "overlaps") == nil)
    }

    @Test(
        "What is no window is said beside its field, and nothing is done",
        arguments: [
            ("territory=DE&first_day=&last_day=", "#field-first-day"),
            ("territory=XX&first_day=2026-01-01&last_day=", "#field-territory"),
            ("territory=DE&first_day=2026-02-01&last_day=2026-01-01", "#field-last-day"),
            ("territory=DE&first_day=2026-02-30&last_day=2026-01-01", "#field-first-day"),
        ]
    )
    func mistakes(fields: String, error: String) throws {
        let answer = try ask("all=1&\(fields)")
        #expect(answer.status == 422)
        #expect(answer.contains("href=\"\(error)\""))
        #expect(
            !answer.markup.forms.contains { $0.method == "post" && $0.action == BulkPages.path }
        )
        let posted = try console.post(
            BulkPages.path,
            body: Array("act=rights&all=1&count=4&\(fields)".utf8)
        )
        #expect(posted.status == 422)
        #expect(posted.contains("href=\"\(error)\""))
        #expect(try territories() == ["", "", "", ""])
    }

    @Test("The same confirmation sent twice gives nothing twice, even where overlaps are meant")
    func twice() throws {
        let question = try ask("all=1&may_overlap=1" + Self.germany)
        #expect(try confirm(question).status == 303)
        let again = try confirm(question)
        let page = try console.get(try #require(again.location))
        #expect(page.toast?.contains("Nothing to change") == true)
        #expect(try territories() == ["DE", "DE", "DE", "DE"])
    }

    @Test("What was changed since is listed on the page of the batch, with the reason")
    func left() throws {
        _ = try confirm(try ask("all=1" + Self.germany))
        let window = try #require(try console.rights.windows(of: ID(2)).first)
        _ = try console.rights.update(
            window.id,
            version: window.version,
            .of("DE", "2026-03-01"),
            by: .commandLine
        )
        let answer = try console.post("/admin/batches/1/undo")
        #expect(answer.location?.hasPrefix("/admin/batches/1") == true)
        let page = try console.get("/admin/batches/1")
        #expect(page.contains("Its rights were changed."))
        #expect(page.contains(">Moon</a>"))
        #expect(try territories() == ["", "DE", "", ""])
    }

    @Test("The question before a book is removed for good says that its windows go with it")
    func purge() throws {
        for _ in 1...2 { try console.addWindow(ID(1)) }
        try console.addWindow(ID(2))
        for id in 1...2 { _ = try console.bin.add(ID(id), by: .commandLine) }
        let references = BookReferences(database: console.database)
        let book = try console.books.find(ID(1))
        #expect(try references.of(book).map(\.text).contains("Its 2 rights windows"))
        #expect(try references.ofBin().map(\.text).contains("Their 3 rights windows"))
    }
}
