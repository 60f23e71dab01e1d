import HTTP
import Testing

@testable import Storytime

@Suite("Captions from here become a track at Mux")
struct PublishingTests {
    private let stub: StubMux
    private let console: Console
    private let asset: VideoAsset
    private let track: CaptionTrack

    init() throws {
        try self.init(publicURL: "https://stories.example.org")
    }

    private init(publicURL: String?) throws {
        let stub = try StubMux()
        var settings = stub.settings
        settings.webhookSecret = Console.webhookSecret
        let all = settings
        console = try Console {
            $0.mux = all
            $0.publicURL = publicURL.flatMap { Origin($0) }
        }
        try console.signIn(as: .admin)
        let book = try console.addBook("Goodnight Moon")
        let tale = MuxTale(passthrough: "book:\(book.id)")
        try console.tell(tale.told("ready", at: 70, tale.data("ready", tale.finished([]))))
        asset = try #require(try console.videoAtMux())
        track = try console.addTrack(["Goodnight room"], to: asset, "en", label: "English")
        self.stub = stub
    }

    private var path: String { "\(asset.href)/captions/\(track.id)" }

    /// What Mux answers to a new track.
    private func expectTrack() {
        let tale = MuxTale()
        let text = tale.text("sub-9", "preparing")
        stub.answer("POST /video/v1/assets/asset-1/tracks", 201, "{\"data\":\(text)}")
        let data = tale.data("ready", tale.finished([("sub-9", "ready")]))
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(data)}")
    }

    @Test("Mux gets the language, the name and an address that works for it, and for a while")
    func publishes() throws {
        expectTrack()
        #expect(try console.get(path).contains("Publish to Mux"))
        #expect(try console.post(path + "/publish").status == 303)
        let asked = try #require(stub.asked.first { $0.body.contains("language_code") })
        #expect(asked.body.contains("\"name\":\"English\""))
        guard case .object(let members) = try JSONValue(Array(asked.body.utf8)),
            case .text(let url) = members["url"]
        else {
            Issue.record("no address: \(asked.body)")
            return
        }
        #expect(url.hasPrefix("https://stories.example.org/media/captions/\(track.id)?pass="))
        let target = String(url.dropFirst("https://stories.example.org".count))
        console.cookies = [:]
        let file = try console.get(target)
        #expect(file.status == 200 && file.header("Content-Type") == "text/vtt; charset=utf-8")
        let other = try console.addTrack(["Secret"], to: asset, "fr")
        let stolen = target.replacing("/\(track.id)?", with: "/\(other.id)?")
        for wrong in [stolen, target + "x", "/media/captions/\(track.id)"] {
            #expect(try console.get(wrong).status == 404, "\(wrong)")
        }
        console.time.now += CaptionPass.seconds
        #expect(try console.get(target).status == 404)
    }

    @Test("What Mux refuses is said in its words")
    func refused() throws {
        let error = "{\"error\":{\"type\":\"invalid\",\"messages\":[\"name is taken\"]}}"
        stub.answer("POST /video/v1/assets/asset-1/tracks", 422, error)
        let answer = try console.post(path + "/publish")
        #expect(try console.get(try #require(answer.location)).contains("name is taken"))
    }

    @Test("Without a public address the page says what is missing, and nothing is asked of Mux")
    func unreachable() throws {
        let home = try PublishingTests(publicURL: nil)
        let page = try home.console.get(home.path)
        #expect(page.contains("needs a public address"))
        #expect(try home.console.post(home.path + "/publish").status == 303)
        #expect(home.stub.asked.isEmpty)
    }
}
