import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Reports as CSV files")
struct ReportExportTests {
    private func home() throws -> WatchingHome { try WatchingHome() }

    @Test("The chart's file has a row for each bar, and adds up to the page's figures")
    func chart() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox, seconds: 125, toEnd: true)
        try home.watch(home.pippi, home.owl, daysAgo: 2, seconds: 60)
        // Left out of the report, because it was so short.
        try home.watch(home.pippi, home.owl, daysAgo: 3, seconds: 6)
        let path = "/children/\(home.pippi.id)/usage"
        let rows = try home.console.downloadRows(path + ".csv?range=this-week")
        #expect(rows.map { $0["first_day"] } == (16...21).map { "2026-11-\($0)" })
        #expect(rows.allSatisfy { $0["first_day"] == $0["last_day"] })
        #expect(rows.map { $0["watched_seconds"] } == ["0", "0", "0", "60", "0", "125"])
        #expect(rows.map { $0["plays"] } == ["0", "0", "0", "1", "0", "1"])
        #expect(rows.last?["completions"] == "1")
        let all = try home.console.downloadRows(path + ".csv?range=this-week&least=0&group=week")
        #expect(all.map { $0["watched_seconds"] } == ["191"])
        #expect(all.first?["last_day"] == "2026-11-21")
    }

    @Test("Each table of a report leads to a file of its rows, with the page's filters")
    func tables() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox, seconds: 300)
        try home.watch(home.tommy, home.owl, seconds: 100)
        try home.watch(home.tommy, home.fox, daysAgo: 1, seconds: 50)
        let page = try home.console.get("/usage?range=30-days&least=5")
        for table in ["", "&table=books", "&table=children"] {
            #expect(page.markup.targets.contains("/usage.csv?range=30-days&least=5" + table))
        }
        let books = try home.console.downloadRows("/usage.csv?range=30-days&table=books")
        #expect(books.map { $0["name"] } == ["The Lantern Fox", "An Owl at Noon"])
        #expect(books.map { $0["watched_seconds"] } == ["350", "100"])
        #expect(books.allSatisfy { $0["kind"] == "book" })
        let children = try home.console.downloadRows("/usage.csv?table=children")
        #expect(children.map { $0["name"] } == ["Pippi", "Tommy"])
        #expect(children.map { $0["plays"] } == ["1", "2"])
    }

    @Test("A report's series are a file, too, with a row for what is in none")
    func series() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox, seconds: 300, toEnd: true)
        try home.watch(home.pippi, home.owl, daysAgo: 1, seconds: 100)
        try home.watch(home.tommy, home.owl, daysAgo: 1, seconds: 40)
        try home.console.put(home.owl, in: "Owls, and more", 1)
        let page = try home.console.get("/usage")
        #expect(page.markup.targets.contains("/usage.csv?range=this-week&table=series"))
        for (path, seconds) in [
            ("/usage.csv", "140"), ("/children/\(home.pippi.id)/usage.csv", "100"),
        ] {
            let download = try home.console.download(path + "?table=series")
            let head = download.answer.response.headers["Content-Disposition"] ?? ""
            #expect(head.contains("minutes-by-series"), "\(head)")
            let rows = try home.console.downloadRows(path + "?table=series")
            #expect(rows.map { $0["kind"] } == ["series", "series"])
            #expect(rows.map { $0["name"] } == ["Owls, and more", ""])
            #expect(rows.map { $0["id"] } == ["1", ""])
            #expect(rows.map { $0["watched_seconds"] } == [seconds, "300"])
            #expect(rows.map { $0["completions"] } == ["0", "1"])
        }
    }

    @Test("A book that is gone has its number and no name")
    func goneBooks() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox)
        try home.console.database.execute("DELETE FROM library_items")
        _ = try home.console.bin.add(home.fox.id, by: .commandLine)
        _ = try home.console.bin.purge(home.fox.id, by: .commandLine)
        let rows = try home.console.downloadRows("/usage.csv?table=books")
        #expect(rows.map { $0["id"] } == ["\(home.fox.id)"])
        #expect(rows.map { $0["name"] } == [""])
    }

    @Test("An admin's file is divided as the page is, and leaves nothing out")
    func overall() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox, seconds: 300)
        try home.watch(home.tommy, home.owl, seconds: 100)
        try home.console.put(home.fox, in: "Foxes", 1)
        try home.signInAsAdmin()
        let page = try home.console.get("/admin/usage?by=book&range=last-week")
        #expect(
            page.markup.targets.contains("/admin/usage.csv?by=book&range=last-week")
        )
        for (division, names) in [
            ("family", ["The Lindgrens"]), ("book", ["The Lantern Fox", "An Owl at Noon"]),
            ("series", ["Foxes", ""]), ("category", [""]), ("publisher", [""]),
        ] {
            let path = "/admin/usage.csv?by=\(division)&table=rows"
            let rows = try home.console.downloadRows(path)
            #expect(rows.map { $0["name"] } == names)
            #expect(rows.allSatisfy { $0["kind"] == division })
            #expect(rows.compactMap { Int($0["watched_seconds"] ?? "") }.reduce(0, +) == 400)
        }
        let family = "/admin/families/\(home.family.id)"
        #expect(try home.console.downloadRows(family + "/usage.csv").count == 6)
        let child = family + "/children/\(home.tommy.id)/usage.csv?range=30-days&table=books"
        #expect(try home.console.downloadRows(child).map { $0["name"] } == ["An Owl at Noon"])
    }

    @Test("More rows than fit into a piece are all there, once, in the order of the page")
    func manyRows() throws {
        let home = try home()
        try home.console.database.write {
            for book in 1...1203 {
                try home.console.database.execute(
                    """
                    INSERT INTO daily_usage VALUES (\(home.pippi.id.value), '2026-11-20',
                        \(book), 4, \(book * 1000), 1, 0)
                    """
                )
            }
        }
        let rows = try home.console.downloadRows("/usage.csv?table=books")
        #expect(rows.map { $0["id"] } == (1...1203).reversed().map(String.init))
    }

    @Test("Where stories were left and when in the week are files of the rows on the page")
    func habits() throws {
        let home = try home()
        // Saturday at noon, Friday in the evening, and last Saturday.
        try home.watch(home.pippi, home.owl, seconds: 310)
        try home.watch(home.tommy, home.fox, daysAgo: 1, after: 7 * 3600, seconds: 65)
        try home.watch(home.pippi, home.fox, daysAgo: 2, seconds: 100, toEnd: true)
        try home.watch(home.pippi, home.owl, daysAgo: 3, seconds: 6)
        try home.watch(home.pippi, home.owl, daysAgo: 7, seconds: 599)
        for (path, left, friday) in [
            ("/usage", [1, 5], "65"), ("/children/\(home.pippi.id)/usage", [5], "0"),
        ] {
            let page = try home.console.get(path)
            for table in ["stops", "hours"] {
                #expect(
                    page.markup.targets.contains(path + ".csv?range=this-week&table=\(table)")
                )
            }
            let stops = try home.console.downloadRows(path + ".csv?table=stops")
            #expect(stops.map { $0["from_percent"] } == (0..<10).map { "\($0 * 10)" })
            #expect(stops.last?["to_percent"] == "100")
            #expect(stops.map { $0["plays"] } == (0..<10).map { left.contains($0) ? "1" : "0" })
            let hours = try home.console.downloadRows(path + ".csv?table=hours")
            #expect(hours.map { $0["weekday"] } == CalendarDay.weekdays)
            #expect(hours[4]["evening_seconds"] == friday && hours[5]["afternoon_seconds"] == "310")
            #expect(hours[3]["afternoon_seconds"] == "100")
            let more = try home.console.downloadRows(path + ".csv?table=hours&range=last-week")
            #expect(more[5]["afternoon_seconds"] == "599")
        }
        let long = "from=2025-01-01&to=2026-11-21"
        for table in ["stops", "hours"] {
            let answer = try home.console.get("/usage.csv?table=\(table)&\(long)")
            #expect(answer.status == 400 && answer.contains("at most 366 days"))
        }
    }

    @Test("Plays that a report leaves out are left out of its files of habits")
    func habitFilters() throws {
        let home = try home()
        try home.watch(home.pippi, home.owl, seconds: 6)
        let isLeftOut = try home.watch(home.pippi, home.fox, after: 60, seconds: 30)
        try home.console.usage.setLeftOut(true, isLeftOut.id, of: home.pippi, by: .commandLine)
        let plays = { (query: String) in
            try home.console.downloadRows("/usage.csv?table=stops" + query).map { $0["plays"] }
        }
        #expect(try plays("") == [String](repeating: "0", count: 10))
        #expect(try plays("&least=5").first == "1")
    }

    @Test("What was never opened is a file of all such stories, those that wait longest first")
    func unopened() throws {
        let home = try home()
        let console = home.console
        let path = "/children/\(home.pippi.id)/usage"
        try home.watch(home.pippi, home.owl, seconds: 3)
        try console.database.write {
            for number in 1...1100 {
                try console.database.execute(
                    """
                    INSERT INTO books (title, title_key, author, author_key, created_at, updated_at)
                    VALUES (\("Story \(number)"), \("story \(number)"), '', '', 0, 0)
                    """
                )
            }
            try console.database.execute(
                """
                INSERT INTO library_items (child_id, book_id, title_key, added_at)
                SELECT \(home.pippi.id.value), id, title_key, 2000000000 FROM books
                WHERE title LIKE 'Story %'
                """
            )
            // One of the books has nothing to be watched, and doesn't wait to be.
            try console.database.execute(
                """
                INSERT INTO video_assets (book_id, provider, is_current, chosen_at, status,
                    news_at, created_at, updated_at)
                SELECT id, 'local', 1, 1, 'ready', 1, 1, 1 FROM books
                WHERE title LIKE 'Story %' AND title <> 'Story 7'
                """
            )
        }
        let page = try console.get(path + "?least=0")
        // Whatever the days.
        let href = path + ".csv?table=unopened"
        #expect(page.markup.targets.contains(href))
        var late = false
        let rows = try console.downloadRows(href) {
            guard !late else { return }
            late = true
            let story = try console.addStory("Added meanwhile")
            try console.addToLibrary([story.id], of: home.pippi)
        }
        #expect(
            rows.map { $0["book"] } == ["The Lantern Fox"]
                + (1...1100).filter { $0 != 7 }.map { "Story \($0)" }
        )
        #expect(rows.dropFirst().first?["added_at"] == "2033-05-18T03:33:20Z")
        #expect(try console.get("/usage.csv?table=unopened").status == 400)
    }

    @Test("A week's file has its seven bars, and the dashboard's file its thirty")
    func charts() throws {
        let home = try home()
        try home.watch(home.pippi, home.fox, seconds: 125)
        try home.watch(home.pippi, home.owl, daysAgo: 6, seconds: 60)
        let path = "/children/\(home.pippi.id)/week"
        #expect(try home.console.get(path).markup.targets.contains(path + ".csv?range=this-week"))
        let rows = try home.console.downloadRows(path + ".csv?range=this-week")
        #expect(rows.map { $0["first_day"] } == (16...22).map { "2026-11-\($0)" })
        #expect(rows.map { $0["watched_seconds"] } == ["0", "0", "0", "0", "0", "125", "0"])
        let last = try home.console.downloadRows(path + ".csv?range=last-week")
        #expect(last.last?["watched_seconds"] == "60")
        try home.signInAsAdmin()
        let file = "/admin/usage.csv?range=30-days"
        #expect(try home.console.get("/admin").markup.targets.contains(file))
        #expect(try home.console.downloadRows(file).count == 30)
    }

    @Test("Days and tables that are none are refused in words")
    func wrong() throws {
        let home = try home()
        for query in ["from=soon&to=2026-11-21", "table=rows", "table=x"] {
            #expect(try home.console.get("/usage.csv?" + query).status == 400, "\(query)")
        }
        let child = "/children/\(home.pippi.id)"
        #expect(try home.console.get(child + "/usage.csv?table=children").status == 400)
        #expect(try home.console.get(child + "/usage.csv?table=stops&from=soon").status == 400)
        #expect(try home.console.get(child + "/usage_events.csv?from=soon").status == 400)
        let days = "?from=2026-11-21&to=2026-11-20"
        for file in ["usage", "viewings", "usage_events"] {
            #expect(try home.console.get("\(child)/\(file).csv\(days)").status == 400, "\(file)")
        }
        #expect(try home.console.get(child + "/viewings.csv?from=2026-11-21").status == 400)
    }

    @Test("Nothing of another family is in any file")
    func scope() throws {
        let home = try home()
        let others = try home.console.addFamily("The Janssons")
        let moomin = try home.console.addChild("Moomin", in: others)
        for file in ["usage", "viewings", "usage_events", "week"] {
            #expect(try home.console.get("/children/\(moomin.id)/\(file).csv").status == 404)
            #expect(try home.console.get("/admin/\(file).csv").status == 404)
        }
        for table in ["books", "stops", "hours", "unopened"] {
            let path = "/children/\(moomin.id)/usage.csv?table=\(table)"
            #expect(try home.console.get(path).status == 404)
        }
    }

    @Test("A byte order mark stands before a file when it is asked for")
    func byteOrderMark() throws {
        let home = try home()
        let bytes = try home.console.download("/usage.csv?bom=1").bytes
        #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let plain = try home.console.download("/usage.csv")
        #expect(plain.bytes.starts(with: Array("first_day".utf8)))
        #expect(plain.answer.response.headers["Content-Type"] == "text/csv; charset=utf-8")
    }
}
