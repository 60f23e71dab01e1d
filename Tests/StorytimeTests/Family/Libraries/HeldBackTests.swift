import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A film at Mux without a key to sign its addresses with")
struct HeldBackTests {
    private let home: KidsHome
    private let console: Console
    /// Where a family sees a story.
    private let lists: [String]
    private static let playlist = "/watch/playlists/1"

    init() throws {
        home = try KidsHome(isHandedOver: false)
        console = home.console
        lists = [
            "/catalog?q=Lantern", "/children/\(home.pippi.id)/library",
            Self.playlist + "/add?to=catalog&q=Lantern",
        ]
        let answer = try console.post("/watch/playlists", [("name", "Bedtime")])
        #expect(answer.location == Self.playlist)
    }

    private func hold(_ book: Book) throws {
        try console.database.execute(
            """
            UPDATE video_assets SET provider = 'mux', signed_playback_id = 'signed'
            WHERE book_id = \(book.id.value)
            """
        )
    }

    @Test("It is offered nowhere as if it could be watched, and isn’t there in Kids Mode")
    func isOfferedNowhere() throws {
        for path in lists {
            let page = try console.get(path)
            #expect(page.contains("5:40"), "\(path)")
            #expect(!page.contains("Can’t be watched now"), "\(path)")
        }
        try hold(home.fox)
        for path in lists {
            let page = try console.get(path)
            #expect(page.contains("The Lantern Fox"), "\(path)")
            #expect(page.contains("Can’t be watched now"), "\(path)")
            #expect(!page.contains("5:40"), "\(path)")
        }
        let filtered = try console.get("/children/\(home.pippi.id)/library?film=yes")
        // What was added lately is named below the shelf, all the same.
        let card = "Remove<span class=\"visually-hidden\"> The Lantern Fox"
        #expect(try console.get("/children/\(home.pippi.id)/library").contains(card))
        #expect(!filtered.contains(card))
        try home.handOver()
        #expect(try !console.get("/kids").contains("The Lantern Fox"))
        // At an address that needs no key, it plays.
        try console.database.execute(
            "UPDATE video_assets SET public_playback_id = 'open' WHERE provider = 'mux'"
        )
        #expect(try console.get("/kids").contains("The Lantern Fox"))
    }

    @Test("A playlist says how many of its videos can’t be watched, as its player counts them")
    func playlistCounts() throws {
        let videos = [home.fox, home.owl].map { ("video", "\($0.id)") }
        #expect(try console.post(Self.playlist + "/items", videos).status == 303)
        func lede() throws -> String {
            try #require(try console.get(Self.playlist).markup.tags.first { $0["class"] == "lede" })
                .text
        }
        #expect(try lede() == "2 videos.")
        try hold(home.fox)
        #expect(try lede() == "2 videos, 1 can’t be watched now.")
        #expect(try console.get("/watch/\(home.owl.id)?list=1").contains("1 of 1"))
        try hold(home.owl)
        #expect(try lede() == "2 videos that can’t be watched now.")
    }

    @Test("With a key, everything at Mux that is ready can be played")
    func condition() {
        var settings = MuxSettings()
        #expect(!PlayableFilms(settings).canSign)
        (settings.signingKeyID, settings.signingKey) = ("key-1", "key")
        #expect(PlayableFilms(settings) == .all)
    }
}
