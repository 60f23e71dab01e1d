import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Restoring an earlier version of a book")
struct BookVersionTests {
    private static let path = "/admin/books/1"
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        let alder = try console.addPublisher("Alder")
        try console.addBook("Owl", by: "Mira", in: [console.category("adventure")], from: alder)
    }

    /// Somebody saves the book's form with other content.
    private func save(_ changes: [(String, String)]) throws {
        console.time.now += 60
        let page = try console.get(Self.path + "/edit")
        let form = try #require(page.markup.forms.first { $0.action == Self.path })
        let boxes = page.markup.checked("category_ids").map { ("category_ids", $0) }
        let known = Set(changes.map(\.0)).union(["category_ids"])
        let fields = form.fields.map { ($0.name, $0.value) }.filter { !known.contains($0.0) }
        let categories = changes.contains { $0.0 == "category_ids" } ? [] : boxes
        #expect(try console.post(Self.path, fields + categories + changes).status == 303)
    }

    /// The addresses of the versions that the history offers, the latest first.
    private func versions() throws -> [String] {
        try console.get(Self.path).markup.targets.filter { $0.contains("/versions/") }
    }

    private func chosen(_ page: Answer) -> [String] {
        page.markup.all("input").filter { $0["name"] == "fields" }.compactMap { $0["value"] }
    }

    @Test("Fields, publisher and categories come back as they were, and only what is selected")
    func restores() throws {
        try save([
            ("title", "Owls"), ("publisher_id", ""), ("isbn", "9780306406157"),
            ("category_ids", "2"), ("category_ids", "3"), ("status", "active"),
        ])
        let version = try #require(try versions().last)
        let page = try console.get(version)
        #expect(
            chosen(page) == ["title", "publisher_id", "status", "category_ids", "isbn"]
        )
        let fields = ["title", "publisher_id", "category_ids", "isbn"].map { ("fields", $0) }
        let answer = try console.post(version, [("version", "2")] + fields)
        #expect(answer.status == 303)
        let note = "Restored: Title, Publisher, Categories, ISBN."
        #expect(try console.get(Self.path).toast?.contains(note) == true)
        let book = try console.books.find(ID(1))
        #expect(book.title == "Owl" && book.publisher?.name == "Alder" && book.status == .active)
        #expect(try console.books.categories(of: ID(1)).map(\.name) == ["Adventure"])
        #expect(try console.books.details(of: ID(1)).isbn == nil)
    }

    @Test("What a bulk edit did is taken back, too")
    func followsBulkEdits() throws {
        let adventure = try console.category("adventure")
        let tales = try console.addCategory("Tales")
        _ = try console.batches.make(
            .bulk,
            by: Actor(id: 99, name: "Bo"),
            summary: { "\($0)" }
        ) { plan in
            try plan.set(.ages, to: "2-5", of: ID(1))
            try plan.link(adventure.id, isThere: false, of: "SELECT 1")
            try plan.link(tales.id, isThere: true, of: "SELECT 1")
        }
        let version = try #require(try versions().last)
        let page = try console.get(version)
        let fields = chosen(page).map { ("fields", $0) }
        #expect(chosen(page) == ["age_min", "age_max", "category_ids"])
        let shown = String(try console.books.find(ID(1)).version)
        #expect(try console.post(version, [("version", shown)] + fields).status == 303)
        #expect(try console.books.categories(of: ID(1)).map(\.id) == [adventure.id])
        #expect(try console.books.find(ID(1)).ages.isUnknown)
    }

    @Test("What no longer exists can’t be selected, and is said")
    func saysWhatIsGone() throws {
        try save([("publisher_id", ""), ("title", "Owls")])
        let version = try #require(try versions().last)
        let alder = try #require(try console.publishers.offered().first)
        #expect(
            try console.post("/admin/publishers/\(alder.id)/delete", [("version", "1")]).status
                == 303
        )
        let page = try console.get(version)
        #expect(chosen(page) == ["title"])
        #expect(page.contains("The publisher “Alder” no longer exists."))
        let forced = [("version", "2"), ("fields", "publisher_id")]
        #expect(try console.post(version, forced).status == 422)
    }

    @Test("A field that doesn’t go with what stays is said beside its checkbox")
    func refuses() throws {
        try save([("age_min", "6"), ("age_max", "9")])
        try save([("age_min", "2"), ("age_max", "3")])
        let version = try #require(try versions().first)
        let answer = try console.post(version, [("version", "3"), ("fields", "age_min")])
        #expect(answer.status == 422)
        #expect(answer.markup.text(id: "restore-age-min-error") != nil)
        #expect(try console.books.find(ID(1)).ages.minimum == 2)
    }

    @Test("If somebody changes the book meanwhile, the differences are shown again")
    func noticesOthers() throws {
        try save([("title", "Owls")])
        let version = try #require(try versions().last)
        try save([("title", "Three Owls")])
        let late = try console.post(version, [("version", "2"), ("fields", "title")])
        #expect(late.status == 409 && late.contains("Three Owls"))
        #expect(try console.books.find(ID(1)).title == "Three Owls")
    }

    @Test("A book in the bin isn’t changed")
    func sparesTheBin() throws {
        try save([("title", "Owls")])
        let version = try #require(try versions().last)
        #expect(try console.post(Self.path + "/delete", []).status == 303)
        #expect(try versions().isEmpty)
        #expect(try console.get(version).status == 404)
    }
}
