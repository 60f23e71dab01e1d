import Glibc
import HTTP
import Testing

@testable import Storytime

@Suite("A model that answers, or doesn’t")
struct ChatServiceTests {
    private let messages = [
        ChatMessage(role: .system, content: "Be brief."),
        ChatMessage(role: .user, content: "“fox”"),
    ]

    private func service(
        _ model: StubModel,
        key: String = "",
        _ change: (inout ChatPatience) -> Void = { _ in }
    ) throws -> ChatService {
        var settings = ChatSettings()
        settings.address = model.address
        settings.model = "owl"
        settings.key = key
        change(&settings.patience)
        return try #require(ChatService(settings))
    }

    /// What came as it came, and how it ended.
    private func ask(_ service: ChatService, while isWanted: @escaping () -> Bool = { true })
        -> (pieces: [String], result: Result<ChatService.Answer, ChatTrouble>)
    {
        var pieces: [String] = []
        let result = Result { () throws(ChatTrouble) in
            try service.answer(to: messages, isWanted: isWanted) { pieces.append($0) }
        }
        return (pieces, result)
    }

    @Test("V3 L86: It streams, and what was sent is what the API expects")
    func streams() throws {
        let model = try StubModel(.says(["A fox", " is an", " animal."]))
        let (pieces, result) = ask(try service(model, key: "secret"))
        #expect(pieces.joined() == "A fox is an animal.")
        #expect(try result.get() == .init(text: "A fox is an animal.", isCut: false))
        let asked = try #require(model.questions.first)
        #expect(asked.line == "POST /v1/chat/completions")
        #expect(asked.headers["authorization"] == "Bearer secret")
        let body = try JSONValue(Array(asked.body.utf8))
        #expect(body["model"] == .text("owl") && body["stream"] == .bool(true))
        #expect(
            body["messages"]
                == .list([
                    .object(["role": .text("system"), "content": .text("Be brief.")]),
                    .object(["role": .text("user"), "content": .text("“fox”")]),
                ])
        )
    }

    @Test("Pieces come while it still talks")
    func piecesComeAtOnce() throws {
        let model = try StubModel(.stalls(after: StubModel.chunk("first")))
        var pieces: [String] = []
        let answer = try service(model).answer(to: messages, isWanted: { true }) { piece in
            pieces.append(piece)
            if pieces.count == 1 { model.say(StubModel.chunk(" second") + StubModel.end()) }
            if pieces.count == 2 { model.finish() }
        }
        #expect(answer.text == "first second" && pieces == ["first", " second"])
    }

    @Test(
        "A refusal by status is said in words that help",
        arguments: [
            (401, "", ChatTrouble.keyRejected), (403, "", .keyRejected), (404, "", .unknownModel),
            (429, "", .rateLimited(seconds: 7)), (503, "", .overloaded), (502, "", .overloaded),
            (400, #"{"error":{"message":"too long","code":400}}"#, .rejected("too long")),
            (500, #"{"error":{"message":"boom","code":null}}"#, .failed(status: 500, "boom")),
            (500, "oops", .failed(status: 500, "")), (302, "", .notAModel),
        ]
    )
    func statuses(status: Int, body: String, trouble: ChatTrouble) throws {
        let model = try StubModel(
            .answers(status, body, [("Retry-After", "7"), ("Location", "http://127.0.0.1:1/")])
        )
        let (pieces, result) = ask(try service(model))
        #expect(pieces.isEmpty && result == .failure(trouble))
        #expect(!trouble.description.isEmpty && model.questions.count == 1)
    }

    @Test("HTML, a picture, or JSON that is something else is no answer, whatever its status")
    func notAModel() throws {
        let page = "<html><script>alert(1)</script></html>"
        let model = try StubModel(.answers(200, page, type: "text/html"))
        for act in [
            StubModel.Act.answers(200, page, type: "text/html"),
            .answers(200, String(repeating: page, count: 10_000), type: "text/html"),
            .answers(200, "{\"choices\":1}"), .answers(200, "[]"), .answers(200, ""),
            .sends([Array("data: \(page)\n\n".utf8)]),
        ] {
            model.will(act)
            let (pieces, result) = ask(try service(model))
            #expect(pieces.isEmpty && result == .failure(.notAModel), "\(act)")
        }
    }

    @Test("A service that answers all at once is understood, too")
    func whole() throws {
        let model = try StubModel(
            .answers(200, #"{"choices":[{"message":{"content":"A fox."},"finish_reason":"stop"}]}"#)
        )
        let (pieces, result) = ask(try service(model))
        #expect(pieces == ["A fox."])
        #expect(try result.get().text == "A fox.")
    }

    @Test("It breaks off, ends without a farewell, says nothing, declines, or reports a failure")
    func endings() throws {
        let begun = StubModel.chunk("A fo")
        let model = try StubModel(.breaks(after: begun))
        #expect(ask(try service(model)).result == .failure(.broken))
        model.will(.sends([Array(begun.utf8)]))
        #expect(ask(try service(model)).result == .failure(.broken))
        model.will(.sends([Array("data: {\"choices\":[{\"delta\":{\"content\":\"\"}}]}\n\n".utf8)]))
        #expect(ask(try service(model)).result == .failure(.empty))
        model.will(.says([]))
        #expect(ask(try service(model)).result == .failure(.empty))
        model.will(.says(["I can’t"], reason: "content_filter"))
        #expect(ask(try service(model)).result == .failure(.refused))
        model.will(.says(["It goes on"], reason: "length"))
        #expect(try ask(try service(model)).result.get().isCut)
        model.will(.sends([Array((begun + "data: {\"error\":{\"message\":\"boom\"}}\n\n").utf8)]))
        #expect(ask(try service(model)).result == .failure(.failed(status: 200, "boom")))
        // All was said, and only [DONE] is missing.
        let farewell = StubModel.end().replacing("data: [DONE]\n\n", with: "")
        model.will(.sends([Array((begun + farewell).utf8)]))
        #expect(try ask(try service(model)).result.get().text == "A fo")
    }

    @Test("A million tokens are cut, and the service is told to stop")
    func million() throws {
        let model = try StubModel(.neverEnds)
        let (_, result) = ask(try service(model))
        let answer = try result.get()
        #expect(answer.isCut && answer.text.unicodeScalars.count == ChatService.mostCharacters)
        #expect(eventually { model.isLeft })
    }

    @Test("A script and control characters are text, or nothing")
    func script() throws {
        let script = "<script>alert('x')</script>"
        let model = try StubModel(.says(["\n\n ", script, "\u{0}\u{1B}[31m\u{7F}", " end\n\tok"]))
        let answer = try ask(try service(model)).result.get()
        #expect(answer.text == script + "[31m end\n\tok")
    }

    @Test("One that never answers, and one that stops in the middle, are given up")
    func patience() throws {
        let silent = try SilentServer()
        var settings = ChatSettings()
        settings.address = ChatAddress("http://127.0.0.1:\(silent.port)")
        settings.model = "owl"
        settings.patience.firstMilliseconds = 300
        #expect(ask(try #require(ChatService(settings))).result == .failure(.silent))

        let model = try StubModel(.stalls(after: StubModel.chunk("A fo")))
        let stalled = try service(model) { $0.idleMilliseconds = 300 }
        #expect(ask(stalled).result == .failure(.stalled))
        #expect(eventually { model.isLeft })
        let long = try service(model) { $0.wholeMilliseconds = 700 }
        #expect(ask(long).result == .failure(.tookTooLong))
    }

    @Test("Nobody there is said; canceling ends the connection")
    func unreachableAndCanceled() throws {
        var settings = ChatSettings()
        settings.address = ChatAddress("http://127.0.0.1:1")
        settings.model = "owl"
        guard case .failure(.unreachable) = ask(try #require(ChatService(settings))).result else {
            Issue.record("there is nobody at port 1")
            return
        }
        let model = try StubModel(.stalls(after: StubModel.chunk("A fo")))
        let service = try service(model)
        let (pieces, result) = ask(service) { model.questions.isEmpty }
        #expect(pieces.count <= 1 && result == .failure(.canceled))
        #expect(eventually { model.isLeft })
    }

    @Test("V2 settings: The list of models, as Ollama, llama.cpp and others have it")
    func models() throws {
        let model = try StubModel()
        #expect(try service(model).models() == ["owl"])
        model.has(models: #"{"object":"list","data":null}"#)
        #expect(try service(model).models().isEmpty)
        model.has(models: "<html>")
        #expect(throws: ChatTrouble.notAModel) { try service(model).models() }
        #expect(model.asked.first?.line == "GET /v1/models")
    }
}

/// Waits for something that another thread does; false after a long time.
func eventually(_ isTrue: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<3_000 {
        if try isTrue() { return true }
        usleep(10_000)
    }
    return false
}
