import HTTP
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("Captions of videos at Mux")
struct MuxCaptionsTests {
    private static let text = "WEBVTT\n\n00:01.000 --> 00:02.000\nIn the great green room\n"

    private let stub: StubMux
    private let console: Console
    private let tale = MuxTale()
    private let book: Book

    init() throws {
        stub = try StubMux()
        let settings = stub.settings
        let key = try TestKeys.pair.get().pkcs1
        console = try Console { configuration in
            configuration.mux = settings
            configuration.mux.streamURL = settings.baseURL
            configuration.mux.webhookSecret = Console.webhookSecret
            configuration.mux.signingKeyID = "key-1"
            configuration.mux.signingKey = key
        }
        book = try console.addStory("Goodnight Moon")
    }

    /// Mux says that a video with captions is ready.
    private func becomeReady(_ texts: [(String, String)] = [("text-1", "ready")]) throws
        -> VideoAsset
    {
        try console.tell(tale.told("ready", at: 1, tale.data("ready", tale.finished(texts))))
        return try #require(try console.videoAtMux())
    }

    private func work() throws {
        let worker = try JobWorker(site: console.site, lane: .outgoing, kinds: [.copyCaptions])
        while worker.doNext(console.database) {}
    }

    private func kept(_ track: CaptionTrack) throws -> String {
        let name = try #require(track.fileKey)
        return try Folder.text(VideoFolder(console.site.configuration).path(of: name))
    }

    /// What Mux answers to whoever asks for the text, whatever the token.
    private func answer(_ status: Int = 200, _ body: String = text) {
        stub.answerAny(status, body)
    }

    @Test("They are copied when they are ready, and sent from here (V2.1 L46)")
    func copied() throws {
        answer()
        let asset = try becomeReady()
        try work()
        #expect(stub.lines.count == 1)
        #expect(stub.lines.first?.hasPrefix("GET /asset-1-signed/text/text-1.vtt?token=") == true)
        let track = try #require(try console.videos.captions(of: asset.id).first)
        try console.signIn(as: .admin)
        let file = try console.get("/media/videos/\(asset.id)/captions-\(track.id).vtt")
        #expect(file.status == 200)
        #expect(
            try kept(track)
                == "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nIn the great green room\n\n"
        )
        #expect(track.cueCount == 1 && track.origin == .generated && track.format == .vtt)
        #expect(file.response.headers["content-type"] == "text/vtt; charset=utf-8")
        // What was told again is not copied again.
        try console.tell(tale.track("ready", at: 3, "text-1"))
        try work()
        #expect(stub.lines.count == 1)
    }

    @Test("Of many texts a hundred are taken; one that another video has stays there")
    func many() throws {
        answer()
        let asset = try becomeReady((1...300).map { ("text-\($0)", "ready") })
        #expect(try console.videos.captions(of: asset.id).count == 100)
        let other = MuxTale(asset: "asset-2", passthrough: "book:\(book.id)")
        try console.tell(
            other.told("ready", at: 2, other.data("ready", other.finished([("text-1", "ready")])))
        )
        #expect(try console.videos.captions(of: asset.id).count == 100)
        #expect(try console.videos.all(of: book.id).count == 2)
    }

    @Test("Captions that nobody could look at are not kept, and the reason is said")
    func tooLong() throws {
        let line = String(repeating: "a", count: 70_000)
        answer(200, "WEBVTT\n\n00:01.000 --> 00:02.000\n\(line)\n")
        let asset = try becomeReady()
        try work()
        #expect(try console.videos.captions(of: asset.id).first?.fileKey == nil)
        let reason = try console.texts("SELECT error FROM jobs WHERE kind = 'mux-captions'")
        #expect(reason.first?.hasPrefix("Mux sent captions that can’t be kept: ") == true)
    }

    @Test("A child reads them from here, and nothing from Mux")
    func ofChild() throws {
        answer()
        let asset = try becomeReady()
        let family = try console.addFamily()
        let pippi = try console.addChild("Pippi", in: family)
        try console.addToLibrary([book.id], of: pippi)
        let parent = try console.addParent("astrid@example.test", in: family)
        try console.signIn(parent)
        try console.post("/family/pin", [("child", "\(pippi.id)"), ("pin", "4711")])
        console.headers = [("Accept", "application/json")]
        #expect(try console.get("/kids/stories/\(book.id)").contains("\"captions\":[]"))
        try work()
        let story = try console.get("/kids/stories/\(book.id)")
        let track = try #require(try console.videos.captions(of: asset.id).first)
        let href = "/media/videos/\(asset.id)/captions-\(track.id).vtt"
        #expect(story.contains(href))
        #expect(!story.contains(".vtt?token"))
        #expect(try console.get(href).status == 200)
    }

    @Test(
        "What is no text is asked for again later, and said",
        arguments: [(404, text, "status 404"), (200, "<html>", "aren’t WebVTT")]
    )
    func refused(_ status: Int, _ body: String, _ reason: String) throws {
        answer(status, body)
        let asset = try becomeReady()
        try work()
        #expect(try console.videos.captions(of: asset.id).first?.fileKey == nil)
        let job = try #require(try console.texts("SELECT state || ' ' || error FROM jobs").first)
        #expect(job.hasPrefix("queued "))
        #expect(job.contains(reason))
    }

    @Test("One that can't be had keeps no other from being copied, and fails once")
    func oneOfTwo() throws {
        answer()
        stub.refuse("/text/text-1.vtt")
        let asset = try becomeReady([("text-1", "ready"), ("text-2", "ready")])
        for _ in 0..<JobKind.copyCaptions.maximumAttempts {
            try work()
            console.time.now += 3600
        }
        let copied = try console.videos.captions(of: asset.id).map { $0.fileKey != nil }
        #expect(copied == [false, true])
        let jobs = JobStore(database: console.database, now: console.time.now)
        try MuxCaptions.queueMissed(console.site, jobs)
        #expect(try console.texts("SELECT state FROM jobs") == ["queued"])
    }

    @Test("Those of a video that was deleted are not asked for")
    func deleted() throws {
        answer()
        let asset = try becomeReady()
        try console.tell(tale.told("deleted", at: 2, tale.data("ready")))
        try work()
        #expect(stub.lines.isEmpty)
        #expect(try console.videos.captions(of: asset.id).allSatisfy { $0.fileKey == nil })
    }

    @Test("What was ready before the program could copy it is copied after a start")
    func missed() throws {
        answer()
        let asset = try becomeReady()
        try console.database.execute("DELETE FROM jobs")
        let jobs = JobStore(database: console.database, now: console.time.now)
        try MuxCaptions.queueMissed(console.site, jobs)
        try work()
        #expect(try console.videos.captions(of: asset.id).first?.fileKey != nil)
    }
}
