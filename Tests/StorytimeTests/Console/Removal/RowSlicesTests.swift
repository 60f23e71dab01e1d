import SQLite
import Testing

@testable import Storytime

@Suite("Removing rows a few at a time")
struct RowSlicesTests {
    private let home: HistoryHome
    private var database: Database { home.console.database }

    init() throws { home = try HistoryHome() }

    /// Adds so many removed playlists with three videos each.
    private func addLists(_ count: Int, removedAt time: Int) throws {
        try database.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO playlists (user_id, name, name_key, created_at, updated_at, removed_at)
            SELECT \(home.astrid.value), 'list ' || i, 'list ' || i, 1, 1, \(time) FROM n
            """
        )
        try database.execute(
            """
            INSERT INTO playlist_items (playlist_id, book_id, position, added_at)
            SELECT p.id, b.id, b.id, 1 FROM playlists AS p CROSS JOIN books AS b
            WHERE p.removed_at = \(time)
            """
        )
    }

    private func rows() throws -> Int {
        try home.console.count(
            "SELECT (SELECT count(*) FROM playlists) + (SELECT count(*) FROM playlist_items)"
        )
    }

    @Test("A round removes so many rows at most, the next ones go on, and what is newer stays")
    func slices() throws {
        try addLists(20, removedAt: 1)
        try addLists(2, removedAt: 9)
        let slices = RowSlices(database: database, pace: RowSlices.Pace(rows: 10, slices: 2))
        var before = try rows()
        #expect(before == 22 * 4)
        for _ in 0..<20 {
            try slices.remove(.playlists(by: "id"), where: "removed_at < 9")
            let after = try rows()
            #expect(before - after <= 20)
            before = after
        }
        #expect(before == 2 * 4)
    }

    @Test("What is heavy goes one by one, and all of it goes")
    func heavy() throws {
        try addLists(5, removedAt: 1)
        let heavy = ErasedTable(
            "playlists",
            weight: 50,
            below: [ErasedTable("playlist_items", by: "playlist_id", weight: 20)]
        )
        let slices = RowSlices(database: database, pace: RowSlices.Pace(rows: 10, slices: 1))
        var before = try rows()
        for _ in 0..<20 {
            try slices.remove(heavy, where: "removed_at < 9")
            #expect(before - (try rows()) == 1)
            before = try rows()
        }
        #expect(before == 0)
    }

    @Test("Of what a parent or a family removes, so much can come back, and the oldest is gone")
    func kept() throws {
        let store = PlaylistStore(
            videos: WatchedVideos(
                shelf: try home.console.shelf(of: home.family.id),
                user: home.astrid
            ),
            now: 1000
        )
        let web = WebVideoStore(database: database, now: 1000)
        for number in 1...RemovedRows.mostKept + 3 {
            let draft = Playlist.Draft(name: "List \(number)", isShared: false, children: [])
            let list = try store.add(draft, by: .commandLine)
            _ = try store.remove(list.id, by: .commandLine)
            let video = try home.addWebVideo("\(number)")
            _ = try web.remove(video, of: home.family.id)
        }
        for table: SQL in ["playlists", "web_videos"] {
            let ids = try database.all("SELECT id FROM \(sql: table) ORDER BY id") { try $0.int(0) }
            #expect(ids == Array(4...RemovedRows.mostKept + 3))
        }
    }
}
