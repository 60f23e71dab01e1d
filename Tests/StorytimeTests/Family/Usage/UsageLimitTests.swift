import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("How much players can send of one child")
struct UsageLimitTests {
    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let fox: Book
        /// 20 November 2026, 18:00 in Stockholm.
        let evening = 1_795_194_000

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            fox = try console.addStory("The Lantern Fox")
            try console.addToLibrary([fox.id], of: child)
        }

        /// So many viewings that begin at one time and play for a second, so many times each.
        func addViewings(_ count: Int, at start: Int, times: Int = 1, events: Int = 1) throws {
            let played =
                "\(start)000"
                + (0..<times).map { " \($0 * 2) \($0 * 2 + 1)" }.joined()
            let day = TimeText(zone: family.timeZone).calendarDay(start).iso
            try console.database.execute(
                """
                WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers
                    WHERE n < \(count))
                INSERT INTO viewings (child_id, session_id, book_id, day, started_at, ended_at,
                    watched_ms, is_finished, event_count, played)
                SELECT \(child.id.value), \("\(start)-\(times)-") || n, \(fox.id.value), \(day),
                    \(start), \(start + 1), 0, 0, \(events), \(played)
                FROM numbers
                """
            )
        }

        /// Two events of a session, one second after the other; others may have been sent before.
        func send(_ session: String, at start: Int, after sent: Int = 0) throws -> [UsageOutcome] {
            var script = PlayerScript(child: child.id, book: fox.id, session: session)
            for _ in 0..<sent { script.add(.pause, at: start) }
            script.add(.playStart, at: start)
            script.add(.pause, at: start + 1)
            return try console.record(Array(script.all.suffix(2)), of: family.id)
        }
    }

    private static let accepted: [UsageOutcome] = [.accepted, .accepted]

    private static func twice(_ refusal: UsageRefusal) -> [UsageOutcome] {
        [.refused(refusal), .refused(refusal)]
    }

    @Test("A session overlaps with so many viewings and no more")
    func viewingsTogether() throws {
        let home = try Home()
        try home.addViewings(UsageStore.mostViewingsTogether, at: home.evening)
        #expect(try home.send("other", at: home.evening + 60) == Self.accepted)
        #expect(try home.send("last", at: home.evening) == Self.accepted)
        let kept = try home.console.totals()
        #expect(try home.send("more", at: home.evening) == Self.twice(.crowded))
        #expect(try home.console.totals() == kept)
        // What is there already can grow, and there is room at another time.
        #expect(try home.send("last", at: home.evening + 10, after: 2) == Self.accepted)
        #expect(try home.send("other", at: home.evening + 90, after: 2) == Self.accepted)
        #expect(try home.console.count("SELECT count(*) FROM usage_events") == 8)
    }

    @Test("A session overlaps with so many played times and no more")
    func timesTogether() throws {
        let home = try Home()
        let times = UsageStore.maximumEventsPerSession
        let count = UsageStore.mostTimesTogether / times
        try home.addViewings(count, at: home.evening, times: times)
        #expect(try home.send("last", at: home.evening) == Self.accepted)
        #expect(try home.send("more", at: home.evening) == Self.twice(.crowded))
    }

    @Test("It also counts what shares time with those whose figures change")
    func surroundings() throws {
        let home = try Home()
        // One that plays for 45 minutes, and many others in the last of them.
        try home.console.watch(home.child, home.fox, from: home.evening, seconds: 2700)
        try home.addViewings(UsageStore.mostViewingsTogether - 1, at: home.evening + 2000)
        #expect(try home.send("within", at: home.evening + 60) == Self.accepted)
        #expect(try home.send("again", at: home.evening + 120) == Self.twice(.crowded))
        #expect(try home.send("early", at: home.evening - 60) == Self.accepted)
    }

    @Test("A day of a child takes so many viewings and no more; those that are there still grow")
    func viewingsOfDay() throws {
        let home = try Home()
        try home.addViewings(UsageStore.mostViewingsADay - 1, at: home.evening - 36_000)
        #expect(try home.send("last", at: home.evening) == Self.accepted)
        #expect(try home.send("more", at: home.evening + 60) == Self.twice(.dayFull))
        #expect(try home.send("before", at: home.evening - 86_400) == Self.accepted)
        var script = PlayerScript(child: home.child.id, book: home.fox.id, session: "last")
        for second in [0, 1, 30] { script.add(.resume, at: home.evening + second) }
        #expect(
            try home.console.record(script.all, of: home.family.id)
                == [.duplicate, .duplicate, .accepted]
        )
        // Another child has a day of their own.
        let other = try home.console.addChild("Tommy", in: home.family)
        try home.console.addToLibrary([home.fox.id], of: other)
        var theirs = PlayerScript(child: other.id, book: home.fox.id, session: "theirs")
        theirs.add(.playStart, at: home.evening)
        #expect(try home.console.record(theirs.all, of: home.family.id) == [.accepted])
    }

    @Test("A day of a child takes so many events and no more")
    func eventsOfDay() throws {
        let home = try Home()
        try home.addViewings(1, at: home.evening - 36_000, events: UsageStore.mostEventsADay - 3)
        #expect(try home.send("last", at: home.evening) == Self.accepted)
        #expect(try home.send("more", at: home.evening + 60) == Self.twice(.dayFull))
        var script = PlayerScript(child: home.child.id, book: home.fox.id, session: "one")
        script.add(.playStart, at: home.evening + 60)
        #expect(try home.console.record(script.all, of: home.family.id) == [.accepted])
        var grown = PlayerScript(child: home.child.id, book: home.fox.id, session: "last")
        for second in [0, 1, 30] { grown.add(.resume, at: home.evening + second) }
        #expect(
            try home.console.record([grown.all[2]], of: home.family.id) == [.refused(.dayFull)]
        )
    }

    @Test("The API says which limit it was")
    func answers() throws {
        let home = try Home()
        let parent = try home.console.addParent("astrid@example.test", in: home.family)
        let token = try home.console.bearer(parent)
        try home.addViewings(UsageStore.mostViewingsADay, at: home.evening)
        func send(_ time: String) throws -> Answer {
            try home.console.ask(
                .post,
                "/api/v1/usage_events",
                """
                {"events":[{"client_event_id":"a","session_id":"s","child_id":\(home.child.id),\
                "book_id":\(home.fox.id),"event_type":"play_start","occurred_at":"\(time)"}]}
                """,
                token: token
            )
        }
        let day = try send("2026-11-20T12:00:00Z")
        #expect(day.status == 200 && day.contains("\"day_full\""), "\(day.text)")
        #expect(day.contains("at most 1,000 viewings and 10,000 events"))
        #expect(day.contains("events[0].occurred_at"))
        try home.addViewings(UsageStore.mostViewingsTogether + 1, at: home.evening + 86_400 / 2)
        let crowded = try send("2026-11-21T05:00:00Z")
        #expect(crowded.contains("\"session_crowded\""), "\(crowded.text)")
        #expect(crowded.contains("at most 500 viewings of the child, and with 20,000 times"))
    }

    // MARK: Transactions

    @Test("A request about many sessions is taken in several transactions, each event once")
    func portions() throws {
        let home = try Home()
        let sessions = 2 * UsageStore.mostSessionsAtOnce + 1
        let events = (0..<(3 * sessions)).map { index in
            UsageEvent(
                clientID: "\(index)",
                session: "s\(index % sessions)",
                child: home.child.id,
                book: home.fox.id,
                act: index < sessions ? .playStart : .heartbeat,
                claimedMS: (home.evening + index) * 1000
            )
        }
        let portions = UsageStore.portions(events)
        #expect(portions.count == 3)
        #expect(portions.flatMap(\.self).sorted() == Array(events.indices))
        for portion in portions {
            let names = Set(portion.map { events[$0].session })
            #expect(names.count <= UsageStore.mostSessionsAtOnce)
        }
        #expect(UsageStore.portions([]).isEmpty)
        let outcomes = try home.console.record(events, of: home.family.id)
        #expect(outcomes == Array(repeating: .accepted, count: events.count))
        #expect(try home.console.count("SELECT count(*) FROM viewings") == sessions)
        // Answers are in the order in which it was sent.
        let stranger = UsageEvent(
            clientID: "new",
            session: "s0",
            child: ID(999),
            book: home.fox.id,
            act: .pause,
            claimedMS: home.evening * 1000
        )
        let again = try home.console.record(
            events.reversed() + [stranger],
            of: home.family.id
        )
        #expect(again.dropLast().allSatisfy { $0 == .duplicate })
        #expect(again.last == .refused(.child))
    }

    @Test("Deleting many viewings, and recomputing them, takes several transactions")
    func turns() throws {
        let home = try Home()
        let most = UsageTurn.most / UsageTurn.ofViewing
        let count = most + most / 2
        for place in 0..<count { try home.addViewings(1, at: home.evening - 36_000 + place) }
        let ids = try home.console.usage.rebuildable(of: home.child.id)
        #expect(ids.count == count)
        var rest = ids[...]
        _ = try home.console.usage.rebuild(&rest, of: home.child.id)
        #expect(!rest.isEmpty && rest.count < count)
        // They were put there by hand.
        #expect(try UsageTotals(database: home.console.database).rebuild(of: home.child.id))
        let day = try #require(CalendarDay(iso: "2026-11-20"))
        let usage = home.console.usage
        // Somebody agreed to another number.
        #expect(
            try usage.delete(day...day, of: home.child, by: .commandLine, agreed: count - 1) == nil
        )
        #expect(try home.console.count("SELECT count(*) FROM viewings") == count)
        #expect(
            try usage.delete(day...day, of: home.child, by: .commandLine, agreed: count) == count
        )
        #expect(try home.console.count("SELECT count(*) FROM viewings") == 0)
        let entries = try home.console.texts(
            "SELECT changes FROM audit_entries WHERE changes LIKE '% viewings of 2026-11-20 to%'"
        )
        #expect(entries.count > 1)
    }

    @Test("Of a device with a wrong clock, what is too much to move at once is moved by a job")
    func movesInTurns() throws {
        let home = try Home()
        let count = 2 * UsageTurn.most / UsageTurn.ofViewing
        for place in 0..<count {
            let session = try home.send("s\(place)", at: home.evening - 36_000 + place * 20)
            #expect(session == Self.accepted)
        }
        // One that can't be: the clock is ten seconds ahead.
        #expect(try home.send("ahead", at: home.console.time.now + 9) == Self.accepted)
        #expect(
            try home.console.texts("SELECT kind FROM jobs WHERE state = 'queued'")
                == ["rebuild_usage"]
        )
        try home.console.runJobs()
        let wrong = try home.console.count(
            "SELECT count(*) FROM usage_events WHERE occurred_ms <> claimed_ms - 10000"
        )
        #expect(wrong == 0)
    }
}
