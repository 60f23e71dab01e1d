import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The bin")
struct BinTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        try console.addBook("Journey", by: "Aaron Becker", in: [console.category("adventure")])
        try console.addBook("Flotsam")
    }

    private func delete(_ id: Int, list: String = "") throws -> Answer {
        try console.post("/admin/books/\(id)/delete", list.isEmpty ? [] : [("list", list)])
    }

    @Test("A book goes to the bin at once, and comes back as it was by the Undo that is offered")
    func deletesAndRestores() throws {
        let before = try console.catalogText()
        let answer = try delete(1, list: "q=journey")
        #expect(answer.location == "/admin/books?q=journey#toasts")
        #expect(try console.catalogIsConsistent())
        let list = try console.get("/admin/books?q=journey")
        #expect(list.toast?.contains("“Journey” moved to the bin.") == true)
        #expect(list.contains("No book matches “journey”"))
        #expect(try console.bookList.count(BookFilter()) == 1)
        #expect(try console.categories.find(ID(2)).bookCount == 0)
        #expect(try console.books.list(in: ID(2), limit: 9, offset: 0).isEmpty)
        let undo = try #require(list.markup.forms.first { $0.action.contains("/restore") })
        let back = try console.post(undo.action)
        #expect(back.location == "/admin/books?q=journey#book-1")
        #expect(try console.get("/admin/books").toast?.contains("“Journey” restored.") == true)
        #expect(try console.catalogText() == before)
        let actions = try console.texts(
            "SELECT action FROM audit_entries WHERE record_type = 'book' ORDER BY id"
        )
        #expect(actions == ["created", "created", "binned", "restored"])
    }

    @Test("Deleted twice and restored twice, it is said that nothing was to be done")
    func twice() throws {
        _ = try delete(1)
        _ = try delete(1)
        #expect(try console.get("/admin/books").toast?.contains("already in the bin") == true)
        #expect(try console.count("SELECT amount FROM row_counts WHERE name = 'books_binned'") == 1)
        for _ in 1...2 { try console.post("/admin/books/1/restore") }
        #expect(try console.get("/admin/books").toast?.contains("is not in the bin") == true)
        #expect(try console.catalogIsConsistent())
        for act in ["delete", "restore", "purge"] {
            #expect(try console.post("/admin/books/99/\(act)").status == 404)
        }
    }

    @Test("Its own page says where it is, offers to restore it, and no longer to change it")
    func ownPage() throws {
        _ = try delete(1)
        let page = try console.get("/admin/books/1")
        #expect(page.contains("This book is in the bin."))
        #expect(page.contains("21 December 2026"))
        #expect(!page.markup.targets.contains("/admin/books/1/edit"))
        #expect(!page.markup.forms.contains { $0.action.hasSuffix("/delete") })
        let edit = try console.get("/admin/books/1/edit?list=q%3Djourney")
        #expect(edit.location == "/admin/books/1?list=q%3Djourney")
        #expect(
            try console.get("/admin/books/1").toast?.contains("Restore it to change it") == true
        )
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/restore") })
        #expect(try console.post(form.action).location == "/admin/books/1")
        #expect(try console.get("/admin/books/1").markup.targets.contains("/admin/books/1/edit"))
    }

    @Test("Who changes a book while it goes to the bin keeps what was typed, and is told")
    func editedMeanwhile() throws {
        _ = try delete(1)
        let answer = try console.post("/admin/books/1", [("title", "Voyage"), ("version", "1")])
        #expect(answer.status == 409)
        #expect(answer.markup.value(of: "title") == "Voyage")
        #expect(answer.markup.text(id: "errors")?.contains("moved to the bin") == true)
        #expect(try console.books.find(ID(1)).title == "Journey")
    }

    @Test("The bin lists who deleted what and when, the latest first, with the days that are left")
    func lists() throws {
        #expect(try console.get("/admin/books/bin").contains("No books in the bin"))
        #expect(try !console.get("/admin/books").contains("Bin ("))
        _ = try delete(1)
        console.time.now += 86_400 + 1
        try console.signIn(ID(1))
        _ = try delete(2)
        try console.addBook("Owl")
        #expect(try console.get("/admin/books").contains("Bin (2)"))
        let page = try console.get("/admin/books/bin")
        #expect(page.contains("2 books, newest first"))
        let titles = page.markup.tags.filter { $0["class"] == "book-title" }.map(\.text)
        #expect(titles == ["Flotsam", "Journey"])
        #expect(page.contains("30 days") && page.contains("29 days"))
        console.time.now += 28 * 86_400 + 43_200
        try console.signIn(ID(1))
        #expect(try console.get("/admin/books/bin").contains("Last day"))
    }

    @Test("What a command deleted reads as a sentence, too")
    func deletedByCommand() throws {
        _ = try console.bin.add(ID(1), by: .commandLine)
        #expect(try console.get("/admin/books/bin").contains("by <bdi>the command line</bdi>"))
    }

    @Test("Checked books come back together, which can be undone, too")
    func restoresChecked() throws {
        _ = try delete(1)
        _ = try delete(2)
        let answer = try console.post("/admin/books/bin/restore", [("ids", "1"), ("ids", "2")])
        #expect(answer.location == "/admin/books/bin")
        let page = try console.get("/admin/books/bin")
        #expect(page.toast?.contains("2 books restored from the bin.") == true)
        #expect(try console.catalogIsConsistent())
        let undo = try #require(page.markup.forms.first { $0.action.hasSuffix("/undo") })
        try console.post(undo.action)
        #expect(try console.bin.count() == 2)
        #expect(try console.post("/admin/books/bin/restore").status == 303)
        #expect(try console.get("/admin").toast?.contains("Nothing restored") == true)
        #expect(try console.post("/admin/books/bin/restore", [("ids", "x")]).status == 400)
    }

    @Test("The question before a book goes for good says what goes with it; then all of it is gone")
    func purges() throws {
        try console.database.script(
            "UPDATE books SET cover_key = 'k', cover_width = 1, cover_height = 1 WHERE id = 1;"
        )
        _ = try delete(1)
        let question = try console.get("/admin/books/1/purge")
        #expect(question.contains("Delete this book for good?"))
        #expect(question.contains("Its place in 1 category: Adventure"))
        #expect(question.contains("Its cover picture"))
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/purge") })
        let answer = try console.post(form.action)
        #expect(answer.location == "/admin/books/bin")
        #expect(try console.get("/admin/books/1").status == 404)
        #expect(try console.count("SELECT count(*) FROM book_categories") == 0)
        #expect(try console.catalogIsConsistent())
        let entry = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        #expect(
            try Set(Change.list(entry ?? "").map(\.field)) == [
                "title", "author", "status", "categories",
            ]
        )
        #expect(try console.get("/admin/audit").status == 200)
    }

    @Test("A book that is not in the bin is not deleted")
    func purgesBinnedOnly() throws {
        #expect(try console.get("/admin/books/1/purge").location == "/admin/books/1")
        #expect(try console.post("/admin/books/1/purge").location == "/admin/books/1")
        #expect(try console.get("/admin/books/1").toast?.contains("is not in the bin") == true)
    }

    @Test("Emptying asks how many, and asks again when the number has changed")
    func empties() throws {
        _ = try delete(1)
        let question = try console.get("/admin/books/bin/purge")
        #expect(question.contains("<b>1 book</b> will be deleted for good."))
        #expect(question.contains("Their 1 place in categories"))
        _ = try delete(2)
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/purge") })
        let again = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
        #expect(again.status == 409)
        #expect(
            again.markup.text(id: "errors")?.contains("There are now 2 books in the bin.") == true
        )
        #expect(try console.bin.count() == 2)
        #expect(try console.post(form.action).status == 422)
        #expect(try console.post(form.action, [("count", "2")]).location == "/admin/books/bin")
        #expect(
            try console.get("/admin/books/bin").toast?.contains("2 books deleted for good") == true
        )
        #expect(try console.count("SELECT count(*) FROM books") == 0)
        #expect(try console.catalogIsConsistent())
    }

    @Test("What goes for good asks for a proof first", arguments: ["1/purge", "bin/purge"])
    func asksForProof(path: String) throws {
        _ = try delete(1)
        console.time.now += 15 * 60
        let answer = try console.post("/admin/books/" + path, [("count", "1")])
        #expect(answer.status == 403)
        #expect(try console.bin.count() == 1)
    }

    @Test("After thirty days the caretaker deletes for good, in bounded steps, and the log says so")
    func removesOld() throws {
        try console.database.write {
            for number in 1...510 { try console.addBook("Book \(number)") }
        }
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
            try $0.bin("SELECT id FROM books WHERE id > 2")
        }
        console.time.now += 86_400
        _ = try console.bin.add(ID(1), by: .commandLine)
        console.time.now += 29 * 86_400 - 1
        let caretaker = try Caretaker(site: console.site)
        caretaker.work(console.database, cleans: false)
        #expect(try console.bin.count() == 511)
        console.time.now += 1
        caretaker.work(console.database, cleans: false)
        #expect(try console.bin.count() == 11)
        caretaker.work(console.database, cleans: false)
        caretaker.work(console.database, cleans: false)
        #expect(try console.texts("SELECT title FROM books ORDER BY id") == ["Journey", "Flotsam"])
        #expect(
            try console.count(
                """
                SELECT count(*) FROM audit_entries
                WHERE action = 'deleted' AND actor_name = 'Storytime'
                """
            ) == 510
        )
        #expect(try console.catalogIsConsistent())
    }
}
