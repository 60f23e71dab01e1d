import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Playlists, as programs see and change them")
struct PlaylistAPITests {
    private let home: HistoryHome
    private let console: Console
    private let token: String

    init() throws {
        home = try HistoryHome()
        console = home.console
        token = try console.bearer(home.astrid)
    }

    private func ask(_ method: HTTP.Method, _ target: String, _ json: String? = nil) throws
        -> Answer
    {
        try console.ask(method, "/api/v1/playlists" + target, json, token: token)
    }

    private func items(_ query: String = "") throws -> [(id: Int, title: String)] {
        let data = try ask(.get, "/1/items" + query).json["data"] as? [[String: Any]]
        return try #require(data).compactMap { item in
            guard let id = item["id"] as? Int, let title = item["title"] as? String else {
                return nil
            }
            return (id, title)
        }
    }

    @Test("A playlist is added, changed and deleted")
    func playlists() throws {
        let added = try ask(.post, "", #"{"name": "Bedtime", "child_ids": [1]}"#)
        #expect(added.status == 201 && added.header("Location") == "/api/v1/playlists/1")
        #expect(
            added.text
                == "{\"data\":{\"id\":1,\"name\":\"Bedtime\",\"is_shared\":false,"
                + "\"owner_name\":\"Astrid\",\"child_ids\":[1],\"item_count\":0,"
                + "\"created_at\":\"2026-11-21T10:40:00Z\",\"updated_at\":\"2026-11-21T10:40:00Z\"}}"
        )
        let taken = try ask(.post, "", #"{"name": "bedtime"}"#)
        #expect(taken.status == 422 && taken.errorDetails == ["name: invalid"])
        let unknown = try ask(.post, "", #"{"name": "Other", "child_ids": [77]}"#)
        #expect(unknown.errorDetails == ["child_ids: invalid"])
        #expect(try ask(.patch, "/1", #"{"is_shared": true}"#).text.contains("\"is_shared\":true"))
        #expect(try ask(.patch, "/1", #"{"child_ids": []}"#).text.contains("\"child_ids\":[]"))
        let other = try console.bearer(home.tom)
        let refused = try console.ask(
            .patch,
            "/api/v1/playlists/1",
            #"{"is_shared": false}"#,
            token: other
        )
        #expect(refused.errorDetails == ["is_shared: invalid"])
        #expect(try ask(.get, "").text.contains("\"name\":\"Bedtime\""))
        #expect(try ask(.delete, "/1").status == 204)
        #expect(try ask(.get, "/1").status == 404)
        #expect(try ask(.get, "").text == "{\"data\":[]}")
    }

    @Test("What is in it is added, ordered and removed")
    func order() throws {
        _ = try ask(.post, "", #"{"name": "Bedtime"}"#)
        for book in [home.fox, home.owl, home.hare] {
            #expect(try ask(.post, "/1/items", "{\"book_id\": \(book.id)}").status == 201)
        }
        #expect(try ask(.post, "/1/items", "{\"book_id\": \(home.fox.id)}").status == 200)
        let film = try home.addWebVideo("Waves")
        #expect(try ask(.post, "/1/items", "{\"web_video_id\": \(film)}").status == 201)
        let nothing = try ask(.post, "/1/items", "{}")
        #expect(nothing.errorDetails == ["book_id: required"])
        let both = try ask(.post, "/1/items", #"{"book_id": 1, "web_video_id": 1}"#)
        #expect(both.errorDetails == ["web_video_id: invalid"])
        let missing = try ask(.post, "/1/items", #"{"book_id": 777}"#)
        #expect(missing.errorDetails == ["book_id: not_found"])
        let ids = try items().map(\.id)
        #expect(try items("?per_page=2&page=2").map(\.title) == ["The Slow Hare", "Waves"])
        #expect(
            try ask(.put, "/1/order", "{\"item_ids\": [\(ids[3]), \(ids[0])]}").status == 204
        )
        #expect(
            try items().map(\.title)
                == ["Waves", "An Owl at Noon", "The Slow Hare", "The Lantern Fox"]
        )
        #expect(try ask(.put, "/1/order", #"{"item_ids": [777]}"#).status == 409)
        #expect(try ask(.delete, "/1/items/\(ids[1])").status == 204)
        #expect(try ask(.delete, "/1/items/\(ids[1])").status == 404)
        #expect(try items().count == 3)
    }

    @Test("Another family’s, and another parent’s own, don’t exist")
    func strangers() throws {
        _ = try ask(.post, "", #"{"name": "Bedtime"}"#)
        let strangers = try console.addFamily("Strangers")
        for user in [
            home.tom, try console.addParent("stranger@example.test", in: strangers),
        ] {
            let other = try console.bearer(user)
            for (method, path, json) in [
                (HTTP.Method.get, "/1", nil), (.patch, "/1", #"{"name": "x"}"#),
                (.delete, "/1", nil),
                (.get, "/1/items", nil), (.post, "/1/items", #"{"book_id": 1}"#),
                (.put, "/1/order", #"{"item_ids": []}"#),
            ] as [(HTTP.Method, String, String?)] {
                let answer = try console.ask(
                    method,
                    "/api/v1/playlists" + path,
                    json,
                    token: other
                )
                #expect(answer.status == 404, "\(method) \(path)")
            }
        }
        #expect(try ask(.get, "/1").status == 200)
    }
}
