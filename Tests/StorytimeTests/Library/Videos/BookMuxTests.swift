import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A book's video at Mux: from an address, an upload, or an asset that is there")
struct BookMuxTests {
    private let stub: StubMux
    private let console: Console
    private let book: Book
    private var path: String { "/admin/books/\(book.id)/video/mux" }

    init() throws {
        stub = try StubMux()
        let settings = stub.settings
        console = try Console { $0.mux = settings }
        try console.signIn(as: .admin)
        book = try console.addBook("Goodnight Moon")
    }

    private func told(_ data: String) -> String { "{\"data\":\(data)}" }

    private func own(_ number: Int, _ status: String) -> String {
        MuxTale(passthrough: "book:\(book.id);video:\(number)").data(status)
    }

    /// The fields of a form of the page, filled in.
    private func form(_ action: String, _ values: [String: String] = [:]) throws
        -> [(String, String)]
    {
        let form = try #require(try console.get(path).markup.forms.first { $0.action == action })
        return form.fields.map { ($0.name, values[$0.name] ?? $0.value) }
    }

    private let address = ["video_address": "https://media.example/moon.mp4"]

    @Test("Without configuration it says exactly which settings are missing, and nothing else")
    func unconfigured() throws {
        let console = try Console.asAdmin()
        try console.addBook("A")
        let page = try console.get("/admin/books/1/video/mux")
        #expect(page.status == 200)
        for name in [
            "STORYTIME_MUX_TOKEN_ID and STORYTIME_MUX_TOKEN_SECRET",
            "STORYTIME_MUX_WEBHOOK_SECRET", "STORYTIME_MUX_SIGNING_KEY_ID",
        ] {
            #expect(page.contains(name), "\(name)")
        }
        #expect(!page.markup.forms.contains { $0.action.contains("/video/mux") })
        let answer = try console.post(
            "/admin/books/1/video/mux",
            [("video_address", "https://a.b/c")]
        )
        #expect(answer.status == 422 && answer.contains("Mux is not set up"))
    }

    @Test("Mux is given the address, asked for an MP4 file as well, and the book has a video")
    func fromAddress() throws {
        stub.answer("POST /video/v1/assets", 201, told(own(1, "preparing")))
        let fields = try form(path, address)
        let answer = try console.post(path, fields)
        #expect(answer.location == "/admin/video_assets/1")
        let asked = try #require(stub.asked.first)
        #expect(asked.body.contains("https://media.example/moon.mp4"))
        #expect(asked.body.contains("\"static_renditions\":[{\"resolution\":\"highest\"}]"))
        #expect(try console.videos.current(of: book.id)?.status == .preparing)
        // The second click.
        #expect(try console.post(path, fields).location == "/admin/video_assets/1")
        #expect(stub.asked.count == 1)
    }

    @Test("What Mux refuses stands beside the field in Mux's words, and leaves nothing on its way")
    func refused() throws {
        let error = "{\"error\":{\"type\":\"invalid\",\"messages\":[\"The url is not public\"]}}"
        stub.answer("POST /video/v1/assets", 422, error)
        let page = try console.post(path, form(path, address))
        #expect(page.status == 422)
        #expect(page.markup.error(of: "video_address")?.contains("The url is not public") == true)
        #expect(page.markup.value(of: "video_address") == address["video_address"])
        #expect(try console.videos.count() == 0)
        for wrong in ["", "moon.mp4", "http://media.example/moon.mp4", "https://nas/moon.mp4"] {
            let page = try console.post(path, form(path, ["video_address": wrong]))
            #expect(page.status == 422 && page.markup.error(of: "video_address") != nil)
        }
        #expect(stub.asked.count == 1)
    }

    @Test("What Mux may have done in spite of an error stays, and a webhook finds it")
    func uncertain() throws {
        for _ in 0..<3 { stub.answer("POST /video/v1/assets", 503, "") }
        let page = try console.post(path, form(path, address))
        #expect(page.markup.error(of: "video_address")?.contains("Mux is having problems") == true)
        #expect(try console.videos.current(of: book.id)?.status == .errored)
    }

    @Test("A browser gets an address to upload to, on one page that may send to it and is not kept")
    func upload() throws {
        let url = "https://up.mux.example/put?secret=1"
        let upload = "{\"id\":\"up-1\",\"status\":\"waiting\",\"url\":\"\(url)\"}"
        stub.answer("POST /video/v1/uploads", 201, told(upload))
        let fields = try form(path + "/upload")
        let page = try console.post(path + "/upload", fields)
        #expect(page.status == 200)
        #expect(page.markup.tags.contains { $0["data-put"] == url })
        let policy = page.header("Content-Security-Policy")
        #expect(policy?.contains("connect-src 'self' https://up.mux.example;") == true)
        #expect(
            stub.asked.first?.body.contains("\"cors_origin\":\"http://127.0.0.1:8080\"") == true
        )
        let asset = try #require(try console.videos.current(of: book.id))
        #expect(asset.status == .waiting && asset.mux.uploadID == "up-1")
        // Loaded again, it leads to the video, and begins no second upload.
        #expect(try console.post(path + "/upload", fields).location == asset.href)
        #expect(stub.asked.count == 1)
        #expect(try !console.catalogText().contains("secret=1"))
    }

    @Test(
        "An upload that Mux does not give, or to a strange place, is said beside its button",
        arguments: [
            (429, "{\"error\":{\"type\":\"x\",\"messages\":[\"slow down\"]}}", "slow down"),
            (201, "{\"data\":{\"id\":\"up\",\"status\":\"waiting\"}}", "no address"),
            (
                201,
                "{\"data\":{\"id\":\"up\",\"status\":\"waiting\",\"url\":\"http://a.example/x\"}}",
                "no address"
            ),
        ]
    )
    func uploadRefused(status: Int, body: String, words: String) throws {
        stub.answer("POST /video/v1/uploads", status, body, [("Retry-After", "100")])
        let page = try console.post(path + "/upload", form(path + "/upload"))
        #expect(page.status == 422)
        #expect(page.markup.text(where: "id", is: "upload-error")?.contains(words) == true)
        #expect(try console.videos.count() == 0)
    }

    @Test("An asset that is at Mux already becomes the book's, and can be signed for")
    func linking() throws {
        let plain = "{\"id\":\"asset-9\",\"status\":\"ready\",\"duration\":12.2}"
        stub.answer("GET /video/v1/assets/asset-9", 200, told(plain))
        let playable = MuxTale(asset: "asset-9", passthrough: nil)
        let data = playable.data("ready", playable.finished())
        stub.answer("GET /video/v1/assets/asset-9", 200, told(data))
        stub.answer(
            "POST /video/v1/assets/asset-9/playback-ids",
            201,
            told("{\"id\":\"p\",\"policy\":\"signed\"}")
        )
        let answer = try console.post(
            path + "/asset",
            form(path + "/asset", ["mux_asset": "asset-9"])
        )
        let asset = try #require(try console.videos.current(of: book.id))
        #expect(answer.location == asset.href && asset.status == .ready)
        #expect(asset.mux.signedPlaybackID == "asset-9-signed")
        #expect(stub.lines.filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test("An asset that isn't there, or is another book's, is refused in words beside the field")
    func notLinked() throws {
        func send(_ name: String) throws -> String? {
            let answer = try console.post(
                path + "/asset",
                form(path + "/asset", ["mux_asset": name])
            )
            #expect(answer.status == 422)
            return answer.markup.error(of: "mux_asset")
        }
        #expect(try send("nowhere")?.contains("There is no such asset") == true)
        #expect(try send("no/id")?.contains("letters, digits") == true)
        let other = try console.addAsset(of: console.addBook("Owl Babies"))
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'taken'")
        #expect(try send("taken")?.contains("belongs to “Owl Babies”") == true)
        try console.videos.choose(other.id, for: book.id, by: .commandLine)
        #expect(try send("taken")?.contains("already a video of this book") == true)
        try console.videos.delete(other.id, by: .commandLine)
        #expect(try send("taken")?.contains("was deleted") == true)
        #expect(try console.videos.count() == 0)
    }

    @Test("An asset that belongs to no book is given to this one without asking Mux")
    func adopting() throws {
        let asset = try console.addAsset()
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'lost'")
        _ = try console.post(path + "/asset", form(path + "/asset", ["mux_asset": "lost"]))
        #expect(try console.videos.current(of: book.id)?.id == asset.id)
        #expect(stub.asked.isEmpty)
    }

    @Test("A book in the bin gets no video")
    func binned() throws {
        _ = try console.bin.add(book.id, by: .commandLine)
        #expect(try console.get(path).status == 404)
        #expect(try console.post(path, [("video_address", "https://a.example/b")]).status == 404)
    }
}
