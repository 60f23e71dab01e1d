import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Batches: their pages")
struct BatchPagesTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        for title in ["A", "B", "C"] { try console.addBook(title) }
    }

    private func make() throws -> Batch {
        let batch = try console.batches.make(
            .bulk,
            by: .commandLine,
            summary: { "\($0) books made active" },
            { try $0.set(.status, to: "active", of: "SELECT id FROM books") }
        )
        return try #require(batch)
    }

    @Test("What was done to many books is listed with who and when, and led to by the audit log")
    func lists() throws {
        #expect(try console.get("/admin/batches").contains("No bulk changes lately"))
        let batch = try make()
        let page = try console.get("/admin/batches")
        #expect(page.contains("3 books made active"))
        #expect(page.contains("Command line"))
        let log = try console.get("/admin/audit?batch=\(batch.id)")
        #expect(log.contains("3 changes in one bulk change"))
        #expect(log.markup.targets.count { $0 == "/admin/batches/\(batch.id)" } == 3)
        #expect(log.markup.value(of: "batch") == "\(batch.id)")
        #expect(try console.get("/admin/audit").markup.targets.contains("/admin/batches"))
        #expect(
            try console.get("/admin/books/1").markup.targets.contains("/admin/batches/\(batch.id)")
        )
        console.time.now += 30 * 86_400
        try console.signIn(ID(1))
        #expect(try !console.get("/admin/batches").contains("3 books made active"))
        #expect(try !console.get("/admin/audit").markup.targets.contains("/admin/batches/1"))
        #expect(try console.get("/admin/batches/1").contains("too late to undo"))
    }

    @Test("Undoing says what stays as somebody made it, and lists it with the reason")
    func left() throws {
        let batch = try make()
        try console.database.script(
            """
            UPDATE books SET status = 'archived' WHERE id = 2;
            UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = 3; DELETE FROM books WHERE id = 3;
            """
        )
        let answer = try console.post("/admin/batches/\(batch.id)/undo")
        #expect(answer.location == "/admin/batches/\(batch.id)")
        let page = try console.get("/admin/batches/\(batch.id)")
        #expect(page.toast?.contains("Undone for 1 book.") == true)
        #expect(page.toast?.contains("left as they are: 2 books.") == true)
        #expect(page.contains("2 books could not be restored"))
        #expect(page.contains("Its status was changed."))
        #expect(page.contains("The book was deleted for good."))
        #expect(page.contains("Undone by Ada"))
        #expect(page.contains("categories, publishers and series it created stay."))
        #expect(!page.contains("Everything else is as it was before."))
        #expect(!page.markup.forms.contains { $0.action.hasSuffix("/undo") })
        #expect(try console.texts("SELECT status FROM books ORDER BY id") == ["draft", "archived"])
    }

    @Test("A second click on Undo, and one after thirty days, do nothing and say so")
    func refuses() throws {
        let batch = try make()
        let path = "/admin/batches/\(batch.id)"
        #expect(try console.post(path + "/undo").location == path)
        #expect(try console.post(path + "/undo").location == path)
        let undone = try console.get(path)
        #expect(undone.toast?.contains("Ada has already undone this.") == true)
        #expect(undone.contains("Everything else is as it was before."))
        let old = try make()
        console.time.now += 30 * 86_400
        try console.signIn(ID(1))
        #expect(try console.post("/admin/batches/\(old.id)/undo").status == 303)
        #expect(try console.get(path).toast?.contains("too late to undo") == true)
        #expect(try console.texts("SELECT status FROM books").allSatisfy { $0 == "active" })
        #expect(try console.post("/admin/batches/99/undo").status == 404)
        #expect(try console.get("/admin/batches/99").status == 404)
    }

    @Test("The list of batches leads back to itself")
    func fromList() throws {
        let batch = try make()
        let form = try #require(
            try console.get("/admin/batches").markup.forms.first { $0.action.hasSuffix("/undo") }
        )
        #expect(form.action == "/admin/batches/\(batch.id)/undo")
        let answer = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
        #expect(answer.location == "/admin/batches")
        #expect(try console.get("/admin/batches").contains("Undone: 3 books made active"))
    }
}
