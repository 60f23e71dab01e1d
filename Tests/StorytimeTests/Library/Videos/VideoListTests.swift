import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The list of videos")
struct VideoListTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func names(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200, "\(target)")
        return page.markup.tags.filter { $0["class"] == "book-title" }.map(\.text)
    }

    private func add(
        _ title: String,
        _ status: VideoAsset.Status = .ready,
        by provider: VideoAsset.Provider = .mux,
        seconds: Int? = nil
    ) throws -> VideoAsset {
        console.time.now += 60
        return try console.addAsset(
            status,
            of: console.addBook(title),
            by: provider,
            seconds: seconds
        )
    }

    @Test("Without videos it says how a book gets one")
    func empty() throws {
        let page = try console.get("/admin/video_assets")
        #expect(page.contains("No videos yet") && page.markup.targets.contains("/admin/books"))
    }

    @Test("A video is there with its book, its status, how long it plays and who keeps it")
    func shows() throws {
        let asset = try add("Moon & Stars", seconds: 340)
        for language in ["en", "de"] { try console.addCaptions(to: asset.id, language) }
        let page = try console.get("/admin/video_assets")
        #expect(page.markup.first(id: "video-\(asset.id)") != nil)
        for words in ["Moon &amp; Stars", "Ready", "5:40", "German, English", "Mux", "1 video<"] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(page.markup.targets.contains(asset.href))
    }

    @Test("Each scope lists its own, with how many there are")
    func scopes() throws {
        for status in VideoAsset.Status.allCases { _ = try add(status.rawValue, status) }
        _ = try add("late", .preparing)
        try console.database.execute(
            """
            UPDATE video_assets SET news_at = \(console.time.now - 15 * 60)
            WHERE book_id = (SELECT id FROM books WHERE title = 'late')
            """
        )
        let path = "/admin/video_assets?status="
        #expect(try names(path + "waiting") == ["waiting"])
        #expect(try names(path + "preparing") == ["late", "preparing"])
        #expect(try names(path + "ready") == ["ready"])
        #expect(try names(path + "errored") == ["errored"])
        #expect(try names(path + "stuck") == ["late"])
        let page = try console.get(path + "stuck")
        let counts = page.markup.tags.filter { $0["class"] == "chip-count" }.map(\.text)
        #expect(counts == ["5", "1", "2", "1", "1", "1"])
        #expect(page.contains("last update 15 minutes ago"))
    }

    @Test("It is narrowed by who keeps them, captions, a missing book and age, in any combination")
    func filters() throws {
        let old = try add("Old", by: .local)
        try console.addCaptions(to: old.id)
        try console.database.execute(
            "UPDATE video_assets SET created_at = \(console.time.now - 8 * 86_400)"
        )
        _ = try add("New")
        let lost = try console.addAsset(.errored, source: "lost.mp4")
        let path = "/admin/video_assets?"
        #expect(try names(path + "provider=local") == ["Old"])
        #expect(try names(path + "captions=yes") == ["Old"])
        #expect(try names(path + "captions=no&provider=mux") == ["lost.mp4", "New"])
        #expect(try names(path + "book=none") == ["lost.mp4"])
        #expect(try names(path + "book=none&sort=duration&status=errored") == ["lost.mp4"])
        #expect(try names(path + "older=7") == ["Old"])
        #expect(try names(path + "older=7&provider=mux").isEmpty)
        #expect(try names(path + "older=9&status=stuck").isEmpty)
        let sorted = try console.get(path + "sort=duration")
        let refresh = sorted.markup.all("a").first { $0.text == "Refresh" }
        #expect(refresh?["href"] == "/admin/video_assets?sort=duration")
        let page = try console.get(path + "older=3&captions=yes")
        #expect(page.contains("Older than 3 days") && page.contains("With captions"))
        #expect(lost.bookID == nil)
    }

    @Test(
        "What is no value of its filter filters nothing",
        arguments: [
            "status=x", "provider=x", "captions=maybe", "book=1", "older=x", "older=-1",
            "older=99999999999999999999", "older=99999999999", "sort=x", "per_page=7", "page=x",
            "after=x", "after=99", "before=99",
        ]
    )
    func unknownValues(query: String) throws {
        _ = try add("A")
        #expect(try names("/admin/video_assets?" + query) == ["A"])
    }

    @Test("It is sorted by age and by duration, both ways; the unknown is shorter than anything")
    func sorts() throws {
        for (title, seconds) in [("short", 10), ("unknown", nil), ("long", 900), ("same", 10)] {
            _ = try add(title, seconds: seconds)
        }
        let path = "/admin/video_assets?sort="
        #expect(try names(path) == ["same", "long", "unknown", "short"])
        #expect(try names(path + "added") == ["short", "unknown", "long", "same"])
        #expect(try names(path + "duration") == ["unknown", "short", "same", "long"])
        #expect(try names(path + "-duration") == ["long", "same", "short", "unknown"])
        #expect(try console.get(path + "duration").contains("aria-sort=\"ascending\""))
    }

    @Test(
        "Pages follow each other in every order, skip nothing and repeat nothing",
        arguments: [
            "", "sort=added", "sort=duration", "sort=-duration", "status=ready", "book=none",
        ]
    )
    func pages(query: String) throws {
        for number in 0..<60 {
            // Many are of one moment, and of one duration or none.
            if number % 7 == 0 { console.time.now += 1 }
            try console.addAsset(
                seconds: number % 3 == 0 ? nil : number % 4,
                source: "video \(number)"
            )
        }
        let first = "/admin/video_assets?per_page=25&" + query
        var target: String? = first
        var forward: [[String]] = []
        for _ in 0..<4 {
            guard let address = target else { break }
            forward.append(try names(address))
            target = try console.get(address).markup.all("a").first { $0["rel"] == "next" }?["href"]
        }
        #expect(forward.map(\.count) == [25, 25, 10])
        #expect(Set(forward.flatMap(\.self)).count == 60)
        #expect(try names(first + "&page=2") == forward[1])
        #expect(try names(first + "&page=3") == forward[2])
        let last = try console.get(first + "&page=3")
        let back = last.markup.all("a").first { $0["rel"] == "prev" }?["href"]
        #expect(try names(try #require(back)) == forward[1])
    }

    @Test("What is deleted is in no list")
    func deleted() throws {
        let asset = try add("Gone")
        try console.videos.delete(asset.id, by: .commandLine)
        #expect(try names("/admin/video_assets").isEmpty)
        #expect(try names("/admin/video_assets?book=none&status=ready").isEmpty)
    }

    @Test("Rows that are on their way say so to the script, and those that are stuck don't")
    func pending() throws {
        let asset = try add("A", .preparing)
        func mark() throws -> String? {
            try console.get("/admin/video_assets").markup.first(id: "video-\(asset.id)")?[
                "data-refresh"
            ]
        }
        #expect(try mark() == "pending")
        console.time.now += 15 * 60
        #expect(try mark() == "")
        try console.setAsset(asset.id, .ready)
        #expect(try mark() == "")
    }

    @Test("The file holds exactly the list, in its order, whatever its length")
    func export() throws {
        for number in 0..<620 {
            try console.addAsset(number % 2 == 0 ? .ready : .errored, source: "video \(number)")
        }
        let path = "/admin/video_assets.csv?status=errored&sort=added"
        let rows = try console.downloadRows(path)
        #expect(rows.map { $0["source"] } == (0..<310).map { "video \($0 * 2 + 1)" })
        #expect(rows.first?["error"] == "It is no video")
        #expect(Set(rows[0].keys) == Set(VideoExport.columns.map(\.name)))
        let page = try console.get("/admin/video_assets?status=errored&sort=added&per_page=25")
        #expect(page.markup.targets.contains(path))
        #expect(try console.downloadRows("/admin/video_assets.csv").count == 620)
    }
}
