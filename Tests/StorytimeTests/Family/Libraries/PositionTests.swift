import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Where a child left off")
struct PositionTests {
    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let fox: Book
        let parent: ID<User>
        let token: String

        init(seconds: Int? = 240) throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            fox = try console.addStory("The Lantern Fox")
            try console.addToLibrary([fox.id], of: child)
            if let seconds { try console.addReadyVideo(fox.id, seconds: seconds) }
            parent = try console.addParent("astrid@example.test", in: family)
            token = try console.bearer(parent)
        }

        func path(_ child: ID<Child>? = nil, _ book: ID<Book>? = nil) -> String {
            "/api/v1/children/\(child ?? self.child.id)/library_items/\(book ?? fox.id)/position"
        }

        func patch(_ json: String, to path: String? = nil) throws -> Answer {
            try console.ask(.patch, path ?? self.path(), json, token: token)
        }
    }

    /// Seed 000, section 2.2: continue where 0 < position < duration - 10, else from the beginning.
    @Test(
        "A story is gone on with unless it was not begun, or is as good as over",
        arguments: [
            (nil, 240, nil), (0, 240, nil), (1, 240, 1), (60, 240, 60), (229, 240, 229),
            (230, 240, nil), (231, 240, nil), (240, 240, nil), (500, 240, nil),
            // Shorter than the ten seconds: never.
            (1, 9, nil), (5, 9, nil), (0, 10, nil), (1, 10, nil), (1, 11, nil), (1, 12, 1),
            // Nobody knows how long it is.
            (nil, nil, nil), (0, nil, nil), (1, nil, 1), (7200, nil, 7200),
        ] as [(Int?, Int?, Int?)]
    )
    func restores(position: Int?, duration: Int?, place: Int?) {
        let item = LibraryItem(book: ID(1), addedAt: 0, position: position, playedAt: nil)
        #expect(item.place(in: duration) == place)
    }

    @Test("A position is taken, and says when it was played")
    func takes() throws {
        let home = try Home()
        let answer = try home.patch("{\"position_seconds\":60}")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(
            answer.text == "{\"applied\":true,\"last_position_seconds\":60,"
                + "\"last_played_at\":\"2026-11-21T10:40:00Z\"}"
        )
        #expect(try home.console.continued(by: home.child) == ["The Lantern Fox"])
    }

    @Test("The newest wins, whenever it arrives, and a repeat changes nothing")
    func keepsNewest() throws {
        let home = try Home()
        func send(_ seconds: String, _ time: String) throws -> (Bool?, Int?) {
            let answer = try home.patch(
                "{\"position_seconds\":\(seconds),\"recorded_at\":\"2026-11-21T\(time)Z\"}"
            )
            let position = answer.json["last_position_seconds"] as? Int
            return (answer.json["applied"] as? Bool, position)
        }
        #expect(try send("60", "10:00:00") == (true, 60))
        #expect(try send("20", "09:59:59.999") == (false, 60))
        #expect(try send("60", "10:00:00") == (true, 60))
        #expect(try send("61", "10:00:00.001") == (true, 61))
        #expect(try send("null", "09:00:00") == (false, 61))
        #expect(try send("null", "10:30:00") == (true, nil))
        // A clock that is ahead is no newer than now.
        #expect(try send("5", "23:00:00") == (true, 5))
        home.console.time.now += 60
        #expect(try send("9", "10:41:00") == (true, 9))
    }

    @Test("Without a time it is of this very millisecond, and newer than all before")
    func isExact() throws {
        let home = try Home()
        home.console.time.milliseconds = 400
        let first = try home.patch(
            "{\"position_seconds\":100,\"recorded_at\":\"2026-11-21T10:40:00.300Z\"}"
        )
        #expect(first.json["applied"] as? Bool == true)
        home.console.time.milliseconds = 401
        let second = try home.patch("{\"position_seconds\":null}")
        #expect(second.json["applied"] as? Bool == true)
        #expect(second.json["last_position_seconds"] is NSNull)
        // Nor is anything newer than now.
        let ahead = try home.patch(
            "{\"position_seconds\":7,\"recorded_at\":\"2026-11-21T10:40:00.999Z\"}"
        )
        #expect(ahead.json["applied"] as? Bool == true)
        home.console.time.milliseconds = 402
        #expect(try home.patch("{\"position_seconds\":8}").json["applied"] as? Bool == true)
    }

    @Test("A clock that says what it shows is put right, be it behind or ahead")
    func usesSentTime() throws {
        let home = try Home()
        _ = try home.patch("{\"position_seconds\":5}")
        home.console.time.now += 60
        // A day behind: ten seconds ago.
        let behind = try home.patch(
            """
            {"position_seconds":60,"recorded_at":"2026-11-20T10:00:00Z",\
            "sent_at":"2026-11-20T10:00:10Z"}
            """
        )
        #expect(behind.json["applied"] as? Bool == true)
        #expect(behind.json["last_played_at"] as? String == "2026-11-21T10:40:50Z")
        // Two hours ahead: a minute and a half ago.
        let ahead = try home.patch(
            """
            {"position_seconds":9,"recorded_at":"2026-11-21T12:39:30Z",\
            "sent_at":"2026-11-21T12:41:00Z"}
            """
        )
        #expect(ahead.json["applied"] as? Bool == false)
    }

    @Test("What lies behind the end is the end, and of an unknown length a day at most")
    func clamps() throws {
        #expect(
            try Home().patch("{\"position_seconds\":9999}").json["last_position_seconds"] as? Int
                == 240
        )
        let long = "{\"position_seconds\":\(1 << 53)}"
        #expect(
            try Home(seconds: nil).patch(long).json["last_position_seconds"] as? Int == 86_400
        )
    }

    @Test(
        "What is no position is refused, and nothing is changed",
        arguments: [
            "{}", "{\"position_seconds\":-1}", "{\"position_seconds\":1.5}",
            "{\"position_seconds\":\"1\"}", "{\"position_seconds\":1,\"recorded_at\":\"today\"}",
            "{\"position_seconds\":1,\"positon\":2}",
        ]
    )
    func refuses(json: String) throws {
        let home = try Home()
        #expect(try home.patch(json).status == 422)
        let kept = "SELECT count(*) FROM library_items WHERE last_played_at IS NOT NULL" as SQL
        #expect(try home.console.count(kept) == 0)
    }

    @Test("Others' children, books outside the library, and those in the bin are not there")
    func isScoped() throws {
        let home = try Home()
        let console = home.console
        let stranger = try console.addChild("Tommy", in: try console.addFamily("The Others"))
        let owl = try console.addStory("An Owl at Noon")
        let json = "{\"position_seconds\":1}"
        #expect(try home.patch(json, to: home.path(stranger.id)).status == 404)
        #expect(try home.patch(json, to: home.path(nil, owl.id)).status == 404)
        // Nothing is said about what was sent, either.
        #expect(try home.patch("{}", to: home.path(stranger.id)).status == 404)
        #expect(try console.bin.add(home.fox.id, by: .commandLine))
        #expect(try home.patch(json).status == 404)
        #expect(try console.ask(.patch, home.path(), json).status == 401)
    }

    @Test("What was removed and put back keeps its place against what is older")
    func survivesUndo() throws {
        let home = try Home()
        let console = home.console
        _ = try home.patch("{\"position_seconds\":60}")
        let shelf = try console.shelf(of: home.family.id)
        let change = try #require(
            try console.libraries.remove(
                home.fox.id,
                from: home.child.id,
                of: shelf,
                by: .commandLine
            )
        )
        _ = try console.libraries.undo(
            change.id,
            of: home.child.id,
            home.family.id,
            by: .commandLine
        )
        let old = "{\"position_seconds\":5,\"recorded_at\":\"2026-11-21T10:39:00Z\"}"
        let answer = try home.patch(old)
        #expect(answer.json["applied"] as? Bool == false)
        #expect(answer.json["last_position_seconds"] as? Int == 60)
    }

    @Test("What was forgotten does not come back from a device, and a story that was hidden does")
    func respectsParents() throws {
        let home = try Home()
        let console = home.console
        let shelf = try console.shelf(of: home.family.id)
        _ = try home.patch("{\"position_seconds\":60}")
        console.time.now += 60
        _ = try console.libraries.forget(home.fox.id, of: home.child.id, shelf, by: .commandLine)
        let late = try home.patch(
            "{\"position_seconds\":70,\"recorded_at\":\"2026-11-21T10:40:30Z\"}"
        )
        #expect(late.json["applied"] as? Bool == false)
        #expect(try console.continued(by: home.child).isEmpty)
        console.time.now += 60
        _ = try home.patch("{\"position_seconds\":80}")
        _ = try console.libraries.hide(home.fox.id, of: home.child.id, shelf, by: .commandLine)
        #expect(try console.continued(by: home.child).isEmpty)
        console.time.now += 60
        _ = try home.patch("{\"position_seconds\":90}")
        #expect(try console.continued(by: home.child) == ["The Lantern Fox"])
    }
}
