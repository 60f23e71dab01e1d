import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Words that a family keeps")
struct KeptWordTests {
    private let home: WatchingHome
    private let console: Console

    init() throws {
        home = try WatchingHome()
        console = home.console
    }

    private var count: Int? {
        get throws {
            try console.database.first("SELECT count(*) FROM kept_words") { try $0.int(0) }
        }
    }

    private func keep(_ fields: [(String, String)], script: Bool = true) throws -> Answer {
        if script { console.headers = [("Accept", "application/json")] }
        defer { console.headers = [] }
        return try console.post("/watch/words", fields)
    }

    @Test("V2.4 L72: A word is kept with its meaning, its sentence, its story and its moment")
    func keeps() throws {
        let video = try #require(try console.videos.current(of: home.fox.id))
        let track = try console.addTrack(["Once upon a time"], to: video)
        let answer = try keep([
            ("term", " lantern "), ("meaning", "A lamp\r\nto carry."), ("context", "in a lantern"),
            ("book", "\(home.fox.id)"), ("track", "\(track.id)"), ("seconds", "12.5"),
            ("child", "\(home.pippi.id)"),
        ])
        #expect(answer.status == 201)
        let json = try JSONValue(answer.bytes)
        #expect(json["id"]?.integer == 1 && json["is_new"] == .bool(true))
        #expect(json["message"] == .text("Saved to Pippi’s words."))
        let page = try console.get("/watch/words")
        for text in ["lantern", "A lamp\nto carry.", "in a lantern", "English", "Pippi"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(page.contains("/watch/\(home.fox.id)?track=\(track.id)&amp;t=12"))
        // Once for each, whatever its case; what is new about it is taken.
        let again = try keep([
            ("term", "Lantern"), ("meaning", "A light."), ("book", "\(home.fox.id)"),
            ("track", "\(track.id)"), ("child", "\(home.pippi.id)"),
        ])
        #expect(again.status == 200)
        #expect(try count == 1)
        #expect(try console.get("/watch/words").contains("A light."))
        #expect(try keep([("term", "lantern")]).status == 201)
        // When the story may not be watched any more, its link is gone, and the word stays.
        try console.endRights(home.fox.id)
        let later = try console.get("/watch/words")
        #expect(later.contains("A light.") && !later.contains("href=\"/watch/\(home.fox.id)"))
    }

    @Test("A line’s sheet learns which of its words are saved, for whoever is watching")
    func saved() throws {
        let video = try #require(try console.videos.current(of: home.fox.id))
        let track = try console.addTrack(["Once upon a time"], to: video)
        let place = [("book", "\(home.fox.id)"), ("track", "\(track.id)")]
        _ = try keep([("term", "Upon")] + place + [("child", "\(home.pippi.id)")])
        func known(_ more: [(String, String)]) throws -> JSONValue? {
            let pairs = (place + more + [("term", "upon"), ("term", "time")])
                .map { (name: $0.0, value: $0.1) }
            let answer = try console.get("/watch/words/saved?" + PercentEncoding.encodeQuery(pairs))
            #expect(answer.status == 200)
            return try JSONValue(answer.bytes)["terms"]
        }
        #expect(try known([("child", "\(home.pippi.id)")]) == .list([.text("upon")]))
        #expect(try known([]) == .list([]))
        let again = try keep([("term", "upon")] + place + [("child", "\(home.pippi.id)")])
        let message = try JSONValue(again.bytes)["message"]
        #expect(message == .text("“upon” was already in Pippi’s words."))
        let strangers = try console.addFamily("Strangers")
        let foreign = try console.addChild("Canary", in: strangers)
        #expect(try console.get("/watch/words/saved?term=upon&child=\(foreign.id)").status == 404)
    }

    @Test("A word from a video at an address leads back to it, in the language of its text")
    func web() throws {
        try console.database.execute(
            """
            INSERT INTO web_videos (family_id, kind, url, title, author, duration_seconds,
                created_at, created_by)
            VALUES (\(home.family.id.value), 'file', 'https://films.example/fox.mp4', 'Fox film',
                '', 200, 1, 'Astrid')
            """
        )
        try console.database.execute(
            """
            INSERT INTO family_captions (family_id, web_video_id, language, format, document,
                cue_count, created_at, created_by)
            VALUES (\(home.family.id.value), 1, 'sv', 'srt',
                \(try CaptionDocument.pack(.ofLines(["Hej räv"]))), 1, 1, 'Astrid')
            """
        )
        let answer = try keep([
            ("term", "räv"), ("web", "1"), ("track", "own-1"), ("seconds", "7.5"),
        ])
        #expect(answer.status == 201)
        let page = try console.get("/watch/words")
        #expect(page.contains("Swedish") && page.contains("Fox film"))
        #expect(page.contains("href=\"/watch/web/1?track=own-1&amp;t=7\""))
        // Once the video is removed, the word stays without it.
        try console.post("/watch/web/1/remove")
        let later = try console.get("/watch/words")
        #expect(later.contains("räv") && !later.contains("href=\"/watch/web/1?track"))
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try keep([("term", "räv"), ("web", "1")]).status == 201)
        #expect(try !console.get("/watch/words").contains("Fox film"))
    }

    @Test("Nothing and too much are refused; what isn’t theirs is not taken")
    func refuses() throws {
        #expect(try keep([("term", " ")]).status == 422)
        #expect(try keep([("term", String(repeating: "x", count: 201))]).status == 422)
        #expect(try keep([("term", " ")], script: false).status == 303)
        let strangers = try console.addFamily("Strangers")
        let foreign = try console.addChild("Canary", in: strangers)
        #expect(try keep([("term", "owl"), ("child", "\(foreign.id)")]).status == 404)
        let blocked = try console.addActiveBook("Canary book")
        #expect(
            try keep([("term", "owl"), ("book", "\(blocked.id)"), ("seconds", "-1")]).status == 201
        )
        #expect(try !console.get("/watch/words").contains("Canary"))
    }

    @Test(
        "Characters that nobody sees are left out, and break nothing",
        arguments: HostileInputs.own.compactMap(\.text)
    )
    func hostile(text: String) throws {
        let answer = try keep([("term", text), ("meaning", text), ("context", text)])
        #expect([200, 201, 400, 422].contains(answer.status), "\(answer.status)")
        #expect(try console.get("/watch/words").status == 200)
    }

    @Test("Removing one can be taken back; another family’s isn’t there")
    func removes() throws {
        _ = try keep([("term", "<b>owl</b>")])
        #expect(try !console.get("/watch/words").contains("<b>owl"))
        #expect(try console.post("/watch/words/1/remove").status == 303)
        let page = try console.get("/watch/words")
        #expect(page.contains("/watch/words/1/restore") && page.contains("No words yet"))
        #expect(try console.post("/watch/words/1/restore").status == 303)
        let strangers = try console.addFamily("Strangers")
        let parent = console.cookies
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try console.post("/watch/words/1/remove").status == 404)
        #expect(try !console.get("/watch/words").contains("owl"))
        console.cookies = parent
        try console.post("/watch/words/1/remove")
        console.time.now += KeptWordStore.keptSeconds + 1
        try KeptWordStore(database: console.database, now: console.time.now).removeOld()
        #expect(try count == 0)
    }

    @Test("Long lists have pages")
    func pages() throws {
        for number in 0..<105 { _ = try keep([("term", "word \(number)")]) }
        #expect(try console.get("/watch/words").contains("word 104"))
        let second = try console.get("/watch/words?page=2")
        #expect(second.contains("word 4") && !second.contains("word 104"))
    }
}
