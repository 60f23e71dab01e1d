import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What a child watched, for programs")
struct UsageReportAPITests {
    private let home: WatchingHome
    private let token: String

    init() throws {
        home = try WatchingHome()
        let parent = try #require(try home.console.users.find(email: "astrid@example.test")).user
        token = try home.console.bearer(parent.id)
    }

    private func ask(_ query: String = "") throws -> Answer {
        try home.console.ask(.get, "/api/v1/children/\(home.pippi.id)/usage\(query)", token: token)
    }

    private func data(_ query: String = "") throws -> [String: Any] {
        let answer = try ask(query)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer.json["data"] as? [String: Any])
    }

    @Test("The figures of the days, of those before, of each part and of each book, byte for byte")
    func golden() throws {
        try home.watch(home.pippi, home.fox, seconds: 600, toEnd: true)
        try home.watch(home.pippi, home.owl, daysAgo: 1, seconds: 90)
        try home.watch(home.pippi, home.fox, daysAgo: 3, seconds: 30)
        // Others don't count, and neither does what was over at once.
        try home.watch(home.tommy, home.fox, seconds: 300)
        try home.watch(home.pippi, home.owl, daysAgo: 1, after: 700, seconds: 9)
        try home.console.put(home.owl, in: "Owls", 3)
        #expect(
            try ask("?range=custom&from=2026-11-20&to=2026-11-21").text
                == #"{"data":{"child_id":1,"from":"2026-11-20","to":"2026-11-21","#
                + #""watched_seconds":690,"plays":2,"completions":1,"books":2,"#
                + #""before":{"from":"2026-11-18","to":"2026-11-19","#
                + #""watched_seconds":30,"plays":1,"completions":0,"books":1},"#
                + #""group":"day","least":10,"short_plays":1,"periods":["#
                + #"{"from":"2026-11-20","to":"2026-11-20","#
                + #""watched_seconds":90,"plays":1,"completions":0},"#
                + #"{"from":"2026-11-21","to":"2026-11-21","#
                + #""watched_seconds":600,"plays":1,"completions":1}],"top_books":["#
                + #"{"book_id":1,"title":"The Lantern Fox","#
                + #""watched_seconds":600,"plays":1,"completions":1},"#
                + #"{"book_id":2,"title":"An Owl at Noon","#
                + #""watched_seconds":90,"plays":1,"completions":0}],"top_series":["#
                + #"{"series_id":1,"name":"Owls","#
                + #""watched_seconds":90,"plays":1,"completions":0}]}}"#
        )
        #expect(
            try data("?least=0&from=2026-11-20&to=2026-11-21")["watched_seconds"] as? Int == 699
        )
        #expect(try data("?least=60&from=2026-11-18&to=2026-11-18")["plays"] as? Int == 0)
    }

    @Test("Days are those that the page has under the same words")
    func ranges() throws {
        for (query, from, to, group, parts) in [
            ("", "2026-11-16", "2026-11-21", "day", 6),
            ("?range=this-week", "2026-11-16", "2026-11-21", "day", 6),
            ("?range=last-week&group=week", "2026-11-09", "2026-11-15", "week", 1),
            ("?range=30-days", "2026-10-23", "2026-11-21", "day", 30),
            ("?range=this-month&group=month", "2026-11-01", "2026-11-21", "month", 1),
            ("?from=2026-01-01&to=2026-12-31", "2026-01-01", "2026-12-31", "month", 12),
        ] {
            let data = try data(query)
            #expect(data["from"] as? String == from && data["to"] as? String == to, "\(query)")
            #expect(data["group"] as? String == group, "\(query)")
            #expect((data["periods"] as? [Any])?.count == parts, "\(query)")
        }
    }

    @Test("What the page would put right is refused with its name")
    func refusals() throws {
        for (query, details) in [
            ("?range=today", ["range: not_a_choice"]), ("?group=year", ["group: not_a_choice"]),
            ("?least=7", ["least: not_a_choice"]),
            ("?range=custom", ["from: invalid", "to: invalid"]),
            ("?from=2026-11-20", ["to: invalid"]), ("?to=2026-11-20", ["from: invalid"]),
            ("?from=2026-02-30&to=2026-03-01", ["from: invalid"]),
            ("?from=2026-11-21&to=2026-11-20", ["to: invalid"]),
            ("?from=2010-01-01&to=2026-11-20", ["to: invalid"]),
            ("?range=30-days&from=2026-11-20", ["from: invalid"]),
            ("?from=2026-01-01&to=2026-12-31&group=day", ["group: out_of_range"]),
            ("?days=3", ["days: unknown_field"]),
        ] {
            let answer = try ask(query)
            #expect(answer.status == 422 && answer.errorDetails == details, "\(query)")
        }
    }

    @Test("A book that is gone keeps its time, without a title; a report is not sent twice")
    func gone() throws {
        try home.watch(home.pippi, home.owl, seconds: 60)
        _ = try home.console.bin.add(home.owl.id, by: .commandLine)
        _ = try home.console.bin.purge(home.owl.id, by: .commandLine)
        let answer = try ask()
        #expect(answer.contains(#""top_books":[{"book_id":2,"title":null,"watched_seconds":60"#))
        let tag = try #require(answer.header("ETag"))
        let same = try home.console.ask(
            .get,
            "/api/v1/children/\(home.pippi.id)/usage",
            token: token,
            [("If-None-Match", tag)]
        )
        #expect(same.status == 304)
    }
}
