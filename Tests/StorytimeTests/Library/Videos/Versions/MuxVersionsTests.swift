import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Static renditions of a video at Mux")
struct MuxVersionsTests {
    private let stub: StubMux
    private let console: Console
    private let tale: MuxTale

    init() throws {
        stub = try StubMux()
        var settings = stub.settings
        settings.webhookSecret = Console.webhookSecret
        settings.signingKeyID = "key-1"
        settings.signingKey = try TestKeys.pair.get().pkcs1
        let all = settings
        console = try Console { $0.mux = all }
        try console.signIn(as: .admin)
        let book = try console.addBook("Goodnight Moon")
        tale = MuxTale(passthrough: "book:\(book.id)")
    }

    /// An asset that is ready, with such files.
    private func ready(_ files: String...) throws -> VideoAsset {
        let more = "\"static_renditions\":{\"files\":[\(files.joined(separator: ","))]}"
        let finished = tale.finished()
        let data =
            files.isEmpty
            ? tale.data("ready", finished) : tale.data("ready", finished, more)
        try console.tell(tale.told("ready", at: 1, data))
        return try #require(try console.videoAtMux())
    }

    private func file(_ size: String, _ status: String, _ more: String = "") -> String {
        "{\"id\":\"r-\(size)\",\"name\":\"\(size).mp4\",\"ext\":\"mp4\",\"resolution\":\"\(size)\","
            + "\"status\":\"\(status)\",\"asset_id\":\"asset-1\"\(more)}"
    }

    private func told(_ word: String, at: Double, _ size: String, _ more: String = "") -> MuxTold {
        // A deleted file's event says how it was before.
        let status = word == "created" ? "preparing" : word == "deleted" ? "ready" : word
        return MuxTold(
            "video.asset.static_rendition.\(word)",
            at: at,
            about: ("static_rendition", "r-\(size)"),
            data: file(size, status, more)
        )
    }

    private func versions() throws -> [VideoVersion] {
        let asset = try #require(try console.videoAtMux())
        return try VideoVersionStore(database: console.database, now: 1).all(of: asset.id)
    }

    private var states: [String] {
        get throws { try versions().map { "\($0.size.rawValue) \($0.status.rawValue)" } }
    }

    @Test("Webhooks say how far each is, and a chip shows it (V5 L116)")
    func webhooks() throws {
        let asset = try ready()
        #expect(try versions().isEmpty)
        try console.tell(told("created", at: 2, "720p"))
        try console.tell(told("created", at: 2.5, "480p"))
        try console.tell(told("created", at: 2.6, "1080p"))
        #expect(try states == ["1080p preparing", "720p preparing", "480p preparing"])
        try console.tell(
            told("ready", at: 9, "720p", ",\"filesize\":\"8000000\",\"width\":1280,\"height\":720")
        )
        try console.tell(told("skipped", at: 10, "1080p"))
        try console.tell(
            told(
                "errored",
                at: 11,
                "480p",
                ",\"error\":{\"type\":\"x\",\"messages\":[\"Out of luck\"]}"
            )
        )
        #expect(try states == ["1080p skipped", "720p ready", "480p errored"])
        let page = try console.get(asset.href)
        for words in ["1280 × 720, 8 MB", "Skipped", "enlarge", "Failed", "Out of luck"] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(try console.videoAtMux()?.mux.mp4Name == "720p.mp4")
        // Late and twice, nothing changes any more.
        try console.tell(told("created", at: 2, "720p"))
        #expect(try states == ["1080p skipped", "720p ready", "480p errored"])
        try console.tell(told("deleted", at: 12, "720p"))
        #expect(try states == ["1080p skipped", "480p errored"])
        #expect(try console.videoAtMux()?.mux.mp4Name == nil)
    }

    @Test("The files of an asset come as an object or a list; sounds and odd ones are left out")
    func shapes() throws {
        for files in [
            "{\"files\":[\(file("720p", "ready")),\(file("480p", "preparing"))]}",
            "[\(file("720p", "ready")),\(file("480p", "preparing")),"
                + "{\"name\":\"audio.m4a\",\"status\":\"ready\"},{\"name\":7},"
                + "{\"name\":\"low.mp4\",\"status\":\"ready\"}]",
        ] {
            let data = tale.data("ready", tale.finished(), "\"static_renditions\":\(files)")
            let state = MuxState([tale.told("ready", at: 1, data).event])
            #expect(Set(state.renditions.values.compactMap(\.size)) == [.p720, .p480])
            #expect(state.names.mp4Name == "720p.mp4")
        }
    }

    @Test("Of several files the largest is played, whichever was ready first")
    func best() throws {
        let asset = tale.told("ready", at: 1, tale.data("ready", tale.finished())).event
        let (small, large) = (told("ready", at: 9, "480p"), told("ready", at: 3, "1080p"))
        let state = MuxState([asset, small.event, large.event])
        #expect(state.names.mp4Name == "1080p.mp4")
        let gone = MuxState([
            asset, small.event, large.event, told("deleted", at: 10, "1080p").event,
        ])
        #expect(gone.names.mp4Name == "480p.mp4")
    }

    @Test("Mux is asked for a size, and what it answers is shown")
    func asks() throws {
        let asset = try ready()
        let offers = try console.get(asset.href).markup.all("button").filter {
            $0["name"] == "size"
        }
        #expect(offers.map { $0["value"] } == ["highest", "1080p", "720p", "480p"])
        #expect(offers.prefix(2).map(\.text) == ["Make the largest size", "Make 1080p"])
        stub.answer("POST /video/v1/assets/asset-1/static-renditions", 201, "{\"data\":{}}")
        let files = "\"static_renditions\":{\"files\":[\(file("720p", "preparing"))]}"
        let data = tale.data("ready", tale.finished(), files)
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(data)}")
        let answer = try console.post(asset.href + "/versions", [("size", "720p")])
        #expect(answer.location == asset.href + "#sizes")
        #expect(stub.asked.first?.body == "{\"resolution\":\"720p\"}")
        #expect(try states == ["720p preparing"])
        let page = try console.get(asset.href)
        #expect(page.contains("720p requested at Mux") && page.contains("Preparing"))
        // The highest size isn't made beside single ones.
        let next = page.markup.all("button").filter { $0["name"] == "size" }
        #expect(next.map { $0["value"] } == ["1080p", "480p"])
        _ = try console.post(asset.href + "/versions", [("size", "highest")])
        #expect(stub.asked.count == 2)
    }

    @Test("Beside the highest size single ones aren't offered, and the page says what to do")
    func highest() throws {
        let asset = try ready(file("highest", "ready", ",\"width\":1920,\"height\":1080"))
        let page = try console.get(asset.href)
        #expect(page.markup.all("button").allSatisfy { $0["name"] != "size" })
        #expect(page.contains("delete “Highest” first"))
        _ = try console.post(asset.href + "/versions", [("size", "720p")])
        #expect(stub.asked.isEmpty)
        #expect(try console.get(asset.href).contains("Mux can’t make 720p beside"))
    }

    @Test("What Mux refuses is said, and nothing is noted")
    func refused() throws {
        let asset = try ready()
        stub.answer(
            "POST /video/v1/assets/asset-1/static-renditions",
            400,
            "{\"error\":{\"type\":\"invalid_parameters\",\"messages\":[\"Not with mp4_support\"]}}"
        )
        _ = try console.post(asset.href + "/versions", [("size", "720p")])
        #expect(try console.get(asset.href).contains("Not with mp4_support"))
        #expect(try versions().isEmpty)
    }

    @Test("It is deleted at Mux, also if Mux has none any more (V5 L118)", arguments: [204, 404])
    func deletes(status: Int) throws {
        let asset = try ready(file("720p", "ready"))
        let version = try #require(try versions().first)
        let question = try console.get(version.href(of: asset) + "/delete")
        #expect(question.contains("It is deleted at Mux"))
        stub.answer(
            "DELETE /video/v1/assets/asset-1/static-renditions/r-720p",
            status,
            StubMux.notFound
        )
        // Without any file, Mux's answer has no such object.
        let data = tale.data("ready", tale.finished())
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(data)}")
        #expect(try console.post(version.href(of: asset) + "/delete", []).status == 303)
        #expect(try versions().isEmpty)
        #expect(try console.videoAtMux()?.mux.mp4Name == nil)
        #expect(try console.videoAtMux()?.status == .ready)
    }

    @Test("A failed one is deleted and asked for again")
    func retries() throws {
        let asset = try ready(file("720p", "errored"))
        let version = try #require(try versions().first)
        stub.answer("DELETE /video/v1/assets/asset-1/static-renditions/r-720p", 204)
        stub.answer("POST /video/v1/assets/asset-1/static-renditions", 201, "{\"data\":{}}")
        let files = "\"static_renditions\":{\"files\":[\(file("720p", "preparing"))]}"
        let gone = tale.data("ready", tale.finished())
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(gone)}")
        stub.answer(
            "GET /video/v1/assets/asset-1",
            200,
            "{\"data\":\(tale.data("ready", tale.finished(), files))}"
        )
        #expect(try console.post(version.href(of: asset) + "/retry", []).status == 303)
        #expect(stub.asked.filter { $0.line.hasPrefix("POST") }.count == 1)
    }

    @Test("A message that never came is made up for by the hourly check")
    func missed() throws {
        let asset = try ready(file("720p", "preparing"))
        let files = "\"static_renditions\":{\"files\":[\(file("720p", "ready"))]}"
        let data = tale.data("ready", tale.finished(), files)
        stub.answer("GET /video/v1/assets?limit=100", 200, "{\"data\":[\(data)]}")
        stub.answer("GET /video/v1/assets/asset-1", 200, "{\"data\":\(data)}")
        let client = MuxClient(console.site.configuration.mux, timeoutMilliseconds: 5000)
        let videos = MuxVideos(database: console.database, client: client, now: console.time.now)
        try videos.checkAll()
        #expect(try states == ["720p ready"])
        let lines = stub.lines.count
        try videos.checkAll()
        #expect(stub.lines.count == lines + 1)
        // It goes with its video.
        try console.tell(tale.told("deleted", at: 9e6, tale.data("ready")))
        #expect(try console.count("SELECT count(*) FROM video_versions") == 0)
        #expect(try console.videos.find(asset.id).deletedAt != nil)
    }
}
