import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Playlists that children have as shelves")
struct KidsPlaylistTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
        try console.addToLibrary([home.fox.id, home.owl.id], of: home.pippi)
    }

    /// A list of what was added last to what was added first.
    @discardableResult
    private func give(to children: [Child], with more: [WatchedVideo] = []) throws -> ID<Playlist> {
        let store = PlaylistStore(
            videos: WatchedVideos(
                shelf: try console.shelf(of: home.family.id),
                user: home.astrid
            ),
            now: console.time.now
        )
        let id = try store.add(
            Playlist.Draft(name: "Bedtime", children: Set(children.map(\.id))),
            by: .commandLine
        ).id
        let books = [home.hare, home.owl, home.fox].map { WatchedVideo.book($0.id) }
        _ = try store.add(more + books, to: id)
        return id
    }

    private func handOver(_ child: Child) throws {
        try console.database.execute(
            """
            UPDATE families SET kids_pin_hash = \(String(repeating: "x", count: 40)),
                kids_pin_set_at = 1, kids_pin_set_by = \(home.astrid.value)
            """
        )
        #expect(try console.post("/children/\(child.id)/kids").status == 303)
    }

    /// The titles of the rows above all stories, in their order.
    private func row() throws -> [String] {
        let page = try console.get("/kids")
        #expect(page.status == 200)
        guard let part = page.text.components(after: "id=\"playlist-").first else { return [] }
        let tiles = String(part.split(separator: "</section>", maxSplits: 1).first ?? "")
        return tiles.components(after: "data-title=\"").compactMap {
            $0.split(separator: "\"").first.map(String.init)
        }
    }

    @Test("Its stories are a shelf in its order: those in the child’s library that can be watched")
    func shelf() throws {
        let film = try home.addWebVideo("Waves")
        let id = try give(to: [home.pippi], with: [.web(film)])
        let page = try console.get("/watch/playlists/\(id)")
        #expect(page.contains("Pippi sees 2 of these stories"))
        #expect(page.contains("Add it to <bdi>Pippi’s library"))
        try handOver(home.pippi)
        #expect(try row() == ["An Owl at Noon", "The Lantern Fox"])
        #expect(try console.get("/kids").contains("<bdi>Bedtime</bdi>"))
        // What the child may not see is gone at once: hidden, out of rights, without a film.
        try console.endRights(home.owl.id)
        #expect(try row() == ["The Lantern Fox"])
        try console.database.execute("UPDATE video_assets SET status = 'errored', error = 'x'")
        #expect(try !console.get("/kids").contains("playlist-"))
        #expect(try console.get("/kids/playlists/\(id)").status == 404)
    }

    @Test("Nobody’s shelf is changed for another child, or by what isn’t given")
    func strangers() throws {
        let id = try give(to: [home.tommy])
        try handOver(home.pippi)
        #expect(try row().isEmpty)
        #expect(try console.get("/kids/playlists/\(id)").status == 404)
        #expect(try console.get("/watch/playlists/\(id)").status == 404)
        #expect(try console.get("/watch").status == 404)
    }

    @Test("Categories that are hidden from a child are hidden here, too")
    func hidden() throws {
        let category = try console.category("animals-nature")
        let bird = try console.addStory("A Hidden Bird", in: [category])
        try console.keepFilm(of: bird)
        try console.addToLibrary([bird.id], of: home.pippi)
        try give(to: [home.pippi], with: [.book(bird.id)])
        try console.database.execute(
            """
            INSERT INTO child_hidden_categories (child_id, category_id)
            VALUES (\(home.pippi.id.value), \(category.id.value))
            """
        )
        try handOver(home.pippi)
        #expect(try row() == ["An Owl at Noon", "The Lantern Fox"])
    }

    @Test("A parent fills the child’s library with the rest of it, and takes that back")
    func fills() throws {
        let id = try give(to: [home.pippi])
        let answer = try console.post("/watch/playlists/\(id)/children/\(home.pippi.id)")
        let page = try console.follow(answer)
        #expect(page.contains("1 story added to Pippi’s library."))
        #expect(page.contains("Pippi sees 3 of these stories"))
        let undo = try #require(page.markup.forms.first { $0.action.contains("/undo") })
        #expect(try console.submit(undo).status == 303)
        #expect(try console.library(of: home.pippi).count == 2)
        let foreign = try console.addChild("Canary", in: console.addFamily("Strangers"))
        #expect(
            try console.post("/watch/playlists/\(id)/children/\(foreign.id)").status == 404
        )
    }

    @Test("A long one has a page of its own, and nothing goes on by itself")
    func long() throws {
        let id = try give(to: [home.pippi])
        let books = try (1...14).map { try console.addStory("Story \($0)") }
        for book in books { try console.addReadyVideo(book.id, seconds: 60) }
        try console.addToLibrary(books.map(\.id), of: home.pippi)
        let fields = books.map { ("video", "\($0.id)") }
        try console.post("/watch/playlists/\(id)/items", fields)
        try handOver(home.pippi)
        #expect(try row().count == KidsPlaylists.mostOnShelf)
        #expect(try console.get("/kids").contains("/kids/playlists/\(id)"))
        let page = try console.get("/kids/playlists/\(id)")
        #expect(page.text.components(after: "data-title=\"").count == 16)
        // The story after another is that of its series: these have none.
        let story = try console.get("/kids/stories/\(home.owl.id)")
        #expect(story.contains("\"following\":null"))
    }

    @Test("A child who moves to another family leaves its lists, and so does a parent who leaves")
    func moves() throws {
        try give(to: [home.pippi, home.tommy])
        let grandparents = try console.addFamily("Grandparents")
        _ = try console.children.move(
            home.pippi.id,
            of: home.family.id,
            to: grandparents.id,
            by: .commandLine
        )
        func given() throws -> [Int] {
            try console.database.all("SELECT child_id FROM playlist_children") { try $0.int(0) }
        }
        #expect(try given() == [home.tommy.id.value])
        try console.put(home.astrid, into: grandparents)
        #expect(try given().isEmpty)
    }
}
