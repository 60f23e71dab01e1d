import SQLite
import Testing

@testable import Storytime

@Suite("What is done to what was watched")
struct UsageHistoryTests {
    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let fox: Book
        /// 20 November 2026, 23:30 in Stockholm, and 22:30 in London.
        let night = 1_795_213_800

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            fox = try console.addStory("The Lantern Fox")
            try console.addToLibrary([fox.id], of: child)
        }

        func days() throws -> [String] {
            try console.texts("SELECT day FROM daily_usage ORDER BY day")
        }

        func delete(_ viewing: Viewing) throws {
            try console.usage.delete(viewing.id, of: child, by: .commandLine)
        }

        /// Does what is queued.
        func runJobs() throws { try console.runJobs() }
    }

    @Test("A viewing that is deleted is gone from all totals, and does not come back")
    func deletes() throws {
        let home = try Home()
        let console = home.console
        let start = console.time.now - 600
        let stays = try console.watch(home.child, home.fox, from: start - 900, seconds: 20)
        var script = PlayerScript(child: home.child.id, book: home.fox.id, session: "gone")
        script.add(.playStart, at: start)
        script.add(.pause, at: start + 100)
        _ = try console.record(script.all, of: home.family.id)
        try home.delete(try #require(try console.usage.find(script.all[0].key)))
        let totals = try console.totals()
        #expect(totals.count == 1 && totals[0].hasSuffix(": 20.0 1 0"))
        #expect(try console.record(script.all, of: home.family.id) == [.duplicate, .duplicate])
        // The child watches on, in the same session.
        console.time.now += 60
        script.add(.resume, at: console.time.now - 30)
        script.add(.pause, at: console.time.now - 10)
        let outcomes = try console.record(script.all, of: home.family.id)
        #expect(outcomes == [.duplicate, .duplicate, .accepted, .accepted])
        let rest = try #require(try console.usage.find(script.all[0].key))
        #expect(rest.sums.watchedMS == 20_000)
        #expect(try console.usage.find(stays.id, of: home.child.id) == stays)
    }

    @Test("The audit log says of which day something was deleted, and not what it was")
    func audits() throws {
        let home = try Home()
        try home.delete(
            try home.console.watch(home.child, home.fox, from: home.night, seconds: 20)
        )
        let entries = try home.console.texts("SELECT changes FROM audit_entries ORDER BY id DESC")
        #expect(entries[0].contains("1 viewing of 2026-11-20"))
        #expect(!entries[0].contains("Fox"))
    }

    @Test("A range of days is deleted, whole days of the family and no others")
    func deletesRange() throws {
        let home = try Home()
        let console = home.console
        for day in 0..<4 {
            try console.watch(home.child, home.fox, from: home.night - day * 86_400, seconds: 20)
        }
        let last = try #require(CalendarDay(iso: "2026-11-19"))
        let days = last.adding(-1)...last
        let count = try console.usage.delete(days, of: home.child, by: .commandLine)
        #expect(count == 2)
        #expect(try home.days() == ["2026-11-17", "2026-11-20"])
        #expect(
            try console.usage.delete(last...last, of: home.child, by: .commandLine) == 0
        )
    }

    @Test("A viewing that is left out is in no total until it is taken back, and grows meanwhile")
    func leavesOut() throws {
        let home = try Home()
        let console = home.console
        var script = PlayerScript(child: home.child.id, book: home.fox.id, session: "s")
        script.add(.playStart, at: home.night)
        script.add(.pause, at: home.night + 20)
        script.add(.resume, at: home.night + 30)
        script.add(.pause, at: home.night + 40)
        _ = try console.record(Array(script.all[..<2]), of: home.family.id)
        let viewing = try #require(try console.usage.find(script.all[0].key))
        let usage = console.usage
        try usage.setLeftOut(true, viewing.id, of: home.child, by: .commandLine)
        try usage.setLeftOut(true, viewing.id, of: home.child, by: .commandLine)
        #expect(try console.totals().isEmpty)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try console.totals().isEmpty)
        try usage.setLeftOut(false, viewing.id, of: home.child, by: .commandLine)
        #expect(try console.totals().map { $0.suffix(10) } == [": 30.0 1 0"])
        #expect(
            try console.count(
                "SELECT count(*) FROM audit_entries WHERE changes LIKE '%left_out_of_statistics%'"
            ) == 2
        )
    }

    @Test("Another child's viewing is not found")
    func scopes() throws {
        let home = try Home()
        let other = try home.console.addChild("Tommy", in: home.family)
        let viewing = try home.console.watch(home.child, home.fox, from: home.night, seconds: 20)
        #expect(throws: Failure.notFound) {
            try home.console.usage.delete(viewing.id, of: other, by: .commandLine)
        }
    }

    @Test("Viewings move to other days with a family's time zone, and with a child's family")
    func changesZone() throws {
        let home = try Home()
        let console = home.console
        try console.watch(home.child, home.fox, from: home.night, seconds: 20)
        let draft = Family.Draft(name: "Ek", territory: "SE", timeZone: "Asia/Tokyo")
        _ = try console.families.update(
            home.family.id,
            version: home.family.version,
            draft,
            by: .commandLine
        )
        try home.runJobs()
        #expect(try home.days() == ["2026-11-21"])
        let london = try console.addFamily("The Browns", zone: "Europe/London")
        _ = try console.children.move(
            home.child.id,
            of: home.family.id,
            to: london.id,
            by: .commandLine
        )
        let families: SQL = "SELECT family_id || ' ' || day FROM usage_families"
        #expect(try console.texts(families) == ["\(london.id) 2026-11-21"])
        try home.runJobs()
        #expect(try home.days() == ["2026-11-20"])
        #expect(try console.texts("SELECT day FROM usage_days") == ["2026-11-20"])
        #expect(try console.texts(families) == ["\(london.id) 2026-11-20"])
    }

    @Test("What is frozen stays on its days, and takes no events any more")
    func freezes() throws {
        let home = try Home()
        let console = home.console
        let viewing = try console.watch(home.child, home.fox, from: home.night, seconds: 20)
        var draft = Family.Draft(name: "Ek", territory: "SE", timeZone: "Europe/Stockholm")
        draft.usageRetentionDays = 90
        let saved = try console.families.update(
            home.family.id,
            version: home.family.version,
            draft,
            by: .commandLine
        )
        try home.runJobs()
        #expect(try console.count("SELECT count(*) FROM usage_events") == 2)
        console.time.now += 91 * 86_400
        let fresh = try console.watch(
            home.child,
            home.fox,
            from: console.time.now - 3600,
            seconds: 30
        )
        let retention = UsageRetention(database: console.database, now: console.time.now)
        try retention.queueDue()
        try home.runJobs()
        #expect(try console.count("SELECT count(*) FROM usage_events") == fresh.sums.eventCount)
        let totals = try console.totals()
        #expect(totals.count == 2)
        draft.timeZone = "Asia/Tokyo"
        _ = try console.families.update(saved.id, version: saved.version, draft, by: .commandLine)
        try home.runJobs()
        let kept = try console.usage.find(viewing.id, of: home.child.id)
        #expect(kept.isFrozen && kept.sums == viewing.sums)
        let rebuild = UsageRebuild(database: console.database, now: console.time.now)
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1))
        #expect(try home.days().first == "2026-11-20")
        var late = PlayerScript(
            child: home.child.id,
            book: home.fox.id,
            session: viewing.key.session
        )
        late.add(.pause, at: console.time.now - 60)
        late.add(.pause, at: console.time.now - 50)
        late.add(.pause, at: console.time.now - 40)
        // The first two have names that were there before, which nobody knows any more.
        let outcomes = try console.record(late.all, of: home.family.id)
        #expect(outcomes == Array(repeating: .refused(.closed), count: 3))
        // It can still be deleted, and its totals follow.
        try home.delete(kept)
        #expect(try console.totals().count == 1)
    }

    @Test("A film that is shorter or new changes nothing of what was watched before")
    func laterFilm() throws {
        let home = try Home()
        let console = home.console
        try console.watch(home.child, home.fox, from: home.night, seconds: 20)
        let totals = try console.totals()
        try console.database.execute("UPDATE video_assets SET duration_seconds = 25")
        let rebuild = UsageRebuild(database: console.database, now: console.time.now)
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1))
        #expect(try console.totals() == totals)
    }

    @Test("What is wrong in the totals is found, and put right")
    func findsWrong() throws {
        let home = try Home()
        let console = home.console
        try console.watch(home.child, home.fox, from: home.night, seconds: 20)
        let totals = try console.totals()
        try console.database.execute("UPDATE daily_usage SET watched_ms = watched_ms + 5000")
        try console.database.execute("UPDATE viewings SET stopped_position_seconds = 3")
        let rebuild = UsageRebuild(database: console.database, now: console.time.now)
        #expect(
            try rebuild.all() == UsageRebuild.Result(viewings: 1, changed: 1, wrongTotals: 1)
        )
        #expect(try console.totals() == totals)
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1))
        for table: SQL in ["usage_days", "usage_books", "usage_families"] {
            try console.database.execute("UPDATE \(sql: table) SET watched_ms = watched_ms + 1")
            #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1, wrongTables: 1))
            try console.database.execute("DELETE FROM \(sql: table)")
            #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1, wrongTables: 1))
        }
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 1))
    }

    @Test("A child who is deleted or erased takes along what they watched, from all totals")
    func goesWithChild() throws {
        let home = try Home()
        let console = home.console
        let other = try console.addChild("Tommy", in: home.family)
        try console.addToLibrary([home.fox.id], of: other)
        for child in [home.child, other] {
            try console.watch(child, home.fox, from: home.night, seconds: 20)
        }
        _ = try console.children.remove(
            other.id,
            of: home.family.id,
            version: nil,
            by: .commandLine
        )
        for table: SQL in ["usage_days", "usage_books", "usage_families"] {
            #expect(try console.texts("SELECT plays || '' FROM \(sql: table)") == ["1"])
        }
        try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.family(home.family.id), by: .commandLine)
        for table: SQL in [
            "viewings", "usage_events", "daily_usage", "usage_days", "usage_books",
            "usage_families", "forgotten_viewings",
        ] {
            #expect(try console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
    }
}

@Suite("How long single events are kept")
struct UsageRetentionFormTests {
    @Test("An admin says it on the family's page, and anything that is not offered is refused")
    func saves() throws {
        let console = try Console.asAdmin()
        let family = try console.addFamily()
        func save(_ retention: String, version: Int) throws -> Int {
            try console.post(
                family.href,
                [
                    ("name", "Ek"), ("territory", "SE"), ("time_zone", "Europe/Stockholm"),
                    ("language", ""), ("usage_retention", retention), ("version", "\(version)"),
                ]
            ).status
        }
        #expect(try save("90", version: 1) == 303)
        #expect(try console.families.find(family.id).usageRetentionDays == 90)
        #expect(try console.get(family.href + "/edit").contains("<option value=\"90\" selected>"))
        #expect(try console.texts("SELECT kind FROM jobs") == ["retain_usage"])
        #expect(try save("7", version: 2) == 422)
        #expect(try save("", version: 2) == 303)
        #expect(try console.families.find(family.id).usageRetentionDays == nil)
        #expect(
            try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1")[0]
                .contains("events_kept_for_days")
        )
    }
}
