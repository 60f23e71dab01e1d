import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories, publishers and the audit log as CSV files")
struct ListExportTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("Categories are in the order that families see, with their books counted")
    func categories() throws {
        try console.addCategory("Été", order: 0)
        try console.addBook("A", in: [console.category("adventure")])
        let rows = try console.downloadRows("/admin/categories.csv")
        #expect(rows.map { $0["name"] } == (try console.categories.all().map(\.name)))
        #expect(rows.first?["display_order"] == "0")
        #expect(rows.first { $0["slug"] == "adventure" }?["books"] == "1")
        let page = try console.get("/admin/categories")
        #expect(page.markup.targets.contains("/admin/categories.csv"))
    }

    @Test("More categories than fit into a piece are all there, once")
    func manyCategories() throws {
        for number in 0..<600 { try console.addCategory("Shelf \(number)", order: number % 5) }
        let rows = try console.downloadRows("/admin/categories.csv")
        #expect(rows.map { $0["name"] } == (try console.categories.all().map(\.name)))
    }

    @Test("Publishers are listed by name, case and accents aside")
    func publishers() throws {
        for name in ["zebra", "Äpfel", "Bär", "=apple"] { try console.addPublisher(name) }
        let rows = try console.downloadRows("/admin/publishers.csv")
        #expect(rows.map { $0["name"] } == ["=apple", "Äpfel", "Bär", "zebra"])
        #expect(rows.map { $0["slug"] } == ["apple", "apfel", "bar", "zebra"])
        #expect(Set(rows[0].keys) == Set(Publisher.csv.map(\.name)))
    }

    @Test("Publishers are searched and sorted as on their page, which leads to just that file")
    func publisherList() throws {
        for name in ["Sea House", "Sky House", "Alder"] { try console.addPublisher(name) }
        let rows = try console.downloadRows("/admin/publishers.csv?q=house&sort=-name")
        #expect(rows.map { $0["name"] } == ["Sky House", "Sea House"])
        let page = try console.get("/admin/publishers?q=house&sort=-name")
        #expect(page.markup.targets.contains("/admin/publishers.csv?q=house&sort=-name"))
    }

    @Test("More publishers than fit into a piece are all there, once")
    func manyPublishers() throws {
        for number in 0..<1003 { try console.addPublisher("House \(number)") }
        let rows = try console.downloadRows("/admin/publishers.csv")
        #expect(Set(rows.map { $0["id"] }).count == 1003)
    }

    @Test("The audit log is there with its changes, the newest entry first")
    func audit() throws {
        let category = try console.addCategory("Sea, \"Stories\"")
        console.time.now += 60
        _ = try console.categories.update(
            category.id,
            version: 1,
            .init(name: "Sky", slug: "sky", displayOrder: 1, iconName: nil),
            by: Actor(id: 1, name: "Ada")
        )
        let rows = try console.downloadRows("/admin/audit.csv")
        let first = try #require(rows.first)
        #expect(first["actor"] == "Ada" && first["actor_id"] == "1")
        #expect(first["at"] == "2026-11-21T10:41:00Z")
        #expect(first["record"] == "Sky" && first["record_type"] == "category")
        let changes = try Change.list(first["changes"] ?? "")
        #expect(changes.first == Change("name", "Sea, \"Stories\"", "Sky"))
        #expect(rows[1]["actor_id"] == "" && rows[1]["actor"] == Actor.commandLine.name)
        #expect(rows.count == (try AuditLog(console.database, 0).count()))
    }

    @Test("The audit log is filtered as its page is, and the page leads to just that file")
    func filteredAudit() throws {
        try console.addCategory("One")
        try console.addBook("Two")
        let query = "type=book&from=2026-11-21&to=2026-11-21"
        let rows = try console.downloadRows("/admin/audit.csv?" + query)
        #expect(rows.map { $0["record"] } == ["Two"])
        let page = try console.get("/admin/audit?" + query)
        #expect(page.markup.targets.contains("/admin/audit.csv?" + query))
        #expect(try console.get("/admin/audit.csv?from=tomorrow").status == 400)
    }

    @Test("What is logged while the file is read is not in it, and nothing is twice")
    func auditMeanwhile() throws {
        for number in 0..<1100 { try console.addCategory("Shelf \(number)", order: 1) }
        let before = try AuditLog(console.database, 0).count()
        var round = 0
        let rows = try console.downloadRows("/admin/audit.csv") {
            round += 1
            try console.addCategory("Late \(round)", order: 1)
        }
        #expect(rows.count == before)
        #expect(Set(rows.map { $0["id"] }).count == before)
    }
}
