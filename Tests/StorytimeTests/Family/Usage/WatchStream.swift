import HTTP
import SQLite
import Testing

@testable import Storytime

/// A stream of events as devices send it, and what a stopwatch would say.
struct WatchStream: Sendable, CustomTestStringConvertible {
    /// How a device sends what it has.
    enum Portions: Sendable {
        case together, oneByOne, backwards
    }

    /// The number that the stream has had since it was first tried, and what it is.
    let name: String
    /// When it begins: seconds are counted from there.
    let start: String
    /// Each "device session book: start 0 @0, beat 45 @45, pause 60 @60". A device is a letter, with
    /// how far its clock is ahead: "A+7200". A seek is "seek 10 @5>90".
    let parts: [String]
    /// By day.
    let seconds: [String: Int]
    var plays = 1
    var portions = Portions.together
    /// When it is sent.
    var sent = "2026-11-21T10:40:00Z"
    /// How many events can't be taken, since they are too old.
    var tooOld = 0

    var testDescription: String { name }

    /// A story that plays without a break.
    static func story(
        _ seconds: Int,
        _ start: Int = 0,
        _ beats: Int = 45,
        _ speed: Int = 1
    ) -> String {
        let times = stride(from: beats, to: seconds, by: beats).map {
            "beat \(start + $0) @\($0 * speed)"
        }
        return (["start \(start) @0"] + times + ["pause \(start + seconds) @\(seconds * speed)"])
            .joined(separator: ", ")
    }
}

/// A family in Berlin with a child who watches, devices that tell, and everybody who asks.
struct WatchDesk {
    let console: Console
    let family: Family
    let child: Child
    let fox: Book
    let owl: Book
    private let parent: ID<User>
    private let readerKey: String
    private let adminKey: String
    private let devices = Devices()

    /// Each letter signs in once.
    private final class Devices {
        var tokens: [String: SessionStore.Tokens] = [:]
    }

    init(at moment: String = "2026-11-21T10:40:00Z") throws {
        console = try Console()
        console.time.now = try #require(TimeText.seconds(iso: moment))
        family = try console.addFamily("The Kästners", zone: "Europe/Berlin")
        child = try console.addChild("Pünktchen", in: family)
        fox = try console.addStory("The Lantern Fox")
        owl = try console.addStory("An Owl at Noon")
        try console.addToLibrary([fox.id, owl.id], of: child)
        parent = try console.addParent("erich@example.test", in: family)
        readerKey = try console.accessKey(parent, [.readUsage])
        let admin = try console.addUser("admin@example.test", .admin)
        adminKey = try console.accessKey(admin, [.readUsage])
    }

    /// Sends a stream by the API, and says what became of each event.
    @discardableResult
    func send(_ stream: WatchStream) throws -> [String] {
        let start = try #require(TimeText.seconds(iso: stream.start), "\(stream.start)")
        var statuses: [String] = []
        for part in stream.parts {
            let halves = part.split(separator: ":", maxSplits: 1).map(String.init)
            let words = halves[0].split(separator: " ").map(String.init)
            let device = words[0].split { $0 == "+" || $0 == "-" }
            let ahead = Int(words[0].dropFirst(device[0].count)) ?? 0
            let book = words[2] == "owl" ? owl : fox
            let events = halves[1].split(separator: ",").map {
                event(String($0), words[1], book, start + ahead)
            }
            for portion in Self.portions(events, stream.portions) {
                let json = "{\"events\":[" + portion.joined(separator: ",") + "]}"
                let token = try token(String(device[0]))
                let answer = try console.ask(.post, "/api/v1/usage_events", json, token: token)
                let results = try #require(answer.json["results"] as? [[String: Any]])
                statuses += results.compactMap { $0["status"] as? String }
            }
        }
        return statuses
    }

    private static func portions(_ events: [String], _ portions: WatchStream.Portions)
        -> [[String]]
    {
        switch portions {
        case .together:
            return stride(from: 0, to: events.count, by: UsageEvent.maximumPerBatch).map {
                Array(events[$0...].prefix(UsageEvent.maximumPerBatch))
            }
        case .oneByOne: return events.map { [$0] }
        case .backwards: return events.reversed().map { [$0] }
        }
    }

    /// A token of a device, for as long as it is good.
    private func token(_ device: String) throws -> String {
        let tokens = try devices.tokens[device] ?? console.startProgram(parent)
        devices.tokens[device] = tokens
        return try console.accessToken(tokens)
    }

    /// "beat 45 @45" as JSON. The same at the same time is the same event.
    private func event(_ text: String, _ session: String, _ book: Book, _ start: Int) -> String {
        let words = text.split(separator: " ").map(String.init)
        let place = words.dropFirst(2).first.map { $0.dropFirst().split(separator: ">") } ?? []
        let numbers = place.compactMap { Int($0) }
        let type =
            [
                "start": "play_start", "beat": "heartbeat", "end": "play_end",
            ][words[0]] ?? words[0]
        let moment = TimeText.iso(start + (Int(words[1]) ?? 0))
        var members = [
            "\"client_event_id\":\"\(type)-\(moment)\"",
            "\"session_id\":\"\(session)\"", "\"child_id\":\(child.id)", "\"book_id\":\(book.id)",
            "\"event_type\":\"\(type)\"", "\"occurred_at\":\"\(moment)\"",
        ]
        if let position = numbers.last { members.append("\"position_seconds\":\(position)") }
        if type == "seek" {
            members.append(
                "\"metadata\":{\"from_position_seconds\":\(numbers.first ?? 0),"
                    + "\"to_position_seconds\":\(numbers.last ?? 0)}"
            )
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    // MARK: What is counted

    /// What everybody who asks is told of each day must be this, to the second.
    func expect(
        _ seconds: [String: Int],
        plays: Int? = nil,
        family: Family? = nil,
        _ comment: String = ""
    ) throws {
        let family = family ?? self.family
        let days = (seconds.keys.sorted() + [family.today(console.time.now).iso]).sorted()
        let first = try #require(CalendarDay(iso: days[0])).adding(-1)
        let last = try #require(CalendarDay(iso: days[days.count - 1])).adding(1)
        let query = "?range=custom&from=\(first.iso)&to=\(last.iso)"
        let expected = seconds.filter { $0.value > 0 }
        let answer = try console.ask(
            .get,
            "/api/v1/children/\(child.id)/usage" + query + "&group=day",
            token: readerKey
        )
        let data = try #require(answer.json["data"] as? [String: Any], "\(answer.text)")
        let periods = data["periods"] as? [[String: Any]] ?? []
        var told: [String: Int] = [:]
        for period in periods {
            guard let day = period["from"] as? String else { continue }
            let watched = period["watched_seconds"] as? Int ?? 0
            if watched > 0 { told[day] = watched }
        }
        #expect(told == expected, "API \(comment)")
        if let plays { #expect(data["plays"] as? Int == plays, "API \(comment)") }
        let admin = "/admin/families/\(family.id)/children/\(child.id)"
        for (path, key) in [("/children/\(child.id)", readerKey), (admin, adminKey)] {
            let rows = try rows(path + "/usage.csv" + query + "&group=day", key)
            var days: [String: Int] = [:]
            for row in rows {
                let watched = Int(row["watched_seconds"] ?? "") ?? 0
                if watched > 0 { days[row["first_day"] ?? ""] = watched }
            }
            #expect(days == expected, "\(path)/usage.csv \(comment)")
            let viewings = try self.rows(path + "/viewings.csv" + query, key)
            let sum = viewings.filter { $0["left_out"] == "no" }
                .reduce(0) { $0 + (Int($1["watched_seconds"] ?? "") ?? 0) }
            #expect(sum == expected.values.reduce(0, +), "\(path)/viewings.csv \(comment)")
        }
        let stored = try console.texts(
            """
            SELECT day || ' ' || sum(watched_ms) FROM daily_usage WHERE child_id = \(child.id.value)
            GROUP BY day HAVING sum(watched_ms) > 0 ORDER BY day
            """
        )
        let kept = expected.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value * 1000)" }
        #expect(stored == kept, "daily_usage \(comment)")
        let over = try console.texts(
            """
            SELECT day || ' ' || sum(watched_ms) FROM usage_days GROUP BY day
            HAVING sum(watched_ms) > 0
            """
        )
        #expect(over.sorted() == kept, "usage_days \(comment)")
    }

    /// A computation from scratch finds nothing to put right.
    func expectSettled() throws {
        var result = try UsageRebuild(database: console.database, now: console.time.now).all()
        result.viewings = 0
        #expect(result == UsageRebuild.Result())
    }

    private func rows(_ target: String, _ key: String) throws -> [[String: String]] {
        console.headers = [("Authorization", "Bearer " + key)]
        defer { console.headers = [] }
        return try console.downloadRows(target)
    }
}
