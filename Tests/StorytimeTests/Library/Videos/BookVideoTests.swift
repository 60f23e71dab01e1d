import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The video on a book's page, and books by their video")
struct BookVideoTests {
    private let console: Console
    private let book: Book

    init() throws {
        console = try Console.asAdmin()
        book = try console.addBook("Goodnight Moon")
        try console.database.execute("UPDATE books SET status = 'active'")
        try BookIndex(database: console.database).write(book.id)
        try console.addWindow(book.id)
    }

    private func why() throws -> String? {
        try console.get("/admin/books/\(book.id)").markup.text(where: "class", is: "book-video-why")
    }

    private func set(_ id: ID<VideoAsset>, _ status: VideoAsset.Status) throws {
        try console.setAsset(id, status, error: "The input has no video track")
    }

    @Test("Why it can't be watched is said in one line, whatever the reason")
    func diagnosis() throws {
        #expect(try why() == "No video.")
        let asset = try console.addAsset(.waiting, of: book)
        #expect(try why() == "Waiting since 10:40.")
        try set(asset.id, .preparing)
        #expect(try why() == "Preparing since 10:40.")
        console.time.now += 20 * 60
        #expect(try why() == "Stuck: preparing since 10:40, last update 20 minutes ago.")
        try set(asset.id, .errored)
        #expect(try why() == "Failed: The input has no video track")
        try set(asset.id, .ready)
        #expect(try why() == nil)
        try console.database.execute("UPDATE books SET status = 'archived'")
        #expect(try why() == "Not active.")
        try console.videos.delete(asset.id, by: .commandLine)
        #expect(try why() == "No video. Not active.")
    }

    @Test("Without rights today it can't be watched, and says so")
    func rights() throws {
        try console.addAsset(of: book)
        #expect(try why() == nil)
        try console.database.execute("DELETE FROM rights_windows")
        #expect(try why() == "No rights today.")
        try console.addWindow(book.id, "*", "2020-01-01", "2020-12-31")
        #expect(try why() == "No rights today.")
    }

    @Test("The page shows how long it plays, its captions, a poster, and what there was before")
    func shows() throws {
        let old = try console.addAsset(of: book, source: "first.mp4")
        console.time.now += 1
        let asset = try console.addAsset(of: book, seconds: 340)
        try console.addCaptions(to: asset.id)
        try console.database.execute("UPDATE video_assets SET public_playback_id = 'play'")
        let page = try console.get("/admin/books/\(book.id)")
        for words in ["5:40 (340 s)", "<dd>Yes</dd>", "Replace the video", "(1)", "first.mp4"] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(page.markup.targets.contains(asset.href))
        #expect(page.markup.targets.contains(old.href))
        let poster = try #require(page.markup.all("img").compactMap { $0["src"] }.first)
        #expect(poster == asset.href + "/poster")
        let answer = try console.get(poster)
        #expect(answer.location == "https://image.mux.com/play/thumbnail.webp")
        try set(asset.id, .errored)
        #expect(try console.get(poster).status == 404)
    }

    /// What the page says of a video that was to replace the one that plays, and how.
    private func replacement() throws -> (kind: String?, text: String)? {
        let page = try console.get("/admin/books/\(book.id)").markup
        guard let text = page.text(where: "class", is: "notice") else { return nil }
        return (page.all("p").first { $0["class"] == "notice" }?["data-kind"], text)
    }

    @Test("A replacement that failed says so in red, with the earlier video that stays in use")
    func failedReplacement() throws {
        try console.addAsset(of: book, source: "first.mp4")
        #expect(try replacement() == nil)
        console.time.now += 1
        let broken = try console.addAsset(.waiting, of: book, source: "broken.mp4")
        let waiting = try #require(try replacement())
        #expect(waiting.kind == "info")
        #expect(
            waiting.text == "The replacement broken.mp4 is being prepared. "
                + "The earlier video, first.mp4 , plays until then."
        )
        try set(broken.id, .errored)
        let failed = try #require(try replacement())
        #expect(failed.kind == "bad")
        #expect(
            failed.text == "The replacement broken.mp4 failed: The input has no video track "
                + "The earlier video, first.mp4 , stays in use."
        )
        #expect(try console.get("/admin/books/\(book.id)/video/new").contains("Latest video"))
        try console.videos.delete(broken.id, by: .commandLine)
        #expect(try replacement() == nil)
    }

    @Test("What somebody canceled, or what was replaced itself, is no failed replacement")
    func noReplacement() throws {
        try console.addAsset(.errored, of: book, source: "old.mp4")
        #expect(try replacement() == nil)
        console.time.now += 1
        try console.addAsset(of: book, source: "first.mp4")
        #expect(try replacement() == nil)
        console.time.now += 1
        let third = try console.addAsset(.waiting, of: book, source: "third.mp4")
        try console.videos.fail(third.id, VideoFailure.cancelled(by: "Ada").trouble)
        #expect(try replacement() == nil)
    }

    @Test("A book in the bin shows its video, and is offered no other")
    func binned() throws {
        _ = try console.bin.add(book.id, by: .commandLine)
        let page = try console.get("/admin/books/\(book.id)")
        #expect(page.contains("No video.") && !page.contains("/video/new"))
    }

    @Test("The list of books finds it by its video, after every change of that")
    func filter() throws {
        func found() throws -> [String] {
            try BookFilter.Video.allCases.map(\.rawValue).filter { value in
                try console.get("/admin/books?video=\(value)").contains("Goodnight Moon")
            }
        }
        #expect(try found() == ["unready", "none"])
        let asset = try console.addAsset(.waiting, of: book)
        #expect(try found() == ["unready", "preparing"])
        try set(asset.id, .preparing)
        #expect(try found() == ["unready", "preparing"])
        try console.videos.fail(asset.id, .init(code: nil, message: "x"))
        #expect(try found() == ["unready", "errored"])
        try set(asset.id, .ready)
        #expect(try found() == ["ready"])
        let other = try console.addBook("Owl Babies")
        try console.videos.choose(asset.id, for: other.id, by: .commandLine)
        #expect(try found() == ["unready", "none"])
        try console.videos.choose(asset.id, for: book.id, by: .commandLine)
        #expect(try found() == ["ready"])
        _ = try console.bin.add(book.id, by: .commandLine)
        #expect(try found().isEmpty)
        try console.videos.delete(asset.id, by: .commandLine)
        #expect(try found().isEmpty)
        _ = try console.bin.restore(book.id, by: .commandLine)
        #expect(try found() == ["unready", "none"])
        let page = try console.get("/admin/books?video=none")
        #expect(page.contains("Remove the filter </span>No video"))
    }

    @Test("What Mux tells is what the list of books finds it by")
    func fromMux() throws {
        let console = try Console.withMux()
        try console.signIn(as: .admin)
        let book = try console.addBook("Moon")
        let tale = MuxTale(passthrough: "book:\(book.id)")
        func isFound(_ value: BookFilter.Video) throws -> Bool {
            var filter = BookFilter()
            filter.video = value
            return try console.bookList.count(filter) == 1
        }
        try console.tell(tale.told("created", at: 1, tale.data("preparing")))
        #expect(try isFound(.preparing))
        try console.tell(tale.told("ready", at: 2, tale.data("ready", tale.finished())))
        #expect(try isFound(.ready))
        try console.tell(tale.told("deleted", at: 3, tale.data("ready", tale.finished())))
        #expect(try isFound(.none))
    }
}
