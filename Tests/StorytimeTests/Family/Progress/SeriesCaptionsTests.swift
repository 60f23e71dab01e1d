import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Captions are remembered for a series")
struct SeriesCaptionsTests {
    /// Pippi's tablet, with two stories of a series and one of none, each with captions in English.
    private struct Home {
        let kids: KidsHome
        let lantern: Book
        var console: Console { kids.console }
        var fox: Book { kids.fox }

        init(isHandedOver: Bool = true) throws {
            kids = try KidsHome(isHandedOver: isHandedOver)
            lantern = try kids.console.addStory("The Fox Comes Home")
            try kids.console.keepFilm(of: lantern)
            try kids.console.addToLibrary([lantern.id, kids.owl.id], of: kids.pippi)
            try kids.console.put(kids.fox, in: "Lantern Fox", 1)
            try kids.console.put(lantern, in: "Lantern Fox", 2)
        }

        func choose(_ text: String, for book: Book) throws -> Int {
            try console.post("/kids/captions", [("book", "\(book.id)"), ("captions", text)]).status
        }

        func choice(_ book: Book) throws -> String? {
            try console.get("/kids/stories/\(book.id)").json["captions_choice"] as? String
        }
    }

    @Test("What is chosen in one story holds for the others of its series, off too")
    func inKidsMode() throws {
        let home = try Home()
        let fresh = try home.console.get("/kids/stories/\(home.fox.id)").json
        #expect(fresh["is_in_series"] as? Bool == true)
        #expect(fresh["captions_choice"] as? String == nil)
        #expect(try home.choose("en", for: home.fox) == 204)
        #expect(try home.choice(home.lantern) == "en")
        let page = try home.console.get("/kids/watch/\(home.lantern.id)")
        let stage = try #require(page.markup.first(id: "stage"))
        #expect(stage["data-choice"] == "en" && stage["data-series"] != nil)
        #expect(stage["data-captions"] != nil)
        // Without a script, the browser shows them, too.
        #expect(page.markup.all("track").map { $0["default"] != nil } == [true])
        #expect(try home.choose("off", for: home.lantern) == 204)
        #expect(try home.choice(home.fox) == "off")
        // Although the child's settings say that captions show.
        try home.console.database.execute("UPDATE children SET has_captions = 1")
        let off = try home.console.get("/kids/watch/\(home.fox.id)").markup
        #expect(off.first(id: "stage")?["data-captions"] == nil)
        #expect(off.all("track").allSatisfy { $0["default"] == nil })
        // A story that is in no series has the settings of the child, and nothing is kept for it.
        #expect(try home.choose("off", for: home.kids.owl) == 404)
        let owl = try home.console.get("/kids/stories/\(home.kids.owl.id)").json
        #expect(owl["is_in_series"] as? Bool == false)
        let stageOfOwl = try home.console.get("/kids/watch/\(home.kids.owl.id)").markup
            .first(id: "stage")
        #expect(stageOfOwl?["data-captions"] != nil && stageOfOwl?["data-series"] == nil)
    }

    @Test("They are a child's own, and no progress: nobody's tap is overtaken")
    func ofAChild() throws {
        let home = try Home()
        #expect(try home.choose("off", for: home.fox) == 204)
        let memory = { (child: Child) in
            try SeriesCaptions(database: home.console.database, now: 0)
                .memory(of: child.id, for: home.fox.id)
        }
        #expect(try memory(home.kids.pippi)?.choice == .off)
        #expect(try memory(home.kids.annika)?.choice == nil)
        #expect(try memory(home.kids.annika) != nil)
        let changed: SQL = """
            SELECT count(*) FROM child_series WHERE version > 0 OR status IS NOT NULL
            """
        #expect(try home.console.count(changed) == 0)
    }

    @Test("Nonsense, stories that the child doesn't have and other families' are refused")
    func refusals() throws {
        let home = try Home()
        for text in ["", "on!", "not a language", String(repeating: "a", count: 40)] {
            #expect(try home.choose(text, for: home.fox) == 400, "\(text)")
        }
        let other = try home.console.addStory("Elsewhere")
        try home.console.put(other, in: "Lantern Fox", 3)
        #expect(try home.choose("off", for: other) == 404)
        let others = try home.console.addFamily("Strangers")
        let stranger = try home.console.addChild("Stranger", in: others)
        try home.kids.inAnotherBrowser {
            let fields = [("book", "\(home.fox.id)"), ("captions", "off")]
            let children = [("\(stranger.id)", 404), ("99", 404), ("x", 400)]
            for (child, status) in children {
                let answer = try home.console.post("/captions", fields + [("child", child)])
                #expect(answer.status == status, "\(child)")
            }
        }
        #expect(try home.console.count("SELECT child_id FROM child_series") == 0)
    }

    @Test("A parent who watches with a child finds what was chosen in Kids Mode, and changes it")
    func withAParent() throws {
        let home = try Home(isHandedOver: false)
        let console = home.console
        let path = "/catalog/books/\(home.lantern.id)"
        let query = "?child=\(home.kids.pippi.id)"
        let watch = { (query: String) in
            let page = try console.get(path + query).markup
            let section = page.all("section").first { $0["class"] == "watch" }
            return (
                href: section?["data-captions"],
                isFirst: page.all("track").map { $0["default"] != nil }
            )
        }
        #expect(try watch(query).href == "/captions")
        #expect(try watch("").href == nil)
        #expect(try watch(query).isFirst == [false])
        let fields = [("child", "\(home.kids.pippi.id)"), ("book", "\(home.fox.id)")]
        #expect(try console.post("/captions", fields + [("captions", "en-GB")]).status == 204)
        // Another form of the language is better than none.
        #expect(try watch(query).isFirst == [true])
        #expect(try watch("").isFirst == [false])
        let film = try #require(try console.videos.current(of: home.lantern.id))
        let track = try #require(try console.captions.tracks(of: film.id).first)
        try console.captions.setDefault(true, track.id, by: .commandLine)
        #expect(try watch("").isFirst == [true])
        #expect(try console.post("/captions", fields + [("captions", "off")]).status == 204)
        #expect(try watch(query).isFirst == [false])
        let owl = try console.get("/catalog/books/\(home.kids.owl.id)" + query).markup
        let section = owl.all("section").first { $0["class"] == "watch" }
        #expect(section != nil && section?["data-captions"] == nil)
    }

    @Test("Programs read the choice with the addresses that play a story, and set it")
    func api() throws {
        let home = try Home(isHandedOver: false)
        let console = home.console
        let token = try console.bearer(home.kids.parent)
        let path = "/api/v1/children/\(home.kids.pippi.id)/playback/"
        let play = { (book: Book) in
            try console.ask(.post, "\(path)\(book.id)", token: token).json["data"] as? [String: Any]
        }
        let set = { (book: Book, content: String) in
            try console.ask(.put, "\(path)\(book.id)/captions", content, token: token)
        }
        #expect(try play(home.fox)?["series_id"] as? Int == 1)
        #expect(try play(home.fox)?["captions_choice"] as? String == nil)
        for _ in 1...2 { #expect(try set(home.fox, #"{"captions": "EN"}"#).status == 204) }
        // The tag in its canonical form.
        #expect(try play(home.lantern)?["captions_choice"] as? String == "en")
        #expect(try set(home.lantern, #"{"captions": "off"}"#).status == 204)
        #expect(try play(home.fox)?["captions_choice"] as? String == "off")
        #expect(try set(home.fox, #"{"captions": null}"#).status == 204)
        #expect(try play(home.fox)?["captions_choice"] as? String == nil)
        let wrong = try set(home.fox, #"{"captions": "on!"}"#)
        #expect(wrong.status == 422 && wrong.errorDetails == ["captions: invalid"])
        #expect(try set(home.kids.owl, #"{"captions": "off"}"#).status == 409)
        #expect(try play(home.kids.owl)?["series_id"] as? Int == nil)
        let other = try console.addStory("Elsewhere")
        #expect(try set(other, #"{"captions": "off"}"#).status == 404)
    }
}
