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
        let short = try home.console.watch(home.child, home.fox, from: home.evening + 900, seconds: 7)
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
}
