import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The log")
struct LogTests {
    private struct Odd: Error, CustomStringConvertible {
        let description: String
    }

    @Test("An error is one line that says what, where and which request, whatever it holds")
    func errors() {
        let lines = LogLines()
        lines.log.error("POST /x y", "abc1", Odd(description: "a\nb=\"c\"\u{1B}[31m"))
        #expect(lines.all.count == 1)
        let line = lines.all.first ?? ""
        #expect(line.hasPrefix("at=20"))
        #expect(line.contains(#" error="a\nb=\"c\"\u001b[31m" in="POST /x y" request=abc1"#))
        #expect(line.utf8.allSatisfy { $0 >= 32 })
    }

    @Test(
        "Plain values stand as they are, others in quotes",
        arguments: [
            ("/admin/books", "/admin/books"), ("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""),
            ("é", "\"é\""), ("\"", "\"\\\"\""), ("a\nb", "\"a\\nb\""),
        ]
    )
    func values(text: String, written: String) {
        #expect(Log.value(text) == written)
    }

    @Test("A request's line never holds its query, its body or its cookies")
    func requests() throws {
        let lines = LogLines()
        let console = try Console(log: lines.log)
        try console.database.script("DROP TABLE sessions;")
        let request = try #require(
            Request(
                method: .post,
                target: "/login?next=SECRET1",
                headers: [
                    "Cookie": "storytime_session=1.\(String(repeating: "A", count: 43))",
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Host": "127.0.0.1",
                ],
                body: Array("email=SECRET3&password=SECRET4".utf8)
            )
        )
        #expect(console.application.respond(to: request).status == 500)
        #expect(lines.all.count == 1)
        #expect(lines.all.allSatisfy { $0.contains("sessions") && !$0.contains("SECRET") })
        #expect(lines.all.allSatisfy { !$0.contains("AAAA") })
    }

    @Test("What a visitor did wrong is not an error of ours")
    func failuresAreQuiet() throws {
        let lines = LogLines()
        let console = try Console(log: lines.log)
        for target in ["/nowhere", "/admin", "/login?next=%ff"] {
            let request = try #require(Request(method: .get, target: target))
            _ = console.application.respond(to: request)
        }
        #expect(lines.all.isEmpty)
    }
}
