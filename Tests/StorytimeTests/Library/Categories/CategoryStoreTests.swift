import SQLite
import Testing

@testable import Storytime

@Suite("Categories in the database")
struct CategoryStoreTests {
    private let console: Console

    init() throws {
        console = try Console()
    }

    private func keptCount() throws -> Int { try console.categories.count() }

    private func bookCounts() throws -> [Int] {
        try console.categories.all().map(\.bookCount)
    }

    /// What the kept counts should be, counted.
    private func countedCounts() throws -> [Int] {
        try console.database.all(
            """
            SELECT (SELECT count(*) FROM book_categories WHERE category_id = c.id)
            FROM categories AS c ORDER BY display_order, name_key, id
            """
        ) { try $0.int(0) }
    }

    @Test("The eight first categories come in their order, with their icons")
    func firstCategories() throws {
        let all = try console.categories.all()
        #expect(all.map(\.displayOrder) == Array(1...8))
        #expect(
            all.compactMap(\.iconName) == [
                "moon.stars", "map", "pawprint", "wand.and.stars", "textformat.abc", "music.note",
                "person.2", "snowflake",
            ]
        )
        for category in all {
            #expect(Slug.suggested(for: category.name, fallback: "") == category.slug)
            let keys = try console.texts(
                "SELECT name_key FROM categories WHERE id = \(category.id.value)"
            )
            #expect(keys == [Folding.fold(category.name)])
        }
    }

    @Test("Each of the first icons is drawn and offered")
    func firstIconsAreOffered() throws {
        let offered = Set(console.site.assets.categoryIcons.map(\.name))
        let drawn = try Folder.text(Repository.folder + "/Public/img/icons.svg")
        for icon in try console.categories.all().compactMap(\.iconName) {
            #expect(offered.contains(icon))
        }
        for icon in offered { #expect(drawn.contains("id=\"\(icon)\""), "\(icon)") }
    }

    @Test("The number of categories and of their books is kept through every kind of change")
    func countsAreKept() throws {
        let adventure = try console.category("adventure")
        let tales = try console.category("fairy-tales")
        let book = try console.addBook("One", in: [adventure, tales])
        try console.addBook("Two", in: [tales])
        #expect(try bookCounts() == countedCounts())
        #expect(try console.categories.find(tales.id).bookCount == 2)
        _ = try console.books.update(
            book.id,
            version: 1,
            .init(title: "One", author: "", categories: [adventure.id]),
            by: .commandLine
        )
        #expect(try bookCounts() == countedCounts())
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id = \(book.id.value)"
        )
        try console.database.execute("DELETE FROM books WHERE id = \(book.id.value)")
        #expect(try bookCounts() == countedCounts())
        #expect(try console.categories.find(adventure.id).bookCount == 0)
        _ = try console.categories.delete(tales.id, version: nil, by: .commandLine)
        #expect(try keptCount() == 7)
        #expect(try console.count("SELECT count(*) FROM categories") == 7)
        #expect(try console.bookList.count(BookFilter()) == 1)
        #expect(try console.bookList.count(BookFilter(category: .missing)) == 1)
    }

    @Test("A change that fails leaves neither itself nor an entry in the log")
    func failureLeavesNothing() throws {
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        let before = try console.categories.all()
        #expect(throws: CategoryStore.Refusal.taken(column: "name_key")) {
            try console.addCategory("ADVENTURE")
        }
        #expect(throws: CategoryStore.Refusal.taken(column: "slug")) {
            try console.categories.update(
                ID(1),
                version: 1,
                .init(name: "New", slug: "adventure", displayOrder: 1, iconName: nil),
                by: .commandLine
            )
        }
        #expect(try console.categories.all() == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test("When the log can't be written, the change isn't made either")
    func logAndChangeAreOne() throws {
        let before = try console.categories.all()
        try console.database.script("DROP TABLE audit_entries;")
        let draft = Category.Draft(name: "X", slug: nil, displayOrder: nil, iconName: nil)
        #expect(throws: SQLiteError.self) { try console.addCategory("X") }
        #expect(throws: SQLiteError.self) {
            try console.categories.update(ID(1), version: 1, draft, by: .commandLine)
        }
        #expect(throws: SQLiteError.self) {
            try console.categories.delete(ID(1), version: nil, by: .commandLine)
        }
        #expect(throws: SQLiteError.self) {
            _ = try console.categories.move(ID(1), up: false, by: .commandLine)
        }
        #expect(throws: SQLiteError.self) {
            _ = try console.categories.reorder([2, 1], by: .commandLine)
        }
        #expect(try console.categories.all() == before)
    }

    @Test("The schema itself refuses what no form would send")
    func schemaRefuses() throws {
        for change: SQL in [
            "UPDATE categories SET slug = 'A b' WHERE id = 1",
            "UPDATE categories SET slug = '-a' WHERE id = 1",
            "UPDATE categories SET slug = 'a--b' WHERE id = 1",
            "UPDATE categories SET slug = '' WHERE id = 1",
            "UPDATE categories SET name = '' WHERE id = 1",
            "UPDATE categories SET display_order = -1 WHERE id = 1",
            "UPDATE categories SET display_order = 'x' WHERE id = 1",
            "UPDATE categories SET icon_name = '' WHERE id = 1",
            "INSERT INTO book_categories (book_id, category_id, title_key, created_at) VALUES (9, 1, '', 0)",
        ] {
            #expect(throws: SQLiteError.self) { try console.database.execute(change) }
        }
    }
}
