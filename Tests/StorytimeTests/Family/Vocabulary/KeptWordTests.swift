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
