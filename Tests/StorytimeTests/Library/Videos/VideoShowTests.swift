import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The page of a video")
struct VideoShowTests {
    private let stub: StubMux
    private let console: Console
    private let book: Book

    init() throws {
        stub = try StubMux()
        var settings = stub.settings
        settings.webhookSecret = Console.webhookSecret
        settings.signingKeyID = "key-1"
        settings.signingKey = try TestKeys.pair.get().pkcs1
        let all = settings
        console = try Console { $0.mux = all }
        try console.signIn(as: .admin)
        book = try console.addBook("Goodnight Moon")
    }

    private func told(_ data: String) -> String { "{\"data\":\(data)}" }

    /// An asset of which Mux has told everything.
    private func ready() throws -> VideoAsset {
        let tale = MuxTale(passthrough: "book:\(book.id)")
        try console.tell(tale.told("created", at: 1, tale.data("preparing")))
        try console.tell(
            tale.told("ready", at: 70, tale.data("ready", tale.finished([("sub-1", "ready")])))
        )
        return try #require(try console.videoAtMux())
    }

    @Test("A chapter without a title has its number")
    func chapters() throws {
        let asset = try ready()
        try console.database.execute(
            """
            INSERT INTO video_contents (asset_id, position, kind, seconds, text)
            VALUES (\(asset.id.value), 1, 'chapter', 0, 'The fox'),
                (\(asset.id.value), 2, 'chapter', 9, '')
            """
        )
        let page = try console.get(asset.href)
        #expect(page.contains("0:00 <bdi>The fox</bdi>"))
        #expect(page.contains("0:09 <bdi>Chapter 2</bdi>"))
    }

    @Test("It says what is known of it, and what happened to it")
    func shows() throws {
        let asset = try ready()
        let page = try console.get(asset.href)
        #expect(page.status == 200)
        for words in [
            "Goodnight Moon", "5:40 (340 s)", "1920 × 1080", "16:9", "This is the book’s video.",
            "asset-1", "Ready at Mux, 5:40 long", "Mux is preparing it",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(page.markup.targets.contains("/admin/books/\(book.id)"))
        #expect(try console.get("/admin/video_assets/99").status == 404)
    }

    @Test("It plays: HLS first, with poster, captions and moments, each signed")
    func plays() throws {
        let page = try console.get(try ready().href).markup
        let video = try #require(page.all("video").first)
        #expect(video["poster"]?.hasPrefix("https://image.mux.com/asset-1-signed/thumb") == true)
        #expect(video["crossorigin"] == "anonymous")
        let sources = page.all("source")
        #expect(sources.map { $0["type"] } == ["application/vnd.apple.mpegurl"])
        #expect(sources.first?["src"]?.contains("asset-1-signed.m3u8?token=") == true)
        let track = try #require(page.all("track").first)
        #expect(
            track["src"]?.hasPrefix("https://stream.mux.com/asset-1-signed/text/sub-1.vtt?token=")
                == true
        )
        #expect(track["srclang"] == "en" && track["kind"] == "subtitles")
        let moments = page.tags.compactMap { $0["data-seek"] }.compactMap { Int($0) }
        #expect(moments.count == 12 && moments.first == 14 && moments.last == 325)
        let pictures = page.all("img").compactMap { $0["src"] }.filter { !$0.hasSuffix("/poster") }
        #expect(Set(pictures).count == 12)
    }

    @Test("A poster that can’t be shown is words, and no picture")
    func withoutPoster() throws {
        let asset = try ready()
        func posters() throws -> [String] {
            let pictures = try console.get(asset.href).markup.all("img").compactMap { $0["src"] }
            return pictures.filter { $0.hasSuffix("/poster") }
        }
        let words = "The poster can’t be shown as long as the video can’t be played."
        #expect(try posters() == [asset.href + "/poster"])
        #expect(try console.get(asset.href).contains("Chosen automatically."))
        try console.database.execute("UPDATE video_assets SET signed_playback_id = NULL")
        #expect(try posters() == [])
        #expect(try console.get(asset.href).contains(words))
    }

    @Test("Only the page that plays may fetch from Mux")
    func policy() throws {
        let page = try console.get(try ready().href)
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.contains("media-src 'self' https://*.mux.com"))
        #expect(policy.contains("img-src 'self' https://image.mux.com;"))
        for path in ["/admin/video_assets", "/admin/books/1", "/admin"] {
            let policy = try console.get(path).header("Content-Security-Policy")
            #expect(policy?.contains("mux.com") == false, "\(path)")
        }
    }

    @Test("Addresses end with the rights, and there are none when these are over")
    func rights() throws {
        let asset = try ready()
        func expiry() throws -> Int? {
            let source = try console.get(asset.href).markup.all("source").first?["src"]
            let claims = source?.split(separator: ".").dropLast().last.flatMap(Base64URL.decode)
            return claims.map { String(decoding: $0, as: UTF8.self) }.flatMap { claims in
                claims.split(separator: "\"exp\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
            }
        }
        #expect(try expiry() == console.time.now + 2 * 340 + 3600)
        // It is 10:40 in UTC, and the day ends in 13 hours and 20 minutes.
        try console.addWindow(book.id, "*", "2026-01-01", "2026-11-21")
        #expect(try expiry() == console.time.now + 2 * 340 + 3600)
        console.time.now += 13 * 3600
        try console.signIn(console.addUser("late@example.test", .admin))
        #expect(try expiry() == console.time.now + 20 * 60)
        console.time.now += 20 * 60
        #expect(try expiry() == nil)
        #expect(try console.get(asset.href).contains("the rights to its book have ended"))
    }

    @Test("Without a signing key it says which settings are missing, and plays nothing")
    func unsigned() throws {
        let console = try Console.asAdmin()
        let asset = try console.addAsset(of: console.addBook("A"))
        try console.database.execute("UPDATE video_assets SET signed_playback_id = 'p'")
        let page = try console.get(asset.href)
        #expect(page.contains("STORYTIME_MUX_SIGNING_KEY_ID") && page.markup.all("video").isEmpty)
    }

    @Test("An older one can be made the book's video again")
    func choosing() throws {
        let old = try console.addAsset(of: book)
        console.time.now += 1
        let new = try console.addAsset(of: book)
        #expect(try console.get(new.href).contains("This is the book’s video."))
        #expect(try console.get(old.href).contains("the book has another video"))
        let answer = try console.post(old.href + "/choose")
        #expect(answer.location == old.href)
        #expect(try console.get(old.href).toast?.contains("now the book’s video") == true)
        #expect(try console.videos.current(of: book.id)?.id == old.id)
        // Once more is nothing to be done.
        _ = try console.post(old.href + "/choose")
        #expect(try console.get(old.href).toast?.contains("this is no longer possible") == true)
    }

    @Test("Deleting asks first, deletes at Mux, and leaves the history")
    func deleting() throws {
        let asset = try ready()
        let question = try console.get(asset.href + "/delete?list=status%3Dready")
        #expect(question.contains("nobody can watch the book"))
        #expect(question.contains("Its captions are deleted, too, including your edits."))
        stub.answer("DELETE /video/v1/assets/asset-1", 500, StubMux.notFound)
        stub.answer("DELETE /video/v1/assets/asset-1", 500, StubMux.notFound)
        stub.answer("DELETE /video/v1/assets/asset-1", 500, StubMux.notFound)
        stub.answer("DELETE /video/v1/assets/asset-1", 204)
        let form = try #require(question.markup.forms.first { $0.action.hasSuffix("/delete") })
        let fields = form.fields.map { ($0.name, $0.value) }
        // Mux's own words, and nothing is deleted.
        let refused = try console.post(form.action, fields)
        #expect(refused.location == asset.href)
        #expect(try console.get(asset.href).toast?.contains("Mux is having problems") == true)
        let answer = try console.post(form.action, fields)
        #expect(answer.location == "/admin/video_assets?status=ready")
        let page = try console.get(asset.href)
        #expect(page.contains("Only its record is left") && page.contains("Deleted by"))
        #expect(try console.get(asset.href + "/delete").status == 303)
    }

    @Test("Checking with Mux mends what was never told, and says what Mux says")
    func checking() throws {
        let asset = try console.addAsset(.preparing, of: book)
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'asset-1'")
        let tale = MuxTale()
        stub.answer(
            "GET /video/v1/assets/asset-1",
            200,
            told(tale.data("ready", tale.finished()))
        )
        _ = try console.post(asset.href + "/check")
        let page = try console.get(asset.href)
        #expect(page.toast?.contains("Checked with Mux: ready.") == true)
        #expect(page.contains("5:40 (340 s)") && page.contains("Status at Mux: ready"))
        stub.reset()
        _ = try console.post(asset.href + "/check")
        #expect(try console.get(asset.href).contains("No longer at Mux"))
    }

    @Test("What failed says why, and is tried again with a new asset")
    func retrying() throws {
        let asset = try console.addAsset(.errored, of: book, error: "The input has no video track")
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'asset-0'")
        let page = try console.get(asset.href)
        #expect(page.contains("The input has no video track"))
        #expect(page.markup.targets.contains("/admin/books/\(book.id)/video/new"))
        let made = MuxTale(passthrough: "book:\(book.id);video:2").data("preparing")
        stub.answer("POST /video/v1/assets", 201, told(made))
        stub.answer("DELETE /video/v1/assets/asset-0", 204)
        let next = try console.post(asset.href + "/retry").location
        #expect(next != asset.href)
        let current = try #require(try console.videos.current(of: book.id))
        #expect(current.href == next && current.status == .preparing)
        #expect(current.source == asset.source)
        #expect(try console.videos.find(asset.id).deletedAt != nil)
        // Twice is once.
        _ = try console.post(asset.href + "/retry")
        #expect(try console.count("SELECT count(*) FROM video_assets") == 2)
    }

    @Test("An upload that nobody has begun can be cancelled")
    func cancelling() throws {
        let asset = try console.addAsset(.waiting, of: book, source: nil)
        try console.database.execute("UPDATE video_assets SET mux_upload_id = 'up-1'")
        let cancelled = "{\"id\":\"up-1\",\"status\":\"cancelled\"}"
        stub.answer("PUT /video/v1/uploads/up-1/cancel", 200, told(cancelled))
        stub.answer("GET /video/v1/uploads/up-1", 200, told(cancelled))
        let page = try console.get(asset.href)
        #expect(page.contains("Cancel the upload"))
        _ = try console.post(asset.href + "/cancel")
        let after = try console.get(asset.href)
        #expect(after.contains("The upload was canceled") && !after.contains("Cancel the upload"))
    }

    @Test("The question before a book is removed for good says that its videos here go with it")
    func purge() throws {
        for provider in [VideoAsset.Provider.local, .local, .mux] {
            try console.addAsset(of: book, by: provider)
        }
        let gone = try console.addAsset(of: book, by: .local)
        try console.videos.delete(gone.id, by: .commandLine)
        _ = try console.bin.add(book.id, by: .commandLine)
        let references = BookReferences(database: console.database)
        #expect(try references.of(book).map(\.text) == ["Its 2 videos on this server"])
        #expect(try references.ofBin().map(\.text) == ["Their 2 videos on this server"])
    }

    @Test("A video of this server is stopped, and tried again as long as its file is there")
    func localVideos() throws {
        let asset = try console.addAsset(.preparing, of: book, by: .local, source: "moon.mov")
        let page = try console.get(asset.href)
        #expect(page.contains("Stop preparing"))
        #expect(page.contains("Added to this server from the command line"))
        let question = try console.get(asset.href + "/delete")
        #expect(question.contains("Its history is kept.") && !question.contains("Its captions"))
        _ = try console.post(asset.href + "/cancel")
        #expect(try console.videos.find(asset.id).status == .errored)
        // Its file was never there: nothing offers to try, and whoever asks all the same is told.
        #expect(try !console.get(asset.href).contains("Try again"))
        _ = try console.post(asset.href + "/retry")
        #expect(try console.get(asset.href).toast?.contains("Upload it again") == true)
        try console.database.execute(
            """
            INSERT INTO video_sources (asset_id, inbox_name) VALUES (\(asset.id.value), 'moon.mov')
            """
        )
        #expect(try console.get(asset.href).contains("Try again"))
        #expect(try console.post(asset.href + "/check").status == 404)
        #expect(stub.asked.isEmpty)
    }

    @Test("Captions are added from an address, in Mux's words where it refuses, and deleted")
    func captions() throws {
        let asset = try ready()
        let form = [
            ("captions_address", "https://media.example/moon.vtt"), ("captions_language", "fr"),
            ("captions_name", ""), ("closed", "1"),
        ]
        let path = asset.href + "/captions"
        let empty = try console.post(path)
        #expect(empty.status == 422 && empty.markup.error(of: "captions_address") != nil)
        #expect(empty.markup.error(of: "captions_language") != nil)
        let error = "{\"error\":{\"type\":\"invalid\",\"messages\":[\"name is taken\"]}}"
        stub.answer("POST /video/v1/assets/asset-1/tracks", 422, error)
        let refused = try console.post(path, form)
        #expect(refused.status == 422)
        #expect(refused.markup.error(of: "captions_address")?.contains("name is taken") == true)
        #expect(refused.markup.value(of: "captions_language") == "fr")
        stub.reset()
        let tale = MuxTale()
        let track = tale.text("sub-2", "preparing")
        stub.answer("POST /video/v1/assets/asset-1/tracks", 201, told(track))
        let more = tale.finished([("sub-1", "ready"), ("sub-2", "ready")])
        stub.answer("GET /video/v1/assets/asset-1", 200, told(tale.data("ready", more)))
        _ = try console.post(path, form)
        #expect(stub.asked.contains { $0.body.contains("\"name\":\"French\"") })
        #expect(stub.asked.contains { $0.body.contains("\"closed_captions\":true") })
        let page = try console.get(asset.href)
        #expect(page.contains("sub-2") && page.contains("French captions added by"))
        let added = try #require(
            try console.videos.captions(of: asset.id).first { $0.muxTrackID == "sub-2" }
        )
        stub.reset()
        stub.answer("DELETE /video/v1/assets/asset-1/tracks/sub-2", 204)
        let fewer = tale.finished([("sub-1", "ready")])
        stub.answer("GET /video/v1/assets/asset-1", 200, told(tale.data("ready", fewer)))
        _ = try console.post("\(path)/\(added.id)/delete")
        #expect(try console.videos.captions(of: asset.id).map(\.muxTrackID) == ["sub-1"])
    }

    @Test("Captions without a language are said to be in an unknown one, by every page and program")
    func unknownLanguage() throws {
        let asset = try console.addAsset(of: book, by: .local)
        let track = try console.addTrack(["Hi"], to: asset, "und")
        let named = try console.addTrack(["Hi"], to: asset, "und", label: "Signs", kind: .captions)
        let page = try console.get(asset.href)
        #expect(page.contains("from a file") && !page.contains("und, from"))
        #expect(page.contains("unknown language, from a file"))
        for path in [asset.href, track.href, CaptionFilter.path] {
            let page = try console.get(path)
            #expect(page.contains("Unknown language") && !page.contains(">und<"), "\(path)")
        }
        #expect(track.name == "Unknown language" && named.name == "Signs")
    }

    @Test("A long timeline has pages")
    func timeline() throws {
        let asset = try console.addAsset(of: book)
        for number in 0..<60 {
            try console.videos.tell(asset.id, "updated", "line \(number).")
        }
        var target: String? = asset.href
        var lines: [String] = []
        for _ in 0..<4 {
            guard let address = target else { break }
            let page = try console.get(address)
            lines += page.markup.tags.filter { $0["class"] == "event-line" }.map(\.text)
            target = page.markup.targets.first { $0.contains("?older=") }
        }
        #expect(lines.count == 61 && Set(lines).count == 61)
        #expect(lines.first == "line 59." && lines.last?.hasPrefix("Added to Mux") == true)
        #expect(try console.get(asset.href + "?older=x").status == 200)
    }

    @Test("The page of what Mux told says when everything was checked last")
    func lastCheck() throws {
        #expect(try !console.get("/admin/webhooks").contains("Last checked"))
        stub.answer("GET /video/v1/assets?limit=100", 200, "{\"data\":[],\"next_cursor\":null}")
        _ = try console.post("/admin/webhooks/check")
        try console.work()
        console.time.now += 20 * 60
        for path in ["/admin/webhooks", "/admin/system"] {
            let page = try console.get(path)
            #expect(page.contains("Last checked with Mux 20 minutes ago"), "\(path)")
        }
    }

    @Test("What Mux told of it is a page of its own")
    func deliveries() throws {
        let asset = try ready()
        let other = MuxTale(asset: "asset-2", passthrough: "book:\(book.id)")
        try console.tell(other.told("created", at: 1, other.data("preparing")))
        let href = "/admin/webhooks?video=\(asset.id)"
        #expect(try console.get(asset.href).markup.targets.contains(href))
        let page = try console.get(href)
        #expect(page.contains("2 deliveries") && !page.contains("asset-2"))
        #expect(try console.get("/admin/webhooks?video=99").status == 404)
    }
}
