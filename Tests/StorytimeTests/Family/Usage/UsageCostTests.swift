import HTTP
import SQLite
import Testing

@testable import Storytime

/// Sends events of sessions that play at once, a few milliseconds at a time, and measures what eight
/// times as much costs.
@Suite("What plays at once costs what there is of it")
struct UsageCostTests {
    private static let factor = 8
    /// What eight times as much may cost.
    private static let most = 9.0
    /// Up to here nothing is compared: so short a time says nothing on a machine that does other things.
    private static let floor = 2_000_000
    /// Whoever has less time than others measures again.
    private static let attempts = 6

    /// A child with sessions whose times lie between those of the others.
    private final class Home {
        let console: Console
        private let child: Child
        private let book: Book
        private let token: String
        private let family: Family
        private let sessions: Int
        private let start: Int
        private let end: Int
        private var count = 0

        init(sessions: Int, times: Int) throws {
            console = try Console { $0.requestsPerMinute = 1_000_000 }
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            book = try console.addStory("The Lantern Fox")
            try console.addToLibrary([book.id], of: child)
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
            self.sessions = sessions
            start = (console.time.now - 3 * 86_400) * 1000
            end = start + times * 4 * sessions + 1000
            for session in 0..<sessions {
                try console.record(events(session, times: times), of: family.id)
            }
        }

        /// A player that is paused again and again, and meets all others at its end.
        private func events(_ session: Int, times: Int) -> [UsageEvent] {
            var moments = (0..<times).map { start + ($0 * sessions + session) * 4 }
                .map { ($0, $0 + 2) }
            moments.append((end, end + 2000 + session))
            return moments.enumerated().flatMap { index, moment in
                [
                    event(session, "a\(index)", .playStart, moment.0),
                    event(session, "b\(index)", .pause, moment.1),
                ]
            }
        }

        private func event(_ session: Int, _ name: String, _ act: UsageEvent.Act, _ moment: Int)
            -> UsageEvent
        {
            UsageEvent(
                clientID: name,
                session: "s\(session)",
                child: child.id,
                book: book.id,
                act: act,
                claimedMS: moment
            )
        }

        /// A request with one pause more in some of the sessions, which takes time from all of them.
        func cost(sessions: Int) throws -> Int {
            let events = (0..<sessions).map { session in
                count += 1
                // Before those of earlier requests, so that each changes what was played.
                let moment = end + 2000 - 5 * count
                let second = TimeText.iso(moment / 1000).dropLast()
                return """
                    {"client_event_id":"c\(count)","session_id":"s\(session)",\
                    "child_id":\(child.id),"book_id":\(book.id),"event_type":"pause",\
                    "occurred_at":"\(second).\(String(moment % 1000 + 1000).dropFirst())Z"}
                    """
            }
            let request = try console.request(
                .post,
                "/api/v1/usage_events",
                [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
                Array("{\"events\":[\(events.joined(separator: ","))]}".utf8)
            )
            var answer: Answer?
            let time = ProcessorTime.of {
                answer = Answer(console.application.respond(to: request))
            }
            #expect(answer?.text.ranges(of: "\"accepted\"").count == sessions)
            return time
        }

        /// A parent leaves the last session out, and counts it again.
        func costOfLeavingOut() throws -> Int {
            let key = event(sessions - 1, "", .pause, 0).key
            let viewing = try #require(try console.usage.find(key))
            return try ProcessorTime.of {
                for isLeftOut in [true, false] {
                    try console.usage.setLeftOut(
                        isLeftOut,
                        viewing.id,
                        of: child,
                        by: .commandLine
                    )
                }
            }
        }
    }

    /// How many times as much the large one costs, at best.
    private static func ratio(_ small: Home, _ large: Home, _ cost: (Home) throws -> Int) throws
        -> Double
    {
        var least = Double.infinity
        for _ in 0..<attempts where least > most {
            let (one, other) = (try cost(small), try cost(large))
            least = min(least, Double(other) / Double(max(one, floor)))
        }
        return least
    }

    @Test("Sessions with eight times as many pauses cost at most nine times as much")
    func pauses() throws {
        let small = try Home(sessions: 8, times: 60)
        let large = try Home(sessions: 8, times: 60 * Self.factor)
        #expect(try Self.ratio(small, large) { try $0.cost(sessions: 8) } <= Self.most)
        #expect(try Self.ratio(small, large) { try $0.costOfLeavingOut() } <= Self.most)
    }

    @Test("One of eight times as many sessions costs at most nine times as much")
    func sessions() throws {
        let small = try Home(sessions: 3, times: 150)
        let large = try Home(sessions: 3 * Self.factor, times: 150)
        #expect(try Self.ratio(small, large) { try $0.cost(sessions: 1) } <= Self.most)
        #expect(try Self.ratio(small, large) { try $0.costOfLeavingOut() } <= Self.most)
    }

    @Test("A session of eight times as many heartbeats without a place costs nine times as much")
    func heartbeats() throws {
        func events(_ count: Int) -> [TimedEvent] {
            (0..<count).map {
                TimedEvent(
                    clientID: "e\($0)",
                    act: $0 == 0 ? .pause : .heartbeat,
                    occurredMS: $0 * 1000
                )
            }
        }
        let (few, many) = (events(4000), events(4000 * Self.factor))
        var least = Double.infinity
        for _ in 0..<Self.attempts where least > Self.most {
            let one = ProcessorTime.of { _ = WatchedTime(few) }
            let other = ProcessorTime.of { _ = WatchedTime(many) }
            least = min(least, Double(other) / Double(max(one, Self.floor)))
        }
        #expect(least <= Self.most)
    }
}
