import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories: deleting them")
struct CategoryDeleteTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("Deleting asks first and says what it unlinks", arguments: [0, 1, 2])
    func asksBeforeDeleting(books: Int) throws {
        let category = try console.category("fairy-tales")
        for number in 0..<books { try console.addBook("Book \(number)", in: [category]) }
        let page = try console.get("/admin/categories/\(category.id)/delete")
        #expect(page.status == 200)
        let sentence = ["It has no books", "1 book", "2 books"][books]
        #expect(page.contains(sentence))
        let kept = books == 0 ? "" : ", with its books,"
        #expect(page.contains("You can restore it from the bin\(kept) for 30 days."))
        #expect(try console.categories.count() == 8)
    }

    @Test("Deleting takes the category off its books, which stay, and says how many")
    func deletes() throws {
        let tales = try console.category("fairy-tales")
        let adventure = try console.category("adventure")
        let both = try console.addBook("Both", in: [tales, adventure])
        let one = try console.addBook("One", in: [tales])
        let answer = try console.post("/admin/categories/\(tales.id)/delete", [("version", "1")])
        #expect(answer.location == "/admin/categories#toasts")
        let toast = try console.get("/admin/categories").toast
        #expect(
            toast?.contains("“Fairy Tales” moved to the bin. It was removed from 2 books.") == true
        )
        #expect(try console.books.categories(of: both.id).map(\.name) == ["Adventure"])
        #expect(try console.books.categories(of: one.id).isEmpty)
        #expect(try console.categories.findIfAny(tales.id) == nil)
        #expect(try console.bookList.count(BookFilter(category: .missing)) == 1)
        #expect(try console.books.find(one.id).version == 2)
        let lost = try console.texts(
            """
            SELECT record_label FROM audit_entries
            WHERE changes = '[{"field":"category","from":"Fairy Tales","to":null}]' ORDER BY id
            """
        )
        #expect(lost == ["Both", "One"])
    }

    @Test("Deleting twice finds nothing the second time")
    func deletesTwice() throws {
        let fields = [("version", "1")]
        #expect(try console.post("/admin/categories/4/delete", fields).status == 303)
        #expect(try console.post("/admin/categories/4/delete", fields).status == 404)
        #expect(try console.get("/admin/categories/4/delete").status == 404)
        #expect(try console.categories.count() == 7)
    }

    @Test("What someone changed since the question was asked is not deleted unseen")
    func deletesOnlyWhatWasShown() throws {
        let fields = Console.categoryForm("Tales", slug: "tales", order: "4", version: "1")
        #expect(try console.post("/admin/categories/4", fields).status == 303)
        let answer = try console.post("/admin/categories/4/delete", [("version", "1")])
        #expect(answer.status == 409)
        #expect(answer.contains("Tales"))
        #expect(try console.categories.count() == 8)
        let version = try #require(answer.markup.value(of: "version"))
        #expect(
            try console.post("/admin/categories/4/delete", [("version", version)]).status == 303
        )
    }

    @Test("A deleted category's id never comes back as somebody else's")
    func idsAreNotReused() throws {
        let last = try console.addCategory("Last")
        #expect(try console.post("/admin/categories/\(last.id)/delete").status == 303)
        #expect(try console.addCategory("Next").id != last.id)
    }
}
