import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The report of rights")
struct RightsReportTests {
    private let console: Console

    /// Today is 21 November 2026.
    init() throws {
        console = try Console.asAdmin()
    }

    private func titles(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200)
        return page.markup.tags.filter { $0["class"] == "book-title" }.map(\.text)
    }

    private func counts() throws -> [String] {
        try console.get("/admin/rights").markup.tags.filter { $0["class"] == "chip-count" }
            .map(\.text)
    }

    /// Windows that end on the edges of what the report tells of.
    private func addEnds() throws {
        for (title, last) in [
            ("Over", "2026-11-20"), ("Today", "2026-11-21"), ("Day 30", "2026-12-21"),
            ("Day 31", "2026-12-22"), ("Day 60", "2027-01-20"), ("Day 61", "2027-01-21"),
            ("Day 90", "2027-02-19"), ("Day 91", "2027-02-20"), ("Never", nil),
        ] as [(String, String?)] {
            try console.addWindow(try console.addActiveBook(title).id, "*", "2026-01-01", last)
        }
        let binned = try console.addActiveBook("Binned")
        try console.addWindow(binned.id, "*", "2026-01-01", "2026-12-01")
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(binned.id.value)"
        )
    }

    @Test("It tells of the windows that end within 30, 60 and 90 days, the soonest first")
    func scopes() throws {
        try addEnds()
        #expect(try titles("/admin/rights") == ["Today", "Day 30"])
        let sixty = ["Today", "Day 30", "Day 31", "Day 60"]
        #expect(try titles("/admin/rights?within=60") == sixty)
        #expect(try titles("/admin/rights?within=90") == sixty + ["Day 61", "Day 90"])
        #expect(try titles("/admin/rights?within=7") == ["Today", "Day 30"])
        #expect(try counts() == ["2", "4", "6", "1"])
    }

    @Test("It says how far off an end is and what goes on after it")
    func after() throws {
        let book = try console.addActiveBook("Fox")
        try console.addWindow(book.id, "DE", "2026-01-01", "2026-11-22", note: "Contract 7")
        let row = {
            try console.get("/admin/rights").markup.text(where: "class", is: "table books ends")
        }
        #expect(try row()?.contains("22 November 2026 , tomorrow Next window: None Active") == true)
        #expect(try row()?.contains("Contract 7") == true)
        // Neither a window of another country nor one after a gap goes on.
        try console.addWindow(book.id, "AT", "2026-11-23")
        try console.addWindow(book.id, "DE", "2026-11-24")
        #expect(try row()?.contains("Next window: None") == true)
        try console.addWindow(book.id, "DE", "2026-11-23", "2027-11-22")
        #expect(try row()?.contains("Another until 22 November 2027") == true)
        try console.addWindow(book.id, "*", "2026-06-01")
        #expect(try row()?.contains("Another, no end date") == true)
        let link = try #require(
            try console.get("/admin/rights").markup.targets.first { $0.contains("#window-") }
        )
        #expect(try console.get(link).markup.first(id: "window-1") != nil)
    }

    @Test("The active books without rights are a list of books")
    func missing() throws {
        try addEnds()
        try console.addBook("A draft")
        let page = try console.get("/admin/rights")
        let target = try #require(page.markup.targets.first { $0.contains("rights=none") })
        #expect(try titles(target) == ["Over"])
        #expect(try console.rights.countMissing(.active, .of("*", "2026-11-21")) == 1)
    }

    @Test("Without anything to tell of it says so")
    func empty() throws {
        let page = try console.get("/admin/rights?within=90")
        #expect(page.contains("Nothing ends within 90 days"))
        #expect(!page.contains("rights.csv"))
    }

    @Test("Many ends are on several pages, and every one is in the file once")
    func pages() throws {
        try console.database.write {
            for number in 1...120 {
                let book = try console.addBook("Book \(number)")
                let last = try CalendarDay.of("2026-11-21").adding(number * 7 % 60)
                try console.addWindow(book.id, "*", "2026-01-01", last.iso)
                if number % 10 == 0 { try console.addWindow(book.id, "*", last.adding(1).iso) }
            }
        }
        var all: [String] = []
        for page in 1...3 { all += try titles("/admin/rights?within=60&page=\(page)") }
        #expect(all.count == 120 && Set(all).count == 120)
        let rows = try console.downloadRows("/admin/rights.csv?within=60")
        #expect(rows.map { $0["title"] } == all)
        #expect(rows.map { $0["last_day"] ?? "" } == rows.map { $0["last_day"] ?? "" }.sorted())
        #expect(rows.count { $0["continued_until"] == "9999-12-31" } == 12)
        #expect(rows.allSatisfy { $0["territory"] == "*" && $0["status"] == "draft" })
        let soon = try console.downloadRows("/admin/rights.csv")
        #expect(soon.count == Int(try counts()[0]))
    }

    @Test("A window that is added while the file is read is not in it, one that goes is left out")
    func fileHolds() throws {
        try console.database.write {
            for number in 1...1200 {
                let book = try console.addBook("Book \(number)")
                try console.addWindow(book.id, "*", "2026-01-01", "2026-12-01")
            }
        }
        var isFirst = true
        let rows = try Console.rows(
            of: console.download("/admin/rights.csv") {
                guard isFirst else { return }
                isFirst = false
                let late = try console.addBook("Late")
                try console.addWindow(late.id, "*", "2026-01-01", "2026-12-01")
                try console.database.execute("DELETE FROM rights_windows WHERE id = 1100")
            }.bytes
        )
        #expect(rows.count == 1199)
        #expect(Set(rows.map { $0["id"] ?? "" }).count == 1199)
    }
}
