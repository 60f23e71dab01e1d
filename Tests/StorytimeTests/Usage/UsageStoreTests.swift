import SQLite
import Testing

@testable import Storytime

@Suite("What players tell")
struct UsageStoreTests {
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
            try console.addReadyVideo(fox.id, seconds: 240)
        }

        func script(_ session: String = "s") -> PlayerScript {
            PlayerScript(child: child.id, book: fox.id, session: session)
        }
    }

    @Test("A story that is watched is a viewing, and counts on its day")
    func counts() throws {
        let home = try Home()
        let viewing = try home.console.watch(
            home.child,
            home.fox,
            from: home.evening,
            seconds: 100
        )
        #expect(viewing.sums.watchedMS == 100_000)
        #expect(viewing.sums.stoppedPosition == 100)
        #expect(!viewing.sums.isFinished)
        let key = "\(home.child.id) 2026-11-20 \(home.fox.id)"
        #expect(try home.console.totals() == ["\(key) 4: 100.0 1 0"])
        let later = home.evening + 900
        let short = try home.console.watch(home.child, home.fox, from: later, seconds: 7)
        #expect(short.sums.eventCount == 2)
        #expect(try home.console.totals() == ["\(key) 1: 7.0 1 0", "\(key) 4: 100.0 1 0"])
        #expect(
            try home.console.texts(
                """
                SELECT day || ' ' || length_class || ' ' || watched_ms FROM usage_days
                ORDER BY length_class
                """
            ) == ["2026-11-20 1 7000", "2026-11-20 4 100000"]
        )
    }

    @Test("What grows into another class of length leaves the one before")
    func moves() throws {
        let home = try Home()
        var script = home.script()
        let key = "\(home.child.id) 2026-11-20 \(home.fox.id)"
        script.add(.playStart, at: home.evening)
        script.add(.heartbeat, at: home.evening + 45)
        script.add(.playEnd, at: home.evening + 70)
        var totals: [[String]] = []
        for event in script.all {
            #expect(try home.console.record([event], of: home.family.id) == [.accepted])
            totals.append(try home.console.totals())
        }
        #expect(totals == [["\(key) 0: 0.0 1 0"], ["\(key) 3: 45.0 1 0"], ["\(key) 4: 70.0 1 1"]])
        #expect(try home.console.count("SELECT count(*) FROM usage_days") == 1)
    }

    @Test("A repeat is answered as one, in the same request or later, and changes nothing")
    func repeats() throws {
        let home = try Home()
        var script = home.script()
        script.add(.playStart, at: home.evening)
        script.add(.pause, at: home.evening + 20)
        let sent = script.all + script.all
        let first = try home.console.record(sent, of: home.family.id)
        #expect(first == [.accepted, .accepted, .duplicate, .duplicate])
        let before = try home.console.totals()
        let again = try home.console.record(script.all, of: home.family.id)
        #expect(again == [.duplicate, .duplicate])
        #expect(try home.console.totals() == before)
        #expect(try home.console.count("SELECT count(*) FROM usage_events") == 2)
    }

    @Test("Events of other families' children, and of books that they can't see, are not taken")
    func refusesOthers() throws {
        let home = try Home()
        let console = home.console
        let other = try console.addFamily("The Others")
        let stranger = try console.addChild("Tommy", in: other)
        let hidden = try console.addBook("Draft")
        for (child, book, refusal) in [
            (stranger.id, home.fox.id, UsageRefusal.child), (ID(999), home.fox.id, .child),
            (home.child.id, hidden.id, .book), (home.child.id, ID(999), .book),
        ] {
            var script = PlayerScript(child: child, book: book, session: "s")
            script.add(.playStart, at: home.evening)
            #expect(
                try console.record(script.all, of: home.family.id) == [.refused(refusal)]
            )
        }
        #expect(try console.count("SELECT count(*) FROM viewings") == 0)
    }

    @Test("What was watched before a book was taken out, or purged, is still told")
    func takesLateEvents() throws {
        let home = try Home()
        let console = home.console
        let shelf = try console.shelf(of: home.family.id)
        // Taken out, and still in the catalog.
        _ = try console.libraries.remove(
            home.fox.id,
            from: home.child.id,
            of: shelf,
            by: .commandLine
        )
        var script = home.script()
        script.add(.playStart, at: home.evening)
        script.add(.pause, at: home.evening + 20)
        #expect(try console.record([script.all[0]], of: home.family.id) == [.accepted])
        // Not in the catalog any more, but watched before.
        try console.endRights(home.fox.id)
        #expect(try console.record([script.all[1]], of: home.family.id) == [.accepted])
        // Gone: its minutes stay.
        #expect(try console.bin.add(home.fox.id, by: .commandLine))
        #expect(try console.bin.purge(home.fox.id, by: .commandLine))
        var other = home.script("other")
        other.add(.playStart, at: home.evening + 60)
        #expect(try console.record(other.all, of: home.family.id) == [.accepted])
        #expect(try console.totals().count == 2)
    }

    @Test("One event that can't be taken keeps none of the others away")
    func answersEach() throws {
        let home = try Home()
        var script = home.script()
        script.add(.playStart, at: home.console.time.now - 31 * 86_400)
        script.add(.heartbeat, at: home.console.time.now - 29 * 86_400)
        var stranger = PlayerScript(child: ID(999), book: home.fox.id, session: "t")
        stranger.add(.playStart, at: home.evening)
        let sent = [script.all[0], stranger.all[0], script.all[1]]
        #expect(
            try home.console.record(sent, of: home.family.id)
                == [.refused(.tooOld), .refused(.child), .accepted]
        )
    }

    @Test("A clock that is ahead makes nothing happen later than now, and loses no time between")
    func movesBack() throws {
        let home = try Home()
        let now = home.console.time.now
        var script = home.script()
        // Two hours ahead.
        script.add(.playStart, at: now + 7200 - 60)
        script.add(.heartbeat, at: now + 7200 - 15)
        script.add(.pause, at: now + 7200)
        var right = home.script("right")
        right.add(.playStart, at: now - 600)
        right.add(.pause, at: now - 590)
        _ = try home.console.record(script.all + right.all, of: home.family.id)
        let viewing = try #require(try home.console.usage.find(script.all[0].key))
        #expect(viewing.sums.watchedMS == 60_000 && viewing.sums.endedAt == now)
        let other = try #require(try home.console.usage.find(right.all[0].key))
        #expect(other.sums.startedAt == now - 600)
        #expect(
            try home.console.count(
                "SELECT count(*) FROM usage_events WHERE claimed_ms > received_ms"
            ) == 3
        )
        // A clock that is behind is believed: it may as well be late.
        var behind = home.script("behind")
        behind.add(.playStart, at: now - 86_400)
        behind.add(.pause, at: now - 86_400 + 30)
        _ = try home.console.record(behind.all, of: home.family.id)
        let late = try #require(try home.console.usage.find(behind.all[0].key))
        #expect(late.sums.startedAt == now - 86_400 && late.sums.watchedMS == 30_000)
    }

    @Test("One event from a time to come takes no other with it into the past")
    func leaps() throws {
        let home = try Home()
        let now = home.console.time.now
        var script = home.script()
        script.add(.playStart, at: now - 100)
        script.add(.heartbeat, at: now - 60)
        // The device lost its clock.
        script.add(.pause, at: now + 200 * 86_400)
        #expect(
            try home.console.record(script.all, of: home.family.id)
                == [.accepted, .accepted, .accepted]
        )
        let viewing = try #require(try home.console.usage.find(script.all[0].key))
        #expect(viewing.sums.startedAt == now - 100 && viewing.sums.endedAt == now)
    }

    @Test("A session takes so many events and no more, and the others are answered so")
    func isBounded() throws {
        let home = try Home()
        var script = home.script()
        let limit = UsageStore.maximumEventsPerSession
        for second in 0...limit { script.add(.heartbeat, at: home.evening + second) }
        var outcomes: [UsageOutcome] = []
        for start in stride(from: 0, through: limit, by: 500) {
            let batch = Array(script.all[start...].prefix(500))
            outcomes += try home.console.record(batch, of: home.family.id)
        }
        #expect(outcomes.dropLast().allSatisfy { $0 == .accepted })
        #expect(outcomes.last == .refused(.full))
        let again = try home.console.record([script.all[7]], of: home.family.id)
        #expect(again == [.duplicate])
    }

    @Test("The end of a story begins it anew, unless it was begun since")
    func clearsPosition() throws {
        let home = try Home()
        let console = home.console
        func position() throws -> String {
            try console.texts(
                """
                SELECT quote(last_position_seconds) || ' ' || quote(last_played_at)
                FROM library_items
                """
            )[0]
        }
        func set(_ seconds: Int, at time: Int) throws {
            _ = try console.libraries.setPosition(
                seconds,
                of: home.fox.id,
                by: home.child.id,
                of: home.family.id,
                recordedMS: time * 1000
            )
        }
        try set(100, at: home.evening)
        var script = home.script()
        script.add(.playEnd, at: home.evening + 60)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try position() == "NULL \(home.evening + 60)")
        try set(30, at: home.evening + 90)
        script.add(.playEnd, at: home.evening + 80)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try position() == "30 \(home.evening + 90)")
    }
}
