import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The audit log")
struct AuditTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    @Test("It says who did what to what, when, from what to what, the newest first")
    func tells() throws {
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        console.time.now += 300
        let change = Console.categoryForm("Dragons", slug: "dinosaurs", version: "1")
        try console.post("/admin/categories/9", change)
        let events = try console.get("/admin/audit").markup
        let text = try #require(events.text(where: "class", is: "timeline"))
        let changed = try #require(text.firstRange(of: "Ada changed the category Dragons"))
        let created = try #require(text.firstRange(of: "Ada added the category Dinosaurs"))
        #expect(changed.lowerBound < created.lowerBound)
        #expect(text.contains("name from Dinosaurs to Dragons"))
        #expect(text.contains("5 minutes ago"))
        #expect(events.all("time").first?["datetime"] == TimeText.iso(console.time.now))
    }

    @Test("An entry leads to what it is about, unless that was deleted")
    func links() throws {
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        #expect(try console.get("/admin/audit").markup.targets.contains("/admin/categories/9"))
        try console.post("/admin/categories/9/delete")
        #expect(try console.get("/admin/audit").contains("moved the category"))
        try console.post("/admin/categories/9/purge")
        try console.database.execute("DELETE FROM audit_entries WHERE action <> 'deleted'")
        let page = try console.get("/admin/audit")
        #expect(page.contains("deleted the category"))
        #expect(!page.markup.targets.contains("/admin/categories/9"))
    }

    @Test("Fifty entries stand on a page, and their number is kept")
    func pages() throws {
        for number in 1...60 { try console.addCategory("Category \(number)") }
        let page = try console.get("/admin/audit")
        #expect(page.markup.all("li").count { $0["class"] == "event" } == 50)
        #expect(page.contains("61 changes"))
        let next = page.markup.all("a").first { $0["rel"] == "next" }?["href"]
        let last = try console.get(try #require(next))
        #expect(last.markup.all("li").count { $0["class"] == "event" } == 11)
        let log = AuditLog(console.database, console.time.now)
        #expect(try log.count() == console.count("SELECT count(*) FROM audit_entries"))
    }

    @Test("The dashboard shows the last eight")
    func dashboard() throws {
        for number in 1...9 { try console.addCategory("Category \(number)") }
        let page = try console.get("/admin")
        #expect(page.markup.all("li").count { $0["class"] == "event" } == 8)
        #expect(page.contains("Category 9"))
        #expect(!page.contains("Category 1<"))
    }

    @Test("An entry outlives the person who is named in it")
    func outlivesPeople() throws {
        try console.post("/admin/categories", [("name", "Dinosaurs")])
        try console.signIn(try console.addUser("grace@example.test", .admin, name: "Grace"))
        try console.database.execute("DELETE FROM users WHERE name = 'Ada'")
        #expect(
            try console.get("/admin/audit").contains("<b dir=\"auto\">Ada</b> added the category")
        )
    }

    @Test(
        "Every text comes back from the log as it was",
        arguments: [
            "plain", "\"quotes\" and \\", "a\nb\tc\r", "\u{1}\u{1F}\u{7F}", "</script><b>",
            "\u{2028}\u{2029}", "🦊 é e\u{301}", "null", "",
        ]
    )
    func roundTrip(text: String) throws {
        let changes = [Change(text, nil, text), Change("x", text, nil), Change("y", text, text)]
        let read = try Change.list(Change.json(changes))
        #expect(read == changes)
        #expect(
            read.map { Array(($0.after ?? "").unicodeScalars) }[0] == Array(text.unicodeScalars)
        )
    }

    @Test("The last change of a record is its own, not another one's")
    func lastChange() throws {
        try console.addCategory("Dinosaurs")
        let log = AuditLog(console.database, console.time.now)
        #expect(try log.lastChange(of: .category, 9)?.who == "Command line")
        #expect(try log.lastChange(of: .book, 9) == nil)
        #expect(try log.lastChange(of: .category, 1) == nil)
    }
}
