import HTTP
import Markup
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("What parents opened to read along")
struct WatchHistoryTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
    }

    private func entries(of user: ID<User>) throws -> [HistoryEntry] {
        try WatchHistory(database: console.database, now: console.time.now).list(of: user)
    }

    private func opened(_ video: WatchedVideo, by user: ID<User>? = nil) throws {
        try WatchHistory(database: console.database, now: console.time.now)
            .opened(video, by: user ?? home.astrid)
    }

    @Test(
        "V4.1 L94, L97: What is opened is kept on the server, for that parent alone, with a child too"
    )
    func opens() throws {
        #expect(try home.titles().isEmpty)
        try home.open(home.fox)
        #expect(try console.get("/watch/\(home.owl.id)?child=\(home.pippi.id)").status == 200)
        #expect(try home.titles() == ["An Owl at Noon", "The Lantern Fox"])
        try home.signIn(home.tom)
        #expect(try home.titles().isEmpty)
        // What isn't there for the family wasn't opened; neither was what a browser fetches in advance.
        try console.endRights(home.hare.id)
        #expect(try console.get("/watch/\(home.hare.id)").status == 404)
        console.headers = [("Sec-Purpose", "prefetch;prerender")]
        try home.open(home.fox)
        console.headers = []
        #expect(try console.send(.head, "/watch/\(home.fox.id)").status == 200)
        #expect(try home.titles().isEmpty)
    }

    @Test("V4.1 L95: Each video stands there once, as the latest")
    func once() throws {
        try home.open(home.fox, home.owl, home.fox)
        #expect(try home.titles() == ["The Lantern Fox", "An Owl at Noon"])
        #expect(try entries(of: home.astrid).count == 2)
    }

    @Test("V4.1 L96: There are 50 at most, and what was opened longest ago goes first")
    func most() throws {
        let books = try (1...51).map { try console.addStory("Story \($0)") }
        for book in books { try opened(.book(book.id)) }
        let kept = try entries(of: home.astrid)
        #expect(kept.count == WatchHistory.mostEntries && WatchHistory.mostEntries == 50)
        #expect(kept.map(\.video.book) == books.dropFirst().reversed().map(\.id))
        // Another parent's don't count.
        try opened(.book(books[0].id), by: home.tom)
        #expect(try entries(of: home.astrid).count == 50)
    }

    @Test(
        "V4.1 L98: A row has a picture, the title, the author where known, and how long ago it was"
    )
    func row() throws {
        try home.open(home.owl, home.fox)
        console.time.now += 2 * 3600
        let page = try console.get("/watch")
        #expect(page.contains("The Lantern Fox") && page.contains("Maja Ek"))
        #expect(page.contains(">2 hours ago</time>"))
        #expect(page.contains("<time datetime=\"2026-11-21T10:40:00Z\""))
        #expect(page.contains("class=\"cover\"") && page.contains("5:40"))
        #expect(page.text.components(after: "watched-author").count == 1)
    }

    @Test("V4.1 L99: A bar along the picture says how far the parent is")
    func progress() throws {
        try home.open(home.fox, home.owl, home.hare)
        try console.post("/watch/\(home.fox.id)/place", [("seconds", "85")])
        try console.post("/watch/\(home.owl.id)/place", [("seconds", "335")])
        // A child's place is the child's.
        try console.addToLibrary([home.hare.id], of: home.pippi)
        try console.post(
            "/watch/\(home.hare.id)/place",
            [("seconds", "100"), ("child", "\(home.pippi.id)")]
        )
        let bars = try console.get("/watch").markup.all("progress")
        #expect(bars.map { $0["value"] } == ["100", "25"])
        #expect(bars.map { $0["aria-label"] } == ["Watched: 100%", "Watched: 25%"])
    }

    @Test("V4.1 L100: An entry opens its video, is removed, and comes back to its place")
    func removes() throws {
        try home.open(home.fox, home.owl, home.hare)
        #expect(try console.get("/watch").contains("href=\"/watch/\(home.owl.id)\""))
        let owl = try entries(of: home.astrid)[1]
        #expect(owl.video == .book(home.owl.id))
        // Not by somebody else.
        try home.signIn(home.tom)
        #expect(try console.post("/watch/history/\(owl.id)/remove").status == 303)
        try home.signIn(home.astrid)
        #expect(try entries(of: home.astrid).count == 3)
        let undo = try home.undo(after: console.post("/watch/history/\(owl.id)/remove"))
        #expect(try home.titles() == ["The Slow Hare", "The Lantern Fox"])
        // Twice is no mistake.
        let again = try console.follow(console.post("/watch/history/\(owl.id)/remove"))
        #expect(again.contains("already removed"))
        #expect(try console.follow(console.post(undo)).contains("Entry restored."))
        #expect(try home.titles() == ["The Slow Hare", "An Owl at Noon", "The Lantern Fox"])
        #expect(try console.follow(console.post(undo)).contains("too late"))
        #expect(try console.post("/watch/history/restore").status == 400)
    }

    @Test("V4.1 L100: All are cleared, and Undo brings back exactly those")
    func clears() throws {
        try home.open(home.fox, home.owl, home.hare)
        let before = try entries(of: home.astrid)
        let hare = before[0].id
        try console.post("/watch/history/\(hare)/remove")
        let undo = try home.undo(after: console.post("/watch/history/clear"))
        #expect(try home.titles().isEmpty)
        let again = try console.follow(console.post("/watch/history/clear"))
        #expect(again.contains("empty already"))
        // Opened since: it is the latest now, and stays so.
        console.time.now += 60
        try home.open(home.fox)
        try home.signIn(home.tom)
        try console.post(undo)
        try home.signIn(home.astrid)
        #expect(try home.titles() == ["The Lantern Fox"])
        #expect(try console.follow(console.post(undo)).contains("restored."))
        #expect(try home.titles() == ["The Lantern Fox", "An Owl at Noon"])
        let after = try entries(of: home.astrid)
        #expect(after[1].openedAt == before[1].openedAt && after[1].id == before[1].id)
        // A day later it is gone for good.
        try console.post("/watch/history/clear")
        console.time.now += WatchHistory.keptSeconds + 1
        try WatchHistory(database: console.database, now: console.time.now).removeOld()
        let left = try console.database.first("SELECT count(*) FROM watch_history") {
            try $0.int(0)
        }
        #expect(left == 0)
    }

    @Test("Data L180: Captions that the family brought stay when the entry goes")
    func captionsStay() throws {
        try home.open(home.fox)
        try console.database.execute(
            """
            INSERT INTO family_captions (family_id, book_id, language, format, document, cue_count,
                created_at, created_by)
            VALUES (\(home.family.id.value), \(home.fox.id.value), 'sv', 'srt',
                \(try CaptionDocument.pack(.ofLines(["Hej"]))), 1, 1, 'Astrid')
            """
        )
        try console.post("/watch/history/clear")
        console.time.now += WatchHistory.keptSeconds + 1
        try WatchHistory(database: console.database, now: console.time.now).removeOld()
        try home.signIn(home.astrid)
        #expect(try console.get("/watch/\(home.fox.id)?track=own-1").contains("Hej"))
    }

    @Test("What the family may no longer see isn’t shown, and comes back with its rights")
    func rights() throws {
        try home.open(home.fox, home.owl)
        try console.endRights(home.fox.id)
        #expect(try home.titles() == ["An Owl at Noon"])
        try console.addWindow(home.fox.id)
        #expect(try home.titles() == ["An Owl at Noon", "The Lantern Fox"])
        // In a library it stays, and can't be watched: it leads to its page.
        try console.addToLibrary([home.fox.id], of: home.pippi)
        try console.endRights(home.fox.id)
        let page = try console.get("/watch")
        #expect(page.contains("Can’t be watched now"))
        #expect(page.contains("href=\"/catalog/books/\(home.fox.id)\""))
        #expect(!page.contains("href=\"/watch/\(home.fox.id)\""))
        _ = try console.bin.add(home.owl.id, by: .commandLine)
        #expect(try home.titles() == ["The Lantern Fox"])
    }

    @Test("Videos at addresses stand there, too, with their own places")
    func webVideos() throws {
        let film = try home.addWebVideo("Waves")
        try opened(.web(film))
        try home.open(home.fox)
        try opened(.web(film))
        try console.database.execute(
            "INSERT INTO web_video_places VALUES (\(home.astrid.value), \(film.value), 50, 4, 1)"
        )
        #expect(try home.titles() == ["Waves", "The Lantern Fox"])
        let page = try console.get("/watch")
        #expect(page.contains("href=\"/watch/web/\(film)\"") && page.contains("Somebody"))
        #expect(page.contains("value=\"25\""))
        // Not of another family, whatever is in the table.
        let strangers = try console.addFamily("Strangers")
        try opened(.web(try home.addWebVideo("Canary", of: strangers)))
        #expect(try home.titles() == ["Waves", "The Lantern Fox"])
    }

    @Test(
        "Home L135: Where nothing was opened, a story with captions can be tried, if there is one"
    )
    func demo() throws {
        // Captions whose words have no times: the first will do.
        try console.database.execute("DELETE FROM caption_tracks")
        let film = try #require(try console.videos.current(of: home.fox.id))
        try console.addTrack(["Once upon a time"], to: film, "sv")
        let page = try console.get("/watch")
        #expect(page.contains(">Try Demo Video</a>"))
        let plain = try #require(page.markup.tags.first { $0["href"] == "/watch/\(home.fox.id)" })
        #expect(plain["class"] == "button primary")
        // One with the times of its words is better.
        let asset = try #require(try console.videos.current(of: home.hare.id))
        _ = try console.captions.add(
            NewCaptions(
                try Captions.read(Array(ReadAlongHome.words.utf8)),
                language: "en"
            ),
            to: asset,
            by: .commandLine
        )
        let better = try console.get("/watch")
        #expect(better.markup.tags.contains { $0["href"] == "/watch/\(home.hare.id)" })
        try home.open(home.owl)
        #expect(try !console.get("/watch").contains("Try Demo Video"))
        try console.post("/watch/history/clear")
        try console.database.execute("DELETE FROM caption_tracks")
        let none = try console.get("/watch")
        #expect(!none.contains("Try Demo Video") && none.contains("Nothing opened yet"))
    }

    @Test(
        "Home L137, L138: Settings, Paste URL and Browse catalog are there, Clear History if there is any"
    )
    func bars() throws {
        let empty = try console.get("/watch")
        #expect(empty.contains(">Settings</a>") && empty.contains("href=\"/watch/settings\""))
        #expect(empty.contains(">Paste URL</a>") && empty.contains("href=\"/watch/open\""))
        #expect(empty.contains("Browse catalog</a>") && empty.contains("href=\"/catalog\""))
        #expect(!empty.contains("Clear History"))
        try home.open(home.fox)
        #expect(try console.get("/watch").contains("Clear History</button>"))
    }

    @Test("Home L136, L139: The list has a menu with Add to Playlist")
    func menu() throws {
        try home.open(home.fox)
        let page = try console.get("/watch")
        #expect(page.contains("Add to Playlist</a>"))
        #expect(
            page.markup.targets.contains("/watch/playlists/add?video=\(home.fox.id)&from=home")
        )
    }

    @Test("A parent without a family, an admin and a visitor have none of it")
    func others() throws {
        try home.open(home.fox)
        console.cookies = [:]
        try console.signIn(as: .parent)
        #expect(try console.get("/watch").status == 200)
        #expect(try console.post("/watch/history/clear").status == 404)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get("/watch").status == 404)
        console.cookies = [:]
        #expect(try console.get("/watch").location?.hasPrefix("/login") == true)
        #expect(try entries(of: home.astrid).count == 1)
    }
}

@Suite("What parents opened, as programs see it")
struct HistoryAPITests {
    private let home: HistoryHome
    private let console: Console
    private let token: String

    init() throws {
        home = try HistoryHome()
        console = home.console
        try home.open(home.fox, home.owl)
        token = try console.bearer(home.astrid)
    }

    private func ask(_ method: HTTP.Method, _ target: String) throws -> Answer {
        try console.ask(method, target, nil, token: token)
    }

    private func titles() throws -> [String] {
        let data = try ask(.get, "/api/v1/history").json["data"] as? [[String: Any]]
        return try #require(data).compactMap { $0["title"] as? String }
    }

    @Test("Entries are listed, removed one by one, and cleared")
    func all() throws {
        #expect(try titles() == ["An Owl at Noon", "The Lantern Fox"])
        let text = try ask(.get, "/api/v1/history").text
        #expect(text.contains("\"author\":\"Maja Ek\"") && text.contains("\"web_video_id\":null"))
        #expect(text.contains("/watch/\(home.fox.id)\""))
        #expect(try ask(.delete, "/api/v1/history/2").status == 204)
        #expect(try ask(.delete, "/api/v1/history/2").status == 404)
        #expect(try titles() == ["The Lantern Fox"])
        let other = try console.bearer(home.tom)
        #expect(
            try console.ask(.delete, "/api/v1/history/1", nil, token: other).status == 404
        )
        #expect(try ask(.delete, "/api/v1/history").status == 204)
        #expect(try ask(.delete, "/api/v1/history").status == 204)
        #expect(try titles().isEmpty)
    }

    @Test("A key that may only read removes nothing")
    func scopes() throws {
        let key = try console.accessKey(home.astrid, [.readLibrary])
        #expect(try console.ask(.get, "/api/v1/history", nil, token: key).status == 200)
        #expect(try console.ask(.delete, "/api/v1/history", nil, token: key).status == 403)
        #expect(try titles().count == 2)
    }
}
