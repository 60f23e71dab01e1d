import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("One page of settings for parents")
struct WatchSettingsTests {
    private let home: HistoryHome
    private let console: Console

    init() throws {
        home = try HistoryHome()
        console = home.console
    }

    private func turn(_ on: String...) throws {
        let answer = try console.post("/watch/settings/switches", on.map { ($0, "1") })
        #expect(answer.status == 303)
    }

    @Test("Settings L158, L160, L161, L162: Everything is on one page")
    func onePage() throws {
        let page = try console.get("/watch/settings")
        #expect(page.markup.text(where: "id", is: "model-heading") == "Explaining and translating")
        for words in [
            "Language of explanations", "Shortcuts", "iPhone, iPad and Siri", "Android",
            "Computer", "Experimental", "Vocabulary", "Playlists", "Live transcription",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(page.contains("/watch/open?url="))
        // For those who build the program alone.
        #expect(!page.contains("cue_details"))
    }

    @Test("Settings L162: What is off is hidden, says that it is off, and nothing is deleted")
    func switches() throws {
        let word = try console.post(
            "/watch/words/new",
            [("term", "lantern"), ("owner", WordOwner.parents.text)]
        )
        #expect(word.status == 303)
        _ = try console.post("/watch/playlists", [("name", "Dusk")])
        try home.open(home.fox)
        for path in ["/watch/words", "/watch/playlists"] {
            #expect(try console.get(path).status == 200)
            #expect(try console.get("/watch").contains("href=\"\(path)\""))
        }
        #expect(try console.get("/watch").contains("Add to Playlist"))
        #expect(try console.get("/catalog").contains("Add to Playlist"))
        #expect(try console.get("/catalog/books/\(home.fox.id)").contains("Add to Playlist"))
        let reading = try console.get("/watch/\(home.fox.id)")
        #expect(reading.contains("Add to Playlist") && reading.contains(">Vocabulary</a>"))
        #expect(!reading.contains("data-keeps"))

        try turn()
        #expect(
            try console.get("/watch/settings").toast?
                .contains("“Vocabulary” is off. “Playlists” is off.") == true
        )
        for (path, label) in [
            ("/watch/words", "Vocabulary is off"), ("/watch/review", "Vocabulary is off"),
            ("/watch/words.csv", "Vocabulary is off"), ("/watch/playlists", "Playlists are off"),
            ("/watch/playlists/new", "Playlists are off"),
        ] {
            let page = try console.get(path)
            #expect(page.status == 404 && page.contains(label), "\(path)")
            #expect(page.markup.targets.contains("/watch/settings#switches"))
        }
        #expect(try console.post("/watch/words", [("term", "fox")]).status == 404)
        let told = try console.send(
            .post,
            "/watch/words",
            [
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Accept", "application/json"),
            ]
        )
        #expect(told.text == #"{"message":"Vocabulary is off. You can turn it on in Settings."}"#)
        for path in [
            "/watch", "/catalog", "/catalog/books/\(home.fox.id)", "/watch/\(home.fox.id)",
        ] {
            let page = try console.get(path)
            #expect(!page.contains("Playlist</a>") && !page.contains("/watch/playlists"), "\(path)")
            #expect(!page.contains(">Vocabulary</a>"), "\(path)")
        }
        #expect(try console.get("/watch/\(home.fox.id)").contains("data-keeps=\"off\""))

        // The other parent, and what is kept, are as they were.
        try home.signIn(home.tom)
        #expect(try console.get("/watch/words").contains("lantern"))
        try home.signIn(home.astrid)
        try turn("vocabulary", "playlists")
        #expect(try console.get("/watch/words").contains("lantern"))
        #expect(try console.get("/watch/playlists").contains("Dusk"))
    }

    @Test("Settings L163: Debug flags are there in development only, and the player shows cues")
    func debug() throws {
        for isDevelopment in [false, true] {
            let console = try Console { $0.isDevelopment = isDevelopment }
            let family = try console.addFamily()
            let book = try console.addStory("The Lantern Fox")
            let film = try console.keepFilm(of: book)
            try console.database.execute("DELETE FROM caption_tracks")
            try console.addTrack(["Once upon a time"], to: film, "en")
            let parent = try console.addParent("astrid@example.test", in: family)
            try console.signIn(parent)
            #expect(try console.get("/watch/settings").contains("cue_details") == isDevelopment)
            _ = try console.post("/watch/settings/switches", [("cue_details", "1")])
            #expect(try console.get("/watch/\(book.id)").contains("ms long") == isDevelopment)
            try ParentSwitches(database: console.database).set(.cueDetails, true, of: parent)
            #expect(try console.get("/watch/\(book.id)").contains("ms long") == isDevelopment)
        }
    }

    @Test("V1.1 L18: “Open with Subtitles” on a story’s page leads to its words")
    func openWithSubtitles() throws {
        let page = try console.get("/catalog/books/\(home.fox.id)")
        let link = page.markup.all("a").first { $0.text == "Open with Subtitles" }
        #expect(link?["href"] == "/watch/\(home.fox.id)")
    }

    @Test("A word that was heard is kept with its language")
    func heardWord() throws {
        let answer = try console.post(
            "/watch/words",
            [("term", "Fuchs"), ("context", "ein Fuchs"), ("language", "de"), ("book", "")]
        )
        #expect(answer.status == 303)
        #expect(try console.texts("SELECT language FROM kept_words") == ["de"])
        _ = try console.post("/watch/words", [("term", "Eule"), ("language", "<b>")])
        #expect(try console.texts("SELECT language FROM kept_words ORDER BY id") == ["de", "und"])
    }
}
