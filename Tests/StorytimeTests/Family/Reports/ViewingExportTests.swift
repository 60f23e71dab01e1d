import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Viewings and events as CSV files")
struct ViewingExportTests {
    @Test("Viewings are those of the list, also short ones and those that are left out")
    func viewings() throws {
        let home = try WatchingHome()
        let short = try home.watch(home.pippi, home.owl, seconds: 6)
        try home.watch(home.pippi, home.fox, daysAgo: 1, seconds: 100, toEnd: true)
        try home.watch(home.tommy, home.fox, daysAgo: 2)
        try home.console.usage.setLeftOut(true, short.id, of: home.pippi, by: .commandLine)
        let path = "/children/\(home.pippi.id)/viewings"
        let rows = try home.console.downloadRows(path + ".csv")
        #expect(rows.map { $0["book"] } == ["An Owl at Noon", "The Lantern Fox"])
        #expect(rows.map { $0["watched_seconds"] } == ["6", "100"])
        #expect(rows.map { $0["stopped_position_seconds"] } == ["6", ""])
        #expect(rows.map { $0["finished"] } == ["no", "yes"])
        #expect(rows.map { $0["left_out"] } == ["yes", "no"])
        #expect(rows.map { $0["day"] } == ["2026-11-21", "2026-11-20"])
        #expect(rows.first?["started_at"] == "2026-11-21T11:00:00Z")
        let query = "?book=\(home.fox.id)&range=custom&from=2026-11-01&to=2026-11-20"
        #expect(try home.console.downloadRows(path + ".csv" + query).count == 1)
        let page = try home.console.get(path + query)
        #expect(page.markup.targets.contains(path + ".csv" + query))
    }

    @Test("More viewings than fit into a piece are all there, once, without what comes meanwhile")
    func manyViewings() throws {
        let home = try WatchingHome()
        try home.addViewings(1203)
        var late = 0
        let rows = try home.console.downloadRows("/children/\(home.pippi.id)/viewings.csv") {
            late += 1
            try home.watch(home.pippi, home.owl, after: 600 + late, seconds: 20)
        }
        #expect(rows.count == 1203)
        #expect(Set(rows.map { $0["id"] }).count == 1203)
        let starts = rows.compactMap { $0["started_at"] }
        #expect(starts == starts.sorted(by: >))
    }

    @Test("Events are there as players told them, in the order in which they happened")
    func events() throws {
        let home = try WatchingHome()
        var script = PlayerScript(child: home.pippi.id, book: home.fox.id, session: "=one")
        script.add(.playStart, at: WatchingHome.noon, position: 0)
        script.add(.seek(from: 3, to: 90), at: WatchingHome.noon + 3)
        script.add(.pause, at: WatchingHome.noon + 10, position: 97)
        // In another order than they happened.
        for event in script.all.reversed() { try home.console.record([event], of: home.family.id) }
        try home.watch(home.pippi, home.owl, daysAgo: 1, seconds: 30)
        try home.watch(home.tommy, home.owl, daysAgo: 1, seconds: 30)
        let path = "/children/\(home.pippi.id)/usage_events.csv"
        let rows = try home.console.downloadRows(path)
        #expect(
            rows.map { $0["event_type"] } == ["play_start", "pause", "play_start", "seek", "pause"]
        )
        let seek = try #require(rows.first { $0["event_type"] == "seek" })
        #expect(seek["from_position_seconds"] == "3" && seek["to_position_seconds"] == "90")
        #expect(seek["position_seconds"] == "")
        #expect(seek["occurred_at"] == "2026-11-21T11:00:03.000Z")
        #expect(seek["received_at"] == "2026-11-21T12:00:00.000Z")
        #expect(seek["session_id"] == "=one")
        // A spreadsheet would run it.
        let text = String(decoding: try home.console.download(path).bytes, as: UTF8.self)
        #expect(text.contains(",'=one,"))
        #expect(seek["book"] == "The Lantern Fox" && seek["child"] == "Pippi")
        #expect(try home.console.downloadRows(path + "?from=2026-11-21").count == 3)
        #expect(try home.console.downloadRows(path + "?to=2026-11-20").count == 2)
    }

    @Test("An admin has the events of everybody, of a family, and of some days")
    func allEvents() throws {
        let home = try WatchingHome()
        let others = try home.console.addFamily("The Janssons", zone: "Europe/Helsinki")
        let moomin = try home.console.addChild("Moomin", in: others)
        try home.console.addToLibrary([home.fox.id], of: moomin)
        for child in [home.tommy, home.pippi, moomin] {
            try home.watch(child, home.fox, seconds: 30)
            try home.watch(child, home.fox, daysAgo: 1, seconds: 30)
        }
        try home.signInAsAdmin()
        let path = "/admin/usage_events.csv"
        let rows = try home.console.downloadRows(path)
        #expect(rows.count == 12)
        #expect(Set(rows.map { $0["child"] }) == ["Pippi", "Tommy", "Moomin"])
        #expect(try home.console.downloadRows(path + "?family=\(others.id)").count == 4)
        let query = "?family=\(others.id)&from=2026-11-21&to=2026-11-21"
        #expect(try home.console.downloadRows(path + query).count == 2)
        #expect(try home.console.get(path + "?family=99").status == 404)
        #expect(try home.console.get(path + "?family=x").status == 400)
        #expect(try home.console.downloadRows(path + "?range=this-week").count == 12)
        #expect(try home.console.downloadRows(path + "?range=last-week").isEmpty)
        let page = try home.console.get("/admin/usage?range=last-week")
        #expect(page.markup.targets.contains(path + "?from=2026-11-09&to=2026-11-15"))
        let child = "/admin/families/\(others.id)/children/\(moomin.id)/usage_events.csv"
        #expect(try home.console.downloadRows(child).count == 4)
    }

    @Test("More events than fit into a piece are all there, once, without what comes meanwhile")
    func manyEvents() throws {
        let home = try WatchingHome()
        try home.addViewings(700, events: 3)
        let rows = try home.console.downloadRows("/children/\(home.pippi.id)/usage_events.csv") {
            try home.console.database.execute("UPDATE books SET title = title || '!'")
        }
        #expect(rows.count == 2100)
        #expect(Set(rows.map { $0["client_event_id"] }).count == 3)
        #expect(Set(rows.map { $0["session_id"] }).count == 700)
    }

    @Test("Everybody's events come day after day, a family's child after child, each of them once")
    func orders() throws {
        let home = try WatchingHome()
        // More than are read at once, on several days, of both children by turns.
        try home.addViewings(2400)
        try home.console.database.execute(
            "UPDATE viewings SET child_id = \(home.tommy.id.value) WHERE id % 2 = 0"
        )
        try home.signInAsAdmin()
        let path = "/admin/usage_events.csv"
        let all = try home.console.downloadRows(path)
        let days = all.map { String(($0["occurred_at"] ?? "").prefix(10)) }
        #expect(days == days.sorted() && Set(days).count > 1)
        #expect(all[0]["child"] != all[1]["child"])
        let family = try home.console.downloadRows(path + "?family=\(home.family.id)")
        #expect(family.map { $0["child"] } == family.map { $0["child"] ?? "" }.sorted())
        for rows in [all, family] {
            #expect(rows.count == 2400)
            #expect(Set(rows.map { $0["session_id"] }).count == 2400)
        }
        let last = try home.console.downloadRows(path + "?from=\(days[2399])")
        #expect(last.count == days.count { $0 == days[2399] })
    }

    @Test("Neither a list nor a file reads more than it shows")
    func plans() throws {
        let home = try WatchingHome()
        let database = home.console.database
        let days = ReportDays(first: CalendarDay(number: 20_000), last: CalendarDay(number: 20_100))
        let last = try home.watch(home.pippi, home.fox)
        let files = try [ReportSubject.everybody, .family(home.family.id)].map {
            try EventExport(
                $0,
                try EventDays(Fields([]), today: CalendarDay(number: 0)),
                from: database
            )
        }
        var statements = [
            files[1].childStatement, files[1].eventsStatement([]),
            EventExport.countStatement(
                .family(home.family.id),
                try EventDays(Fields([]), today: CalendarDay(number: 0))
            ),
        ]
        statements += files.map(\.viewingsStatement)
        for book in [nil, home.fox.id] {
            let filter = ViewingFilter(child: home.pippi.id, days: days, book: book)
            let list = ViewingList(database: database, filter: filter)
            statements += [
                list.countStatement, list.pageStatement(limit: 25, offset: 50),
                list.nextStatement(500, after: nil, upTo: 9),
                list.nextStatement(500, after: last, upTo: 9),
            ]
        }
        statements.append(WeekReport.playsStatement(home.pippi.id, days))
        for statement in statements {
            let scans = PlanWatch.scans(of: statement.text)
            #expect(scans.isEmpty, "\(statement.text)")
        }
        // What has no end is read in the order of an index, and not sorted.
        for file in files {
            let plan = try database.queryPlan(of: file.viewingsStatement.text)
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}

extension WatchingHome {
    /// Viewings by Pippi that are written as they are kept, a minute apart: more than a player could
    /// tell of in a test.
    func addViewings(_ count: Int, events: Int = 1) throws {
        let start = Self.noon - count * 60
        try console.database.write {
            try console.database.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO viewings (child_id, session_id, book_id, day, started_at, ended_at,
                    watched_ms, is_finished, event_count)
                SELECT \(pippi.id.value), 'many-' || i, \(fox.id.value),
                    date(\(start) + i * 60, 'unixepoch'), \(start) + i * 60, \(start) + i * 60 + 20,
                    20000, 0, \(events) FROM n
                """
            )
            for event in 0..<events {
                try console.database.execute(
                    """
                    INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms,
                        claimed_ms, received_ms, position_seconds)
                    SELECT id, \("event-\(event)"), 'heartbeat', (started_at + \(event)) * 1000,
                        started_at * 1000, (started_at + \(event)) * 1000, \(event) FROM viewings
                    """
                )
            }
        }
    }
}
