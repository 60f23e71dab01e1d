import SQLite
import Testing

@testable import Storytime

@Suite("Days with changed figures")
struct UsageCorrectionTests {
    /// A database as an earlier version left it: two devices at once, heartbeats in a pause, a story over
    /// midnight, a clock that was ahead; computed by its rules.
    private func earlier() throws -> WatchDesk {
        let desk = try WatchDesk()
        for (day, parts) in [
            (20, ["A s1 fox: \(story(300, 0))", "B s2 owl: \(story(300, 0))"]),
            (
                18,
                ["A s3 fox: start 0 @0, pause 45 @45, beat 90 @45, beat 135 @45, pause 140 @45"]
            ), (17, ["A s4 fox: \(story(100, 0))"]),
        ] {
            try desk.send(stream("2026-11-\(day)T18:00:00Z", parts))
        }
        try desk.send(stream("2026-11-15T22:59:30Z", ["A s5 fox: \(story(60, 0))"]))
        try desk.send(stream("2026-11-21T10:38:20Z", ["C+7200 s6 fox: \(story(100, 0))"]))
        let database = desk.console.database
        try database.execute("UPDATE usage_events SET device = NULL")
        for table: SQL in ["device_clocks", "usage_deliveries", "viewing_days"] {
            try database.execute("DELETE FROM \(sql: table)")
        }
        // Both tablets, the pause, the first two beats of each later request on top of each other.
        for (session, watched) in [("s1", 300), ("s2", 300), ("s3", 95), ("s6", 0), ("s5", 60)] {
            try database.execute(
                """
                UPDATE viewings SET watched_ms = \(watched * 1000) WHERE session_id = \(session)
                """
            )
        }
        try database.execute(
            "UPDATE usage_events SET occurred_ms = received_ms WHERE claimed_ms > received_ms"
        )
        // 45 seconds from 22:59:30 on were those of the first day.
        try database.execute(
            """
            INSERT INTO viewing_days (viewing_id, day, watched_ms)
            SELECT id, '2026-11-16', 15000 FROM viewings WHERE session_id = 's5'
            """
        )
        try database.execute("UPDATE viewings SET played = NULL")
        try database.execute(
            "UPDATE library_items SET last_position_seconds = NULL, last_played_at = NULL, "
                + "position_recorded_ms = NULL"
        )
        _ = try UsageTotals(database: database).rebuild(of: desk.child.id)
        return desk
    }

    private func stream(_ start: String, _ parts: [String]) -> WatchStream {
        WatchStream(name: "", start: start, parts: parts, seconds: [:], portions: .oneByOne)
    }

    private func story(_ seconds: Int, _ start: Int) -> String { WatchStream.story(seconds, start) }

    private let now = [
        "2026-11-15": 30, "2026-11-16": 30, "2026-11-17": 100, "2026-11-18": 45, "2026-11-20": 300,
        "2026-11-21": 100,
    ]

    @Test("What an earlier version counted is counted anew at the next start, and noted with why")
    func corrects() throws {
        let desk = try earlier()
        let worker = try JobWorker(site: desk.console.site, kinds: Features(Program.features).jobs)
        worker.queueMissed(desk.console.database)
        try desk.console.runJobs()
        try desk.expect(now)
        let found = try desk.console.usage.corrections(of: desk.child.id).map {
            "\($0.day.iso) \($0.beforeMS / 1000) \($0.afterMS / 1000) "
                + $0.reasons.map(\.rawValue).joined(separator: ",")
        }
        #expect(
            found == [
                "2026-11-21 0 100 clocks", "2026-11-20 600 300 devices", "2026-11-18 95 45 pauses",
                "2026-11-16 15 30 midnight", "2026-11-15 45 30 midnight",
            ]
        )
        // Libraries go on where the events say.
        #expect(
            try desk.console.texts(
                "SELECT quote(last_position_seconds) FROM library_items ORDER BY book_id"
            ) == ["100", "300"]
        )
        try desk.expectSettled()
        #expect(try desk.console.usage.corrections(of: desk.child.id).count == 5)
        worker.queueMissed(desk.console.database)
        #expect(try desk.console.count("SELECT count(*) FROM jobs WHERE state = 'queued'") == 0)
    }

    @Test("The command does the same, and the second time changes nothing")
    func rebuilds() throws {
        let desk = try earlier()
        let rebuild = UsageRebuild(database: desk.console.database, now: desk.console.time.now)
        #expect(try rebuild.all().changed == 4)
        try desk.expect(now)
        let corrections = try desk.console.usage.corrections(of: desk.child.id)
        #expect(corrections.count == 5)
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 6))
        #expect(try desk.console.usage.corrections(of: desk.child.id) == corrections)
    }

    @Test("A child’s report says so in a sentence with the days, for some weeks, and then no more")
    func shows() throws {
        let desk = try earlier()
        try desk.console.signIn(try desk.console.addParent("pogge@example.test", in: desk.family))
        let path = "/children/\(desk.child.id)/usage"
        #expect(try !desk.console.get(path).contains("changed, because"))
        _ = try UsageRebuild(database: desk.console.database, now: desk.console.time.now).all()
        let page = try desk.console.get(path)
        #expect(
            page.contains(
                "On 5 days figures have changed, because we now count more exactly where a device’s "
                    + "clock was ahead, a player went on reporting during a pause, two devices were "
                    + "on at once or a story ran past midnight."
            )
        )
        #expect(page.contains("20 November 2026") && page.contains("10\u{a0}min"))
        desk.console.time.now += 43 * 86_400
        try desk.console.signIn(try desk.console.addParent("anton@example.test", in: desk.family))
        #expect(try !desk.console.get(path).contains("changed, because"))
    }

    @Test("A new zone sorts minutes into other days, which is no correction")
    func ignoresZones() throws {
        let desk = try WatchDesk()
        try desk.send(stream("2026-11-15T22:59:30Z", ["A s fox: \(story(60, 0))"]))
        let family = try desk.console.families.find(desk.family.id)
        let draft = Family.Draft(name: "Kästner", territory: "DE", timeZone: "Asia/Tokyo")
        _ = try desk.console.families.update(
            family.id,
            version: family.version,
            draft,
            by: .commandLine
        )
        try desk.console.runJobs()
        #expect(try desk.console.usage.corrections(of: desk.child.id).isEmpty)
    }
}
