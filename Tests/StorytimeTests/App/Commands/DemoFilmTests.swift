import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The demo's films")
struct DemoFilmTests {
    private static let story = DemoStory(
        titleLines: ["The", "Owl"],
        author: "Nobody",
        description: "An owl wonders.",
        categories: ["Bedtime Stories"],
        tune: DemoTune("CEG2", beatMilliseconds: 200),
        opening: DemoPicture("night", things: [.init("owl", 640, 600, 300, .sway)]),
        pages: [.init(text: "Who?", picture: DemoPicture("dusk", things: []))]
    )

    private func demo(_ console: Console) -> Demo {
        Demo(database: console.database, now: console.time.now, stories: [Self.story])
    }

    @Test("Without ffmpeg it says so, and adds nothing")
    func missing() throws {
        let console = try Console { $0.ffmpeg = "no-such-ffmpeg" }
        let error = #expect(throws: DemoStudio.Missing.self) {
            try demo(console).addFilms(console.site.configuration) { _ in }
        }
        #expect(error?.description == "no-such-ffmpeg isn’t installed")
        #expect(try console.count("SELECT count(*) FROM books") == 0)
    }

    @Test("An ffmpeg that can’t draw is named, and leaves nothing behind")
    func unable() throws {
        let console = try Console { $0.ffmpeg = "/bin/false" }
        try Program.makeDataFolders(console.site.configuration)
        let error = #expect(throws: DemoStudio.Missing.self) {
            try demo(console).addFilms(console.site.configuration) { _ in }
        }
        #expect(error?.description.contains("SVG") == true)
        #expect(console.videoNames == [])
    }

    @Test("A film is a video like any other, made once", .enabled(if: FFmpeg.isInstalled))
    func makes() throws {
        let console = try Console()
        let configuration = console.site.configuration
        try Program.makeDataFolders(configuration)
        var told: [String] = []
        #expect(try demo(console).addFilms(configuration) { told.append($0) } == 1)
        #expect(told == ["Making story 1 of 1: “The Owl”"])
        let book = try #require(try demo(console).films().first)
        let video = try #require(try console.videos.current(of: book))
        #expect(video.status == .ready && video.source == "the-owl.mp4" && video.hasCaptions)
        let narrated = try #require(video.durationSeconds)
        #expect((4...8).contains(narrated))
        let media = try #require(VideoMedia(video))
        try console.signIn(as: .admin)
        for href in [media.video?.href, media.poster, media.storyboard] {
            #expect(try console.get(try #require(href)).status == 200)
        }
        let captions = try #require(try console.videos.captions(of: video.id).first)
        #expect(captions.language == "en" && captions.label == "English")
        let text = try Folder.text(console.videoFolder.path(of: try #require(captions.fileKey)))
        #expect(text.contains("The <00:00:") && text.contains("\nWho?\n"))
        let kept = try BookStore(database: console.database, now: 0).find(book)
        guard case .file(_, width: 800, height: 1200, _) = kept.cover else {
            Issue.record("\(String(describing: kept.cover))")
            return
        }
        #expect(try demo(console).addFilms(configuration) { told.append($0) } == 0)
        #expect(told.count == 1)
        #expect(try Folder.names(in: configuration.uploadFolder) == [])
        // What is deleted stays deleted.
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(book.value)"
        )
        #expect(try demo(console).addFilms(configuration) { told.append($0) } == 0)
        #expect(try demo(console).films() == [])
    }

    @Test("The same ffmpeg makes the same bytes", .enabled(if: FFmpeg.isInstalled))
    func same() throws {
        var films: [[UInt8]] = []
        for _ in 0..<2 {
            let console = try Console()
            try Program.makeDataFolders(console.site.configuration)
            let studio = try DemoStudio([Self.story], console.site.configuration)
            let film = try #require(try studio.make([Self.story]).first)
            films.append(try Folder.read(film.video.video).bytes)
        }
        #expect(films[0] == films[1] && films[0].count > 10_000)
    }

    @Test("A family gets 24 drawn photos once, each described", .enabled(if: FFmpeg.isInstalled))
    func photos() throws {
        let console = try Console()
        let configuration = console.site.configuration
        try Program.makeDataFolders(configuration)
        #expect(try demo(console).addPhotos(configuration) == 0)
        _ = try demo(console).addFamilies(.nobody)
        #expect(try demo(console).addPhotos(configuration) == 24)
        #expect(try demo(console).addPhotos(configuration) == 0)
        let family = try #require(try demo(console).families().first)
        let store = PhotoStore(console.site, console.database, now: console.time.now)
        let photos = try store.list(of: family, limit: 100, offset: 0)
        #expect(photos.count == 24 && photos.allSatisfy { !$0.words.isEmpty && $0.takenAt != nil })
        #expect(Set(photos.map(\.category)).count == 5)
        #expect(try Folder.names(in: configuration.uploadFolder) == [])
    }

    @Test("Films come to the front of each library once, with a week of watching them")
    func shelved() throws {
        let console = try Console()
        let book = try console.addBook("The Owl", by: "Nobody")
        let owl = book.id
        try console.addAsset(of: book, by: .local, seconds: 40)
        try console.database.execute("UPDATE books SET status = 'active'")
        try demo(console).addRights(to: [owl])
        _ = try demo(console).addFamilies(.nobody)
        try demo(console).shelveFilms()
        try demo(console).shelveFilms()
        #expect(
            try console.count("SELECT count(*) FROM library_items WHERE book_id = \(owl.value)")
                == 3
        )
        // Left in the middle by one child, and nowhere beyond its end.
        #expect(
            try console.texts(
                """
                SELECT k.name FROM library_items AS i JOIN children AS k ON k.id = i.child_id
                WHERE i.book_id = \(owl.value) AND i.last_position_seconds = 20
                """
            ) == ["Alma"]
        )
        #expect(
            try console.count(
                """
                SELECT max(position_seconds) FROM usage_events
                WHERE viewing_id IN (SELECT id FROM viewings WHERE book_id = \(owl.value))
                """
            ) <= 40
        )
        #expect(
            try console.count(
                "SELECT count(*) FROM usage_events WHERE occurred_ms > \(console.time.now * 1000)"
            ) == 0
        )
        #expect(try demo(console).removeFamilies() == 2)
        #expect(try demo(console).films() == [owl])
    }
}
