import Testing

@testable import Storytime

@Suite("The time that was watched")
struct WatchedTimeTests {
    /// "start 0, pause 20" and so on: seconds from the beginning, in the order of arrival. A position
    /// may stand behind: "pause 20 @18"; that of a seek is "seek 10 @5>90".
    private static func signs(_ text: String) -> [TimedEvent] {
        text.split(separator: ",").enumerated().map { index, part in
            let words = part.split(separator: " ")
            let place = words.dropFirst(2).first.map { $0.dropFirst().split(separator: ">") } ?? []
            let numbers = place.compactMap { Int($0) }
            let act: UsageEvent.Act =
                switch words[0] {
                case "start": .playStart
                case "pause": .pause
                case "resume": .resume
                case "end": .playEnd
                case "beat": .heartbeat
                default: .seek(from: numbers.first ?? 0, to: numbers.last ?? 0)
                }
            return TimedEvent(
                clientID: "\(index)",
                act: act,
                occurredMS: Int((Double(words[1]) ?? 0) * 1000),
                position: numbers.last
            )
        }
    }

    @Test(
        "Only what really played counts",
        arguments: [
            // Nothing follows, so nothing is known.
            ("start 0", 0.0),
            ("start 0, pause 20", 20),
            ("start 0, end 20", 20),
            ("start 0, beat 45, beat 90, pause 100", 100),
            // Never across a pause.
            ("start 0, pause 20, resume 500, pause 530", 50),
            ("start 0, pause 20, end 40", 20),
            ("start 0, pause 20, seek 25, pause 40", 20),
            // A heartbeat that is late counts up to the grace; one that was lost, not.
            ("start 0, beat 49.5, pause 60", 60),
            ("start 0, beat 52, pause 62", 60),
            ("start 0, beat 90, pause 100", 60),
            // The lid was closed for a night.
            ("start 0, beat 45, beat 30000, pause 30010", 105),
            // At once, in whatever order it arrives: a player that plays stops before it goes on.
            ("start 0, pause 30, resume 30, end 60", 60),
            ("end 60, resume 30, pause 30, start 0", 60),
            ("start 0, end 40, start 40 @0, end 80", 80),
            ("start 0, pause 30, resume 30, beat 75, beat 120, pause 130", 130),
            ("start 0, beat 45, pause 50, seek 50 @50>90, resume 50 @90, beat 85, pause 90", 90),
            ("start 0, pause 0, beat 45 @0, resume 500, pause 530", 30),
            // What stopped it was lost: it played as far as its position has moved, and no longer.
            ("start 0, beat 45 @45, resume 60 @60, end 70 @70", 70),
            ("start 0 @0, resume 20 @20, end 40 @40", 40),
            ("start 0 @0, beat 45 @45, resume 1860 @60, pause 1890 @90", 90),
            ("start 0 @0, pause 30 @30, beat 75 @75, end 80 @80", 80),
            ("start 0 @0, beat 45 @45, start 60 @0, pause 80 @20", 65),
            // Out of order.
            ("pause 100, beat 90, start 0, beat 45", 100),
            ("resume 500, pause 20, pause 530, start 0", 50),
            // A seek doesn't stop what plays, and plays nothing that is paused.
            ("start 0, seek 10 @10>200, pause 20", 20),
            ("seek 0, seek 10, pause 20", 0),
            // The start was lost: from the first sign of playing on.
            ("beat 45, beat 90, pause 100", 55),
            ("pause 45", 0),
            ("resume 5, pause 45", 40),
            // What was paused and beats is playing; since when is not known.
            ("start 0, pause 10, beat 60, pause 70", 20),
            // The pause was lost: nobody knows when it was.
            ("start 0, beat 45, resume 60, pause 70", 55),
            ("start 0, start 40, pause 50", 10),
            // What is paused and beats where it stands is still paused, whatever the beat says.
            ("start 0 @0, pause 45 @45, beat 90 @45, beat 135 @45, resume 180, pause 200 @65", 65),
            ("start 0 @0, pause 45 @45, beat 90 @46, beat 135 @44, pause 200 @45", 45),
            ("start 0 @0, end 45 @45, beat 90 @45, beat 135 @45", 45),
            // It was moved while it was paused, and stands there.
            ("start 0 @0, pause 45 @45, seek 50 @45>90, beat 95 @90, resume 100, pause 110", 55),
            // The one that went on was lost: it played as far as the position has moved since.
            ("start 0 @0, pause 10 @10, beat 60 @30, beat 105 @75, pause 110 @80", 80),
            // Where it was paused nobody said: the second beat shows whether it moves.
            ("start 0, pause 10, beat 60 @30, beat 105 @30, pause 110 @30", 10),
            ("start 0, pause 10, beat 60 @30, beat 105 @75, pause 110 @80", 60),
            // A beat without a position is believed, unless the player itself says that it goes on later.
            ("start 0, pause 10, beat 60, beat 105, pause 110", 60),
            ("start 0, pause 10, beat 60, beat 105, resume 120, pause 130", 20),
            ("start 0, end 10, beat 60, beat 105, start 120, pause 130", 20),
            // Twice the same.
            ("start 0, start 0, pause 10, pause 10", 10),
            ("start 0, end 30, end 31, end 45", 30),
            // Watched again.
            ("start 0, end 30, start 40, end 70", 60),
            // A clock that was set back moves what came after it before it, and nothing is negative.
            ("start 100, beat 145, beat 70, pause 80", 55),
            // At once: who starts and stops in one second has not watched.
            ("pause 5, start 5", 0),
            ("start 0, beat 45, seek 45 @45>10, pause 60", 60),
        ]
    )
    func counts(text: String, seconds: Double) throws {
        let time = try #require(WatchedTime(Self.signs(text)))
        #expect(Double(time.watchedMS) / 1000 == seconds, "\(text)")
        #expect(time.watchedMS <= time.endedMS - time.startedMS)
        let turned = try #require(WatchedTime(Self.signs(text).reversed()))
        #expect(turned == time, "\(text)")
    }

    @Test("Twice as fast is no more and no less: seconds are those of the clock on the wall")
    func ignoresSpeed() throws {
        let fast = "start 0 @0, beat 45 @90, pause 60 @120"
        #expect(try #require(WatchedTime(Self.signs(fast))).watchedMS == 60_000)
    }

    @Test(
        "Where it was left is what the last sign says",
        arguments: [
            ("start 0 @0, pause 20 @20", 20), ("start 0 @0, pause 20", 0),
            ("start 0 @30, seek 5 @35>90", 90), ("start 0 @0, end 20 @20", nil),
            ("start 0", nil), ("pause 20 @20, start 0 @0", 20),
            ("start 0 @0, end 20 @20, start 25 @0, pause 30 @5", 5),
        ] as [(String, Int?)]
    )
    func stops(text: String, position: Int?) throws {
        #expect(try #require(WatchedTime(Self.signs(text))).stoppedPosition == position, "\(text)")
    }

    @Test(
        "Finished is what came to its end, or was left within ten seconds of it",
        arguments: [
            ("start 0, end 5", nil, true), ("start 0, end 5", 100, true),
            ("start 0, pause 5 @89", 100, false), ("start 0, pause 5 @90", 100, true),
            ("start 0, pause 5 @100", 100, true), ("start 0, pause 5 @90", nil, false),
            ("start 0, pause 5", 100, false), ("start 0, pause 1 @0", 8, false),
            ("start 0, pause 3 @3", 8, true), ("start 0, end 5, start 9, pause 20 @11", 100, true),
        ] as [(String, Int?, Bool)]
    )
    func finishes(text: String, duration: Int?, isFinished: Bool) throws {
        let time = try #require(WatchedTime(Self.signs(text)))
        #expect(time.isFinished(duration: duration) == isFinished, "\(text)")
    }

    @Test(
        "A library goes on where it was, once the story has played for five seconds",
        arguments: [
            ("start 0 @0, beat 45 @45", "45 @45"), ("start 0 @0, pause 4 @4", "-"),
            ("start 0 @0, pause 5 @5", "5 @5"), ("start 0 @0, seek 20 @20>90", "20 @90"),
            ("start 0 @0, pause 20 @20, seek 25 @20>90", "25 @90"),
            ("start 0 @0, seek 2 @2>90, pause 6 @94", "6 @94"),
            ("start 0 @0, pause 20", "-"), ("start 0 @0, beat 45 @45, pause 60", "45 @45"),
            ("start 0 @0, end 20 @20", "20 @"), ("end 20", "20 @"),
            ("start 0 @0, end 20, start 30 @0, pause 40 @10", "40 @10"),
            // What only stands says nothing new, and what begins says nothing of before.
            ("start 0 @0, pause 20 @20, beat 65 @20", "20 @20"),
            ("start 0 @0, pause 20 @20, start 60 @0", "20 @20"),
        ]
    )
    func places(text: String, place: String) throws {
        let time = try #require(WatchedTime(Self.signs(text)))
        let found = time.place.map {
            "\($0.occurredMS / 1000) @\($0.seconds.map(String.init) ?? "")"
        }
        #expect(found ?? "-" == place, "\(text)")
    }

    @Test("Of nothing there is nothing")
    func isNothing() {
        #expect(WatchedTime([]) == nil)
    }

    @Test("The rule says how long a gap may be")
    func saysRule() {
        #expect(WatchedTime.rule.contains("50 seconds"))
    }

    /// Viewings in a zone: what a text of `signs` adds up to when its beginning is at a moment.
    private func sums(_ text: String, at start: Int, in zone: String) throws -> Viewing.Sums {
        let signs = Self.signs(text).map {
            TimedEvent(
                clientID: $0.clientID,
                act: $0.act,
                occurredMS: $0.occurredMS + start * 1000,
                position: $0.position
            )
        }
        return try #require(Viewing.Sums(signs, duration: nil, days: TimeText(zone: zone)))
    }

    @Test("What goes on past midnight is split between the two days")
    func splitsAtMidnight() throws {
        // 23:59:00 in Stockholm on 20 November 2026.
        let late = try #require(TimeText.seconds(iso: "2026-11-20T22:59:00Z"))
        let text = "start 0, beat 45, beat 90, pause 100"
        let sums = try sums(text, at: late, in: "Europe/Stockholm")
        #expect(sums.day.iso == "2026-11-20" && sums.watchedMS == 100_000)
        #expect(sums.later == [sums.day.adding(1): 40_000])
        let elsewhere = try self.sums(text, at: late, in: "Europe/London")
        #expect(elsewhere.later.isEmpty && elsewhere.day.iso == "2026-11-20")
        #expect(try self.sums(text, at: late, in: "Asia/Tokyo").day.iso == "2026-11-21")
    }

    @Test(
        "Days on which the clocks are changed are days like others, and no minute is lost or double",
        arguments: [
            // Summer time begins at 01:00 UTC on 29 March 2026, and ends on 25 October.
            ("2026-03-29T00:59:50Z", "2026-03-29"), ("2026-10-25T00:59:50Z", "2026-10-25"),
            // The day has 23 or 25 hours: its last minute is in it.
            ("2026-03-29T21:58:00Z", "2026-03-29"), ("2026-10-25T22:58:00Z", "2026-10-25"),
        ]
    )
    func keepsDays(start: String, day: String) throws {
        let start = try #require(TimeText.seconds(iso: start))
        let sums = try sums("start 0, beat 45, pause 60", at: start, in: "Europe/Stockholm")
        #expect(sums.watchedMS == 60_000 && sums.day.iso == day && sums.later.isEmpty)
    }

    @Test("Each length has its class")
    func classes() {
        let seconds = [0, 4.999, 5, 9.999, 10, 29.999, 30, 59.999, 60, 90_000]
        let classes = seconds.map { LengthClass.of(watchedMS: Int($0 * 1000)) }
        #expect(classes == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    }
}
