import SQLite
import Testing

@testable import Storytime

@Suite("Videos and the book that plays them")
struct VideoStoreTests {
    private let console: Console
    private let book: Book

    init() throws {
        console = try Console()
        book = try console.addBook("Goodnight Moon")
    }

    private func add(_ source: String, to book: Book? = nil) throws -> ID<VideoAsset> {
        console.time.now += 1
        let draft = VideoAsset.Draft(
            provider: .local,
            bookID: (book ?? self.book).id,
            source: source
        )
        return try console.videos.insert(draft, by: .commandLine).id
    }

    /// What a worker or Mux would tell.
    private func set(_ id: ID<VideoAsset>, _ status: VideoAsset.Status) throws {
        let error = status == .errored ? "It is no video" : nil
        try console.database.write {
            try console.database.execute(
                """
                UPDATE video_assets SET status = \(status.rawValue), error = \(error)
                WHERE id = \(id.value)
                """
            )
            try console.videos.settle(book.id)
        }
    }

    private func current() throws -> ID<VideoAsset>? {
        try console.videos.current(of: book.id)?.id
    }

    @Test("The first video is the book's at once; a newer one takes its place when it is ready")
    func replacing() throws {
        let first = try add("a.mp4")
        #expect(try current() == first)
        try set(first, .ready)
        let second = try add("b.mp4")
        #expect(try current() == first)
        try set(second, .preparing)
        #expect(try current() == first)
        try set(second, .ready)
        #expect(try current() == second)
        #expect(try console.videos.all(of: book.id).map(\.id) == [second, first])
    }

    @Test("While none is ready, the newest is the book's")
    func newestOnItsWay() throws {
        let first = try add("a.mp4")
        try set(first, .errored)
        let second = try add("b.mp4")
        #expect(try current() == second)
    }

    @Test(
        "A deleted video does not bring back the one that it had replaced; choosing it does (V2.5 L78-81)"
    )
    func deleting() throws {
        let wrong = try add("wrong.mp4")
        try set(wrong, .ready)
        let right = try add("right.mp4")
        try set(right, .ready)
        try console.videos.delete(right, by: .commandLine)
        #expect(try current() == nil)
        console.time.now += 1
        try console.videos.choose(wrong, for: book.id, by: .commandLine)
        #expect(try current() == wrong)
    }

    @Test("A replacement that failed and is deleted takes nothing with it")
    func deletingAFailure() throws {
        let good = try add("good.mp4")
        try set(good, .ready)
        let bad = try add("bad.mp4")
        try set(bad, .errored)
        try console.videos.delete(bad, by: .commandLine)
        #expect(try current() == good)
    }

    @Test("A video given to another book leaves its own")
    func moving() throws {
        let other = try console.addBook("The Gruffalo")
        let id = try add("a.mp4")
        try set(id, .ready)
        try console.videos.choose(id, for: other.id, by: .commandLine)
        #expect(try current() == nil)
        #expect(try console.videos.current(of: other.id)?.id == id)
    }

    @Test("Two current videos of one book can't be")
    func oneOnly() throws {
        _ = try add("a.mp4")
        let second = try add("b.mp4")
        #expect(throws: SQLiteError.self) {
            try console.database.execute(
                """
                UPDATE video_assets SET is_current = 1
                WHERE id IN (SELECT id FROM video_assets WHERE id <= \(second.value))
                """
            )
        }
    }

    @Test("A purged book leaves its video without a book")
    func purging() throws {
        let id = try add("a.mp4")
        try console.database.script(
            """
            UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id = \(book.id);
            DELETE FROM books WHERE id = \(book.id);
            """
        )
        let asset = try console.videos.find(id)
        #expect(asset.bookID == nil && !asset.isCurrent)
    }

    @Test("How many there are of each status is always known")
    func counts() throws {
        let first = try add("a.mp4")
        let second = try add("b.mp4")
        _ = try add("c.mp4")
        try set(first, .ready)
        try set(second, .errored)
        let counts = { try VideoAsset.Status.allCases.map { try console.videos.count($0) } }
        #expect(try counts() == [1, 0, 1, 1])
        try console.videos.delete(first, by: .commandLine)
        #expect(try counts() == [1, 0, 0, 1])
        #expect(try console.videos.count() == 2)
    }

    @Test("A video has captions exactly while a track is ready")
    func captions() throws {
        let id = try add("a.mp4")
        func has() throws -> Bool { try console.videos.find(id).hasCaptions }
        try console.database.script(
            """
            INSERT INTO caption_tracks
                (id, asset_id, language, label, kind, origin, status, created_at, updated_at)
            VALUES (1, \(id), 'en', 'English', 'captions', 'uploaded', 'preparing', 1, 1),
                (2, \(id), 'es', 'Español', 'subtitles', 'uploaded', 'ready', 1, 1);
            """
        )
        #expect(try has())
        try console.database.script("DELETE FROM caption_tracks WHERE id = 2")
        #expect(try !has())
        try console.database.script("UPDATE caption_tracks SET status = 'ready' WHERE id = 1")
        #expect(try has())
        #expect(try console.videos.captions(of: id).map(\.label) == ["English"])
    }

    @Test("Everything that people do to a video is in its timeline and in the audit log")
    func timeline() throws {
        let id = try add("a.mp4")
        try console.videos.choose(id, for: book.id, by: .commandLine)
        try console.videos.delete(id, by: .commandLine)
        let kinds = try console.videos.events(of: id, limit: 10).map(\.kind)
        #expect(kinds == ["deleted", "chosen", "created"])
        let actions = try console.texts(
            "SELECT action FROM audit_entries WHERE record_type = 'video' ORDER BY id"
        )
        #expect(actions == ["created", "chose", "deleted"])
    }

    @Test("One that prepares without news for a quarter of an hour is stuck")
    func stuck() throws {
        let id = try add("a.mp4")
        try set(id, .preparing)
        let asset = try console.videos.find(id)
        #expect(!asset.isStuck(now: asset.newsAt + 899))
        #expect(asset.isStuck(now: asset.newsAt + 900))
        try set(id, .ready)
        #expect(try !console.videos.find(id).isStuck(now: asset.newsAt + 900))
    }
}
