import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("A family’s vocabulary, for programs")
struct VocabularyAPITests {
    private let home: WatchingHome
    private let console: Console
    private let token: String

    init() throws {
        home = try WatchingHome()
        console = home.console
        token = try console.bearer(try console.addParent("tom@example.test", in: home.family))
    }

    private func ask(
        _ method: HTTP.Method,
        _ path: String = "",
        _ json: String? = nil,
        _ more: [(String, String)] = []
    ) throws -> Answer {
        try console.ask(method, "/api/v1/vocabulary" + path, json, token: token, more)
    }

    private func value(_ answer: Answer, _ name: String) throws -> JSONValue? {
        try JSONValue(answer.bytes)["data"]?[name]
    }

    @Test("V4.3 L112: Words are added, listed, changed and removed")
    func changes() throws {
        let made = try ask(
            .post,
            "",
            #"{"term": "lantern", "meaning": "A lamp.", "language": "EN", "child_id": \#(home.pippi.id), "book_id": \#(home.fox.id), "seconds": 12}"#
        )
        #expect(made.status == 201 && made.location == "/api/v1/vocabulary/1")
        #expect(try value(made, "language") == .text("en"))
        #expect(try value(made, "state") == .text("new"))
        let again = try ask(
            .post,
            "",
            #"{"term": "Lantern", "meaning": "A light.", "language": "en", "child_id": \#(home.pippi.id)}"#
        )
        #expect(again.status == 200)
        #expect(try value(again, "meaning") == .text("A light."))
        _ = try ask(.post, "", #"{"term": "owl"}"#)
        for (query, count) in [
            ("", 2), ("?q=lant", 1), ("?whose=parents", 1), ("?child_id=\(home.pippi.id)", 1),
            ("?state=learning", 0), ("?due=today", 0), ("?language=en", 1),
            ("?book_id=\(home.fox.id)", 1), ("?per_page=1", 2), ("?page=9", 2),
        ] {
            let list = try ask(.get, query)
            #expect(try JSONValue(list.bytes)["total_count"]?.integer == count, "\(query)")
        }
        let tag = try #require(try ask(.get, "/1").header("ETag"))
        let changed = try ask(
            .patch,
            "/1",
            #"{"notes": "n", "child_id": null, "state": "learning"}"#,
            [("If-Match", tag)]
        )
        #expect(changed.status == 200)
        #expect(try value(changed, "child_id") == .null)
        #expect(try value(changed, "state") == .text("learning"))
        #expect(try value(changed, "meaning") == .text("A light."))
        #expect(try ask(.patch, "/1", #"{"notes": "m"}"#, [("If-Match", tag)]).status == 412)
        #expect(try ask(.get, "?due=today").contains("lantern"))
        #expect(try ask(.patch, "/2", #"{"term": "lantern", "language": "en"}"#).status == 409)
        #expect(try ask(.delete, "/1").status == 204)
        #expect(try ask(.get, "/1").status == 404)
    }

    @Test("V4.3 L111: An answer moves a word on; one for a turn that is over is refused")
    func reviews() throws {
        _ = try ask(.post, "", #"{"term": "lantern"}"#)
        let first = try ask(.post, "/1/reviews", #"{"grade": "easy", "turn": 0}"#)
        #expect(first.status == 200)
        #expect(try value(first, "state") == .text("reviewing"))
        #expect(try value(first, "turn")?.integer == 1)
        #expect(try ask(.post, "/1/reviews", #"{"grade": "easy", "turn": 0}"#).status == 409)
        #expect(try ask(.post, "/1/reviews", #"{"grade": "well"}"#).status == 422)
        // With a key of its own it is the same answer again.
        let key = [("Idempotency-Key", "one")]
        for _ in 0..<2 {
            let answer = try ask(.post, "/1/reviews", #"{"grade": "good"}"#, key)
            #expect(try value(answer, "turn")?.integer == 2)
        }
    }

    @Test("What is wrong is said, and what isn’t theirs isn’t there")
    func refuses() throws {
        let strangers = try console.addFamily("Strangers")
        let foreign = try console.addChild("Canary", in: strangers)
        let blocked = try console.addActiveBook("Canary book")
        try console.addWindow(blocked.id, "DE")
        for json in [
            "{}", #"{"term": ""}"#, #"{"term": " "}"#, #"{"term": 7}"#,
            #"{"term": "a", "language": "!"}"#, #"{"term": "a", "language": "not a tag"}"#,
            #"{"term": "a", "child_id": \#(foreign.id)}"#, #"{"term": "a", "frob": 1}"#,
            #"{"term": "a", "book_id": \#(blocked.id)}"#,
        ] {
            #expect(try ask(.post, "", json).status == 422, "\(json)")
        }
        for query in ["?state=x", "?due=1", "?whose=parents&child_id=1", "?language=x!", "?frob=1"]
        {
            #expect(try ask(.get, query).status == 422, "\(query)")
        }
        _ = try ask(.post, "", #"{"term": "lantern"}"#)
        #expect(try ask(.patch, "/1", #"{"child_id": \#(foreign.id)}"#).status == 422)
        let other = try console.bearer(
            try console.addParent("stranger@example.test", in: strangers)
        )
        for (method, path, json) in [
            (HTTP.Method.get, "/1", nil as String?), (.patch, "/1", #"{"notes": "x"}"#),
            (.delete, "/1", nil), (.post, "/1/reviews", #"{"grade": "good"}"#),
        ] {
            let answer = try console.ask(method, "/api/v1/vocabulary" + path, json, token: other)
            #expect(answer.status == 404, "\(method)")
        }
        #expect(try !console.ask(.get, "/api/v1/vocabulary", token: other).contains("lantern"))
    }
}
