import SQLite
import Testing

@testable import Storytime

@Suite("Videos at Mux, made and checked from here")
struct MuxVideosTests {
    private let stub: StubMux
    private let console: Console
    private let book: Book
    private let tale = MuxTale()

    init() throws {
        stub = try StubMux()
        let settings = stub.settings
        console = try Console { configuration in
            configuration.mux = settings
            configuration.mux.webhookSecret = Console.webhookSecret
        }
        book = try console.addBook("Goodnight Moon")
    }

    private var mux: MuxVideos {
        MuxVideos(
            database: console.database,
            client: Pauses().client(stub.settings),
            now: console.time.now
        )
    }

    private func add(_ source: String? = "https://media.example/moon.mp4") throws -> ID<VideoAsset>
    {
        let draft = VideoAsset.Draft(provider: .mux, bookID: book.id, source: source)
        return try console.videos.insert(draft, by: .commandLine).id
    }

    private func told(_ data: String) -> String { "{\"data\":\(data)}" }

    private func own(_ id: ID<VideoAsset>, upload: String? = nil) -> MuxTale {
        MuxTale(passthrough: "book:\(book.id);video:\(id)", upload: upload)
    }

    @Test("A video from an address is made, told of, and ready, whichever is told first")
    func creating() throws {
        let id = try add()
        let tale = own(id)
        // The webhook overtakes the answer.
        try console.tell(tale.told("created", at: 1, tale.data("preparing")))
        stub.answer("POST /video/v1/assets", 201, told(tale.data("preparing")))
        try mux.create(id)
        #expect(stub.asked.first?.body.contains("\"passthrough\":\"book:1;video:\(id)\"") == true)
        #expect(stub.asked.first?.body.contains("Goodnight Moon") == true)
        let asset = try console.videos.find(id)
        #expect(asset.status == .preparing && asset.mux.assetID == "asset-1" && asset.isCurrent)
        #expect(try console.videos.count() == 1)
        // An answer that told nothing new was not kept.
        #expect(try console.count("SELECT count(*) FROM webhook_deliveries") == 1)
    }

    @Test("What Mux refuses is the video's trouble, and may be tried again")
    func failing() throws {
        let id = try add()
        stub.answer("POST /video/v1/assets", 422, StubMux.notFound)
        #expect(throws: MuxError.self) { try mux.create(id) }
        var asset = try console.videos.find(id)
        #expect(asset.status == .errored)
        #expect(asset.trouble?.message == "Mux rejected the request (422): There is no such asset")
        stub.reset()
        stub.answer("POST /video/v1/assets", 201, told(own(id).data("preparing")))
        try mux.create(id)
        asset = try console.videos.find(id)
        #expect(asset.status == .preparing && asset.trouble == nil)
    }

    @Test("An upload waits for its file, and becomes the asset that Mux makes of it")
    func uploading() throws {
        let id = try add(nil)
        stub.answer(
            "POST /video/v1/uploads",
            201,
            told("{\"id\":\"up\",\"status\":\"waiting\",\"url\":\"https://secret.example/x\"}")
        )
        let origin = try #require(Origin("http://127.0.0.1:8080"))
        #expect(try mux.startUpload(id, from: origin).url == "https://secret.example/x")
        #expect(try console.videos.find(id).status == .waiting)
        let bodies = try console.database.all("SELECT body FROM webhook_deliveries") {
            String(decoding: try $0.blob(0), as: UTF8.self)
        }
        #expect(!bodies.joined().contains("secret.example"))
        let tale = own(id, upload: "up")
        try console.tell(tale.uploaded("asset_created", at: 2, asset: "asset-1"))
        #expect(try console.videos.find(id).status == .preparing)
        try console.tell(tale.told("ready", at: 9, tale.data("ready", tale.finished())))
        #expect(try console.videos.find(id).status == .ready)
        #expect(try console.videoAtMux()?.id == id)
    }

    @Test("A video whose webhooks never came is mended by asking")
    func checking() throws {
        let id = try add()
        stub.answer("POST /video/v1/assets", 201, told(own(id).data("preparing")))
        try mux.create(id)
        let finished = own(id).data("ready", own(id).finished([("c", "ready")]))
        stub.answer("GET /video/v1/assets/asset-1", 200, told(finished))
        try mux.check(id)
        let asset = try console.videos.find(id)
        #expect(asset.status == .ready && asset.hasCaptions && asset.durationSeconds == 340)
        let lines = try console.videos.events(of: id, limit: 9).map(\.text)
        #expect(lines.contains("Status at Mux: ready"))
    }

    @Test("An upload whose webhooks never came leads to its asset")
    func checkingUpload() throws {
        let id = try add(nil)
        let upload = "{\"id\":\"up\",\"status\":\"waiting\",\"url\":\"https://s.example/x\"}"
        stub.answer("POST /video/v1/uploads", 201, told(upload))
        _ = try mux.startUpload(id, from: #require(Origin("http://127.0.0.1:8080")))
        stub.answer(
            "GET /video/v1/uploads/up",
            200,
            told("{\"id\":\"up\",\"status\":\"asset_created\",\"asset_id\":\"asset-1\"}")
        )
        let tale = MuxTale(passthrough: nil, upload: "up")
        stub.answer(
            "GET /video/v1/assets/asset-1",
            200,
            told(tale.data("ready", tale.finished()))
        )
        try mux.check(id)
        #expect(try console.videos.find(id).status == .ready)
    }

    @Test("What Mux has no more is deleted here, too; deleting it here deletes it there")
    func deleting() throws {
        let id = try add()
        try console.tell(own(id).told("created", at: 1, own(id).data("preparing")))
        try mux.check(id)
        #expect(try console.videos.find(id).deletedAt != nil)
        let other = MuxTale(asset: "asset-2")
        try console.tell(other.told("created", at: 1, other.data("preparing")))
        let second = try #require(try console.videoAtMux("asset-2")).id
        stub.answer("DELETE /video/v1/assets/asset-2", 204)
        try mux.delete(second, by: .commandLine)
        #expect(try console.videos.find(second).deletedAt != nil)
        #expect(stub.lines.last == "DELETE /video/v1/assets/asset-2")
        try console.tell(other.told("deleted", at: 9, other.data("preparing")))
        #expect(
            try console.count("SELECT count(*) FROM webhook_deliveries WHERE verdict = 'failed'")
                == 0
        )
    }

    @Test("A check of everything asks about what differs, and about nothing else")
    func checkingAll() throws {
        let same = tale
        let late = MuxTale(asset: "asset-2")
        let unheard = MuxTale(asset: "asset-3")
        let foreign = MuxTale(asset: "asset-4", passthrough: nil)
        let gone = MuxTale(asset: "asset-5")
        try console.tell(same.told("ready", at: 9, same.data("ready", same.finished())))
        try console.tell(late.told("created", at: 1, late.data("preparing")))
        try console.tell(gone.told("created", at: 1, gone.data("preparing")))
        let ready = { (tale: MuxTale) in tale.data("ready", tale.finished()) }
        stub.answer(
            "GET /video/v1/assets?limit=100",
            200,
            "{\"data\":[\(ready(same)),\(ready(late))],\"next_cursor\":\"more\"}"
        )
        stub.answer(
            "GET /video/v1/assets?limit=100&cursor=more",
            200,
            "{\"data\":[\(ready(unheard)),\(ready(foreign))],\"next_cursor\":null}"
        )
        for tale in [late, unheard] {
            stub.answer("GET /video/v1/assets/\(tale.asset)", 200, told(ready(tale)))
        }
        let report = try mux.checkAll()
        #expect(report == .init(listed: 4, asked: 3))
        for name in ["asset-1", "asset-2", "asset-3"] {
            #expect(try console.videoAtMux(name)?.status == .ready, "\(name)")
        }
        #expect(try console.videoAtMux("asset-4") == nil)
        #expect(try console.videoAtMux("asset-5")?.deletedAt != nil)
        let before = stub.lines.count
        #expect(try mux.checkAll() == .init(listed: 4, asked: 0))
        #expect(stub.lines.count == before + 2)
    }

    @Test("A story with any webhooks missing is mended by one check", arguments: 0..<20)
    func mending(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let story = MuxStateTests.stories[seed % MuxStateTests.stories.count]
        for told in story.told.shuffled(using: &random) where random.below(2) == 0 {
            try console.tell(told)
        }
        let list = "GET /video/v1/assets?limit=100"
        stub.answer(list, 200, "{\"data\":[\(story.answer ?? "")],\"next_cursor\":null}")
        if let answer = story.answer {
            stub.answer("GET /video/v1/assets/asset-1", 200, told(answer))
        }
        _ = try mux.checkAll()
        guard let asset = try console.videoAtMux() else {
            // Nothing was ever told of it, and it is gone.
            #expect(story.isDeleted)
            return
        }
        #expect((asset.deletedAt != nil) == story.isDeleted)
        guard !story.isDeleted else { return }
        #expect(asset.status == story.status && asset.hasCaptions == story.captions)
    }
}
