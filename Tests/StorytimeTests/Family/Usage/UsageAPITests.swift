import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Players tell the API what was watched")
struct UsageAPITests {
    private struct Home {
        let console: Console
        let child: Child
        let fox: Book
        let token: String

        init() throws {
            console = try Console()
            let family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            fox = try console.addStory("The Lantern Fox")
            try console.addToLibrary([fox.id], of: child)
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
        }

        /// An event; members may be replaced, or left out with nil.
        func event(_ name: String, _ members: [String: String?] = [:]) -> String {
            var all: [String: String?] = [
                "client_event_id": "\"\(name)\"", "session_id": "\"s\"",
                "child_id": "\(child.id)", "book_id": "\(fox.id)",
                "event_type": "\"play_start\"", "occurred_at": "\"2026-11-21T10:00:00Z\"",
                "position_seconds": "0",
            ]
            for (name, value) in members { all[name] = value }
            let pairs = all.sorted { $0.key < $1.key }
                .compactMap { pair in pair.value.map { "\"\(pair.key)\":\($0)" } }
            return "{" + pairs.joined(separator: ",") + "}"
        }

        func send(_ events: [String], token: String? = nil) throws -> Answer {
            try console.ask(
                .post,
                "/api/v1/usage_events",
                "{\"events\":[" + events.joined(separator: ",") + "]}",
                token: token ?? self.token
            )
        }
    }

    private func results(_ answer: Answer) throws -> [[String: Any]] {
        try #require(answer.json["results"] as? [[String: Any]], "\(answer.text)")
    }

    private func codes(_ answer: Answer) throws -> [String] {
        try results(answer).map { result in
            let error = result["error"] as? [String: Any]
            let details = error?["details"] as? [[String: Any]] ?? []
            let fields = details.map { "\($0["field"] ?? "") \($0["code"] ?? "")" }
            return ([result["status"] as? String ?? ""] + fields).joined(separator: " ")
        }
    }

    @Test("Each event has its answer, in order")
    func answers() throws {
        let home = try Home()
        let seek = [
            "event_type": "\"seek\"",
            "metadata": "{\"from_position_seconds\":45,\"to_position_seconds\":120}",
            "occurred_at": "\"2026-11-21T11:00:45.250+01:00\"",
        ]
        let sent = [home.event("a"), home.event("b", seek), home.event("a")]
        let answer = try home.send(sent)
        #expect(answer.status == 200)
        #expect(try codes(answer) == ["accepted", "accepted", "duplicate"])
        let names = try results(answer).map { $0["client_event_id"] as? String }
        #expect(names == ["a", "b", "a"])
        #expect(
            try home.console.texts(
                """
                SELECT event_type || ' ' || occurred_ms || ' ' || quote(from_position_seconds)
                    || ' ' || quote(to_position_seconds)
                FROM usage_events ORDER BY id
                """
            ) == ["play_start 1795255200000 NULL NULL", "seek 1795255245250 45 120"]
        )
        #expect(try codes(home.send(sent)) == ["duplicate", "duplicate", "duplicate"])
    }

    @Test("What can't be taken says why, and keeps nothing else away")
    func refusesEach() throws {
        let home = try Home()
        let place = "{\"from_position_seconds\":1,\"to_position_seconds\":2}"
        let before = "{\"from_position_seconds\":-1,\"to_position_seconds\":2}"
        let cases: [([String: String?], String)] = [
            (["event_type": "\"stop\""], "event_type not_a_choice"),
            (["event_type": nil], "event_type required"),
            (["metadata": place], "metadata not_allowed"),
            (["metadata": "null"], ""),
            (["event_type": "\"seek\""], "metadata required"),
            (["event_type": "\"seek\"", "metadata": "{}"], "from_position_seconds required"),
            (
                ["event_type": "\"seek\"", "metadata": before],
                "from_position_seconds out_of_range"
            ),
            (["event_type": "\"seek\"", "metadata": "[]"], "metadata wrong_type"),
            (["position_seconds": "-1"], "position_seconds out_of_range"),
            (["position_seconds": "1e99"], "position_seconds out_of_range"),
            (["position_seconds": nil], ""),
            (["occurred_at": "\"yesterday\""], "occurred_at invalid"),
            (["occurred_at": "\"2026-11-21T10:00:00\""], "occurred_at invalid"),
            (["occurred_at": "\"2020-11-21T10:00:00Z\""], "occurred_at too_old"),
            (["child_id": "999"], "child_id not_found"),
            (["book_id": "999"], "book_id not_found"),
            (["book_id": "\"1\""], "book_id wrong_type"),
            (["client_event_id": "\"\""], "client_event_id invalid"),
            (["session_id": "\"\(String(repeating: "x", count: 65))\""], "session_id invalid"),
            (["speed": "2"], "speed unknown_field"),
        ]
        for (index, (members, complaint)) in cases.enumerated() {
            let answer = try home.send([home.event("x\(index)", members), home.event("y\(index)")])
            let codes = try codes(answer)
            #expect(answer.status == 200 && codes.count == 2, "\(answer.text)")
            #expect(codes.last == "accepted", "\(answer.text)")
            if complaint.isEmpty {
                #expect(codes.first == "accepted", "\(answer.text)")
            } else {
                #expect(codes.first?.hasPrefix("refused") == true, "\(answer.text)")
                #expect(codes.first?.contains(complaint) == true, "\(answer.text)")
            }
        }
    }

    @Test("A request that is no list of 1 to 50 events is refused as a whole")
    func refusesAll() throws {
        let home = try Home()
        #expect(try home.send([]).status == 422)
        #expect(try home.send((0..<51).map { home.event("e\($0)") }).status == 422)
        #expect(try home.send((0..<50).map { home.event("e\($0)") }).status == 200)
        for json in ["{}", "{\"events\":1}", "{\"events\":[],\"more\":1}"] {
            let answer = try home.console.ask(
                .post,
                "/api/v1/usage_events",
                json,
                token: home.token
            )
            #expect(answer.status == 422, "\(json)")
        }
        #expect(try codes(home.send(["1", home.event("z")])).count == 2)
    }

    @Test("Only parents tell, of their own children; one without a family of none")
    func isScoped() throws {
        let home = try Home()
        let console = home.console
        #expect(try console.ask(.post, "/api/v1/usage_events", "{}").status == 401)
        let admin = try console.bearer(console.addUser("admin@example.test", .admin))
        #expect(try home.send([home.event("a")], token: admin).status >= 400)
        let alone = try console.bearer(console.addUser("alone@example.test", .parent))
        #expect(
            try codes(home.send([home.event("a")], token: alone)) == [
                "refused events[0].child_id not_found"
            ]
        )
        let others = try console.addFamily("The Others")
        let other = try console.bearer(console.addParent("tove@example.test", in: others))
        #expect(
            try codes(home.send([home.event("a")], token: other)) == [
                "refused events[0].child_id not_found"
            ]
        )
        #expect(try console.count("SELECT count(*) FROM usage_events") == 0)
    }
}
