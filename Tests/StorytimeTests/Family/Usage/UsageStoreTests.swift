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
        _ = try home.console.record(script.all, of: home.family.id, from: Sender(number: 2))
        _ = try home.console.record(right.all, of: home.family.id)
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

    @Test("Six stories that a clock an hour ahead tells one by one lie one after the other")
    func keepsStoriesApart() throws {
        let home = try Home()
        let now = home.console.time.now
        for story in 0..<6 {
            var script = home.script("s\(story)")
            let start = now - 1800 + story * 300 + 3600
            for second in stride(from: 0, through: 300, by: 30) {
                script.add(
                    second == 0 ? .playStart : second == 300 ? .pause : .heartbeat,
                    at: start + second,
                    position: second
                )
            }
            for event in script.all {
                #expect(try home.console.record([event], of: home.family.id) == [.accepted])
            }
        }
        let starts = try home.console.database.all(
            "SELECT started_at, watched_ms FROM viewings ORDER BY started_at"
        ) { (start: try $0.int(0), watched: try $0.int(1)) }
        #expect(starts.map(\.start) == (0..<6).map { now - 1800 + $0 * 300 })
        #expect(starts.allSatisfy { $0.watched == 300_000 })
        // Its library knows when it was, too: the last second of the last story.
        #expect(
            try home.console.count("SELECT position_recorded_ms / 1000 FROM library_items") == now
        )
    }

    @Test("What a device told before it was known to be ahead moves when it is, and only that")
    func movesLater() throws {
        let home = try Home()
        let console = home.console
        func tell(_ name: String, _ start: Int, from device: Int) throws {
            var script = home.script(name)
            script.add(.playStart, at: start)
            script.add(.pause, at: start + 20)
            let sender = Sender(number: device)
            _ = try console.record(script.all, of: home.family.id, from: sender)
        }
        let now = console.time.now
        try tell("other", now - 7200, from: 3)
        // An hour ahead: of what was long ago nobody can see it.
        try tell("morning", now - 6000 + 3600, from: 2)
        console.time.now += 3000
        try tell("evening", console.time.now - 20 + 3600, from: 2)
        console.time.now += 7200
        try tell("late", console.time.now - 9000 + 3600, from: 2)
        func start(_ name: String) throws -> Int {
            try #require(
                try console.usage.find(
                    Viewing.Key(child: home.child.id, session: name, book: home.fox.id)
                )
            ).sums.startedAt
        }
        #expect(try start("other") == now - 7200)
        #expect(try start("morning") == now - 6000)
        #expect(try start("evening") == now + 2980)
        // After more than an hour somebody may have set it.
        #expect(try start("late") == console.time.now - 9000 + 3600)
        let rebuild = UsageRebuild(database: console.database, now: console.time.now)
        #expect(try rebuild.all() == UsageRebuild.Result(viewings: 4))
    }

    @Test("A device that sends very much is put right in the background")
    func movesInBackground() throws {
        let home = try Home()
        let now = home.console.time.now
        for session in 0..<3 {
            var script = home.script("s\(session)")
            for beat in 0..<1800 { script.add(.heartbeat, at: now - 90_000 + beat * 45) }
            _ = try home.console.record(script.all, of: home.family.id)
        }
        var last = home.script("last")
        last.add(.playStart, at: now + 3600)
        _ = try home.console.record(last.all, of: home.family.id)
        let starts: SQL = "SELECT started_at || '' FROM viewings WHERE session_id <> 'last'"
        #expect(try Set(home.console.texts(starts)) == ["\(now - 90_000)"])
        try home.console.runJobs()
        #expect(try Set(home.console.texts(starts)) == ["\(now - 93_600)"])
    }

    @Test("A clock that is behind is put right by what it says of itself")
    func usesSentTime() throws {
        let home = try Home()
        let now = home.console.time.now
        // It lost its battery: 1 January 2020.
        let behind = 1_577_836_800 - now
        var script = home.script()
        script.add(.playStart, at: now - 100 + behind)
        script.add(.pause, at: now - 70 + behind)
        var outcomes: [UsageOutcome] = []
        for (event, delay) in zip(script.all, [0, 3]) {
            home.console.time.now = now + delay
            outcomes += try home.console.record(
                [event],
                of: home.family.id,
                // The second was underway for three seconds.
                sentMS: (now + behind) * 1000
            )
        }
        #expect(outcomes == [.accepted, .accepted])
        let viewing = try #require(try home.console.usage.find(script.all[0].key))
        #expect(viewing.sums.startedAt == now - 100 && viewing.sums.watchedMS == 30_000)
        // What was too long ago by its own clock is, whatever that shows.
        script.add(.pause, at: now + behind - 31 * 86_400)
        #expect(
            try home.console.record(
                [script.all[2]],
                of: home.family.id,
                sentMS: (now + behind) * 1000
            ) == [.refused(.tooOld)]
        )
    }

    @Test("A clock that was set in between goes by what each request says")
    func usesEachSentTime() throws {
        let home = try Home()
        let now = home.console.time.now
        for (name, ahead) in [("before", 7200), ("after", 0)] {
            var script = home.script(name)
            script.add(.playStart, at: now - 100 + ahead)
            script.add(.pause, at: now - 70 + ahead)
            _ = try home.console.record(
                script.all,
                of: home.family.id,
                sentMS: (now + ahead) * 1000
            )
        }
        let starts: SQL = "SELECT started_at || '' FROM viewings"
        #expect(try home.console.texts(starts) == ["\(now - 100)", "\(now - 100)"])
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

    @Test("Pauses, heartbeats and seeks say where a story goes on, and when it was played")
    func setsPosition() throws {
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
        var script = home.script()
        script.add(.playStart, at: home.evening, position: 0)
        script.add(.pause, at: home.evening + 4, position: 4)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try position() == "NULL NULL")
        script.add(.resume, at: home.evening + 10, position: 4)
        script.add(.heartbeat, at: home.evening + 50, position: 44)
        script.add(.seek(from: 60, to: 120), at: home.evening + 66)
        script.add(.pause, at: home.evening + 80, position: 134)
        // In whatever order they come.
        for (event, expected) in zip(
            [script.all[5], script.all[2], script.all[3], script.all[4]],
            [
                "NULL NULL", "134 \(home.evening + 80)", "134 \(home.evening + 80)",
                "134 \(home.evening + 80)",
            ]
        ) {
            _ = try console.record([event], of: home.family.id)
            #expect(try position() == expected, "\(event.act)")
        }
        #expect(try console.continued(by: home.child) == ["The Lantern Fox"])
        // Another device was further before, and says so now.
        var other = home.script("other")
        other.add(.playStart, at: home.evening - 200, position: 0)
        other.add(.pause, at: home.evening - 100, position: 100)
        _ = try console.record(other.all, of: home.family.id)
        #expect(try position() == "134 \(home.evening + 80)")
        // What lies behind the end is the end.
        script.add(.seek(from: 134, to: 900), at: home.evening + 90)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try position() == "240 \(home.evening + 90)")
    }

    @Test("What a parent has forgotten does not come back with an event that is older")
    func staysForgotten() throws {
        let home = try Home()
        let console = home.console
        var script = home.script()
        script.add(.playStart, at: home.evening, position: 0)
        script.add(.heartbeat, at: home.evening + 45, position: 45)
        script.add(.pause, at: home.evening + 60, position: 60)
        _ = try console.record(Array(script.all[..<2]), of: home.family.id)
        let shelf = try console.shelf(of: home.family.id)
        _ = try console.libraries.forget(home.fox.id, of: home.child.id, shelf, by: .commandLine)
        _ = try console.record(script.all, of: home.family.id)
        let kept: SQL = """
            SELECT count(*) FROM library_items
            WHERE last_played_at IS NOT NULL OR last_position_seconds IS NOT NULL
            """
        #expect(try console.count(kept) == 0)
        console.time.now += 120
        script.add(.resume, at: console.time.now - 60)
        script.add(.pause, at: console.time.now, position: 120)
        _ = try console.record(script.all, of: home.family.id)
        #expect(try console.count(kept) == 1)
    }
}
