import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Many books at once: asked, done, taken back")
struct BulkPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    /// Fills in the form of a question as a browser would, and sends it.
    private func confirm(_ page: Answer) throws -> Answer {
        let form = try #require(
            page.markup.forms.first { $0.method == "post" && $0.action == BulkPages.path }
        )
        return try console.post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    private func undo(_ page: Answer) throws -> Answer {
        let form = try #require(
            page.markup.forms.first { $0.action.hasSuffix("undo") || $0.action.contains("undo?") }
        )
        return try console.post(form.action)
    }

    private func ask(_ query: String) throws -> Answer {
        try console.get("/admin/books/bulk?" + query)
    }

    private func statuses() throws -> [String] {
        try console.texts("SELECT status FROM books ORDER BY id")
    }

    @Test("All that match go into a category by one act, and out of it by one more")
    func wholeStory() throws {
        for number in 1...60 {
            try console.addBook(number % 2 == 0 ? "Fox \(number)" : "Owl \(number)")
        }
        let list = try console.get("/admin/books?q=fox&per_page=25")
        #expect(list.contains("Apply to all 30 books that match"))
        let before = try console.catalogText()
        let question = try ask("list=q%3Dfox%26per_page%3D25&all=1&act=put-2")
        #expect(question.status == 200)
        #expect(
            question.markup.text(where: "class", is: "button primary")
                == "Add 30 books to Adventure"
        )
        #expect(question.contains("<b>30 books</b> match: <bdi>“fox”</bdi>."))
        #expect(!question.contains("name=\"ids\""))
        #expect(try console.catalogText() == before)
        let answer = try confirm(question)
        #expect(answer.location == "/admin/books?q=fox&per_page=25#toasts")
        #expect(try console.categories.find(ID(2)).bookCount == 30)
        let page = try console.get(try #require(answer.location))
        #expect(page.toast?.contains("30 books added to Adventure.") == true)
        let undone = try undo(page)
        #expect(undone.location == "/admin/books?q=fox&per_page=25#toasts")
        let next = try console.get(try #require(undone.location))
        #expect(next.toast?.contains("Undone: 30 books added to Adventure.") == true)
        #expect(try console.catalogText() == before)
    }

    @Test(
        "Each act says what it does, does it, and is taken back",
        arguments: [
            ("put-2", "Add 3 books to Adventure", "3 books added to Adventure"),
            (
                "take-1", "Remove 2 books from Bedtime Stories",
                "2 books removed from Bedtime Stories"
            ),
            ("status-active", "Activate 3 books", "3 books activated"),
            (
                "publisher-1", "Set the publisher of 2 books to Alder",
                "Publisher of 2 books set to Alder"
            ),
            (
                "publisher-none", "Remove the publisher from 1 book",
                "1 book left without a publisher"
            ),
            (
                "language-pt-br", "Set the language of 3 books to Portuguese (Brazil)",
                "3 books set to the language Portuguese (Brazil)"
            ),
            ("language-none", "Remove the language from 1 book", "1 book left without a language"),
            ("bin", "Move 3 books to the bin", "3 books moved to the bin"),
        ]
    )
    func acts(act: String, question: String, done: String) throws {
        try console.addPublisher("Alder")
        for title in ["A", "B", "C"] {
            try console.addBook(
                title,
                in: title == "A" ? [] : [console.category("bedtime-stories")]
            )
        }
        let draft = Book.Draft(title: "A", author: "", language: "en", publisher: ID(1))
        _ = try console.books.update(ID(1), version: 1, draft, by: .commandLine)
        let before = try console.catalogText()
        let page = try ask("all=1&act=" + act)
        #expect(page.contains(question + "</button>"), "\(page.text)")
        let answer = try confirm(page)
        #expect(answer.status == 303)
        #expect(try console.catalogText() != before)
        #expect(try console.catalogIsConsistent())
        let list = try console.get(try #require(answer.location))
        #expect(list.toast?.contains(done + ".") == true, "\(list.toast ?? "")")
        _ = try undo(list)
        #expect(try console.catalogText() == before)
    }

    @Test("A value that can’t be is corrected, and the correction is taken")
    func corrected() throws {
        try console.addBook("Owl")
        let wrong = try ask("all=1&act=ages&value=9-3")
        #expect(wrong.status == 422 && wrong.markup.value(of: "act") == "ages")
        #expect(try ask("all=1&act=ages&value=4-7").contains("Set the ages of 1 book to"))
    }

    @Test("Ticked books alone are changed, and those that are gone by then are not")
    func checked() throws {
        for title in ["A", "B", "C", "D"] { try console.addBook(title) }
        _ = try console.bin.add(ID(3), by: .commandLine)
        let page = try ask("ids=1&ids=3&ids=4&ids=99&act=status-archived")
        #expect(page.contains("Archive 2 books</button>"))
        #expect(try confirm(page).status == 303)
        #expect(try statuses() == ["archived", "draft", "draft", "archived"])
    }

    @Test("A list that changes between question and answer is asked about again, with its number")
    func countMismatch() throws {
        for title in ["Fox", "Fox and Owl", "Owl"] { try console.addBook(title) }
        let page = try ask("list=q%3Dfox&all=1&act=status-active")
        try console.addBook("Fox again")
        let again = try confirm(page)
        #expect(again.status == 409)
        #expect(
            again.markup.text(id: "errors")?.contains("It had 2 books and now has 3 books") == true
        )
        #expect(try statuses().allSatisfy { $0 == "draft" })
        #expect(try console.count("SELECT count(*) FROM batches") == 0)
        #expect(try confirm(again).status == 303)
        #expect(try statuses() == ["active", "active", "draft", "active"])
    }

    @Test("Books that are like that already are said, and not counted")
    func unchanged() throws {
        for title in ["A", "B", "C"] { try console.addBook(title) }
        let draft = Book.Draft(title: "A", author: "", status: .active)
        _ = try console.books.update(ID(1), version: 1, draft, by: .commandLine)
        let page = try ask("all=1&act=status-active")
        #expect(page.contains("Activate 2 books</button>"))
        #expect(page.contains("1 book won’t change"))
        #expect(try confirm(page).status == 303)
        let nothing = try ask("all=1&act=status-active")
        #expect(nothing.contains("they are already like that"))
        #expect(!nothing.markup.all("button").contains { $0.text.contains("Make") })
        // The same form once more, by going back, changes nothing more.
        let twice = try confirm(page)
        #expect(
            try console.get(try #require(twice.location)).toast?.contains("Nothing to change")
                == true
        )
        #expect(try console.count("SELECT count(*) FROM batches") == 1)
    }

    @Test(
        "A category or publisher that is deleted meanwhile is said, and nothing is done",
        arguments: ["put-2", "take-2", "publisher-1"]
    )
    func isGone(act: String) throws {
        try console.addPublisher("Alder")
        try console.addBook("A", in: act == "take-2" ? [console.category("adventure")] : [])
        let page = try ask("all=1&act=" + act)
        try console.database.script("DELETE FROM categories WHERE id = 2; DELETE FROM publishers;")
        let answer = try confirm(page)
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "errors")?.contains("was deleted meanwhile") == true)
        #expect(try console.count("SELECT count(*) FROM batches") == 0)
        #expect(
            answer.markup.forms.contains { $0.method == "get" && $0.action == "/admin/books/bulk" }
        )
    }

    @Test("What isn't chosen yet is asked for, without a script: the act, then its value")
    func choosing() throws {
        try console.addPublisher("Alder")
        try console.addBook("A")
        let acts = try ask("all=1&act=")
        #expect(acts.contains("<h1>Change 1 book</h1>"))
        for option in ["put-1", "take-8", "status-draft", "publisher", "language", "bin"] {
            #expect(acts.markup.all("option").contains { $0["value"] == option }, "\(option)")
        }
        let values = try ask("all=1&act=publisher")
        let form = try #require(values.markup.forms.last { $0.action == "/admin/books/bulk" })
        #expect(form.fields.contains { $0.name == "act" && $0.value == "publisher" })
        #expect(values.markup.all("option").contains { $0["value"] == "1" })
        #expect(values.markup.text(id: "errors") == nil)
        let empty = try ask("all=1&act=publisher&value=")
        #expect(empty.markup.text(id: "errors")?.contains("Choose one from the list.") == true)
        #expect(
            try ask("all=1&act=publisher&value=1").contains("Set the publisher of 1 book to Alder")
        )
        #expect(try ask("all=1&act=language&value=fr").contains("to French"))
    }

    @Test("Without a ticked book the list is shown again, and says what to do")
    func nothingChecked() throws {
        try console.addBook("A")
        let answer = try ask("list=status%3Ddraft&act=bin")
        #expect(answer.location == "/admin/books?status=draft#toasts")
        #expect(try console.get("/admin/books").toast?.contains("Select some books first") == true)
    }

    @Test(
        "Nonsense is refused and changes nothing",
        arguments: [
            "all=1&act=status-burnt&count=1", "all=1&act=put-x&count=1", "all=1&act=x&count=1",
            "all=1&act=language-!!&count=1", "all=1&act=bin", "all=1&act=bin&count=x",
            "act=bin&count=0", "ids=x&act=bin&count=1", "ids=01&act=bin&count=1", "",
            "list=%25&all=1&act=bin&count=7",
        ]
    )
    func nonsense(body: String) throws {
        try console.addBook("A")
        let answer = try console.post("/admin/books/bulk", body: Array(body.utf8))
        #expect([400, 409, 422].contains(answer.status), "\(answer.status)")
        #expect(try console.count("SELECT count(*) FROM batches") == 0)
        #expect(try ask(body).status < 500)
    }

    @Test("More books than a page shows are no ticked ones")
    func tooManyChecked() throws {
        let ids = (1...101).map { "ids=\($0)" }.joined(separator: "&")
        #expect(try ask(ids + "&act=bin").status == 400)
    }
}
