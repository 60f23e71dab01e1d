import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Videos by the API")
struct VideoAPITests {
    private let stub: StubMux
    private let console: Console
    private let key: String
    private let book: Book
    private let path = "/api/v1/video_assets"

    init() throws {
        stub = try StubMux()
        let settings = stub.settings
        console = try Console { $0.mux = settings }
        try Program.makeDataFolders(console.site.configuration)
        key = try console.adminKey()
        book = try console.addBook("Owl")
    }

    private func own(_ number: Int, _ status: String) -> String {
        let tale = MuxTale(passthrough: "book:\(book.id);video:\(number)")
        return "{\"data\":\(tale.data(status))}"
    }

    private func add(_ json: String) throws -> Answer {
        try console.ask(.post, "/api/v1/books/\(book.id)/video_assets", json, token: key)
    }

    private let address = #"{"video_address": "https://media.example/owl.mp4"}"#

    @Test("One is told of byte for byte as the document says")
    func golden() throws {
        let asset = try console.addAsset(.errored, of: book, seconds: 340)
        try console.addCaptions(to: asset.id)
        try console.database.execute("UPDATE video_assets SET created_at = 1, updated_at = 2")
        let answer = try console.ask(.get, "\(path)/1", token: key)
        #expect(
            answer.text == #"{"data":{"id":1,"book":{"id":1,"title":"Owl"},"provider":"mux","#
                + #""status":"errored","is_current":true,"is_stuck":false,"#
                + #""progress_percent":null,"#
                + #""diagnosis":"Failed: It is no video No rights today. Not active.","#
                + #""error":{"code":null,"message":"It is no video"},"#
                + #""source":"https://media.example/moon.mp4","duration_seconds":340,"#
                + #""width":null,"height":null,"size_bytes":null,"has_captions":true,"#
                + #""captions":[{"language":"en","label":"English","kind":"subtitles","#
                + #""status":"ready"}],"versions":[],"#
                + #""mux":{"asset_id":null,"upload_id":null,"playback_id":null},"#
                + #""deleted_at":null,"created_at":"1970-01-01T00:00:01Z","#
                + #""updated_at":"1970-01-01T00:00:02Z"}}"#
        )
    }

    @Test("They are a list that is narrowed and sorted as the console's, in pages")
    func list() throws {
        for (status, seconds) in [(VideoAsset.Status.ready, 60), (.errored, 0), (.ready, 90)] {
            try console.addAsset(status, of: book, seconds: seconds)
            console.time.now += 86_400
        }
        try console.addAsset(.preparing, by: .local, source: "a.mp4")
        console.time.now += VideoAsset.stuckAfterSeconds
        for (query, expected) in [
            ("", [4, 3, 2, 1]), ("status=ready", [3, 1]), ("status=stuck", [4]),
            ("provider=local", [4]), ("book=none", [4]), ("captions=yes", []),
            ("older=3", [1]), ("sort=duration", [4, 2, 1, 3]), ("sort=added&status=ready", [1, 3]),
        ] {
            let answer = try console.ask(.get, "\(path)?\(query)", token: key)
            #expect(try answer.records().map { $0["id"] as? Int } == expected, "\(query)")
        }
        let first = try console.ask(.get, path + "?per_page=3", token: key)
        #expect(first.json["total_count"] as? Int == 4)
        #expect(first.link("next")?.hasSuffix("&page=2&after=2") == true)
        let second = try console.ask(.get, try #require(first.link("next")), token: key)
        #expect(try second.records().map { $0["id"] as? Int } == [1])
        let wrong = try console.ask(
            .get,
            path + "?status=on&provider=x&captions=1&book=1&older=0&sort=-x",
            token: key
        )
        #expect(
            wrong.errorDetails == [
                "status: not_a_choice", "provider: not_a_choice", "captions: not_a_choice",
                "book: not_a_choice", "older: out_of_range", "sort: not_a_choice",
            ]
        )
    }

    @Test("Mux is given an address, and the book has a video on its way")
    func fromAddress() throws {
        stub.answer("POST /video/v1/assets", 201, own(1, "preparing"))
        let answer = try add(address)
        #expect(answer.status == 201 && answer.location == "\(path)/1")
        #expect(answer.contains(#""status":"preparing""#))
        #expect(answer.contains(#""asset_id":"asset-1""#))
        #expect(stub.asked.first?.body.contains("https://media.example/owl.mp4") == true)
        #expect(try console.videos.current(of: book.id)?.id == ID(1))
        #expect(try console.lastEntry() == "Ada created video")
    }

    @Test("What Mux says against it is the member's error, or Mux's")
    func refused() throws {
        let error = "{\"error\":{\"type\":\"invalid\",\"messages\":[\"The url is not public\"]}}"
        stub.answer("POST /video/v1/assets", 422, error)
        let refused = try add(address)
        #expect(refused.status == 422 && refused.errorDetails == ["video_address: invalid"])
        #expect(refused.contains("The url is not public"))
        stub.reset()
        stub.answer("POST /video/v1/assets", 401, error)
        let failed = try add(address)
        #expect(failed.status == 502 && failed.errorCode == "mux_failed")
        #expect(try console.videos.count() == 0)
    }

    @Test("An asset that is at Mux already becomes the book's, once")
    func links() throws {
        let tale = MuxTale(passthrough: nil)
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(tale.data("preparing"))}")
        let json = #"{"mux_asset": "asset-1"}"#
        #expect(try add(json).status == 201)
        #expect(try add(json).errorDetails == ["mux_asset: invalid"])
        #expect(try add(#"{"mux_asset": "asset-2"}"#).errorDetails == ["mux_asset: invalid"])
    }

    @Test(
        "One of the two is sent, as the form takes it",
        arguments: [
            ("{}", ["video_address: required"]),
            (
                #"{"video_address": "https://a.example/b", "mux_asset": "a"}"#,
                ["video_address: required"]
            ),
            (#"{"video_address": "http://a.example/b"}"#, ["video_address: invalid"]),
            (#"{"video_address": null, "mux_asset": null}"#, ["video_address: required"]),
            (#"{"mux_asset": "a/b"}"#, ["mux_asset: invalid"]),
            (#"{"mux_asset": 7}"#, ["mux_asset: wrong_type"]),
        ]
    )
    func wrong(json: String, details: [String]) throws {
        let answer = try add(json)
        #expect(answer.status == 422 && answer.errorDetails == details)
    }

    @Test("Without an account at Mux, and for a book in the bin, there is none to be had")
    func without() throws {
        let bare = try Console()
        try bare.addBook("Owl")
        let target = "/api/v1/books/1/video_assets"
        let answer = try bare.ask(.post, target, address, token: bare.adminKey())
        #expect(answer.status == 409 && answer.contains("STORYTIME_MUX_TOKEN_ID"))
        _ = try console.bin.add(book.id, by: .commandLine)
        #expect(try add(address).status == 404)
    }

    @Test("One that failed is tried again, as another asset; nothing else is")
    func retries() throws {
        let asset = try console.addAsset(.errored, of: book)
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'old'")
        stub.answer("POST /video/v1/assets", 201, own(2, "preparing"))
        stub.answer("DELETE /video/v1/assets/old", 204)
        let answer = try console.ask(.post, "\(path)/\(asset.id)/retry", token: key)
        #expect(answer.status == 200)
        #expect(try answer.record()["id"] as? Int == 2)
        let again = try console.ask(.post, "\(path)/2/retry", token: key)
        #expect(again.status == 409 && again.errorCode == "conflict")
        #expect(try console.ask(.post, "\(path)/9/retry", token: key).status == 404)
    }

    @Test("An older one is gone back to, when it is ready")
    func chooses() throws {
        try console.addAsset(.ready, of: book)
        console.time.now += 1
        try console.addAsset(.ready, of: book)
        try console.addAsset(.ready)
        for _ in 0..<2 {
            let answer = try console.ask(.post, "\(path)/1/choose", token: key)
            #expect(answer.status == 200 && answer.contains(#""is_current":true"#))
        }
        #expect(try console.videos.current(of: book.id)?.id == ID(1))
        #expect(try console.ask(.post, "\(path)/3/choose", token: key).status == 409)
    }

    @Test("One is checked with Mux and deleted at Mux; what Mux refuses is told")
    func deletes() throws {
        let asset = try console.addAsset(.ready, of: book)
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'asset-1'")
        stub.answer("GET /video/v1/assets/asset-1", 200, own(1, "ready"))
        #expect(try console.ask(.post, "\(path)/1/check", token: key).status == 200)
        stub.answer("DELETE /video/v1/assets/asset-1", 401)
        #expect(try console.ask(.delete, "\(path)/1", token: key).errorCode == "mux_failed")
        let stale = [("If-Match", "\"stale\"")]
        #expect(try console.ask(.delete, "\(path)/1", token: key, stale).status == 412)
        stub.reset()
        stub.answer("DELETE /video/v1/assets/asset-1", 204)
        for _ in 0..<2 {
            #expect(try console.ask(.delete, "\(path)/1", token: key).status == 204)
        }
        #expect(try console.videos.find(asset.id).deletedAt != nil)
        let left = try console.ask(.get, "\(path)/1", token: key)
        #expect(try left.record()["deleted_at"] is String)
        let local = try console.addAsset(.ready, by: .local, source: "a.mp4")
        #expect(try console.ask(.post, "\(path)/\(local.id)/check", token: key).status == 409)
        #expect(try console.ask(.post, "\(path)/\(local.id)/cancel", token: key).status == 409)
    }

    @Test(
        "A file is sent as a whole, and is made ready in the background",
        arguments: [true, false]
    )
    func files(isSpooled: Bool) throws {
        let send = { (query: String, type: String, bytes: [UInt8]) in
            try console.send(
                .post,
                "/api/v1/books/1/video_files\(query)",
                [("Authorization", "Bearer \(key)"), ("Content-Type", type)],
                bytes,
                isSpooled: isSpooled
            )
        }
        let bytes = Array(repeating: UInt8(7), count: 1000)
        let answer = try send("?name=owl.mp4", "video/mp4", bytes)
        #expect(answer.status == 201 && answer.location == "\(path)/1")
        #expect(answer.contains(#""provider":"local","status":"waiting""#))
        #expect(answer.contains(#""source":"owl.mp4""#))
        #expect(try console.jobs.unfinished(.prepareVideo, VideoPayload(video: 1)) != nil)
        #expect(try console.ask(.post, "\(path)/1/cancel", token: key).status == 200)
        #expect(try send("", "application/octet-stream", bytes).contains(#""source":"video""#))
        #expect(try send("", "text/plain", bytes).status == 415)
        #expect(try send("", "video/mp4", []).errorDetails == ["content: invalid"])
        #expect(try send("?title=a", "video/mp4", bytes).errorDetails == ["title: unknown_field"])
    }
}
