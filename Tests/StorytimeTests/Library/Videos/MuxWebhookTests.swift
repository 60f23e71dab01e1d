import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Webhooks of Mux")
struct MuxWebhookTests {
    private let tale = MuxTale()

    private func verdicts(_ console: Console) throws -> [String] {
        try console.texts("SELECT verdict FROM webhook_deliveries ORDER BY number")
    }

    @Test("A video at Mux goes through its whole story by what Mux tells")
    func story() throws {
        let console = try Console.withMux()
        let book = try console.addBook("Goodnight Moon")
        #expect(try console.tell(tale.told("created", at: 3, tale.data("preparing"))).status == 200)
        var asset = try #require(try console.videos.current(of: book.id))
        #expect(asset.status == .preparing && asset.provider == .mux)
        let texts = [("c", "preparing")]
        try console.tell(tale.told("ready", at: 70, tale.data("ready", tale.finished(texts))))
        asset = try console.videos.find(asset.id)
        #expect(asset.status == .ready && asset.durationSeconds == 340 && !asset.hasCaptions)
        #expect(asset.picture.height == 1080 && asset.mux.signedPlaybackID == "asset-1-signed")
        try console.tell(tale.track("ready", at: 95, "c"))
        #expect(try console.videos.find(asset.id).hasCaptions)
        try console.tell(tale.told("deleted", at: 99, tale.data("ready")))
        #expect(try console.videos.find(asset.id).deletedAt != nil)
        #expect(try console.videos.current(of: book.id) == nil)
        let lines = try console.videos.events(of: asset.id, limit: 9).map(\.text)
        #expect(
            lines == [
                "Deleted at Mux", "Captions “c” (en) are ready", "Ready at Mux, 5:40 long",
                "Mux is preparing it",
            ]
        )
        #expect(try verdicts(console) == Array(repeating: "applied", count: 4))
    }

    @Test("What no video wants is kept for a week, and of more than a thousand the latest")
    func unwanted() throws {
        let console = try Console.withMux()
        let book = try console.addBook("Goodnight Moon")
        try console.tell(tale.told("created", at: 3, tale.data("preparing")))
        let video = try #require(try console.videos.current(of: book.id))
        try console.database.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1010)
            INSERT INTO webhook_deliveries (id, source, type, mux_asset_id, happened_us, received_at,
                verdict, body)
            SELECT 'e' || i, 'webhook', 'video.asset.updated', 'a' || i, i, \(console.time.now),
                iif(i = 1, 'new', 'kept'), x'00' FROM n
            """
        )
        func kept() throws -> [String] {
            let inbox = MuxInbox(database: console.database, now: console.time.now)
            try inbox.removeUnwanted()
            return try console.texts("SELECT mux_asset_id FROM webhook_deliveries ORDER BY number")
        }
        // What isn’t applied yet, and what a video has, stays.
        let latest = (11...1010).map { "a\($0)" }
        #expect(try kept() == ["asset-1", "a1"] + latest)
        console.time.now += MuxInbox.unwantedSeconds
        #expect(try kept() == ["asset-1", "a1"])
        #expect(try console.videos.find(video.id).status == .preparing)
    }

    @Test("In whatever order, and however often, it ends the same", arguments: 0..<30)
    func anyOrder(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let story = MuxStateTests.stories[seed % MuxStateTests.stories.count]
        let (inOrder, mixed) = (try Console.withMux(), try Console.withMux())
        for console in [inOrder, mixed] { try console.addBook("Goodnight Moon") }
        for told in story.told { try inOrder.tell(told) }
        var told = story.told + [story.told[random.below(story.told.count)]]
        told.shuffle(using: &random)
        for told in told { #expect(try mixed.tell(told).status == 200) }
        func end(_ console: Console) throws -> VideoAsset {
            var asset = try #require(try console.videoAtMux())
            // How often it was written is no part of how it is.
            asset.version = 0
            return asset
        }
        let asset = try end(mixed)
        #expect(try asset == end(inOrder))
        #expect(asset.status == story.status)
        #expect(asset.hasCaptions == (story.captions && !story.isDeleted))
        let timeline = { (console: Console) in
            try console.videos.events(of: asset.id, limit: 99).map { "\($0.at) \($0.text)" }
                .sorted()
        }
        #expect(try timeline(mixed) == timeline(inOrder))
        #expect(try mixed.count("SELECT count(*) FROM row_counts WHERE amount < 0") == 0)
    }

    @Test("The same event again is counted and changes nothing")
    func duplicates() throws {
        let console = try Console.withMux()
        try console.addBook("Goodnight Moon")
        let told = tale.told("created", at: 3, tale.data("preparing"))
        try console.tell(told)
        let before = try console.videoAtMux()
        console.time.now += 60
        #expect(try console.tell(told).status == 200)
        #expect(try console.videoAtMux() == before)
        #expect(try console.count("SELECT times_received FROM webhook_deliveries") == 2)
        #expect(
            try console.count("SELECT amount FROM row_counts WHERE name = 'webhook_deliveries'")
                == 1
        )
    }

    @Test("A wrong signature keeps nothing; the log hears of it once a minute")
    func refused() throws {
        let lines = LogLines()
        let console = try Console.withMux(log: lines.log)
        let body = tale.told("created", at: 3, tale.data("preparing")).body
        for signature in ["", "t=1,v1=00", try console.muxHeader(body, secret: "other")] {
            let answer = try console.tell(body, signature: signature)
            #expect(answer.status == 400)
        }
        #expect(try console.count("SELECT count(*) FROM webhook_deliveries") == 0)
        #expect(lines.all.count == 1)
        console.time.now += 60
        try console.tell(body, signature: "")
        #expect(lines.all.count == 2 && lines.all[1].contains("3 since the last note"))
        #expect(console.site.shared[RefusedWebhooks.self].count.amount == 4)
        #expect(!lines.all.joined().contains("asset-1"))
    }

    @Test("Without a secret the address isn't there; another type of content is not taken")
    func notConfigured() throws {
        let body = "{}"
        let console = try Console()
        #expect(try console.tell(body).status == 404)
        let ready = try Console.withMux()
        let signed = [("mux-signature", try ready.muxHeader(body))]
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(
            try ready.send(.post, "/webhooks/mux", signed + form, Array(body.utf8)).status == 415
        )
        #expect(try ready.send(.get, "/webhooks/mux").status == 405)
        // A page of another site could make a browser send one; it would not be Mux.
        ready.headers = [("Origin", "https://evil.example")]
        #expect(try ready.tell(body).status == 403)
    }

    @Test("An unknown asset waits until somebody here knows it")
    func unknown() throws {
        let console = try Console.withMux()
        var tale = tale
        tale.passthrough = nil
        try console.tell(tale.told("ready", at: 70, tale.data("ready", tale.finished())))
        try console.tell(tale.track("ready", at: 71, "c"))
        #expect(try verdicts(console) == ["kept", "kept"])
        let draft = VideoAsset.Draft(provider: .mux, bookID: nil, source: nil)
        let id = try console.videos.insert(draft, by: .commandLine).id
        tale.passthrough = "video:\(id)"
        try console.tell(tale.told("updated", at: 72, tale.data("ready")))
        let asset = try console.videos.find(id)
        #expect(asset.status == .ready && asset.hasCaptions && asset.durationSeconds == 340)
        #expect(try verdicts(console) == ["applied", "applied", "applied"])
    }

    @Test("What no video has is said to be an asset or an upload, whichever it is")
    func unknownKinds() throws {
        let console = try Console.withMux()
        var tale = tale
        tale.passthrough = nil
        try console.tell(tale.told("created", at: 3, tale.data("preparing")))
        for (second, word) in [(4.0, "cancelled"), (5.0, "errored")] {
            try console.tell(tale.uploaded(word, at: second))
        }
        let effects = try console.texts("SELECT effect FROM webhook_deliveries ORDER BY number")
        let ofUpload = "No video belongs to this upload yet"
        #expect(effects == ["No video has this asset yet", ofUpload, ofUpload])
    }

    @Test("An asset finds the video that was made for it by its passthrough or its upload")
    func joining() throws {
        let console = try Console.withMux()
        let book = try console.addBook("Goodnight Moon")
        let draft = VideoAsset.Draft(provider: .mux, bookID: book.id, source: "a.mp4")
        let first = try console.videos.insert(draft, by: .commandLine).id
        let second = try console.videos.insert(draft, by: .commandLine).id
        try console.database.execute(
            "UPDATE video_assets SET mux_upload_id = 'up' WHERE id = \(second.value)"
        )
        let byName = MuxTale(asset: "a", passthrough: "book:\(book.id);video:\(first)")
        let byUpload = MuxTale(asset: "b", passthrough: nil, upload: "up")
        try console.tell(byName.told("created", at: 3, byName.data("preparing")))
        try console.tell(byUpload.uploaded("asset_created", at: 4, asset: "b"))
        try console.tell(byUpload.told("ready", at: 5, byUpload.data("ready", byUpload.finished())))
        #expect(try console.videoAtMux("a")?.id == first)
        #expect(try console.videoAtMux("b")?.id == second)
        #expect(try console.videos.find(second).status == .ready)
        #expect(try console.videos.count() == 2)
        // A third asset with the first's passthrough is not the first.
        let third = MuxTale(asset: "c", passthrough: byName.passthrough)
        try console.tell(third.told("created", at: 9, third.data("preparing")))
        #expect(try console.videoAtMux("c")?.bookID == book.id)
        #expect(try console.videos.count() == 3)
    }

    @Test("A video follows the book that Mux keeps for it, until someone gives it to another")
    func books() throws {
        let console = try Console.withMux()
        let one = try console.addBook("One")
        let two = try console.addBook("Two")
        let three = try console.addBook("Three")
        try console.tell(tale.told("created", at: 3, tale.data("preparing")))
        let id = try #require(try console.videoAtMux()).id
        #expect(try console.videos.current(of: one.id)?.id == id)
        var moved = tale
        moved.passthrough = "book:\(two.id);v2"
        try console.tell(moved.told("updated", at: 4, moved.data("preparing")))
        #expect(try console.videos.current(of: one.id) == nil)
        #expect(try console.videos.current(of: two.id)?.id == id)
        try console.videos.choose(id, for: three.id, by: .commandLine)
        try console.tell(tale.told("updated", at: 5, tale.data("preparing")))
        #expect(try console.videos.current(of: three.id)?.id == id)
    }

    @Test(
        "An event that cannot be read is shown as that, not as one that means nothing here",
        arguments: [
            "{\"type\":\"video.asset.ready\",\"id\":\"evt-1\"}",
            "{\"type\":\"video.upload.errored\",\"id\":\"evt-1\",\"data\":null}",
            "{\"type\":\"video.asset.track.ready\",\"id\":\"evt-1\",\"data\":[]}",
            "{\"type\":\"video.asset.static_rendition.ready\",\"id\":\"evt-1\",\"data\":7}",
        ]
    )
    func unreadable(body: String) throws {
        let console = try Console.withMux()
        let inbox = MuxInbox(database: console.database, now: console.time.now)
        let number = try inbox.keep(Array(body.utf8))
        try inbox.apply(number)
        let delivery = try #require(try inbox.delivery(number))
        #expect(delivery.verdict == .unreadable)
        #expect(delivery.effect.contains("the data is missing"))
    }

    @Test("What means nothing here is kept and ignored; what is no event is kept, too")
    func ignored() throws {
        let console = try Console.withMux()
        try console.addBook("Goodnight Moon")
        let bodies = [
            tale.told("static_renditions.ready", at: 3, tale.data("ready")).body,
            MuxTold("video.live_stream.active", at: 4, about: ("live", "x"), data: "{}").body,
            "{\"type\":\"video.asset.ready\",\"id\":\"evt-1\"}",
            "", "[]", "null", "{", "not JSON", "{\"id\":7,\"type\":null}",
            "{\"type\":\"video.asset.ready\",\"id\":\"\(String(repeating: "x", count: 999))\"}",
            String(repeating: "[", count: 100_000),
        ]
        for body in bodies { #expect(try console.tell(body).status == 200, "\(body.prefix(40))") }
        #expect(try console.count("SELECT count(*) FROM webhook_deliveries") == bodies.count)
        #expect(try console.videos.count() == 0)
        #expect(Set(try verdicts(console)) == ["ignored", "unreadable"])
        for body in bodies { #expect(try console.tell(body).status == 200) }
        #expect(try console.count("SELECT count(*) FROM webhook_deliveries") == bodies.count)
    }

    @Test("What can't be applied is kept, answered with 200, and applied later")
    func failing() throws {
        let console = try Console.withMux()
        let book = try console.addBook("Goodnight Moon")
        try console.database.script(
            """
            CREATE TRIGGER broken BEFORE INSERT ON video_events
            BEGIN SELECT raise(ABORT, 'not now'); END;
            """
        )
        let told = tale.told("created", at: 3, tale.data("preparing"))
        #expect(try console.tell(told).status == 200)
        #expect(try verdicts(console) == ["failed"])
        #expect(try console.videos.count() == 0)
        try console.database.script("DROP TRIGGER broken")
        let inbox = MuxInbox(database: console.database, now: console.time.now)
        try inbox.applyUnfinished()
        #expect(try verdicts(console) == ["applied"])
        #expect(try console.videos.current(of: book.id)?.status == .preparing)
    }

    @Test("Every documented webhook is taken", .enabled(if: Folder.exists(MuxFixtures.folder)))
    func documented() throws {
        let console = try Console.withMux()
        for _ in 1...2 { try console.addBook("Goodnight Moon") }
        let webhooks = try MuxFixtures.webhooks()
        for (name, body) in webhooks.sorted(by: { $0.key < $1.key }) {
            #expect(try console.tell(body).status == 200, "\(name)")
        }
        #expect(try !verdicts(console).contains("failed"))
        #expect(try verdicts(console).filter { $0 == "ignored" }.count == 1)
        let name = "ST01goodnightmoonAsset0000000000000000000001"
        let asset = try #require(try console.videoAtMux(name))
        #expect(asset.bookID == ID(1) && asset.deletedAt != nil)
        let failed = try #require(
            try console.videoAtMux("ST02errAsset000000000000000000000000000000002")
        )
        #expect(failed.status == .errored)
        #expect(failed.trouble?.message == "The input file does not contain any supported streams")
    }
}
