import Markup
import Testing

@testable import Storytime

@Suite("Deleting a category")
struct CategoryDeletionTests {
    @Test("It asks first and says how many books are in the category")
    func asks() throws {
        let console = try Console.asAdmin()
        let category = try console.addCategory("Sea Stories")
        let page = try console.get("/admin/categories/\(category.id)/delete")
        #expect(page.status == 200)
        #expect(page.contains("It has no books."))
        #expect(page.contains("You can restore it from the bin for 30 days."))
        #expect(
            page.markup.forms.contains { $0.action == "/admin/categories/\(category.id)/delete" }
        )
    }

    @Test("Once it is said, the category is gone and the next page says so")
    func deletes() throws {
        let console = try Console.asAdmin()
        let category = try console.addCategory("Sea Stories")
        let answer = try console.post("/admin/categories/\(category.id)/delete")
        #expect(answer.location == "/admin/categories#toasts")
        #expect(try console.get("/admin/categories").toast?.contains("moved to the bin") == true)
        #expect(try console.get("/admin/categories/\(category.id)/delete").status == 404)
    }

    @Test("It is not there for parents")
    func isForAdmins() throws {
        let console = try Console()
        let category = try console.addCategory("Sea Stories")
        try console.signIn(as: .parent)
        #expect(try console.get("/admin/categories/\(category.id)/delete").status == 404)
    }
}
