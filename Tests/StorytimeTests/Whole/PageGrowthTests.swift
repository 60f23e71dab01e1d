import SQLite
import Testing

@testable import Storytime

@Suite("A page costs what it shows")
struct PageGrowthTests {
    private let home: HistoryHome
    private let console: Console
    private let books: [Book]

    init() throws {
        let home = try HistoryHome()
        self.home = home
        console = home.console
        books = try (0..<30).map { try home.console.addStory("Story \($0)") }
    }

    private func steps(_ target: String) throws -> Int {
        #expect(try console.get(target).status == 200)
        return try console.database.countingSteps { _ = try console.get(target) }
    }

    private func addPlaylists(_ numbers: Range<Int>, of user: ID<User>) throws {
        try console.database.write {
            for number in numbers {
                try console.database.execute(
                    """
                    INSERT INTO playlists (user_id, family_id, name, name_key, created_at,
                        updated_at)
                    VALUES (\(user.value), \(home.family.id.value), \("List \(1000 + number)"),
                        \("list \(1000 + number)"), 1, 1)
                    """
                )
                let list = Int(console.database.lastInsertedID)
                for (place, book) in books.enumerated() {
                    try console.database.execute(
                        """
                        INSERT INTO playlist_items (playlist_id, book_id, position, added_at)
                        VALUES (\(list), \(book.id.value), \(place), 1)
                        """
                    )
                }
            }
        }
    }

    @Test("Playlists are counted for the page that is shown, and listed on several")
    func playlists() throws {
        try addPlaylists(0..<60, of: home.astrid)
        let few = try steps("/watch/playlists")
        try addPlaylists(60..<100, of: home.astrid)
        try addPlaylists(100..<200, of: home.tom)
        let many = try steps("/watch/playlists")
        #expect(Double(many) < 1.5 * Double(few), "\(few), then \(many)")
        let first = try console.get("/watch/playlists")
        #expect(first.contains("List 1000") && !first.contains("List 1050"))
        #expect(try console.get("/watch/playlists?page=2").contains("List 1050"))
        #expect(try console.get("/watch/playlists?page=4").contains("List 1199"))
    }

    @Test("A playlist counts what the family may see: of books, and of its videos from the web")
    func counts() throws {
        try addPlaylists(0..<2, of: home.astrid)
        let strangers = try console.addFamily("Strangers")
        let own = try home.addWebVideo("Own")
        let foreign = try home.addWebVideo("Foreign", of: strangers)
        for web in [own, foreign] {
            try console.database.execute(
                """
                INSERT INTO playlist_items (playlist_id, web_video_id, position, added_at)
                SELECT id, \(web.value), 100, 1 FROM playlists WHERE name = 'List 1000'
                """
            )
        }
        // Of these, one is in a library, where it stays.
        try console.addToLibrary([books[0].id], of: home.pippi)
        try console.database.execute(
            "DELETE FROM rights_windows WHERE book_id IN \(list: books.prefix(5).map(\.id.value))"
        )
        try console.database.execute(
            "UPDATE playlist_items SET removed_at = 1 WHERE book_id = \(books[29].id.value)"
        )
        let store = PlaylistStore(
            videos: WatchedVideos(
                shelf: try console.shelf(of: home.family.id),
                user: home.astrid
            ),
            now: console.time.now
        )
        let lists = try store.list()
        let open = try console.site.shared[BookSets.self].reader(console.database)
            .open(store.videos.shelf.rights)
        let counts = try store.counts(of: lists.map(\.id), open: open)
        #expect(lists.map { counts[$0.id] } == [26, 25])
        for list in lists { #expect(try store.itemCount(of: list.id) == counts[list.id]) }
    }

    @Test("What can be added is found without reading libraries, as long as nearly all is open")
    func catalog() throws {
        let without = try steps("/catalog/add")
        try console.addToLibrary(books.map(\.id), of: home.pippi)
        try console.addToLibrary(books.map(\.id), of: home.tommy)
        let with = try steps("/catalog/add")
        #expect(with < without + 10, "\(without), then \(with)")
    }

    @Test("What was begun is found among the stories played last")
    func continued() throws {
        try console.addToLibrary([home.fox.id], of: home.pippi)
        let list = LibraryList(
            database: console.database,
            shelf: try console.shelf(of: home.family.id),
            child: home.pippi.id
        )
        try console.database.execute(
            """
            UPDATE library_items SET last_position_seconds = 5,
                last_played_at = \(console.time.now - 60) WHERE child_id = \(home.pippi.id.value)
            """
        )
        let found = try list.continued(now: console.time.now)
        #expect(found.map(\.item.book) == [home.fox.id])
    }
}
