import Glibc
import HTTP
import Markup
import SQLite
import Synchronization
import Testing

@testable import Storytime

/// Explanations and translations, on real sockets.
@Suite("Explaining words of a story", .serialized)
struct ExplanationTests {
    @Test("V3 L84-86: It is told as it comes, kept, and told again without the model")
    func streamsAndKeeps() throws {
        let home = try ReadingHome(.says(["A fox", " is an", " animal."]))
        let (status, events, reply) = try home.ask(home.fields())
        #expect(status == 200 && reply.headers["content-type"] == "text/event-stream")
        #expect(reply.headers["x-accel-buffering"] == "no")
        #expect(reply.headers["cache-control"] == "no-store")
        #expect(events.said == "A fox is an animal.")
        let done = try #require(events.done)
        let id = try #require(done["id"]?.integer)
        #expect(done["thread"]?.integer == id && done["is_cached"] == .bool(false))
        let again = try home.ask(home.fields())
        #expect(again.events.said == "A fox is an animal.")
        #expect(again.events.done?["is_cached"] == .bool(true))
        #expect(again.events.done?["id"]?.integer == id)
        #expect(home.model.questions.count == 1)
        // Another cue, another kind and another language are other questions.
        #expect(try home.ask(home.fields(2)).events.done?["is_cached"] == .bool(false))
        #expect(try home.ask(home.fields(1, "translate")).events.done?["is_cached"] == .bool(false))
        let swedish = home.fields(1, "translate", [("to", "sv")])
        #expect(try home.ask(swedish).events.done?["is_cached"] == .bool(false))
        #expect(try home.ask(swedish).events.done?["is_cached"] == .bool(true))
        #expect(home.model.questions.count == 4)

        let list = try home.get("\(home.path)?track=\(home.track.id)&cue=\(home.cues[1])")
        let known = try JSONValue(list.body)
        guard case .list(let items)? = known["explanations"] else {
            Issue.record("\(list.text)")
            return
        }
        #expect(items.count == 3 && items.last?["answer"] == .text("A fox is an animal."))
        let page = try home.get("\(home.path)/\(id)")
        #expect(page.status == 200 && page.text.contains("A fox is an animal."))
        // With the model gone for good, what is known is still there.
        home.model.stop()
        #expect(try home.ask(home.fields()).events.said == "A fox is an animal.")
        #expect(try home.get("\(home.path)/\(id)").text.contains("A fox is an animal."))
    }

    @Test("Only the cue is sent, for a word its line, and what was typed: never who watches what")
    func sendsNothingElse() throws {
        let home = try ReadingHome(.says(["Yes."]))
        _ = try home.ask(home.fields(1))
        _ = try home.ask(home.fields(1, "explain", [("text", "fox")]))
        let done = try home.ask(home.fields(1, "translate", [("to", "German")])).events.done
        let thread = try #require(done?["thread"]?.integer)
        let more = [("thread", "\(thread)"), ("question", "And the lantern?")]
        #expect(try home.ask(more).events.said == "Yes.")
        let bodies = home.model.questions.map(\.body)
        try #require(bodies.count == 4)
        for body in bodies {
            #expect(!body.lowercased().contains("canary"), "\(body)")
            for line in [0, 2, 3, 4, 5] { #expect(!body.contains(ReadingHome.lines[line])) }
            #expect(body.contains(ReadingHome.lines[1]))
        }
        #expect(bodies[1].contains("“fox”") && bodies[2].contains("German"))
        // The whole conversation goes along with what is asked on.
        #expect(bodies[3].contains("Yes.") && bodies[3].contains("And the lantern?"))
        for asked in home.model.asked {
            let fields = asked.headers.map { "\($0.0): \($0.1)" }.joined(separator: "\n")
            #expect(!fields.lowercased().contains("canary") && asked.headers["cookie"] == nil)
        }
    }

    @Test("V2.4 L73: A selection is sent with two lines on each side")
    func selection() throws {
        let home = try ReadingHome(.says(["Yes."]))
        let selection = home.fields(3, "explain", [("text", "lantern. It was")])
        #expect(try home.ask(selection).events.said == "Yes.")
        let body = try #require(home.model.questions.first?.body)
        for line in 1...5 { #expect(body.contains(ReadingHome.lines[line])) }
        #expect(!body.contains(ReadingHome.lines[0]) && body.contains("lantern. It was"))
    }

    @Test("V3 L86: Questions can follow, in the order in which they were asked")
    func followUps() throws {
        let home = try ReadingHome(
            .says(["A fox."]),
            .says(["It is red."]),
            .says(["In the wood."])
        )
        let thread = try #require(try home.ask(home.fields()).events.done?["thread"]?.integer)
        for (question, answer) in [("What color?", "It is red."), ("Where?", "In the wood.")] {
            let told = try home.ask([("thread", "\(thread)"), ("question", question)])
            #expect(told.events.said == answer)
            #expect(told.events.done?["thread"]?.integer == thread)
        }
        let last = try JSONValue(Array(try #require(home.model.questions.last).body.utf8))
        guard case .list(let messages)? = last["messages"] else { return }
        let texts = messages.compactMap { message -> String? in
            if case .text(let text)? = message["content"] { text } else { nil }
        }
        #expect(
            texts.suffix(5).map { $0.prefix(12) }.dropFirst() == [
                "A fox.", "What color?", "It is red.", "Where?",
            ]
        )
        let page = try home.get("\(home.path)/\(thread)").text
        for text in ["A fox.", "What color?", "It is red.", "Where?", "In the wood."] {
            #expect(page.contains(text))
        }
        let empty = try home.ask([("thread", "\(thread)"), ("question", " ")])
        #expect(empty.status == 422 && empty.events.trouble != nil)
        let long = String(repeating: "x", count: 1001)
        #expect(try home.ask([("thread", "\(thread)"), ("question", long)]).status == 422)
        // A later turn of it is no thread of its own.
        let inner = try home.count("SELECT max(id) FROM explanations")
        #expect(
            try home.get("\(home.path)/\(inner)").headers["location"] == "\(home.path)/\(thread)"
        )
    }

    @Test("A model that never answers keeps nobody else, and who goes stops it")
    func goesAway() throws {
        let home = try ReadingHome(.stalls(after: StubModel.chunk("A fo")))
        let sockets = try (1...3).map { try home.begin(home.fields($0)) }
        for socket in sockets { _ = try ReadingHome.read(socket, until: "A fo") }
        #expect(try home.get("/watch/settings").status == 200)
        #expect(try home.post("/watch/settings", [("language", "Swedish")]).status == 303)
        let fourth = try home.ask(home.fields(4))
        #expect(fourth.status == 429 && fourth.reply.headers["retry-after"] == "10")
        #expect(fourth.events.trouble?.contains("3 answers") == true)
        #expect(try home.count("SELECT count(*) FROM explanations WHERE state = 'asking'") == 3)
        for socket in sockets { close(socket) }
        #expect(try eventually { try home.count("SELECT count(*) FROM explanations") == 0 })
        #expect(eventually { home.model.isLeft })
        home.model.will(.says(["Here."]))
        #expect(eventually { home.running.site.shared[ConversationDesk.self].count == 0 })
        #expect(try home.ask(home.fields(1)).events.said == "Here.")
    }

    @Test(
        "Whatever the model does instead of answering, it is said in words, and the page stays",
        arguments: [
            (
                StubModel.Act.answers(200, "<html><script>alert(1)</script>", type: "text/html"),
                ChatTrouble.notAModel
            ),
            (.answers(401, "{}"), .keyRejected), (.answers(404, "{}"), .unknownModel),
            (.answers(429, "{}", [("Retry-After", "5")]), .rateLimited(seconds: 5)),
            (.answers(503, "{}"), .overloaded), (.breaks(after: StubModel.chunk("A")), .broken),
            (.stalls(after: StubModel.chunk("A")), .stalled), (.says([]), .empty),
            (.says(["No"], reason: "content_filter"), .refused),
        ]
    )
    func troubles(act: StubModel.Act, trouble: ChatTrouble) throws {
        let home = try ReadingHome(act) { $0.chat.patience.idleMilliseconds = 300 }
        let told = try home.ask(home.fields())
        #expect(told.status == 200 && told.events.trouble == trouble.description)
        let state = try home.running.database.first("SELECT state, trouble FROM explanations") {
            (try $0.text(0), try $0.textOrNil(1))
        }
        #expect(state?.0 == "failed" && state?.1 == trouble.description)
        // What is wrong with the service is known at once where its state is shown.
        let service = try #require(ChatService(home.running.site.configuration.chat))
        if trouble.isOfService {
            let status = home.running.site.shared[ModelStatus.self]
            #expect(status.finding(of: service, at: home.running.site.clock()) == .trouble(trouble))
        }
        // The page of it, for a browser without scripts, can ask again.
        let page = try home.get("\(home.path)/1")
        #expect(page.text.contains("Ask again") && page.text.contains("name=\"kind\""))
        // It is asked anew, and not answered with a failure of before.
        home.model.will(.says(["A fox."]))
        #expect(try home.ask(home.fields()).events.said == "A fox.")
        let list = try home.get("\(home.path)?track=\(home.track.id)&cue=\(home.cues[1])")
        #expect(!list.text.contains(trouble.description))
    }

    @Test("A million tokens are cut and it is said; a script is text, in events and on the page")
    func bounds() throws {
        let home = try ReadingHome(.neverEnds)
        let told = try home.ask(home.fields())
        #expect(told.events.said.unicodeScalars.count == 8000)
        #expect(told.events.done?["is_cut"] == .bool(true))
        #expect(eventually { home.model.isLeft })
        let id = try #require(told.events.done?["id"]?.integer)
        #expect(try home.get("\(home.path)/\(id)").text.contains(Explanation.cutNote))
        let script = "</p><script>alert('x')</script>&"
        home.model.will(.says([script]))
        let second = try home.ask(home.fields(2))
        #expect(second.events.said == script && !second.reply.text.contains("<script"))
        let other = try #require(second.events.done?["id"]?.integer)
        let page = try home.get("\(home.path)/\(other)").text
        #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert"))
    }

    @Test("Without a script, the page of the conversation grows while it is loaded")
    func withoutScript() throws {
        let home = try ReadingHome(.stalls(after: StubModel.chunk("A <b>fox")))
        let sent = try home.post(home.path, home.fields())
        #expect(sent.status == 303)
        let href = String(try #require(sent.headers["location"]).prefix { $0 != "#" })
        #expect(eventually { home.model.questions.count == 1 })
        let socket = try home.running.browser.connected()
        defer { close(socket) }
        try home.running.browser.write(
            home.running.browser.request("GET", href, [home.cookie]),
            to: socket
        )
        let beginning = try ReadingHome.read(socket, until: "A &lt;b&gt;fox")
        #expect(beginning.contains("text/html") && beginning.contains("Content-Security-Policy"))
        #expect(!beginning.contains("</html>"))
        // The newest turn is where the browser goes, and can be canceled while it comes.
        #expect(beginning.contains("id=\"end\"") && beginning.contains("/cancel\""))
        #expect(!beginning.contains("Ask a follow-up question"))
        home.model.say(StubModel.chunk(" jumps") + StubModel.end())
        home.model.finish()
        let rest = try ReadingHome.read(socket, until: "</html>")
        #expect(rest.contains(" jumps"))
        // What follows the answer is there without loading the page again.
        #expect(rest.contains("Ask a follow-up question") && !rest.contains("/cancel\""))
        #expect(rest.contains("From the model owl. It can be wrong."))
        let page = try home.get(href).text
        #expect(page.contains("A &lt;b&gt;fox jumps") && page.contains("</html>"))
        // Its form asks on.
        home.model.will(.says(["Over the lantern."]))
        let thread = String(try #require(href.split(separator: "/").last))
        let more = try home.post(home.path, [("thread", thread), ("question", "Over what?")])
        #expect(more.status == 303)
        #expect(try eventually { try home.get(href).text.contains("Over the lantern.") })
    }

    @Test("A question can be canceled, and a conversation deleted, with a form")
    func canceling() throws {
        let home = try ReadingHome(.stalls(after: StubModel.chunk("A fo")))
        #expect(try home.post(home.path, home.fields()).status == 303)
        #expect(eventually { home.model.questions.count == 1 })
        let id = try home.count("SELECT id FROM explanations")
        #expect(try home.post("\(home.path)/\(id)/cancel", []).status == 303)
        #expect(try eventually { try home.count("SELECT count(*) FROM explanations") == 0 })
        #expect(eventually { home.model.isLeft })
        home.model.will(.says(["A fox."]))
        let thread = try #require(try home.ask(home.fields()).events.done?["thread"]?.integer)
        _ = try home.ask([("thread", "\(thread)"), ("question", "And?")])
        #expect(try home.count("SELECT count(*) FROM explanations") == 2)
        // One whose answer is there stays.
        let late = try home.post("\(home.path)/\(thread)/cancel", [])
        #expect(late.headers["location"] == "\(home.path)/\(thread)#end")
        #expect(try home.count("SELECT count(*) FROM explanations") == 2)
        #expect(try home.post("\(home.path)/\(thread)/delete", []).status == 303)
        #expect(
            try home.count("SELECT count(*) FROM explanations WHERE removed_at IS NULL") == 0
        )
        // Deleted is not known any more: the model is asked anew.
        #expect(try home.ask(home.fields()).events.done?["is_cached"] == .bool(false))
    }

    @Test("Deleting a conversation cancels what is still being answered in it")
    func deletesRunning() throws {
        let home = try ReadingHome(.says(["A fox."]), .stalls(after: StubModel.chunk("A fo")))
        let thread = try #require(try home.ask(home.fields()).events.done?["thread"]?.integer)
        #expect(eventually { home.running.site.shared[ConversationDesk.self].count == 0 })
        let more = [("thread", "\(thread)"), ("question", "And?")]
        #expect(try home.post(home.path, more).status == 303)
        #expect(eventually { home.model.questions.count == 2 })
        #expect(try home.post("\(home.path)/\(thread)/delete", []).status == 303)
        #expect(eventually { home.model.isLeft })
        #expect(try eventually { try home.count("SELECT count(*) FROM explanations") == 1 })
    }

    @Test("A page that grows and ends without an answer has no form to ask on")
    func failsWithoutScript() throws {
        let home = try ReadingHome(.stalls(after: StubModel.chunk("A fo")))
        let sent = try home.post(home.path, home.fields())
        let href = String(try #require(sent.headers["location"]).prefix { $0 != "#" })
        let socket = try home.running.browser.connected()
        defer { close(socket) }
        try home.running.browser.write(
            home.running.browser.request("GET", href, [home.cookie]),
            to: socket
        )
        _ = try ReadingHome.read(socket, until: "A fo")
        home.model.finish()
        let rest = try ReadingHome.read(socket, until: "</html>")
        #expect(rest.contains("Not answered.") && rest.contains("Ask again"))
        #expect(!rest.contains("Ask a follow-up question") && !rest.contains("It can be wrong"))
    }

    @Test("A question that is refused on its page is still there, to be sent again")
    func refusedPage() throws {
        let home = try ReadingHome(.says(["A fox."]), .stalls(after: StubModel.chunk("It")))
        let thread = try #require(try home.ask(home.fields()).events.done?["thread"]?.integer)
        #expect(eventually { home.running.site.shared[ConversationDesk.self].count == 0 })
        let one = [("thread", "\(thread)"), ("question", "What color?")]
        #expect(try home.post(home.path + "?child=\(home.child.id)", one).status == 303)
        let two = [("thread", "\(thread)"), ("question", "Where <is> it?")]
        let refused = try home.post(home.path + "?child=\(home.child.id)", two)
        #expect(refused.status == 409)
        #expect(
            refused.text.contains("Wait for the answer")
                && refused.text.contains("Where &lt;is&gt; it?")
        )
        #expect(refused.text.contains("name=\"thread\" value=\"\(thread)\""))
        #expect(refused.text.contains("\(home.path)/\(thread)?child=\(home.child.id)"))
        // Of a first question its words.
        let unknown = home.fields(2, "translate", [("to", "xqxq"), ("text", "lantern")])
        let first = try home.post(home.path, unknown)
        #expect(first.status == 422)
        for (name, value) in [
            ("kind", "translate"), ("cue", "\(home.cues[2])"), ("text", "lantern"),
        ] {
            #expect(first.text.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
        }
    }

    @Test("A family may ask thirty times an hour; what is known doesn’t count")
    func hourly() throws {
        let home = try ReadingHome(.says(["Yes."]))
        for number in 0..<ConversationDesk.hourly.most {
            let fields = home.fields(1, "explain", [("text", "fox \(number)")])
            #expect(try home.ask(fields).status == 200)
            #expect(eventually { home.running.site.shared[ConversationDesk.self].count == 0 })
        }
        let refused = try home.ask(home.fields(2))
        #expect(refused.status == 429 && refused.events.trouble?.contains("minutes") == true)
        let wait = try #require(refused.reply.headers["retry-after"].flatMap { Int($0) })
        #expect((3000...3600).contains(wait))
        #expect(
            try home.ask(home.fields(1, "explain", [("text", "fox 3")])).events.said == "Yes."
        )
        let page = try home.post(home.path, home.fields(2))
        #expect(page.status == 429 && page.text.contains("within an hour"))
        #expect(home.model.questions.count == ConversationDesk.hourly.most)
    }

    @Test("V3 L85: Off until it is set up, and then said so")
    func off() throws {
        let home = try ReadingHome { $0.chat.model = "" }
        let told = try home.ask(home.fields())
        #expect(told.status == 503 && told.events.trouble == ChatTrouble.isOff.description)
        let status = try JSONValue(try home.get("/watch/explaining").body)
        #expect(status["is_on"] == .bool(false) && status["assistant"] == .null)
        #expect(home.model.asked.isEmpty)
        #expect(try home.get("/watch/settings").text.contains("can set up a model"))
    }

    @Test("V3 L89: A track in the language is the translation, without any model")
    func otherTrack() throws {
        let home = try ReadingHome { $0.chat.model = "" }
        let video = try #require(try home.console.videos.current(of: home.book.id))
        let german = ["Es war einmal", "ein Fuchs", "in einer Laterne.", "Warm", "hell", "froh"]
        try home.console.addTrack(german, to: video, "de")
        let told = try home.ask(home.fields(1, "translate", [("to", "de-AT")]))
        #expect(told.events.said == "ein Fuchs" && told.events.done?["is_cached"] == .bool(true))
        #expect(try home.ask(home.fields(1, "translate", [("to", "fr")])).status == 503)
        #expect(try home.ask(home.fields(1, "translate", [("to", "xqxq")])).status == 422)
        let id = try #require(told.events.done?["id"]?.integer)
        #expect(try home.get("\(home.path)/\(id)").text.contains("From another caption track"))
    }

    @Test("V3 L88: A parent’s own instructions are what the model reads, and theirs alone")
    func instructions() throws {
        let home = try ReadingHome(.says(["Yes."]))
        let mine = "Answer like a pirate, in {language}."
        let saved = try home.post(
            "/watch/settings/instructions",
            [("kind", "explain"), ("text_explain", mine)]
        )
        #expect(saved.status == 303)
        _ = try home.ask(home.fields(1, "explain", [("to", "sv")]))
        #expect(home.model.questions[0].body.contains("Answer like a pirate, in Swedish."))
        try home.console.signIn(
            try home.console.addParent("canary2@example.test", in: home.family, name: "Canary two")
        )
        let other = try home.ask(home.fields(1, "explain", [("to", "sv")]))
        #expect(other.events.done?["is_cached"] == .bool(false))
        #expect(!home.model.questions[1].body.contains("pirate"))
    }

    @Test("What is another family’s, or not to be watched, isn’t there")
    func scopes() throws {
        let home = try ReadingHome(.says(["Yes."]))
        let thread = try #require(try home.ask(home.fields()).events.done?["thread"]?.integer)
        let other = try home.console.addStory("Another")
        try home.console.addReadyVideo(other.id, seconds: 60)
        let blocked = try home.console.addActiveBook("Not today")
        try home.console.addReadyVideo(blocked.id, seconds: 60)
        #expect(try home.get("/watch/\(other.id)/explanations/\(thread)").status == 404)
        #expect(try home.get("/watch/\(blocked.id)/explanations/\(thread)").status == 404)
        #expect(try home.post("/watch/\(blocked.id)/explanations", home.fields()).status == 404)
        // A track of another story, a cue of another track.
        #expect(try home.post("/watch/\(other.id)/explanations", home.fields()).status == 404)
        let strange = [("kind", "explain"), ("track", "\(home.track.id)"), ("cue", "999999")]
        #expect(try home.ask(strange).status == 404)
        #expect(try home.ask([("kind", "sing"), ("track", "1"), ("cue", "1")]).status == 400)
        let strangers = try home.console.addFamily("Strangers")
        try home.console.signIn(
            try home.console.addParent("stranger@example.test", in: strangers, name: "Stranger")
        )
        #expect(try home.get("\(home.path)/\(thread)").status == 404)
        for act in ["cancel", "delete"] {
            #expect(try home.post("\(home.path)/\(thread)/\(act)", []).status == 404)
        }
        #expect(try home.ask([("thread", "\(thread)"), ("question", "And?")]).status == 404)
        #expect(try home.ask(home.fields()).events.done?["is_cached"] == .bool(false))
        let list = try home.get("\(home.path)?track=\(home.track.id)&cue=\(home.cues[1])")
        #expect(try JSONValue(list.body)["explanations"] != nil)
        #expect(!list.text.contains("\"id\":\(thread),"))
    }

    @Test("What was never answered is forgotten after an hour; nothing asked is in the log")
    func upkeep() throws {
        let lines = Mutex<[String]>([])
        let home = try ReadingHome(
            .answers(500, #"{"error":{"message":"boom"}}"#),
            log: Log { line in lines.withLock { $0.append(line) } }
        )
        _ = try home.ask(home.fields())
        #expect(try home.count("SELECT count(*) FROM explanations") == 1)
        let later = home.console.time.now + 3700
        try ExplanationStore(database: home.console.database, now: later).removeUnfinished()
        #expect(try home.count("SELECT count(*) FROM explanations") == 0)
        let log = lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("status 500: boom") && !log.contains("fox"))
        #expect(ChatTrouble.notAModel.detail == "the answer isn’t one of OpenAI’s chat API")
    }

    @Test("A server that stops gives conversations up, and waits for their threads")
    func stopping() throws {
        let home = try ReadingHome(.stalls(after: StubModel.chunk("A fo")))
        #expect(try home.post(home.path, home.fields()).status == 303)
        #expect(eventually { home.model.questions.count == 1 })
        home.running.finish()
        #expect(home.running.site.shared[ConversationDesk.self].count == 0)
        #expect(eventually { home.model.isLeft })
    }

    @Test(
        "V3 L87: Another assistant is what the admin chose, and gets the text by the parent’s hand"
    )
    func assistant() throws {
        let home = try ReadingHome(.says(["Yes."])) {
            $0.chat.assistant = AssistantLink("https://assistant.example/app?q={text}&x=1")
        }
        let status = try JSONValue(try home.get("/watch/explaining").body)
        #expect(status["assistant"]?["name"] == .text("assistant.example"))
        #expect(
            status["assistant"]?["template"] == .text("https://assistant.example/app?q={text}&x=1")
        )
        let id = try #require(try home.ask(home.fields()).events.done?["id"]?.integer)
        let page = try home.get("\(home.path)/\(id)").text
        #expect(page.contains("https://assistant.example/app?q=there%20was%20a%20fox&amp;x=1"))
        #expect(page.contains("rel=\"noopener noreferrer\""))
        for text in [
            "http://assistant.example/?q={text}", "https://{text}.example/", "https://a.example/",
            "https://a.example/?q={text}{text}", "javascript:{text}", "https://{text}/x",
        ] {
            #expect(AssistantLink(text) == nil, "\(text)")
        }
    }
}
