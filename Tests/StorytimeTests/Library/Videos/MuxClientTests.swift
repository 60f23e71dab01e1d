import Foundation
import HTTP
import Testing

@testable import Storytime

@Suite("Asking Mux")
struct MuxClientTests {
    private let stub: StubMux
    private let pauses = Pauses()
    private let client: MuxClient
    private static let path = "/video/v1/assets/asset-1"

    init() throws {
        stub = try StubMux()
        client = pauses.client(stub.settings)
    }

    private func error(_ call: () throws -> Void) -> MuxError? {
        do {
            try call()
            return nil
        } catch {
            return error as? MuxError
        }
    }

    @Test("A call carries the token, asks for JSON, and follows no redirect")
    func credentials() throws {
        stub.answer("GET \(Self.path)", 200, "{\"data\":\(MuxTale().data("ready"))}")
        let answer = try client.asset("asset-1")
        #expect(answer.value.status == "ready" && answer.at != nil)
        let asked = try #require(stub.asked.first)
        let basic = Data("token-id:token-secret".utf8).base64EncodedString()
        #expect(asked.headers["authorization"] == "Basic \(basic)")
        #expect(asked.headers["accept"] == "application/json")
        stub.reset()
        stub.answer("GET \(Self.path)", 302, "", [("Location", "/video/v1/assets/other")])
        #expect(error { _ = try client.asset("asset-1") }?.status == 302)
        #expect(stub.lines == ["GET \(Self.path)", "GET \(Self.path)"])
    }

    @Test("An asset is asked for with an MP4 rendition, signed playback and whose it is")
    func creating() throws {
        stub.answer("POST /video/v1/assets", 201, "{\"data\":\(MuxTale().data("preparing"))}")
        let wish = MuxClient.Wish(
            url: "https://media.example/moon.mp4",
            title: "Café & “Moon” 🌙",
            passthrough: "book:1;video:2",
            captions: [.init(url: "https://media.example/a.vtt", language: "en", name: "English")]
        )
        let answer = try client.createAsset(wish)
        #expect(answer.value.id == "asset-1")
        #expect(
            stub.asked.first?.body
                == #"{"inputs":[{"url":"https://media.example/moon.mp4"},"#
                + #"{"closed_captions":false,"language_code":"en","name":"English","#
                + #""text_type":"subtitles","type":"text","url":"https://media.example/a.vtt"}],"#
                + #""meta":{"title":"Café & “Moon” 🌙"},"passthrough":"book:1;video:2","#
                + #""playback_policies":["signed"],"static_renditions":[{"resolution":"highest"}]}"#
        )
    }

    @Test("An upload is for pages of one origin")
    func uploading() throws {
        stub.answer(
            "POST /video/v1/uploads",
            201,
            "{\"data\":{\"id\":\"up\",\"status\":\"waiting\",\"url\":\"https://storage.example/x\"}}"
        )
        let origin = try #require(Origin("https://stories.example"))
        let wish = MuxClient.Wish(title: "T", passthrough: "video:2")
        let answer = try client.createUpload(wish, from: origin)
        #expect(answer.value.url == "https://storage.example/x")
        #expect(
            stub.asked.first?.body.contains(#""cors_origin":"https://stories.example""#) == true
        )
        #expect(stub.asked.first?.body.contains("inputs") == false)
    }

    @Test("What is refused is said in Mux's words, and not asked again")
    func refused() throws {
        for (status, words) in [
            (400, "Mux rejected the request (400): No"),
            (401, "Mux did not accept the access token: No"),
            (403, "Mux did not accept the access token: No"),
            (404, "Mux rejected the request (404): No"),
            (422, "Mux rejected the request (422): No"),
        ] {
            stub.reset()
            stub.answer(
                "DELETE \(Self.path)",
                status,
                "{\"error\":{\"type\":\"t\",\"messages\":[\"No\",\"never\"]}}"
            )
            let error = error { try client.deleteAsset("asset-1") }
            #expect(error == MuxError(status: status, words + " never"))
        }
        #expect(stub.lines.count == 5 && pauses.all.isEmpty)
    }

    @Test("What is not JSON is no reason to fail otherwise")
    func notJSON() throws {
        stub.answer("GET \(Self.path)", 502, "<html>bad gateway</html>")
        #expect(
            error { _ = try client.asset("asset-1") }
                == MuxError(status: 502, "Mux is having problems.", mayBeDone: true)
        )
        #expect(stub.lines.count == 3)
        stub.reset()
        stub.answer("GET \(Self.path)", 200, "<html>welcome</html>")
        #expect(
            error { _ = try client.asset("asset-1") }?.description.contains("can't be read") == true
        )
    }

    @Test("Too many calls and trouble at Mux are waited for, as long as Mux says")
    func retrying() throws {
        let good = "{\"data\":\(MuxTale().data("ready"))}"
        stub.answer("GET \(Self.path)", 429, "", [("Retry-After", "2")])
        stub.answer("GET \(Self.path)", 503)
        stub.answer("GET \(Self.path)", 200, good)
        #expect(try client.asset("asset-1").value.id == "asset-1")
        #expect(pauses.all.count == 2)
        #expect(pauses.all[0] == 2000)
        #expect((1000...1500).contains(pauses.all[1]))
    }

    @Test("A wait that is too long is not begun, whether it is said in seconds or as a date")
    func longWaits() throws {
        for value in ["3600", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            stub.reset()
            stub.answer("GET \(Self.path)", 429, "", [("Retry-After", value)])
            #expect(error { _ = try client.asset("asset-1") }?.status == 429)
        }
        #expect(pauses.all.isEmpty)
        stub.reset()
        stub.answer("GET \(Self.path)", 429, "", [("Retry-After", "soon")])
        #expect(error { _ = try client.asset("asset-1") }?.status == 429)
        #expect(pauses.all.count == 2)
    }

    @Test("Without a server, what was not sent is tried again, and it is said why")
    func unreachable() throws {
        stub.stop()
        let error = error { try client.deleteAsset("asset-1") }
        #expect(error?.status == nil)
        #expect(error?.description.hasPrefix("Mux could not be reached: ") == true)
        #expect(pauses.all.count == 2)
    }

    @Test("An answer that doesn't come is not waited for; nothing is made twice for it")
    func silent() throws {
        let silence = try SilentServer()
        var settings = stub.settings
        settings.baseURL = Origin(isSecure: false, host: "127.0.0.1", port: silence.port)
        let client = pauses.client(settings, timeoutMilliseconds: 200)
        let wish = MuxClient.Wish(url: "https://a.example/x", title: "T", passthrough: "")
        let error = error { _ = try client.createAsset(wish) }
        #expect(error?.description.hasPrefix("Mux did not answer: ") == true)
        #expect(pauses.all.isEmpty)
        _ = self.error { _ = try client.asset("x") }
        #expect(pauses.all.count == 2)
    }

    @Test("A server that can't prove who it is gets nothing")
    func untrusted() throws {
        var settings = stub.settings
        settings.baseURL = Origin(isSecure: true, host: "127.0.0.1", port: settings.baseURL.port)
        let error = error { _ = try pauses.client(settings).asset("asset-1") }
        #expect(error?.description.contains("could not prove that it is Mux") == true)
        #expect(stub.asked.isEmpty)
    }

    @Test("An answer without end is cut off")
    func tooLarge() throws {
        stub.answer("GET \(Self.path)", 200, String(repeating: "x", count: 9 << 20))
        let error = error { _ = try client.asset("asset-1") }
        #expect(error?.description.contains("the answer is too large") == true)
    }

    @Test("Without a token nothing is asked")
    func notConfigured() throws {
        var settings = stub.settings
        settings.tokenSecret = ""
        #expect(error { _ = try pauses.client(settings).asset("x") } == .notConfigured)
    }

    @Test("What stands in an id or a cursor stays within its place in the address")
    func escaping() throws {
        _ = error { _ = try client.asset("a b?x=#é") }
        _ = error { _ = try client.assets(after: "a&b=c#d") }
        #expect(
            stub.lines == [
                "GET /video/v1/assets/a%20b%3Fx%3D%23%C3%A9",
                "GET /video/v1/assets?limit=100&cursor=a%26b%3Dc%23d",
            ]
        )
    }

    // MARK: The collection of documented answers

    private struct Documented: Decodable {
        struct Request: Decodable {
            let method: String
            let path: String
        }
        let request: Request
    }

    /// Has the stub answer as a file of the collection says.
    private func document(_ name: String) throws {
        let data = try #require(MuxFixtures.data("api/\(name).json"))
        let request = try JSONDecoder().decode(Documented.self, from: data).request
        let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let response = try #require(whole["response"] as? [String: Any])
        var body = ""
        if let object = response["body"] as? [String: Any] {
            body = String(
                decoding: try JSONSerialization.data(withJSONObject: object),
                as: UTF8.self
            )
        }
        let status = try #require(response["status"] as? Int)
        stub.answer("\(request.method) \(request.path)", status, body)
    }

    @Test(
        "Every documented answer is understood",
        .enabled(if: Folder.exists(MuxFixtures.folder), "Its collection isn't here.")
    )
    func documented() throws {
        let asset = "ST01goodnightmoonAsset0000000000000000000001"
        let upload = "STupload0000000000000000000000000000000001"
        let track = "STtrackTextEs0000000000000000000000000000"
        for name in [
            "create-asset", "get-asset", "create-upload", "get-upload", "cancel-upload",
            "create-track", "create-playback-id", "delete-asset", "delete-track", "list-assets",
            "list-assets-last-page",
        ] { try document(name) }
        let wish = MuxClient.Wish(url: "https://media.example/x.mp4", title: "T", passthrough: "")
        #expect(try client.createAsset(wish).value.status == "preparing")
        let read = try client.asset(asset).value
        #expect(read.createdAt?.seconds == 1_767_225_600 && read.tracks?.count == 3)
        let origin = try #require(Origin("http://localhost:8080"))
        #expect(
            try client.createUpload(wish, from: origin).value.url?.hasPrefix("https://") == true
        )
        #expect(try client.upload(upload).value.assetID == asset)
        #expect(try client.cancelUpload(upload).value.status == "cancelled")
        let captions = MuxClient.Captions(url: "https://x.example/a.srt", language: "es", name: "E")
        #expect(try client.createTrack(captions, of: asset).value.status == "preparing")
        #expect(try client.createPlaybackID(of: asset).value.policy == "signed")
        try client.deleteAsset(asset)
        try client.deleteTrack(track, of: asset)
        let page = try client.assets(limit: 2)
        #expect(page.assets.count == 2)
        let last = try client.assets(after: page.nextCursor, limit: 2)
        #expect(last.assets.isEmpty && last.nextCursor == nil)
    }
}
