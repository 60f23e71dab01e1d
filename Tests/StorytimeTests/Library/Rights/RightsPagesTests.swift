import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Windows of rights on the page of their book")
struct RightsPagesTests {
    private let console: Console
    private let book: Book

    init() throws {
        console = try Console.asAdmin()
        book = try console.addBook("Fox")
    }

    private func form(
        _ territory: String = "*",
        _ first: String = "2026-01-01",
        _ last: String = "",
        note: String = "",
        version: Int? = nil,
        more: [(String, String)] = []
    ) -> [(String, String)] {
        [
            ("territory", territory), ("first_day", first), ("last_day", last), ("note", note),
        ] + (version.map { [("version", String($0))] } ?? []) + more
    }

    private var page: Answer {
        get throws { try console.get("/admin/books/\(book.id)") }
    }

    private func standing() throws -> String? {
        try page.markup.text(where: "class", is: "window-head rights-standing")
    }

    @Test("A book's page says whether it may be shown today, and lists its windows")
    func section() throws {
        #expect(try standing() == "Closed No rights today. This book has no rights window.")
        try console.addWindow(book.id, "*", "2027-03-01", note: "Contract <7>")
        try console.addWindow(book.id, "FR", "2020-01-01", "2026-11-21")
        #expect(
            try standing() == "Closed No rights today. The next window opens on 1 March 2027."
        )
        let list = try #require(try page.markup.text(where: "class", is: "windows"))
        #expect(
            list.contains(
                "France Open, but no families there From 1 January 2020 to 21 November 2026"
            )
        )
        #expect(list.contains("Worldwide Upcoming From 1 March 2027, no end date Contract <7>"))
        try console.addWindow(book.id, "*", "2026-11-21", "2026-11-21")
        #expect(try standing() == "Open Rights today, until 21 November 2026.")
        #expect(try page.contains("On 21 November 2026 alone"))
    }

    @Test("The territory and the zone are those of the configuration")
    func configuration() throws {
        let console = try Console {
            $0.territory = .country(code: "NZ")
            $0.timeZone = "Pacific/Auckland"
        }
        try console.signIn(as: .admin)
        let book = try console.addBook("Kiwi")
        try console.addWindow(book.id, "NZ", "2026-11-22")
        #expect(try console.get("/admin/books/1").contains("No rights today. The next window"))
        // Midnight in Auckland.
        console.time.now = 1_795_258_800
        #expect(try console.get("/admin/books/1").contains("Rights today, no end date."))
    }

    @Test("A window is added once, however often the form is sent, and the history tells of it")
    func adds() throws {
        let empty = try console.get("/admin/books/\(book.id)/rights/new")
        let token = try #require(empty.markup.value(of: "form_token"))
        let sent = form("DE", "2026-03-04", "2027-03-03", note: " A ") + [("form_token", token)]
        for _ in 1...2 {
            let answer = try console.post("/admin/books/\(book.id)/rights", sent)
            #expect(answer.status == 303)
            #expect(answer.location == "/admin/books/\(book.id)#rights")
        }
        let windows = try console.rights.windows(of: book.id)
        #expect(windows.map(\.terms) == [try .of("DE", "2026-03-04", "2027-03-03", note: "A")])
        let page = try page
        #expect(page.toast?.contains("Rights window added.") == true)
        #expect(page.toast?.contains("Spaces") == true)
        #expect(page.contains("added a rights window to the book"))
    }

    @Test(
        "Each rule is said beside its field, and everything typed is kept",
        arguments: [
            ("first_day", "", "Enter the first day."),
            ("first_day", "2026-02-30", "“2026-02-30” is not a day"),
            ("first_day", "1.3.2026", "Write it like 2026-03-04"),
            ("first_day", "1203-01-01", "from 1900 to 2999"),
            ("last_day", "2025-12-31", "before the first day (1 January 2026)"),
            ("last_day", "2026-04-31", "is not a day"),
            ("last_day", "9999-12-31", "from 1900 to 2999"),
            ("territory", "XX", "choose from the list"),
            ("territory", "", "choose from the list"),
            ("note", String(repeating: "x", count: 501), "use 500 characters or fewer"),
            ("note", "a\u{202E}b", "reverses text"),
        ]
    )
    func saysWhatIsWrong(field: String, text: String, complaint: String) throws {
        let window = try console.addWindow(book.id, "FR", "2020-01-01")
        let fields = form("DE", "2026-01-01", "2026-12-31", note: "N", version: 1)
            .map { $0.0 == field ? ($0.0, text) : $0 }
        for target in ["/admin/books/\(book.id)/rights", "/admin/rights/\(window.id)"] {
            let answer = try console.post(target, fields)
            #expect(answer.status == 422)
            #expect(answer.contains("<title>Error: "))
            #expect(answer.markup.error(of: field)?.contains(complaint) == true, "\(field)")
            #expect(answer.markup.text(id: "errors")?.contains(complaint) == true)
            for (name, typed) in fields where name != "territory" && name != "version" {
                #expect(answer.markup.value(of: name) == typed)
            }
        }
        #expect(try console.rights.windows(of: book.id) == [window])
    }

    @Test("A window that overlaps another is asked about, and may be right all the same")
    func overlaps() throws {
        try console.addWindow(book.id, "*", "2026-01-01", "2026-12-31", note: "Old")
        let sent = form("DE", "2026-12-31", "2027-12-31")
        let answer = try console.post("/admin/books/\(book.id)/rights", sent)
        #expect(answer.status == 422)
        let warning = try #require(answer.markup.text(id: "overlaps"))
        #expect(warning.contains("Worldwide : From 1 January 2026 to 31 December 2026 ( Old )"))
        #expect(answer.markup.text(id: "errors")?.contains("overlap another window") == true)
        #expect(answer.markup.value(of: "first_day") == "2026-12-31")
        let overruled = try console.post(
            "/admin/books/\(book.id)/rights",
            sent + [("may_overlap", "1")]
        )
        #expect(overruled.status == 303)
        #expect(try console.rights.windows(of: book.id).count == 2)
        // Another note is no new overlap; other days are.
        let window = try console.rights.windows(of: book.id)[1]
        let noted = form("DE", "2026-12-31", "2027-12-31", note: "Both", version: 1)
        #expect(try console.post("/admin/rights/\(window.id)", noted).status == 303)
        let moved = form("DE", "2026-12-30", "2027-12-31", version: 2)
        #expect(try console.post("/admin/rights/\(window.id)", moved).status == 422)
    }

    @Test("A window is changed, and of two who change it the second sees both versions")
    func changes() throws {
        let window = try console.addWindow(book.id, "DE", "2026-01-01")
        let edit = try console.get("/admin/rights/\(window.id)/edit")
        #expect(edit.markup.value(of: "first_day") == "2026-01-01")
        #expect(edit.markup.value(of: "last_day") == "")
        let mine = form("DE", "2026-01-01", "2026-06-30", version: 1)
        #expect(
            try console.post("/admin/rights/\(window.id)", mine).location?.hasSuffix("#rights")
                == true
        )
        #expect(try page.toast?.contains("Rights window saved.") == true)
        let theirs = form("AT", "2026-02-01", "", version: 1)
        let conflict = try console.post("/admin/rights/\(window.id)", theirs)
        #expect(conflict.status == 409)
        for text in ["Germany", "Austria", "2026-06-30", "Save my version anyway"] {
            #expect(conflict.contains(text), "\(text)")
        }
        let version = try #require(conflict.markup.value(of: "version").flatMap { Int($0) })
        let over = form("AT", "2026-02-01", "", version: version)
        #expect(try console.post("/admin/rights/\(window.id)", over).status == 303)
        #expect(try console.rights.find(window.id).terms == .of("AT", "2026-02-01"))
        let unversioned = try console.post("/admin/rights/\(window.id)", form())
        #expect(unversioned.status == 422)
        #expect(unversioned.contains("didn’t say which version"))
    }

    @Test("Deleting asks first, says what is left, and does not delete what was changed meanwhile")
    func deletes() throws {
        let window = try console.addWindow(book.id, "*", "2026-01-01")
        try console.addWindow(book.id, "*", "2027-03-01")
        let question = try console.get("/admin/rights/\(window.id)/delete")
        #expect(question.contains("The next window opens on 1 March 2027"))
        _ = try console.rights.update(
            window.id,
            version: 1,
            .of("*", "2026-01-01", "2026-12-31"),
            by: .commandLine
        )
        let stale = try console.post("/admin/rights/\(window.id)/delete", [("version", "1")])
        #expect(stale.status == 409)
        #expect(stale.contains("This window has changed"))
        let answer = try console.post("/admin/rights/\(window.id)/delete", [("version", "2")])
        #expect(answer.location == "/admin/books/\(book.id)#rights")
        #expect(try console.rights.windows(of: book.id).count == 1)
        #expect(try page.contains("deleted a rights window of the book"))
        #expect(try console.get("/admin/rights/\(window.id)/edit").status == 404)
    }

    @Test("The list that the book was reached from is carried along and back")
    func carriesList() throws {
        let page = try console.get("/admin/books/\(book.id)?list=q%3Dfox%26page%3D2")
        let target = try #require(page.markup.targets.first { $0.contains("/rights/new") })
        let new = try console.get(target)
        let sent = try #require(new.markup.forms.first { $0.action.hasSuffix("/rights") })
        let fields = sent.fields.map { ($0.name, $0.name == "first_day" ? "2026-01-01" : $0.value) }
        let answer = try console.post(sent.action, fields)
        let back = "/admin/books/\(book.id)?list=q%3Dfox%26page%3D2"
        #expect(answer.location == back + "#rights")
        #expect(try console.get(back).contains("?list=q%3Dfox%26page%3D2"))
    }

    @Test("A book that is in the bin, or not there, has no such pages")
    func noBook() throws {
        let window = try console.addWindow(book.id)
        try console.database.execute("UPDATE books SET deleted_at = 1, deleted_by = 'x'")
        for target in [
            "/admin/books/\(book.id)/rights/new", "/admin/rights/\(window.id)/edit",
            "/admin/rights/\(window.id)/delete", "/admin/books/99/rights/new",
            "/admin/rights/99/edit",
        ] { #expect(try console.get(target).status == 404, "\(target)") }
        for target in [
            "/admin/books/\(book.id)/rights", "/admin/rights/\(window.id)",
            "/admin/rights/\(window.id)/delete", "/admin/books/99/rights",
        ] { #expect(try console.post(target, form(version: 1)).status == 404, "\(target)") }
        #expect(try console.count("SELECT count(*) FROM rights_windows") == 1)
    }

    @Test("A book with as many windows as one may have says so on the form")
    func tooMany() throws {
        try console.database.write {
            for year in 0..<RightsStore.maximumWindows {
                try console.addWindow(book.id, "*", "\(2000 + year)-01-01", "\(2000 + year)-12-31")
            }
        }
        let answer = try console.post("/admin/books/\(book.id)/rights", form("DE", "2200-01-01"))
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "errors")?.contains("at most 100 windows") == true)
    }
}
