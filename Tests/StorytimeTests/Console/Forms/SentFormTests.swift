import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("A form that is sent twice")
struct SentFormTests {
    private typealias Fields = [(String, String)]

    /// The form of a page as a browser would send it, with some of its fields typed anew.
    private func form(_ console: Console, _ page: String, _ typed: [String: String]) throws
        -> (action: String, fields: Fields)
    {
        let form = try #require(
            try console.get(page).markup.forms.first { form in
                form.fields.contains { $0.name == FormToken.name }
            }
        )
        let fields = form.fields.map { ($0.name, typed[$0.name] ?? $0.value) }
        // A second book of one title is meant, where it comes to that.
        return (form.action, fields + [("is_another", "1")])
    }

    /// The link to hand over.
    private func link(_ answer: Answer) -> String? {
        answer.markup.first(id: "handover")?["value"]
    }

    @Test(
        "It makes one record, and the second sender is told what the first was",
        arguments: [
            ("/admin/categories/new", "name", "SELECT count(*) FROM categories"),
            ("/admin/books/new", "title", "SELECT count(*) FROM books"),
            ("/admin/publishers/new", "name", "SELECT count(*) FROM publishers"),
            ("/admin/users/invite", "name", "SELECT count(*) FROM one_time_links"),
        ] as [(String, String, SQL)]
    )
    func makesOneRecord(page: String, field: String, amount: SQL) throws {
        let console = try Console.asAdmin()
        let before = try console.count(amount)
        let (action, fields) = try form(console, page, [field: "Clicked twice"])
        let first = try console.post(action, fields)
        let told = try console.get(try #require(first.location))
        #expect(told.contains("Clicked twice"))
        console.time.now += 30
        let second = try console.post(action, fields)
        #expect(second.status == 303)
        #expect(second.location == first.location)
        let toldAgain = try console.get(try #require(second.location))
        #expect(toldAgain.toast == told.toast)
        #expect(link(toldAgain) == link(told))
        #expect((link(told) != nil) == page.contains("invite"))
        #expect(try console.count(amount) == before + 1)
        #expect(
            try console.count("SELECT count(*) FROM audit_entries WHERE action = 'created'")
                == 2  // The admin, and the record.
        )
    }

    @Test("Of two that arrive together one makes the record, and both lead to it")
    func arrivesTogether() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let consoles = try (0..<2).map { _ in
            try Console(path: folder.file("storytime.db"), turn: turn)
        }
        try consoles[0].signIn(as: .admin)
        consoles[1].cookies = consoles[0].cookies
        for round in 1...10 {
            let (action, fields) = try form(consoles[0], "/admin/books/new", ["title": "Twice"])
            let threads = try consoles.map { console in
                let console = Unchecked(console)
                return try Thread("sender") {
                    let answer = try? console.value.post(action, fields)
                    #expect(answer?.location == "/admin/books/\(round)")
                }
            }
            for thread in threads { thread.join() }
        }
        #expect(try consoles[0].bookList.count(BookFilter()) == 10)
    }

    @Test("With other content it is another form, and nothing that was typed is lost")
    func otherContent() throws {
        let console = try Console.asAdmin()
        var (action, fields) = try form(console, "/admin/books/new", ["title": "The first"])
        #expect(try console.post(action, fields).location == "/admin/books/1")
        fields = fields.map { $0.0 == "title" ? ("title", "The second") : $0 }
        #expect(try console.post(action, fields).location == "/admin/books/2")
    }

    @Test("Shown twice, it was meant twice")
    func shownTwice() throws {
        let console = try Console.asAdmin()
        for number in 1...2 {
            let (action, fields) = try form(console, "/admin/books/new", ["title": "Twins"])
            #expect(try console.post(action, fields).location == "/admin/books/\(number)")
        }
    }

    @Test(
        "Without a token, as programs send it, each one counts",
        arguments: [nil, "", "x", String(repeating: "A", count: 44), "é"]
    )
    func withoutToken(token: String?) throws {
        let console = try Console.asAdmin()
        let fields =
            [("title", "Twins"), ("is_another", "1")] + (token.map { [(FormToken.name, $0)] } ?? [])
        for number in 1...2 {
            let answer = try console.post("/admin/books", fields)
            #expect(answer.location == "/admin/books/\(number)")
        }
    }

    @Test("It is remembered for whoever sent it, and for an hour")
    func isForgotten() throws {
        let console = try Console.asAdmin()
        let (action, fields) = try form(console, "/admin/books/new", ["title": "Twins"])
        #expect(try console.post(action, fields).location == "/admin/books/1")
        let hers = console.cookies
        try console.signIn(try console.addUser("grace@example.test", .admin))
        #expect(try console.post(action, fields).location == "/admin/books/2")
        console.cookies = hers
        console.time.now += SentForm.seconds - 1
        #expect(try console.post(action, fields).location == "/admin/books/1")
        console.time.now += 1
        #expect(try console.post(action, fields).location == "/admin/books/3")
        console.time.now += 60
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(try console.count("SELECT count(*) FROM sent_forms") == 1)
    }

    @Test("One that was refused is tried again")
    func refused() throws {
        let console = try Console.asAdmin()
        let (action, fields) = try form(console, "/admin/categories/new", ["name": "Adventure"])
        #expect(try console.post(action, fields).status == 422)
        try console.database.execute("DELETE FROM categories WHERE name = 'Adventure'")
        #expect(try console.post(action, fields).status == 303)
    }

    @Test("What is stored of an invitation's form does not give its link away")
    func keepsSecret() throws {
        let console = try Console.asAdmin()
        let (action, fields) = try form(console, "/admin/users/invite", ["name": "Grace"])
        try console.post(action, fields)
        let stored = try console.texts("SELECT hex(content_hash) || message FROM sent_forms")
        let hashes = try console.texts("SELECT hex(secret_hash) FROM one_time_links")
        let token = try #require(fields.first { $0.0 == FormToken.name }?.1)
        let link = try #require(self.link(try console.get("/admin/users")))
        let secret = try #require(link.split(separator: "=").last.map(String.init))
        for text in stored + hashes { #expect(!text.contains(token) && !text.contains(secret)) }
        console.cookies = [:]
        #expect(try console.get("/invitation?token=\(secret)").status == 200)
        #expect(try console.get("/invitation?token=\(token)").status == 404)
    }
}
