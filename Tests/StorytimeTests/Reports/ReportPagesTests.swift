import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Reports of what was watched")
struct ReportPagesTests {
    private func figures(_ page: Answer) -> [String] {
        page.markup.all("dd").filter { $0["class"] == "figure-number" }.map(\.text)
    }

    private func comparisons(_ page: Answer) -> [String] {
        page.markup.all("dd").filter { $0["class"] == "figure-comparison" }.map(\.text)
    }

    @Test("A child's week is told in numbers, and compared with the same days of the last one")
    func child() throws {
        let home = try WatchingHome()
        // Six days of this week, and four of the same days of the last one.
        try home.watch(days: 11)
        let page = try home.console.get("/children/\(home.pippi.id)/usage")
        #expect(page.status == 200)
        #expect(figures(page) == ["1 h 0 min", "6", "6", "1"])
        #expect(
            comparisons(page) == [
                "20 min more than the same days of last week",
                "2 more than the same days of last week",
                "2 more than the same days of last week",
                "the same as the same days of last week",
            ]
        )
        #expect(page.contains("16 to 21 November 2026"))
        #expect(page.contains("The Lantern Fox"))
        #expect(page.contains(WatchedTime.rule))
        // Never opened.
        #expect(page.contains("An Owl at Noon"))
        #expect(page.contains("1 story of Pippi’s library was never opened"))
    }

    @Test("Where stories were left is drawn, unless none was: then a sentence says so")
    func stops() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        func drawings(_ page: Answer) -> [String?] {
            page.markup.all("svg").map { $0["aria-labelledby"] }
        }
        try home.watch(home.pippi, home.fox, toEnd: true)
        let none = try home.console.get(path)
        #expect(none.contains("No story was left before its end, as far as lengths are known."))
        #expect(!drawings(none).contains("stops-title stops-summary"))
        #expect(none.contains("table=stops"))
        try home.watch(home.pippi, home.owl, after: 600, seconds: 120)
        let one = try home.console.get(path)
        #expect(one.contains("1 play in all, most at 20 to 30 %: 1."))
        #expect(drawings(one).contains("stops-title stops-summary"))
    }

    @Test("The bars add up to what stands above them, though each is full minutes")
    func roundedBars() throws {
        let home = try WatchingHome()
        for day in 0..<5 { try home.watch(home.pippi, home.fox, daysAgo: day, seconds: 50) }
        let page = try home.console.get("/children/\(home.pippi.id)/usage")
        #expect(figures(page)[0] == "4 min")
        #expect(page.contains("4 minutes in all"))
    }

    @Test("Short plays are left out when reading, and counted when they are asked for")
    func shortPlays() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 7)
        try home.watch(home.pippi, home.owl, after: 100, seconds: 25)
        let path = "/children/\(home.pippi.id)/usage"
        #expect(figures(try home.console.get(path))[1] == "1")
        #expect(figures(try home.console.get(path + "?least=0"))[1] == "2")
        #expect(figures(try home.console.get(path + "?least=5"))[1] == "2")
        #expect(figures(try home.console.get(path + "?least=30"))[1] == "0")
    }

    @Test("A family's report has each child, also one that watched nothing")
    func family() throws {
        let home = try WatchingHome()
        try home.watch(days: 2)
        let page = try home.console.get("/usage?range=30-days")
        #expect(figures(page) == ["20 min", "2", "2", "1"])
        let names = page.markup.all("a").filter { $0["href"]?.hasPrefix("/children/") == true }
            .map(\.text)
        #expect(names.contains("Pippi") && names.contains("Tommy"))
        #expect(page.contains("/children/\(home.pippi.id)/usage?range=30-days"))
        #expect(page.contains("nothing"))
    }

    @Test("An admin's report is divided by family, book, category and publisher")
    func overall() throws {
        let home = try WatchingHome()
        let console = home.console
        let others = try console.addFamily("The Janssons", zone: "Europe/Helsinki")
        let moomin = try console.addChild("Moomin", in: others)
        let animals = try console.category("animals-nature")
        let alder = try console.addPublisher("Alder House")
        let bear = try console.addStory("A Bear", in: [animals], from: alder)
        try console.addToLibrary([bear.id], of: moomin)
        try home.watch(days: 1)
        try console.watch(moomin, bear, from: WatchingHome.noon, seconds: 300)
        try home.signInAsAdmin()
        for (division, first, second) in [
            ("family", "The Lindgrens", "The Janssons"), ("book", "The Lantern Fox", "A Bear"),
            ("category", "No category", "Animals & Nature"),
            ("publisher", "No publisher", "Alder House"),
        ] {
            let page = try console.get("/admin/usage?by=\(division)")
            #expect(page.status == 200)
            let table = try #require(page.text.split(separator: "<tbody>").last)
            let rows = table.split(separator: "scope=\"row\"").dropFirst()
            let names = [first, second].map { $0.replacing("&", with: "&amp;") }
            #expect(rows.count == 2)
            #expect(zip(rows, names).allSatisfy { $0.contains($1) }, "\(division)")
            #expect(figures(page) == ["15 min", "2", "1", "2"])
            #expect(page.contains("each family’s own time zone"))
        }
        let page = try console.get("/admin/families/\(others.id)/usage")
        #expect(page.contains("on behalf of"))
        #expect(figures(page)[0] == "5 min")
    }

    @Test("Days that are none are answered beside the field, with what was typed")
    func wrongDays() throws {
        let home = try WatchingHome()
        let page = try home.console.get("/usage?from=2026-02-30&to=soon")
        #expect(page.status == 422)
        #expect(page.contains("“2026-02-30” is not a day. Write it like 2026-03-04."))
        #expect(page.contains("value=\"soon\""))
        #expect(figures(page).isEmpty)
    }

    @Test("What was watched of a book that is gone, or not to be seen any more, stays true")
    func goneBooks() throws {
        let home = try WatchingHome()
        let console = home.console
        try home.watch(days: 1)
        try console.database.execute("DELETE FROM library_items")
        try console.endRights(home.fox.id)
        let page = try console.get("/usage")
        #expect(page.contains("The Lantern Fox"))
        #expect(!page.contains("/catalog/books/\(home.fox.id)"))
        _ = try console.bin.add(home.fox.id, by: .commandLine)
        _ = try console.bin.purge(home.fox.id, by: .commandLine)
        #expect(try console.get("/usage").contains("A story that is gone"))
        #expect(figures(try console.get("/usage"))[0] == "10 min")
    }

    @Test("Where stories are left and when they are watched is shown once there is something")
    func habits() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        #expect(!(try home.console.get(path).contains("When in the week")))
        try home.watch(home.pippi, home.owl, seconds: 310)
        let page = try home.console.get(path)
        #expect(page.contains("When in the week"))
        #expect(page.contains("50 to 60 %: 1 play"))
        let cells = page.markup.all("td").filter { $0["data-level"] == "4" }
        #expect(cells.map(\.text) == ["5"])
    }

    @Test("A child of another family has no report, for parents of other families")
    func scope() throws {
        let home = try WatchingHome()
        let others = try home.console.addFamily("The Janssons")
        let moomin = try home.console.addChild("Moomin", in: others)
        #expect(try home.console.get("/children/\(moomin.id)/usage").status == 404)
        #expect(try home.console.get("/admin/usage").status == 404)
    }
}

extension WatchingHome {
    /// Ten minutes on each of the last days, the last one first.
    fileprivate func watch(days: Int) throws {
        for day in 0..<days { try watch(pippi, fox, daysAgo: day, seconds: 600, toEnd: true) }
    }
}
