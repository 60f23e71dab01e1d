import SQLite
import Testing

@testable import Storytime

@Suite("Histories and playlists in archives, and when they are erased")
struct PlaylistArchiveTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
        let film = try home.addWebVideo("Canary film")
        for (user, name) in [(home.astrid, "Astrid’s"), (home.tom, "Tom’s")] {
            let videos = WatchedVideos(shelf: try console.shelf(of: home.family.id), user: user)
            let store = PlaylistStore(videos: videos, now: console.time.now)
            for (index, isShared) in [false, true].enumerated() {
                let list = try store.add(
                    Playlist.Draft(
                        name: "Canary \(name) \(isShared ? "shared" : "own")",
                        isShared: isShared,
                        children: index == 0 && user == home.astrid ? [home.pippi.id] : []
                    ),
                    by: .commandLine
                )
                _ = try store.add([.book(home.fox.id), .web(film)], to: list.id)
            }
            let history = WatchHistory(database: console.database, now: console.time.now)
            try history.opened(.book(home.fox.id), by: user)
            try history.opened(.web(film), by: user)
        }
    }

    private func archive(_ subject: ArchiveSubject, for reader: ID<User>?) throws -> [String:
        String]
    {
        var archive = FamilyArchive(subject, as: .tar, for: reader, console.site, now: 0)
        var bytes: [UInt8] = []
        while let piece = try archive.next(from: console.database) { bytes += piece }
        return Dictionary(
            uniqueKeysWithValues: try Tar.unpack(bytes).map { name, bytes in
                (
                    name.split(separator: "/").dropFirst().joined(separator: "/"),
                    String(decoding: bytes, as: UTF8.self)
                )
            }
        )
    }

    @Test(
        "A parent’s archive has their history, their lists and the shared ones, and no other’s own"
    )
    func parents() throws {
        let files = try archive(.family(home.family.id), for: home.astrid)
        let lists = try #require(files["playlists.csv"])
        #expect(lists.contains("Astrid’s own") && lists.contains("Tom’s shared"))
        #expect(!lists.contains("Tom’s own"))
        let items = try #require(files["playlist_items.csv"])
        #expect(items.contains("The Lantern Fox") && items.contains("Canary film"))
        #expect(Self.rows(items) == 6)
        #expect(Self.rows(files["watch_history.csv"]) == 2)
        let all = try archive(.family(home.family.id), for: nil)
        #expect(all["playlists.csv"]?.contains("Tom’s own") == true)
        #expect(Self.rows(all["watch_history.csv"]) == 4)
        let child = try archive(.child(home.pippi.id, of: home.family.id), for: home.astrid)
        #expect(Self.rows(child["playlists.csv"]) == 1)
        #expect(child["playlists.csv"]?.contains("Astrid’s own") == true)
        #expect(child["watch_history.csv"] == nil)
    }

    private static func rows(_ csv: String?) -> Int? {
        csv.map { $0.split(whereSeparator: \.isNewline).count - 1 }
    }

    @Test("Erasing a child takes the shelf along, and erasing the family all of it")
    func erases() throws {
        func counts() throws -> [Int] {
            let tables: [SQL] = [
                "watch_history", "playlists", "playlist_items", "playlist_children",
            ]
            return try tables.map { table in
                try console.database.first("SELECT count(*) FROM \(sql: table)") {
                    try $0.int(0)
                } ?? -1
            }
        }
        let eraser = Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        #expect(try counts() == [4, 4, 8, 1])
        try eraser.erase(.child(home.pippi.id, of: home.family.id), by: .commandLine)
        #expect(try counts() == [4, 4, 8, 0])
        try eraser.erase(.family(home.family.id), by: .commandLine)
        #expect(try counts() == [0, 0, 0, 0])
        #expect(try console.database.danglingReferences().isEmpty)
        let log = try AuditLog(console.database, 0).latest(50)
        #expect(!log.contains { $0.changes.contains { ($0.after ?? "").contains("Canary") } })
    }
}
