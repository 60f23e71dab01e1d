import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories: the list and a category's page")
struct CategoryListTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("The list shows every category in its order, with its icon and how many books it has")
    func list() throws {
        try console.addBook("Goodnight Moon", in: [console.category("bedtime-stories")])
        let page = try console.get("/admin/categories")
        #expect(page.contains("8 categories, in the order families see them"))
        let rows = page.markup.all("tr").compactMap { $0["data-id"] }
        #expect(rows == (try console.categories.all().map { String($0.id.value) }))
        let first = page.markup.text(where: "data-id", is: "1")
        #expect(first?.contains("Bedtime Stories") == true)
        #expect(first?.contains("1 book") == true)
        #expect(page.markup.text(where: "data-id", is: "2")?.contains("0 books") == true)
        #expect(page.contains("#moon.stars\""))
    }

    @Test("Without any category the list leads to the first one")
    func emptyList() throws {
        try console.database.execute("DELETE FROM categories")
        let page = try console.get("/admin/categories")
        #expect(page.contains("No categories yet"))
        #expect(page.markup.targets.contains("/admin/categories/new"))
    }

    @Test("Two hundred stand on a page; the next ones are a link away")
    func pages() throws {
        for number in 1...200 { try console.addCategory("Category \(number)") }
        let first = try console.get("/admin/categories")
        #expect(first.markup.all("tr").count { $0["data-id"] != nil } == 200)
        #expect(first.markup.targets.contains("/admin/categories?page=2"))
        let second = try console.get("/admin/categories?page=2")
        #expect(second.markup.all("tr").count { $0["data-id"] != nil } == 8)
        #expect(try console.get("/admin/categories?page=999").text == second.text)
    }

    @Test("A category shows its books by title, fifty on a page")
    func showsBooks() throws {
        let category = try console.category("adventure")
        for number in (1...51).reversed() {
            try console.addBook("Book \(number < 10 ? "0" : "")\(number)", in: [category])
        }
        let first = try console.get("/admin/categories/\(category.id)")
        #expect(first.contains("Book 01") && first.contains("Book 50"))
        #expect(!first.contains("Book 51"))
        #expect(first.contains("1–50 of 51"))
        let second = try console.get("/admin/categories/\(category.id)?page=2")
        #expect(second.contains("Book 51") && !second.contains("Book 50"))
    }

    @Test("An empty category says how to fill it")
    func showsEmptyShelf() throws {
        let page = try console.get("/admin/categories/1")
        #expect(page.contains("This shelf is still empty"))
    }
}
