import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("How a parent wants things explained")
struct ExplainingSettingsTests {
    private let model: StubModel
    private let home: WatchingHome
    private let console: Console

    init() throws {
        let model = try StubModel()
        self.model = model
        home = try WatchingHome { configuration in
            configuration.chat.address = model.address
            configuration.chat.model = "owl"
        }
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

    @Test("Without a model there is nothing to instruct")
    func withoutModel() throws {
        let plain = try WatchingHome().console
        let page = try plain.get("/watch/settings")
        #expect(!page.contains("name=\"text_explain\"") && page.contains("name=\"language\""))
        let refused = try plain.post(
            "/watch/settings/instructions",
            [("kind", "explain"), ("text_explain", " ")]
        )
        #expect(refused.status == 422 && refused.contains("name=\"text_explain\""))
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
        func line() throws -> String {
            guard
                case .text(let text)? = try JSONValue(console.get("/watch/explaining").bytes)[
                    "status"
                ]
            else { return "" }
            return text
        }
        #expect(try line().contains("owl"))
        #expect(try eventually { try line() == "owl is ready." })
        #expect(model.asked.count == 1)
        model.has(models: #"{"data":[{"id":"fox"}]}"#)
        console.time.now += 61
        #expect(try eventually { try line().contains("doesn’t name owl") })
        #expect(model.asked.count == 2)
        // A service without a list of its models may well answer.
        model.hasNoModels()
        console.time.now += 61
        #expect(
            try eventually {
                try line() == "owl is set up. The service doesn’t say which models it has."
            }
        )
        model.stop()
        console.time.now += 61
        #expect(try eventually { try line() == ChatTrouble.unreachable("").description })
        console.site.shared[ModelStatus.self].stop()
    }
}
