import SQLite
import Testing

@testable import Storytime

/// The proof that totals are true: whatever devices do to their events on the way, and parents to the
/// viewings, what is kept is what a computation from scratch gives.
@Suite("What is kept of watching, after anything that can happen to it")
struct UsagePropertyTests {
    private struct Home {
        let console: Console
        let family: Family
        let children: [Child]
        let books: [Book]

        init() throws {
            console = try Console()
            family = try console.addFamily()
            children = try ["Pippi", "Tommy"].map { [console, family] in
                try console.addChild($0, in: family)
            }
            books = try ["One", "Two", "Three"].map { [console] in try console.addStory($0) }
            for child in children { try console.addToLibrary(books.map(\.id), of: child) }
            try console.addReadyVideo(books[0].id, seconds: 120)
            try console.addReadyVideo(books[1].id, seconds: 9)
        }

        /// How far the clocks of the devices are ahead, in seconds. What they tell they tell at once.
        private static let ahead = [0, 7200, 600]

        /// Which device has a session.
        static func device(_ event: UsageEvent) -> Int {
            Int(event.session.dropFirst()).map { $0 % ahead.count } ?? 0
        }

        /// Sessions of the last days, some of which go on past midnight, and what their players tell.
        /// Some play at the same time.
        func events(_ random: inout SeededRandom) -> [UsageEvent] {
            var events: [UsageEvent] = []
            for number in 0..<(3 + random.below(8)) {
                var script = PlayerScript(
                    child: children[random.below(children.count)].id,
                    book: books[random.below(books.count)].id,
                    session: "s\(number)"
                )
                // Midnight in Stockholm is at 23:00 UTC.
                let midnight = console.time.now / 86_400 * 86_400 - 3600
                var at = midnight - random.below(5) * 86_400 - 120 + random.below(240)
                if random.below(3) == 0 { at = console.time.now - 300 - random.below(300) }
                let ahead = Self.ahead[number % Self.ahead.count]
                for _ in 0..<(1 + random.below(12)) where at <= console.time.now {
                    let position = random.below(4) == 0 ? 50 : random.below(130)
                    script.add(act(&random), at: at + ahead, position: position)
                    at += [0, 1, 7, 45, 45, 46, 51, 400][random.below(8)]
                }
                events += script.all
            }
            return events
        }

        private func act(_ random: inout SeededRandom) -> UsageEvent.Act {
            switch random.below(9) {
            case 0, 1: .playStart
            case 2: .pause
            case 3: .resume
            case 4: .playEnd
            case 5: .seek(from: random.below(120), to: random.below(120))
            default: .heartbeat
            }
        }

        /// Sends events in another order, some of them twice, in requests of different sizes.
        func send(_ events: [UsageEvent], _ random: inout SeededRandom) throws {
            var rest = (events + events.filter { _ in random.below(3) == 0 })[...]
            rest = rest.shuffled(using: &random)[...]
            while !rest.isEmpty {
                let batch = Array(rest.prefix(1 + random.below(UsageEvent.maximumPerBatch)))
                rest = rest.dropFirst(batch.count)
                for (device, events) in Dictionary(grouping: batch, by: Self.device) {
                    let sender = Sender(number: device + 1)
                    for outcome in try console.record(events, of: family.id, from: sender) {
                        #expect(outcome == .accepted || outcome == .duplicate)
                    }
                }
            }
        }

        /// The family lives somewhere else.
        func move(_ zone: String) throws {
            let now = try console.families.find(family.id)
            let draft = Family.Draft(name: "Ek", territory: "SE", timeZone: zone)
            _ = try console.families.update(
                now.id,
                version: now.version,
                draft,
                by: .commandLine
            )
            try console.runJobs()
        }

        /// Everything that is kept, but for what depends on the order: the numbers of rows.
        func kept() throws -> [String] {
            try console.texts(
                """
                SELECT 'viewing ' || v.child_id || ' ' || v.session_id || ' ' || v.book_id || ' '
                    || v.day || ' ' || v.started_at || ' ' || v.ended_at || ' ' || v.watched_ms
                    || ' ' || quote(v.stopped_position_seconds) || ' ' || v.is_finished || ' '
                    || v.is_left_out || ' ' || v.event_count || ' ' || v.played || ' ' || coalesce((
                        SELECT group_concat(d.day || '=' || d.watched_ms) FROM viewing_days AS d
                        WHERE d.viewing_id = v.id), '')
                FROM viewings AS v
                UNION ALL SELECT 'day ' || child_id || ' ' || day || ' ' || book_id || ' '
                    || length_class || ' ' || watched_ms || ' ' || plays || ' ' || completions
                FROM daily_usage
                UNION ALL SELECT 'all ' || day || ' ' || length_class || ' ' || watched_ms || ' '
                    || plays || ' ' || completions
                FROM usage_days
                UNION ALL SELECT 'book ' || day || ' ' || book_id || ' ' || length_class || ' '
                    || watched_ms || ' ' || plays || ' ' || completions
                FROM usage_books
                UNION ALL SELECT 'family ' || day || ' ' || length_class || ' ' || watched_ms || ' '
                    || plays || ' ' || completions
                FROM usage_families ORDER BY 1
                """
            )
        }

        /// What a computation of everything from what is kept finds to be wrong.
        func wrong() throws -> UsageRebuild.Result {
            var result = try UsageRebuild(database: console.database, now: console.time.now).all()
            result.viewings = 0
            return result
        }

        /// The totals over all must be those of the children.
        func expectOverallTotals() throws {
            for (children, all) in Self.overall {
                let differing = try console.count(
                    """
                    SELECT (SELECT count(*) FROM (\(sql: children) EXCEPT \(sql: all)))
                        + (SELECT count(*) FROM (\(sql: all) EXCEPT \(sql: children)))
                    """
                )
                #expect(differing == 0, "\(all.text)")
            }
        }

        /// What the program keeps in memory of single days must be what is in the tables now.
        func expectKeptDays(_ seed: Int) throws {
            let today = family.today(console.time.now)
            let days = ReportDays(first: today.adding(-4), last: today.adding(-1))
            for leastClass in [0, 2] {
                for (kept, table, key) in [
                    (
                        console.site.shared[WatchedTotals.self].books, "usage_books" as SQL,
                        "book_id" as SQL
                    ),
                    (
                        console.site.shared[WatchedTotals.self].families, "usage_families",
                        "family_id"
                    ),
                ] {
                    let expected = try console.database.all(
                        """
                        SELECT sum(watched_ms), sum(plays), sum(completions), \(sql: key)
                        FROM \(sql: table) WHERE day >= \(days.first.iso) AND day <= \(days.last.iso)
                            AND length_class >= \(leastClass) GROUP BY 4 ORDER BY 4
                        """
                    ) { (id: try $0.int(3), figures: try UsageReport.figures($0, 0)) }
                    let sums = try kept.sums(days, leastClass: leastClass, in: console.database)
                    let rows = sums.rows.sorted { $0.id < $1.id }
                    #expect(rows.map(\.id) == expected.map(\.id), "seed \(seed)")
                    #expect(rows.map(\.figures) == expected.map(\.figures), "seed \(seed)")
                    #expect(sums.count == expected.count, "seed \(seed)")
                }
            }
        }

        /// What the children's rows add up to, and what is kept of it.
        private static let overall: [(children: SQL, all: SQL)] = [
            (
                """
                SELECT day, length_class, sum(watched_ms), sum(plays), sum(completions)
                FROM daily_usage GROUP BY day, length_class
                """,
                "SELECT day, length_class, watched_ms, plays, completions FROM usage_days"
            ),
            (
                """
                SELECT day, book_id, length_class, sum(watched_ms), sum(plays), sum(completions)
                FROM daily_usage GROUP BY day, book_id, length_class
                """,
                "SELECT day, book_id, length_class, watched_ms, plays, completions FROM usage_books"
            ),
            (
                """
                SELECT u.day, k.family_id, u.length_class, sum(u.watched_ms), sum(u.plays),
                    sum(u.completions)
                FROM daily_usage AS u JOIN children AS k ON k.id = u.child_id
                GROUP BY u.day, k.family_id, u.length_class
                """,
                """
                SELECT day, family_id, length_class, watched_ms, plays, completions
                FROM usage_families
                """
            ),
        ]
    }

    @Test("In any order, doubled and in any portions, events add up to the same", arguments: 0..<40)
    func addsUp(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let home = try Home()
        let events = home.events(&random)
        try home.send(events, &random)
        let kept = try home.kept()
        let other = try Home()
        try other.send(events, &random)
        #expect(try other.kept() == kept, "seed \(seed)")
        #expect(try home.wrong() == UsageRebuild.Result(), "seed \(seed)")
        #expect(try home.kept() == kept, "seed \(seed)")
        try home.expectOverallTotals()
        try expectMoments(events, home, seed)
        try expectModel(home, seed)
    }

    /// Where events are by the clocks of their devices, computed from all that was ever sent.
    private func expectMoments(_ events: [UsageEvent], _ home: Home, _ seed: Int) throws {
        let now = home.console.time.now * 1000
        var ahead: [Int: Int] = [:]
        for event in events {
            ahead[Home.device(event)] = max(ahead[Home.device(event)] ?? 0, event.claimedMS - now)
        }
        let expected = events.map { event in
            "\(event.session) \(event.clientID) "
                + "\(event.claimedMS - (ahead[Home.device(event)] ?? 0))"
        }
        let kept = try home.console.texts(
            """
            SELECT v.session_id || ' ' || e.client_event_id || ' ' || e.occurred_ms
            FROM viewings AS v JOIN usage_events AS e ON e.viewing_id = v.id
            """
        )
        #expect(kept.sorted() == expected.sorted(), "seed \(seed)")
    }

    /// A viewing that counts, as its events are.
    private struct Play {
        let turn: PlayedTime.Turn
        let played: [Range<Int>]
    }

    /// Compares with a computation of its own: the time of each child is cut wherever anything begins or
    /// ends, at midnights, too, and each piece is given to the last that began.
    private func expectModel(_ home: Home, _ seed: Int) throws {
        let console = home.console
        let zone = try console.families.find(home.family.id).timeZone
        let days = TimeText(zone: zone)
        var plays: [ID<Child>: [Play]] = [:]
        try console.database.each(
            "SELECT id, child_id, session_id, book_id FROM viewings WHERE is_left_out = 0"
        ) { row in
            guard let time = WatchedTime(try console.usage.events(of: ID(try row.int(0)))) else {
                return
            }
            let turn = PlayedTime.Turn(
                startedMS: time.startedMS,
                session: try row.text(2),
                book: ID(try row.int(3))
            )
            plays[ID(try row.int(1)), default: []].append(Play(turn: turn, played: time.played))
        }
        var watched: [String: Int] = [:]
        let today = days.calendarDay(console.time.now)
        let midnights = (-9...1).compactMap { days.start(ofDay: today.adding($0).iso) }
        for (child, plays) in plays {
            let edges = plays.flatMap { $0.played.flatMap { [$0.lowerBound, $0.upperBound] } }
            let cuts = Set(edges + midnights.map { $0 * 1000 }).sorted()
            for (start, end) in zip(cuts, cuts.dropFirst()) {
                let owner = plays.filter { play in
                    play.played.contains { $0.lowerBound <= start && end <= $0.upperBound }
                }.max { $0.turn < $1.turn }
                guard let owner else { continue }
                let day = days.isoDay(start / 1000)
                watched["\(child) \(owner.turn.book) \(day)", default: 0] += end - start
            }
        }
        var kept: [String: Int] = [:]
        try console.database.each(
            """
            SELECT child_id || ' ' || book_id || ' ' || day, sum(watched_ms) FROM daily_usage
            GROUP BY 1 HAVING sum(watched_ms) > 0
            """
        ) { kept[try $0.text(0)] = try $0.int(1) }
        #expect(kept == watched, "seed \(seed)")
    }

    @Test("Whatever is deleted, left out or computed anew on the way", arguments: 40..<80)
    func staysTrue(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let home = try Home()
        let console = home.console
        let events = home.events(&random)
        for _ in 0..<12 {
            let viewings = try console.database.all(
                "SELECT id, child_id FROM viewings ORDER BY id"
            ) { (id: ID<Viewing>(try $0.int(0)), child: ID<Child>(try $0.int(1))) }
            let viewing = viewings.isEmpty ? nil : viewings[random.below(viewings.count)]
            let child = viewing.flatMap { found in home.children.first { $0.id == found.child } }
            switch (random.below(8), viewing, child) {
            case (0, let viewing?, let child?):
                try console.usage.delete(viewing.id, of: child, by: .commandLine)
            case (1, let viewing?, let child?), (2, let viewing?, let child?):
                let isLeftOut = random.below(2) == 0
                try console.usage.setLeftOut(isLeftOut, viewing.id, of: child, by: .commandLine)
            case (3, _, let child?):
                let day = home.family.today(console.time.now).adding(-random.below(6))
                let days = day...day.adding(random.below(2))
                _ = try console.usage.delete(days, of: child, by: .commandLine)
            case (4, _, _): #expect(try home.wrong() == UsageRebuild.Result(), "seed \(seed)")
            case (5, _, _): try home.move(random.below(2) == 0 ? "Asia/Tokyo" : "Europe/Paris")
            default: try home.send(events.filter { _ in random.below(4) == 0 }, &random)
            }
            try home.expectKeptDays(seed)
            try expectModel(home, seed)
        }
        #expect(try home.wrong() == UsageRebuild.Result(), "seed \(seed)")
        try home.expectOverallTotals()
        // What is left of nothing is nothing.
        for child in home.children {
            let day = home.family.today(console.time.now)
            _ = try console.usage.delete(day.adding(-9)...day, of: child, by: .commandLine)
        }
        #expect(try home.kept().isEmpty, "seed \(seed)")
    }
}
