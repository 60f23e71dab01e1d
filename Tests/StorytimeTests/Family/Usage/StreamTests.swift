import HTTP
import SQLite
import Testing

@testable import Storytime

/// Streams of events that were made by hand to find out whether what is counted is true. Each is sent by
/// the API, and must come to what a stopwatch in the room would say: in the API's answer, in the files
/// of parents and admins, and in the tables. They have the numbers under which they were first tried.
@Suite("What a stopwatch would say")
struct StreamTests {
    /// A story of so many seconds, from a second on, with heartbeats so far apart, at a speed.
    private static func story(
        _ seconds: Int,
        _ start: Int = 0,
        _ beats: Int = 45,
        _ speed: Int = 1
    ) -> String {
        WatchStream.story(seconds, start, beats, speed)
    }

    private static let plain: [WatchStream] = [
        WatchStream(
            name: "1 a story, as it should be told",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(100))"],
            seconds: ["2026-11-20": 100]
        ),
        WatchStream(
            name: "2 late, and the second half first",
            start: "2026-11-18T17:00:00Z",
            parts: ["A s fox: beat 90 @90, pause 100 @100", "A s fox: start 0 @0, beat 45 @45"],
            seconds: ["2026-11-18": 100]
        ),
        WatchStream(
            name: "3 everything twice, in one request and in two",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(100)), \(story(100))", "A s fox: \(story(100))"],
            seconds: ["2026-11-20": 100]
        ),
        WatchStream(
            name: "4 backwards, one by one",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(100))"],
            seconds: ["2026-11-20": 100],
            portions: .backwards
        ),
        WatchStream(
            name: "5a a clock two hours ahead, in one request",
            start: "2026-11-21T10:38:20Z",
            parts: ["A+7200 s fox: \(story(100))"],
            seconds: ["2026-11-21": 100]
        ),
        WatchStream(
            name: "5b a clock two hours ahead, one by one",
            start: "2026-11-21T10:38:20Z",
            parts: ["A+7200 s fox: \(story(100))"],
            seconds: ["2026-11-21": 100],
            portions: .oneByOne
        ),
        WatchStream(
            name: "5b backwards",
            start: "2026-11-21T10:38:20Z",
            parts: ["A+7200 s fox: \(story(100))"],
            seconds: ["2026-11-21": 100],
            portions: .backwards
        ),
        WatchStream(
            name: "5c a clock two hours ahead, 45 minutes in 50 events and 11",
            start: "2026-11-21T09:55:00Z",
            parts: ["A+7200 s fox: \(story(2700))"],
            seconds: ["2026-11-21": 2700]
        ),
        WatchStream(
            name: "5d a clock ahead that tells a day later, which nobody can know",
            start: "2026-11-20T10:38:20Z",
            parts: ["A+7200 s fox: \(story(100))"],
            seconds: ["2026-11-20": 100]
        ),
        WatchStream(
            name: "40 a clock two hours ahead, an afternoon of two hours in four requests",
            start: "2026-11-21T08:40:00Z",
            parts: ["A+7200 s fox: \(story(7200))"],
            seconds: ["2026-11-21": 7200]
        ),
        WatchStream(
            name: "41 a clock an hour ahead, six stories of five minutes one by one",
            start: "2026-11-21T10:10:00Z",
            parts: (0..<6).map { "A+3600 s\($0) fox: \(story(300, $0 * 300))" },
            seconds: ["2026-11-21": 1800],
            plays: 6,
            portions: .oneByOne
        ),
        WatchStream(
            name: "6 a clock three hours behind",
            start: "2026-11-21T10:38:20Z",
            parts: ["A-10800 s fox: \(story(100))"],
            seconds: ["2026-11-21": 100]
        ),
        WatchStream(
            name: "7 the pause was lost, and it goes on half an hour later",
            start: "2026-11-20T17:00:00Z",
            parts: [
                "A s fox: start 0 @0, beat 45 @45, beat 90 @90, resume 1890 @90, beat 1935 @135, "
                    + "pause 1950 @150"
            ],
            seconds: ["2026-11-20": 150]
        ),
        WatchStream(
            name: "8 pause and resume were lost: 50 seconds are taken on trust",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: start 0 @0, beat 45 @45, beat 680 @95, pause 710 @125"],
            seconds: ["2026-11-20": 125]
        ),
        WatchStream(
            name: "9 past midnight, two minutes before it and three after",
            start: "2026-11-19T22:58:00Z",
            parts: ["A s fox: \(story(300))"],
            seconds: ["2026-11-19": 120, "2026-11-20": 180]
        ),
        WatchStream(
            name: "10 the day on which winter time begins, the hour that is there twice",
            start: "2026-10-24T21:50:00Z",
            parts: [
                "A s1 fox: \(story(100))", "A s2 fox: \(story(100, 900))",
                // 02:30 in summer time, over the change at 01:00 UTC, 02:30 in winter time, 23:55.
                "A s3 fox: \(story(100, 9600))", "A s4 fox: \(story(100, 11_350))",
                "A s5 fox: \(story(100, 13_200))", "A s6 fox: \(story(100, 90_300))",
                // 00:05 on the day after.
                "A s7 fox: \(story(100, 90_900))",
            ],
            seconds: ["2026-10-24": 100, "2026-10-25": 500, "2026-10-26": 100],
            plays: 7
        ),
        WatchStream(
            name: "10b the end of that day, which has 25 hours",
            start: "2026-10-25T21:58:00Z",
            parts: ["A s1 fox: \(story(100))", "A s2 fox: \(story(300, 3600))"],
            seconds: ["2026-10-25": 220, "2026-10-26": 180],
            plays: 2
        ),
        WatchStream(
            name: "10c the day on which summer time begins, which has 23",
            start: "2026-03-28T22:58:00Z",
            parts: [
                // 23:58; over the change at 01:00 UTC; 23:58 a day, and so 23 hours, later.
                "A s1 fox: \(story(300))", "A s2 fox: \(story(180, 7260))",
                "A s3 fox: \(story(300, 82_800))",
            ],
            seconds: ["2026-03-28": 120, "2026-03-29": 480, "2026-03-30": 180],
            plays: 3,
            sent: "2026-04-05T10:00:00Z"
        ),
        WatchStream(
            name: "11 paused overnight",
            start: "2026-11-19T19:00:00Z",
            parts: [
                "A s fox: \(story(100)), resume 43200 @100, beat 43245 @145, pause 43250 @150"
            ],
            seconds: ["2026-11-19": 100, "2026-11-20": 50]
        ),
        WatchStream(
            name: "12 two tablets at once, five minutes",
            start: "2026-11-20T18:00:00Z",
            parts: ["A s1 fox: \(story(300))", "B s2 owl: \(story(300))"],
            // One of the two plays has no second of its own.
            seconds: ["2026-11-20": 300]
        ),
        WatchStream(
            name: "12a the second tablet comes later and goes later",
            start: "2026-11-20T18:00:00Z",
            parts: ["B s2 owl: \(story(300, 120))", "A s1 fox: \(story(300))"],
            seconds: ["2026-11-20": 420],
            plays: 2,
            portions: .oneByOne
        ),
        WatchStream(
            name: "12b two tablets that gave their sessions one name",
            start: "2026-11-20T18:00:00Z",
            parts: ["A s fox: \(story(120))", "B s fox: \(story(100, 80))"],
            seconds: ["2026-11-20": 180]
        ),
        WatchStream(
            name: "13 twice as fast, by the clock on the wall",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(100, 0, 45, 2))"],
            seconds: ["2026-11-20": 100]
        ),
        WatchStream(
            name: "14 jumps, while it plays and while it is paused",
            start: "2026-11-20T17:00:00Z",
            parts: [
                "A s fox: start 0 @0, seek 10 @10>60, beat 45 @95, pause 50 @100, "
                    + "seek 55 @100>20, resume 60 @20, pause 90 @50"
            ],
            seconds: ["2026-11-20": 80]
        ),
        WatchStream(
            name: "15 31 days ago is too long, 29.9 is not",
            start: "2026-10-21T10:00:00Z",
            parts: ["A s1 fox: \(story(100))", "A s2 fox: \(story(100, 96_000))"],
            seconds: ["2026-10-22": 100],
            tooOld: 4
        ),
        WatchStream(
            name: "15b a story over that edge: only what is younger",
            start: "2026-10-22T10:39:10Z",
            parts: ["A s fox: start 0 @0, beat 45 @45, beat 90 @90, pause 110 @110"],
            seconds: ["2026-10-22": 20],
            tooOld: 2
        ),
        WatchStream(
            name: "18 a heartbeat each second",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(100, 0, 1))"],
            seconds: ["2026-11-20": 100]
        ),
        WatchStream(
            name: "19 heartbeats that go on during a pause",
            start: "2026-11-20T17:00:00Z",
            parts: [
                "A s fox: start 0 @0, pause 45 @45, beat 90 @45, beat 135 @45, beat 180 @45, "
                    + "resume 200 @45, pause 220 @65"
            ],
            seconds: ["2026-11-20": 65]
        ),
        WatchStream(
            name: "20 the start was lost: what can be proved",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: beat 45 @45, beat 90 @90, pause 100 @100"],
            seconds: ["2026-11-20": 55]
        ),
        WatchStream(
            name: "21 a start, and nothing more",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: start 0 @0"],
            seconds: [:],
            plays: 0
        ),
        WatchStream(
            name: "22 twice in one session is one play",
            start: "2026-11-20T17:00:00Z",
            parts: [
                "A s fox: start 0 @0, beat 45 @45, beat 90 @90, end 100 @100, start 110 @0, "
                    + "beat 155 @45, beat 200 @90, end 210 @100"
            ],
            seconds: ["2026-11-20": 200]
        ),
        WatchStream(
            name: "23 the clock leaps ahead by a year in between",
            start: "2026-11-21T10:37:30Z",
            parts: [
                "A s fox: start 0 @0, beat 45 @45, beat 90 @90, beat 135 @135",
                "A+31536000 s fox: pause 150 @150",
            ],
            seconds: ["2026-11-21": 150]
        ),
        WatchStream(
            name: "30 heartbeats each minute: 50 seconds of each",
            start: "2026-11-20T17:00:00Z",
            parts: ["A s fox: \(story(300, 0, 60))"],
            seconds: ["2026-11-20": 250]
        ),
        WatchStream(
            name: "31 up to midnight, and from midnight on",
            start: "2026-11-19T22:58:20Z",
            parts: ["A s1 fox: \(story(100))", "A s2 fox: \(story(60, 100))"],
            seconds: ["2026-11-19": 100, "2026-11-20": 60],
            plays: 2
        ),
        WatchStream(
            name: "32 twelve seconds over midnight are no slip of a finger",
            start: "2026-11-19T22:59:54Z",
            parts: ["A s fox: \(story(12))"],
            seconds: ["2026-11-19": 6, "2026-11-20": 6]
        ),
    ]

    @Test("Each stream", arguments: plain)
    func counts(_ stream: WatchStream) throws {
        let desk = try WatchDesk(at: stream.sent)
        let statuses = try desk.send(stream)
        #expect(statuses.count { $0 == "refused" } == stream.tooOld)
        try desk.expect(stream.seconds, plays: stream.plays)
        try desk.expectSettled()
        try desk.expect(stream.seconds, plays: stream.plays)
    }

    private static func oneEvening(_ start: String = "2026-11-20T17:00:00Z", _ seconds: Int = 100)
        -> WatchStream
    {
        WatchStream(
            name: "",
            start: start,
            parts: ["A s fox: \(story(seconds))"],
            seconds: [:]
        )
    }

    @Test("41 its six stories began one after the other")
    func tellsTimes() throws {
        let stream = try #require(Self.plain.first { $0.name.hasPrefix("41") })
        let desk = try WatchDesk()
        try desk.send(stream)
        let starts = try desk.console.texts(
            "SELECT (started_at - 1795255800) || '' FROM viewings ORDER BY started_at"
        )
        #expect(starts == ["0", "300", "600", "900", "1200", "1500"])
    }

    @Test("12 each second is the later story’s: books add up to the day")
    func sharesSeconds() throws {
        let desk = try WatchDesk()
        let stream = try #require(Self.plain.first { $0.name.hasPrefix("12a") })
        try desk.send(stream)
        let books: SQL = """
            SELECT book_id || ' ' || sum(watched_ms) FROM usage_books GROUP BY book_id
            ORDER BY book_id
            """
        #expect(
            try desk.console.texts(books) == ["\(desk.fox.id) 120000", "\(desk.owl.id) 300000"]
        )
        func viewing(_ session: String, _ book: Book) throws -> Viewing {
            let key = Viewing.Key(child: desk.child.id, session: session, book: book.id)
            return try #require(try desk.console.usage.find(key))
        }
        // What is left out, or deleted, holds no second.
        let owl = try viewing("s2", desk.owl)
        let usage = desk.console.usage
        try usage.setLeftOut(true, owl.id, of: desk.child, by: .commandLine)
        try desk.expect(["2026-11-20": 300], plays: 1)
        try usage.setLeftOut(false, owl.id, of: desk.child, by: .commandLine)
        try desk.expect(["2026-11-20": 420], plays: 2)
        let fox = try viewing("s1", desk.fox)
        try usage.setLeftOut(true, fox.id, of: desk.child, by: .commandLine)
        try desk.expect(["2026-11-20": 300], plays: 1)
        try usage.setLeftOut(false, fox.id, of: desk.child, by: .commandLine)
        try usage.delete(owl.id, of: desk.child, by: .commandLine)
        try desk.expect(["2026-11-20": 300], plays: 1)
        try desk.expectSettled()
    }

    @Test(
        "12 a day of two tablets has no more than its hours",
        arguments: [
            ("2026-11-19T23:00:00Z", 24), ("2026-10-24T22:00:00Z", 25),
        ]
    )
    func fitsDay(start: String, hours: Int) throws {
        let desk = try WatchDesk()
        let beginning = try #require(TimeText.seconds(iso: start))
        // Two sessions of two tablets after the other, from before the day until after it.
        for (device, book, name) in [("A", "fox", "s1"), ("B", "owl", "s2")] {
            for part in 0..<3 {
                let stream = WatchStream(
                    name: "",
                    start: TimeText.iso(beginning - 3600 + part * 36_000),
                    parts: ["\(device) \(name)\(part) \(book): \(WatchStream.story(36_000))"],
                    seconds: [:]
                )
                try desk.send(stream)
            }
        }
        let day = TimeText(zone: "Europe/Berlin").isoDay(beginning)
        #expect(
            try desk.console.count(
                "SELECT sum(watched_ms) FROM daily_usage WHERE day = \(day)"
            ) == hours * 3_600_000
        )
    }

    @Test("16 what was watched of a book that is in the bin meanwhile, and 16b purged")
    func keepsGoneBooks() throws {
        let desk = try WatchDesk()
        try desk.send(Self.oneEvening())
        #expect(try desk.console.bin.add(desk.fox.id, by: .commandLine))
        try desk.send(Self.oneEvening("2026-11-20T18:00:00Z", 60))
        try desk.expect(["2026-11-20": 160], plays: 1)
        #expect(try desk.console.bin.purge(desk.fox.id, by: .commandLine))
        let late = WatchStream(
            name: "",
            start: "2026-11-20T19:00:00Z",
            parts: ["A late fox: \(WatchStream.story(40))"],
            seconds: [:]
        )
        try desk.send(late)
        try desk.expect(["2026-11-20": 200], plays: 2)
    }

    @Test("25 a device that writes its times with another zone")
    func readsZones() throws {
        let desk = try WatchDesk()
        let token = try desk.console.bearer(
            desk.console.addParent("kishor@example.test", in: desk.family)
        )
        let events = [
            ("play_start", "22:30:00+05:30"), ("heartbeat", "22:30:45+05:30"),
            ("pause", "17:01:00Z"),
        ].map { type, time in
            """
            {"client_event_id":"\(type)","session_id":"s","child_id":\(desk.child.id),\
            "book_id":\(desk.fox.id),"event_type":"\(type)","occurred_at":"2026-11-20T\(time)"}
            """
        }
        let json = "{\"events\":[" + events.joined(separator: ",") + "]}"
        try desk.console.ask(.post, "/api/v1/usage_events", json, token: token)
        try desk.expect(["2026-11-20": 60], plays: 1)
    }

    @Test("27 left out, and counted again")
    func leavesOut() throws {
        let desk = try WatchDesk()
        try desk.send(Self.oneEvening())
        let key = Viewing.Key(child: desk.child.id, session: "s", book: desk.fox.id)
        let viewing = try #require(try desk.console.usage.find(key))
        for isLeftOut in [true, false] {
            try desk.console.usage.setLeftOut(
                isLeftOut,
                viewing.id,
                of: desk.child,
                by: .commandLine
            )
            try desk.expect(isLeftOut ? [:] : ["2026-11-20": 100], plays: isLeftOut ? 0 : 1)
        }
    }

    @Test("28 deleted, and sent again, also by a clock that is ahead and hours later")
    func staysDeleted() throws {
        let desk = try WatchDesk()
        let stream = WatchStream(
            name: "",
            start: "2026-11-21T10:38:20Z",
            parts: ["A+7200 s fox: \(WatchStream.story(100))"],
            seconds: [:]
        )
        try desk.send(stream)
        let key = Viewing.Key(child: desk.child.id, session: "s", book: desk.fox.id)
        let viewing = try #require(try desk.console.usage.find(key))
        try desk.console.usage.delete(viewing.id, of: desk.child, by: .commandLine)
        for hours in [0, 1, 5] {
            desk.console.time.now += hours * 3600
            #expect(try Set(desk.send(stream)) == ["duplicate"])
            try desk.expect([:], plays: 0)
        }
        // What is watched from now on is another matter.
        let on = WatchStream(
            name: "",
            start: TimeText.iso(desk.console.time.now - 60),
            parts: ["A+7200 s fox: \(WatchStream.story(60))"],
            seconds: [:]
        )
        try desk.send(on)
        try desk.expect(["2026-11-21": 60], plays: 1)
    }

    @Test("33 the second of two days alone: its time, and no play")
    func readsSecondDay() throws {
        let desk = try WatchDesk()
        try desk.send(Self.oneEvening("2026-11-19T22:58:00Z", 300))
        let key = try desk.console.accessKey(
            desk.console.addParent("luise@example.test", in: desk.family),
            [.readUsage]
        )
        let answer = try desk.console.ask(
            .get,
            "/api/v1/children/\(desk.child.id)/usage?range=custom&from=2026-11-20&to=2026-11-20",
            token: key
        )
        let data = try #require(answer.json["data"] as? [String: Any])
        #expect(data["watched_seconds"] as? Int == 180 && data["plays"] as? Int == 0)
    }

    @Test("17a to 17g around the world and home again")
    func travels() throws {
        let desk = try WatchDesk()
        // 23:58 in Berlin.
        try desk.send(Self.oneEvening("2026-11-19T22:58:00Z", 300))
        let zones = [
            ("Europe/Berlin", ["2026-11-19": 120, "2026-11-20": 180]),
            ("America/New_York", ["2026-11-19": 300]), ("Pacific/Kiritimati", ["2026-11-20": 300]),
            ("Asia/Kathmandu", ["2026-11-20": 300]), ("Etc/UTC", ["2026-11-19": 300]),
            ("Asia/Tokyo", ["2026-11-20": 300]),
            ("Europe/Berlin", ["2026-11-19": 120, "2026-11-20": 180]),
        ]
        for (zone, seconds) in zones {
            let family = try desk.console.families.find(desk.family.id)
            let draft = Family.Draft(name: "Kästner", territory: "DE", timeZone: zone)
            _ = try desk.console.families.update(
                family.id,
                version: family.version,
                draft,
                by: .commandLine
            )
            try desk.console.runJobs()
            try desk.expect(seconds, plays: 1, zone)
        }
    }

    @Test("42 a child who moves to another family takes along what it watched")
    func movesChild() throws {
        let desk = try WatchDesk()
        try desk.send(Self.oneEvening("2026-11-19T22:58:00Z", 300))
        let london = try desk.console.addFamily("The Browns", zone: "Europe/London")
        _ = try desk.console.children.move(
            desk.child.id,
            of: desk.family.id,
            to: london.id,
            by: .commandLine
        )
        try desk.console.runJobs()
        let days: SQL = "SELECT family_id || ' ' || day || ' ' || watched_ms FROM usage_families"
        #expect(try desk.console.texts(days) == ["\(london.id) 2026-11-19 300000"])
        let key = try desk.console.accessKey(
            desk.console.addParent("paddington@example.test", in: london),
            [.readUsage]
        )
        let answer = try desk.console.ask(
            .get,
            "/api/v1/children/\(desk.child.id)/usage?range=custom&from=2026-11-19&to=2026-11-20",
            token: key
        )
        let data = try #require(answer.json["data"] as? [String: Any])
        #expect(data["watched_seconds"] as? Int == 300)
    }

    @Test("43 a child who is removed leaves nothing in any total")
    func removesChild() throws {
        let desk = try WatchDesk()
        try desk.send(Self.oneEvening())
        _ = try desk.console.children.remove(
            desk.child.id,
            of: desk.family.id,
            version: nil,
            by: .commandLine
        )
        for table: SQL in ["daily_usage", "usage_days", "usage_books", "usage_families"] {
            #expect(try desk.console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
    }

    @Test("44 what was counted stays when events are kept no longer, in whatever zone")
    func freezes() throws {
        let desk = try WatchDesk()
        let stream = try #require(Self.plain.first { $0.name.hasPrefix("12a") })
        try desk.send(stream)
        let family = try desk.console.families.find(desk.family.id)
        var draft = Family.Draft(name: "Kästner", territory: "DE", timeZone: "Europe/Berlin")
        draft.usageRetentionDays = 90
        let kept = try desk.console.families.update(
            family.id,
            version: family.version,
            draft,
            by: .commandLine
        )
        desk.console.time.now += 91 * 86_400
        try UsageRetention(database: desk.console.database, now: desk.console.time.now).queueDue()
        try desk.console.runJobs()
        #expect(try desk.console.count("SELECT count(*) FROM usage_events") == 0)
        draft.timeZone = "Pacific/Kiritimati"
        _ = try desk.console.families.update(
            family.id,
            version: kept.version,
            draft,
            by: .commandLine
        )
        try desk.console.runJobs()
        try desk.expectSettled()
        let totals: SQL = "SELECT day || ' ' || sum(watched_ms) FROM daily_usage GROUP BY day"
        #expect(try desk.console.texts(totals) == ["2026-11-20 420000"])
        // The seconds stay with who had them, also when a parent has another look.
        let ids = try desk.console.database.all("SELECT id FROM viewings ORDER BY id") {
            ID<Viewing>(try $0.int(0))
        }
        for isLeftOut in [true, false] {
            for id in ids {
                try desk.console.usage.setLeftOut(isLeftOut, id, of: desk.child, by: .commandLine)
            }
        }
        #expect(try desk.console.texts(totals) == ["2026-11-20 420000"])
    }
}
