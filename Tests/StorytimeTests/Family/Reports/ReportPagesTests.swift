import Markup
import Foundation
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
        page.text.split(separator: "class=\"figure-comparison\">").dropFirst().map { part in
            var text = ""
            var isTag = false
            for character in part.prefix(while: { $0 != "\n" }) {
                if character == "<" { isTag = true }
                if !isTag { text.append(character) }
                if character == ">" { isTag = false }
            }
            return text
        }
    }

    @Test("A child's week is told in numbers, and compared with the same days of the last one")
    func child() throws {
        let home = try WatchingHome()
        // Six days of this week, and four of the same days of the last one.
        try home.watch(days: 11)
        let page = try home.console.get("/children/\(home.pippi.id)/usage")
        #expect(page.status == 200)
        #expect(figures(page) == ["1 h", "6", "6", "1"])
        #expect(
            comparisons(page) == ["▲ Up 20 min", "▲ Up 2", "▲ Up 2", "No change"]
        )
        #expect(page.contains("Compared with the same days of last week, 9 to 14 November 2026."))
        #expect(page.contains("16 to 21 November 2026"))
        #expect(page.contains("The Lantern Fox"))
        #expect(page.contains(WatchedTime.rule))
        // Never opened.
        #expect(page.contains("An Owl at Noon"))
        #expect(page.contains("1 story in Pippi’s library has never been opened"))
    }

    @Test("An empty library is no library in which everything was opened")
    func emptyLibrary() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        for book in [home.fox, home.owl] { try home.watch(home.pippi, book) }
        let all = "Every story in Pippi’s library has been opened at least once."
        #expect(try home.console.get(path).contains(all))
        try home.console.database.execute("DELETE FROM library_items")
        let page = try home.console.get(path)
        #expect(page.contains("There’s nothing to watch in Pippi’s library yet."))
        #expect(!page.contains(all))
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
        #expect(none.contains("Every viewing that counts reached the end."))
        #expect(!drawings(none).contains("stops-title stops-summary"))
        #expect(none.contains("table=stops"))
        try home.watch(home.pippi, home.owl, after: 600, seconds: 120)
        let one = try home.console.get(path)
        #expect(one.contains("1 viewing in all."))
        #expect(drawings(one).contains("stops-title stops-summary"))
    }

    @Test(
        "Plays that stopped nobody knows where are counted in words, beside those that were drawn"
    )
    func unplacedStops() throws {
        let home = try WatchingHome()
        try home.console.database.execute("UPDATE video_assets SET duration_seconds = NULL")
        try home.watch(home.pippi, home.fox, seconds: 60, toEnd: true)
        try home.watch(home.pippi, home.owl, after: 600, seconds: 120)
        let none = try home.console.get("/usage")
        #expect(none.contains("1 viewing stopped before the end, but we don’t know where."))
        try home.console.database.execute(
            "UPDATE video_assets SET duration_seconds = 600 WHERE book_id = \(home.fox.id.value)"
        )
        try home.watch(home.pippi, home.fox, after: 1200, seconds: 120)
        let one = try home.console.get("/usage")
        #expect(one.contains("We don’t know where 1 more stopped."))
    }

    @Test("Each bar is rounded by itself, and the page says that they may not add up")
    func roundedBars() throws {
        let home = try WatchingHome()
        for day in 0..<5 { try home.watch(home.pippi, home.fox, daysAgo: day, seconds: 50) }
        let page = try home.console.get("/children/\(home.pippi.id)/usage")
        #expect(figures(page)[0] == "4 min")
        #expect(page.contains("4 minutes in all, most on Tuesday 17 November 2026: 1."))
        #expect(page.contains("Saturday 21 November 2026: 1 minute"))
        #expect(page.text.components(separatedBy: Minutes.note).count == 2)
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

    @Test("How many plays were too short is said wherever they are left out")
    func saysWhatIsLeftOut() throws {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 7)
        try home.watch(home.pippi, home.owl, after: 100, seconds: 25)
        let child = "children/\(home.pippi.id)"
        let one = "1 viewing under 10 seconds is left out."
        for path in ["/usage", "/\(child)/usage", "/\(child)/week"] {
            #expect(try home.console.get(path).contains(one), "\(path)")
            let none = try home.console.get(path + "?range=last-week")
            #expect(!none.contains("left out."), "\(path)")
        }
        let two = try home.console.get("/usage?least=60")
        #expect(two.contains("2 viewings under 60 seconds are left out."))
        #expect(!(try home.console.get("/usage?least=0").contains("left out.")))
        try home.signInAsAdmin()
        let family = "/admin/families/\(home.family.id)"
        for path in [
            "/admin", "/admin/usage", "/admin/usage?by=book", "\(family)/usage",
            "\(family)/\(child)/usage", "\(family)/\(child)/week",
        ] {
            #expect(try home.console.get(path).contains(one), "\(path)")
        }
    }

    @Test("Minutes without a play are explained: it counts on the day on which it began")
    func carried() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        let rule = "A viewing counts on the day it started"
        try home.watch(home.pippi, home.owl, seconds: 60)
        #expect(!(try home.console.get(path).contains(rule)))
        try home.watchPastMidnight()
        #expect(try home.console.get(path).contains(rule + ", even if"))
        let last = try home.console.get(path + "?from=2026-11-20&to=2026-11-20")
        #expect(figures(last) == ["3 min", "0", "0", "1"])
        #expect(last.contains("No viewing started on these days"))
        #expect(last.contains(rule + "."))
    }

    @Test("When in the week comes to the same as the days, also where a play goes past midnight")
    func hoursOfDays() throws {
        let home = try WatchingHome()
        try home.watchPastMidnight()
        // Paused at eleven in the evening, and gone on with at breakfast.
        var script = PlayerScript(child: home.pippi.id, book: home.owl.id, session: "overnight")
        let evening = WatchingHome.noon - 2 * WatchingHome.day + 11 * 3600
        script.add(.playStart, at: evening, position: 0)
        script.add(.pause, at: evening + 40, position: 40)
        script.add(.resume, at: evening + 9 * 3600, position: 40)
        script.add(.pause, at: evening + 9 * 3600 + 50, position: 90)
        try home.console.record(script.all, of: home.family.id)
        try home.watch(home.tommy, home.owl, seconds: 33)
        for (first, last) in [("19", "19"), ("20", "20"), ("19", "20"), ("16", "22")] {
            let days = ReportDays(
                first: try #require(CalendarDay(iso: "2026-11-\(first)")),
                last: try #require(CalendarDay(iso: "2026-11-\(last)"))
            )
            let report = UsageReport(
                database: home.console.database,
                subject: .family(home.family.id),
                leastClass: LengthClass.of(watchedMS: 10_000)
            )
            let figures = try report.tally(days).days.figures
            let habits = try HabitTallies(
                HabitList(database: report.database, subject: report.subject),
                days,
                figures,
                least: 10,
                TimeText(zone: home.family.timeZone)
            )
            for (day, figures) in figures {
                let cells = habits.watchedMilliseconds[day.weekday]
                #expect(cells.reduce(0, +) == figures.watchedMilliseconds, "\(days.words)")
            }
            let all = habits.watchedMilliseconds.joined().reduce(0, +)
            #expect(all == figures.values.reduce(0) { $0 + $1.watchedMilliseconds })
        }
        let friday = try home.console.downloadRows("/usage.csv?table=hours")[4]
        #expect(friday["morning_seconds"] == "50" && friday["night_seconds"] == "165")
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

    @Test("An admin's report is divided by family, book, series, category and publisher")
    func overall() throws {
        let home = try WatchingHome()
        let console = home.console
        let others = try console.addFamily("The Janssons", zone: "Europe/Helsinki")
        let moomin = try console.addChild("Moomin", in: others)
        let animals = try console.category("animals-nature")
        let alder = try console.addPublisher("Alder House")
        let bear = try console.addStory("A Bear", in: [animals], from: alder)
        try console.put(bear, in: "Bears of the North", 1)
        try console.addToLibrary([bear.id], of: moomin)
        try home.watch(days: 1)
        try console.watch(moomin, bear, from: WatchingHome.noon, seconds: 300)
        try home.signInAsAdmin()
        for (division, first, second) in [
            ("family", "The Lindgrens", "The Janssons"), ("book", "The Lantern Fox", "A Bear"),
            ("series", "No series", "Bears of the North"),
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
        #expect(page.contains("You are acting for"))
        #expect(figures(page)[0] == "5 min")
    }

    @Test("What was watched of a series is added up, for a child and for the family")
    func series() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        try home.watch(home.pippi, home.fox, seconds: 600)
        #expect(!(try home.console.get(path).contains("Most watched series")))
        let cub = try home.console.addStory("A Fox Cub")
        for (number, book) in [home.fox, cub].enumerated() {
            try home.console.put(book, in: "Foxes & Lanterns", number + 1)
        }
        try home.console.addToLibrary([cub.id], of: home.pippi)
        try home.watch(home.pippi, cub, daysAgo: 1, seconds: 120)
        try home.watch(home.pippi, home.owl, daysAgo: 2, seconds: 300)
        try home.watch(home.tommy, home.owl, seconds: 900)
        #expect(
            try rows(of: "series", home.console.get(path))
                == [["Foxes & Lanterns", "12 min"], ["No series", "5 min"]]
        )
        // All of the family's, those watched longest first; what is in none is no series that won.
        #expect(
            try rows(of: "series", home.console.get("/usage?range=30-days"))
                == [["Foxes & Lanterns", "12 min"], ["No series", "20 min"]]
        )
        // A series in the bin is none, and what was watched stays true.
        try home.console.database.execute("UPDATE books SET series_id = NULL")
        #expect(!(try home.console.get(path).contains("Most watched series")))
        #expect(figures(try home.console.get(path))[0] == "17 min")
    }

    /// The names and minutes of a table.
    private func rows(of table: String, _ page: Answer) throws -> [[String]] {
        let tags = page.markup.tags
        let start = try #require(tags.firstIndex { $0["aria-labelledby"] == "\(table)-title" })
        let part = tags[start...].prefix { !($0.name == "section" && $0.isEnd) }
        let names = part.filter { $0.name == "bdi" && !$0.isEnd }.map(\.text)
        let minutes = part.filter { $0.name == "td" && !$0.isEnd && $0.text.hasSuffix("min") }
        #expect(names.count == minutes.count)
        return zip(names, minutes).map { [$0, $1.text] }
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
        #expect(try console.get("/usage").contains("A deleted story"))
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
        #expect(page.contains("50–60%: 1 viewing"))
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
    /// Pippi watches The Lantern Fox from Thursday, 2 minutes and 15 seconds before midnight, for five
    /// minutes.
    @discardableResult
    func watchPastMidnight() throws -> Viewing {
        try watch(pippi, fox, daysAgo: 2, after: 12 * 3600 - 135, seconds: 300)
    }

    /// Ten minutes on each of the last days, the last one first.
    fileprivate func watch(days: Int) throws {
        for day in 0..<days { try watch(pippi, fox, daysAgo: day, seconds: 600, toEnd: true) }
    }
}
