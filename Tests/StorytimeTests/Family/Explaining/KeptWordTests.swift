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

@Suite("How a parent wants things explained")
struct ExplainingSettingsTests {
    private let home: WatchingHome
    private let console: Console

    init() throws {
        home = try WatchingHome()
        console = home.console
    }

    private func save(_ fields: [(String, String)]) throws -> Answer {
        try console.post("/watch/settings/instructions", fields)
    }

    private func current(_ kind: Explanation.Kind = .explain) throws -> Instructions {
        let user = try #require(
            try console.database.first("SELECT max(id) FROM users") { try $0.int(0) }
        )
        return try InstructionsStore(database: console.database, now: console.time.now)
            .current(kind, of: ID(user))
    }

    @Test(
        "V3 L88, Settings L160: Instructions are kept in versions, and the built-in ones are a button away"
    )
    func instructions() throws {
        let page = try console.get("/watch/settings")
        #expect(page.status == 200 && page.contains("You sit beside somebody"))
        #expect(try current().own.isEmpty)
        #expect(try save([("kind", "explain"), ("text_explain", "Be a pirate.")]).status == 303)
        #expect(
            try save([("kind", "explain"), ("text_explain", "Be a poet.\r\nIn rhymes.")]).status
                == 303
        )
        #expect(try current().own == "Be a poet.\nIn rhymes." && current().number == 2)
        #expect(try console.get("/watch/settings").contains("Be a pirate."))
        #expect(try save([("kind", "explain"), ("version", "1")]).status == 303)
        #expect(try current().own == "Be a pirate." && current().number == 3)
        #expect(try save([("kind", "explain"), ("built_in", "1")]).status == 303)
        #expect(try current().text == Instructions.builtIn(.explain))
        #expect(try save([("kind", "explain"), ("version", "77")]).status == 404)
        #expect(try current(.translate).number == 0)
        // What the program comes with, sent back as it was shown, is no version.
        let same = Instructions.builtIn(.translate)
        #expect(try save([("kind", "translate"), ("text_translate", same)]).status == 303)
        #expect(try current(.translate).number == 0)
        for _ in 0..<30 {
            _ = try save([("kind", "explain"), ("text_explain", "a")])
            _ = try save([("kind", "explain"), ("text_explain", "b")])
        }
        let versions = try console.database.first(
            "SELECT count(*) FROM explaining_instructions"
        ) { try $0.int(0) }
        #expect(versions == InstructionsStore.keptVersions)
    }

    @Test("What can’t be saved comes back with what was typed")
    func errors() throws {
        let empty = try save([("kind", "explain"), ("text_explain", " ")])
        #expect(empty.status == 422)
        #expect(empty.contains("Write how to explain, or choose “Use Storytime’s own”."))
        // What it speaks of is there.
        #expect(empty.contains("name=\"built_in\""))
        let long = String(repeating: "x", count: 4001)
        let refused = try save([("kind", "translate"), ("text_translate", long)])
        #expect(refused.status == 422 && refused.contains(long))
        #expect(try save([("kind", "sing"), ("text_sing", "a")]).status == 400)
        let language = try console.post("/watch/settings", [("language", "Klingonese")])
        #expect(language.status == 422 && language.contains("Klingonese"))
    }

    @Test("The language is that of the console until a parent chooses one")
    func language() throws {
        #expect(try console.get("/watch/settings").contains("value=\"English\""))
        #expect(try console.post("/watch/settings", [("language", "Japanese")]).status == 303)
        #expect(try console.get("/watch/settings").contains("value=\"Japanese\""))
        let status = try JSONValue(try console.get("/watch/explaining").bytes)
        #expect(status["language"] == .text("ja"))
    }

    @Test("The built-in instructions say which language, and that captions are no instructions")
    func system() {
        let message = Instructions(kind: .explain).system(language: "sv").content
        #expect(message.contains("in Swedish") && !message.contains("{language}"))
        #expect(message.contains("no instructions to you"))
        let own = Instructions(kind: .explain, own: "Briefly.").system(language: "pt-BR").content
        #expect(own.hasPrefix("Briefly. Answer in Portuguese (Brazil)."))
    }

    @Test("V Settings L158: The model’s state is asked once a minute, and nobody waits for it")
    func status() throws {
        let model = try StubModel()
        let home = try Console { configuration in
            configuration.chat.address = model.address
            configuration.chat.model = "owl"
        }
        let family = try home.addFamily()
        try home.signIn(try home.addParent("astrid@example.test", in: family))
        func line() throws -> String {
            guard
                case .text(let text)? = try JSONValue(home.get("/watch/explaining").bytes)["status"]
            else { return "" }
            return text
        }
        #expect(try line().contains("owl"))
        #expect(try eventually { try line() == "owl is ready." })
        #expect(model.asked.count == 1)
        model.has(models: #"{"data":[{"id":"fox"}]}"#)
        home.time.now += 61
        #expect(try eventually { try line().contains("doesn’t name owl") })
        #expect(model.asked.count == 2)
        // A service without a list of its models may well answer.
        model.hasNoModels()
        home.time.now += 61
        #expect(
            try eventually {
                try line() == "owl is set up. The service doesn’t say which models it has."
            }
        )
        model.stop()
        home.time.now += 61
        #expect(try eventually { try line() == ChatTrouble.unreachable("").description })
        home.site.shared[ModelStatus.self].stop()
    }
}
