import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Two people edit one book: merging their changes")
struct BookMergeTests {
    private static let path = "/admin/books/1"
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        try console.addBook("Owl", by: "Mira", in: [console.category("adventure")])
    }

    private func fields(_ page: Answer, _ changes: [(String, String)]) throws -> [(String, String)]
    {
        let form = try #require(page.markup.forms.first { $0.action == Self.path })
        let boxes = page.markup.checked("category_ids").map { ("category_ids", $0) }
        let known = Set(changes.map(\.0)).union(["category_ids"])
        return form.fields.map { ($0.name, $0.value) }.filter { !known.contains($0.0) }
            + (known.count == 1 || !changes.contains { $0.0 == "category_ids" } ? boxes : [])
            + changes
    }

    private func open() throws -> Answer { try console.get(Self.path + "/edit") }

    /// Somebody else changes the book in a batch.
    private func change(_ plan: (BatchPlan) throws -> Void) throws {
        _ = try console.batches.make(
            .bulk,
            by: Actor(id: 99, name: "Bo"),
            summary: { "\($0)" },
            plan
        )
    }

    @Test("What only one of the two changed is saved, categories one by one")
    func merges() throws {
        let page = try open()
        try change {
            try $0.set(.language, to: "sv", of: ID(1))
            try $0.link(ID(1), isThere: true, of: "SELECT 1")
        }
        let mine = [("title", "Owls"), ("category_ids", "2"), ("category_ids", "3")]
        #expect(try console.post(Self.path, fields(page, mine)).status == 303)
        let toast = try console.get(Self.path).toast
        #expect(toast?.contains("What Bo changed was kept: Language, Categories.") == true)
        let book = try console.books.find(ID(1))
        #expect(book.title == "Owls" && book.language == "sv")
        #expect(try Set(console.books.categories(of: book.id).map(\.id.value)) == [1, 2, 3])
    }

    @Test("Only what both changed is asked about", arguments: ["theirs", "mine"])
    func asks(choice: String) throws {
        let page = try open()
        let alder = try console.addPublisher("Alder")
        try change {
            try $0.set(.publisher, to: alder.id.value, of: ID(1))
            try $0.set(.status, to: "active", of: ID(1))
        }
        let mine = [("new_publisher", "Birch"), ("narrator", "Nils"), ("status", "archived")]
        let conflict = try console.post(Self.path, fields(page, mine))
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("Status") && !text.contains("Narrator"))
        let asked = [("asked", "status"), ("keep.status", choice), ("publisher_id", "")]
        #expect(try console.post(Self.path, fields(conflict, asked)).status == 303)
        let book = try console.books.find(ID(1))
        #expect(book.status == (choice == "mine" ? .archived : .active))
        #expect(try console.books.details(of: book.id).narrator == "Nils")
    }
}
