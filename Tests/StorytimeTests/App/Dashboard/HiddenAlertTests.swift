import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Alerts that were put aside")
struct HiddenAlertTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        try addBook("Bare")
    }

    private func addBook(_ title: String) throws {
        let draft = Book.Draft(title: title, author: "", status: .active)
        let book = try console.books.insert(draft, by: .commandLine)
        try console.addWindow(book.id)
    }

    /// The headings of the alerts that are shown.
    private func alerts() throws -> [String] {
        try console.get("/admin").markup.tags
            .filter { $0["class"] == "notice" && $0["data-kind"] == "busy" }
            .compactMap { $0["href"] }
    }

    private let coverless = "/admin/books?status=active&cover=no"

    @Test("An alert can be hidden for 30 days, whatever happens meanwhile, and comes back then")
    func month() throws {
        #expect(try alerts().contains(coverless))
        let answer = try console.post("/admin/alerts/books.cover/hide")
        #expect(answer.location == "/admin")
        let page = try console.get("/admin")
        #expect(page.toast?.contains("hidden for 30 days") == true)
        #expect(page.contains("1 hidden alert"))
        #expect(page.contains("Hidden by Ada until 21 December 2026."))
        #expect(try !alerts().contains(coverless))
        try addBook("Another")
        #expect(try !alerts().contains(coverless))
        console.time.now += 30 * 86_400
        try console.signIn(ID(1))
        #expect(try alerts().contains(coverless))
    }

    @Test("Or until the number rises, even if it has fallen meanwhile")
    func untilWorse() throws {
        try addBook("Second")
        try console.post("/admin/alerts/books.cover/hide-until-worse")
        #expect(try !alerts().contains(coverless))
        let page = try console.get("/admin")
        #expect(page.contains("until there are more than 2"))
        try console.database.execute("UPDATE books SET status = 'draft' WHERE title = 'Second'")
        try BookIndex(database: console.database).write(ID(2))
        #expect(try !alerts().contains(coverless))
        console.time.now += 400 * 86_400
        try console.signIn(ID(1))
        #expect(try !alerts().contains(coverless))
        for title in ["Third", "Fourth"] { try addBook(title) }
        #expect(try alerts().contains(coverless))
    }

    @Test("It can be brought back, from the notice too, and the audit log has both")
    func isBroughtBack() throws {
        try console.post("/admin/alerts/books.cover/hide")
        let page = try console.get("/admin")
        let undo = "/admin/alerts/books.cover/show"
        #expect(page.markup.forms.filter { $0.action == undo }.count == 2)
        #expect(try console.post(undo).location == "/admin")
        #expect(try alerts().contains(coverless))
        #expect(try console.get("/admin").toast == nil)
        try console.post(undo)
        #expect(try console.get("/admin").toast?.contains("isn’t hidden") == true)
        #expect(
            try console.texts(
                """
                SELECT action || ' ' || record_label FROM audit_entries
                WHERE record_type = 'alert' ORDER BY id
                """
            ) == [
                "hidden 1 active book has no cover.", "shown 1 active book has no cover.",
            ]
        )
        let log = try console.get("/admin/audit")
        #expect(log.contains("hid the alert") && log.contains("brought back the alert"))
    }

    @Test("One that is gone, or that never was, is no error")
    func gone() throws {
        try console.post("/admin/alerts/videos.failed/hide")
        #expect(try console.get("/admin").toast?.contains("This alert is gone") == true)
        #expect(try console.count("SELECT count(*) FROM hidden_alerts") == 0)
        #expect(try console.post("/admin/alerts/NO_SUCH/hide").status == 404)
    }

    @Test("Each alert has a key of its own")
    func keys() throws {
        try console.addAsset(.errored)
        try console.addUser("a@example.test", .parent)
        let request = try console.request(.get, "/admin")
        let client = try console.client()
        let visit = console.application.visit(
            request,
            "x",
            client,
            .stranger,
            now: console.time.now
        )
        let keys = try console.site.features.attention(visit).map(\.key)
        #expect(keys.count > 4)
        #expect(Set(keys).count == keys.count)
        for key in keys { #expect(AlertKey(pathSegment: key[...]) != nil, "\(key)") }
    }
}

@Suite("First steps, top stories and recent changes on the dashboard")
struct DashboardPartsTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func done() throws -> [String] {
        let page = try console.get("/admin")
        return page.markup.all("li").filter { $0["data-done"] != nil }.map(\.text)
    }

    @Test("The steps of a new installation tick themselves off, and are gone when all are done")
    func firstSteps() throws {
        let page = try console.get("/admin")
        #expect(page.contains("First steps") && page.contains("0 of 7 done"))
        #expect(!page.contains("All is well."))
        #expect(page.contains("Welcome, Ada"))
        let book = try console.addBook("Owl")
        try console.addWindow(book.id)
        try console.addAsset(of: book)
        #expect(try console.get("/admin").contains("3 of 7 done"))
        let family = try console.addFamily()
        try console.addParent("p@example.test", in: family)
        #expect(try console.get("/admin").contains("5 of 7 done"))
        try console.database.execute(
            """
            INSERT INTO second_factors (user_id, secret, proposed_at, confirmed_at)
            VALUES (1, zeroblob(20), 1, 2)
            """
        )
        #expect(try console.get("/admin").contains("6 of 7 done"))
        try AuditLog(console.database, console.time.now)
            .write(.commandLine, "copied", Subject(.backup, nil, "/backups/x.db"), [])
        #expect(try !console.get("/admin").contains("First steps"))
    }

    @Test("An invitation counts as inviting a parent")
    func invitation() throws {
        try console.post("/admin/users/invitations", [("name", "Karin"), ("role", "parent")])
        #expect(try console.get("/admin").contains("1 of 7 done"))
    }

    @Test("The steps can be hidden, and brought back")
    func hidesSteps() throws {
        try console.post("/admin/alerts/first-steps/hide-until-worse")
        let page = try console.get("/admin")
        #expect(page.toast?.contains("First steps hidden.") == true)
        #expect(!page.contains("of 7 done"))
        try console.post("/admin/alerts/first-steps/show")
        #expect(try console.get("/admin").contains("0 of 7 done"))
    }

    @Test("A bulk edit of many books is one line among the recent changes, with a link to it")
    func bulkIsOneLine() throws {
        try console.database.write {
            for number in 0..<20 { try console.addBook("Book \(number)") }
        }
        console.time.now += 60
        let batch = try #require(try console.archiveBooks("SELECT id FROM books LIMIT 20"))
        console.time.now += 60
        try console.addPublisher("Alder House")
        let page = try console.get("/admin")
        #expect(page.markup.tags.count { $0["class"] == "event-line" } == 8)
        #expect(page.contains("added the publisher <a"))
        #expect(page.contains("made a bulk change: <a"))
        #expect(page.contains("20 books made archived"))
        #expect(page.markup.targets.filter { $0 == batch.href }.count == 1)
        // Long after, its summary is gone with the batch, and the line stays.
        try console.database.execute("DELETE FROM batch_rows")
        try console.database.execute("DELETE FROM batches")
        let later = try console.get("/admin")
        #expect(later.contains("made a bulk change:"))
        #expect(!later.markup.targets.contains(batch.href))
    }

    @Test("Top stories are those watched longest in the last 7 or 28 days")
    func topStories() throws {
        #expect(try console.get("/admin").contains("Nothing was watched in the last 7 days."))
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        let owl = try console.addBook("Owl")
        let fox = try console.addBook("Fox")
        for (day, book, watched) in [
            ("2026-11-20", owl, 300_000), ("2026-11-20", fox, 600_000),
            ("2026-11-01", owl, 900_000),
        ] {
            try console.database.execute(
                """
                INSERT INTO daily_usage (child_id, day, book_id, length_class, watched_ms, plays,
                    completions)
                VALUES (\(child.id.value), \(day), \(book.id.value), 4, \(watched), 2, 1)
                """
            )
        }
        func titles(_ target: String) throws -> [String] {
            try console.get(target).markup.tags.filter { $0["class"] == "top-title" }.map(\.text)
        }
        #expect(try titles("/admin") == ["Fox", "Owl"])
        #expect(try titles("/admin?days=28") == ["Owl", "Fox"])
        #expect(try titles("/admin?days=nonsense") == ["Fox", "Owl"])
        #expect(try console.get("/admin").contains("10 min"))
        #expect(try console.get("/admin?days=28").contains("20 min"))
    }

    @Test("An empty installation has no empty chart and no sentences about counting")
    func emptyChart() throws {
        let page = try console.get("/admin")
        #expect(!page.contains("chart-drawing"))
        #expect(page.contains("Once families watch stories"))
    }
}
