import Foundation
import Glibc
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Sound on its way to the transcription service")
struct LiveSoundTests {
    private func text(_ told: JSONValue?, _ name: String = "text") -> String? {
        if case .text(let text)? = told?[name] { text } else { nil }
    }

    @Test("V7 L127: What the service hears is kept and told, and nobody’s name goes along")
    func heard() throws {
        let home = try LiveHome()
        let session = try home.begin()
        home.stub.will(.answers(200, #"{"text":"  Es war einmal\n ein Fuchs. "}"#))
        let (status, told, reply) = try home.hear(session)
        #expect(status == 200 && text(told) == "Es war einmal ein Fuchs.")
        #expect(reply.headers["x-accel-buffering"] == "no")
        let pieces = try home.live.pieces(of: session.id, limit: 9)
        #expect(
            pieces == [LivePiece(number: 1, start: 0, end: 6000, text: "Es war einmal ein Fuchs.")]
        )
        let asked = try #require(home.stub.questions.last)
        #expect(asked.line == "POST /v1/audio/transcriptions")
        #expect(asked.body.contains("filename=\"speech.wav\"") && asked.body.contains("audio/wav"))
        #expect(asked.body.contains("name=\"language\"\r\n\r\nde\r\n"))
        #expect(asked.body.contains("name=\"response_format\"\r\n\r\njson\r\n"))
        #expect(asked.body.contains(LiveHome.sound))
        let all = asked.body + "\(asked.headers)"
        #expect(!all.localizedCaseInsensitiveContains("canary") && asked.headers["cookie"] == nil)
        // Sent again it is neither transcribed nor kept a second time.
        let count = home.stub.questions.count
        #expect(text(try home.hear(session).told) == "Es war einmal ein Fuchs.")
        #expect(home.stub.questions.count == count)
        #expect(try home.live.find(session.id, of: home.parent).pieceCount == 1)
    }

    @Test(
        "A service that is broken or lies leaves a sentence, and the session as it was",
        arguments: [
            StubModel.Act.answers(500, "{}"), .answers(401, #"{"error":"CANARYKEY"}"#),
            .answers(200, "<html>Hello</html>", type: "text/html"), .answers(200, ""),
            .answers(200, #"{"text":7}"#), .answers(200, #"{"words":[]}"#),
            .answers(200, String(repeating: "[", count: 5000)), .answers(302, ""),
            .neverEnds, .breaks(after: #"{"text":"#),
        ]
    )
    func broken(act: StubModel.Act) throws {
        let home = try LiveHome()
        let session = try home.begin()
        home.stub.will(act)
        let (status, told, _) = try home.hear(session)
        #expect(status == 200)
        #expect(
            text(told, "message")
                == "These seconds are missing: the transcription service failed."
        )
        #expect(try home.live.find(session.id, of: home.parent).pieceCount == 0)
        // The next piece is as good as ever.
        home.stub.will(.answers(200, #"{"text":"Again"}"#))
        #expect(text(try home.hear(session, 2).told) == "Again")
    }

    @Test("Whatever it says becomes one line of text, no longer than a line may be")
    func lying() throws {
        let home = try LiveHome()
        let session = try home.begin()
        let long = String(repeating: "word ", count: 2000)
        home.stub.will(
            .answers(200, "{\"text\":\"<script>\\u0000\\u0007alert(1)\\n\\n</script>\"}"),
            .answers(200, "{\"text\":\"\(long)\"}"),
            .answers(200, #"{"text":"[BLANK_AUDIO]"}"#),
            .answers(200, #"{"text":" ... "}"#)
        )
        #expect(text(try home.hear(session, 1).told) == "<script>alert(1) </script>")
        #expect(text(try home.hear(session, 2).told)?.count == 1999)
        #expect(text(try home.hear(session, 3).told)?.isEmpty == true)
        #expect(text(try home.hear(session, 4).told)?.isEmpty == true)
        #expect(try home.live.find(session.id, of: home.parent).pieceCount == 2)
        let page = try home.console.get(session.href)
        #expect(page.contains("&lt;script&gt;alert(1) &lt;/script&gt;"))
    }

    @Test("A service that is slow holds nobody up but its own piece; a family has four at once")
    func slow() throws {
        let home = try LiveHome()
        let session = try home.begin()
        home.stub.will(.stalls(after: ""))
        let desk = home.running.site.shared[LiveDesk.self]
        var sockets: [Int32] = []
        defer { sockets.forEach { close($0) } }
        for number in 1...LiveDesk.mostOfFamily {
            let socket = try home.running.browser.connected()
            sockets.append(socket)
            try home.running.browser.write(
                home.running.browser.request(
                    "POST",
                    "\(session.href)/sound?number=\(number)&start=0&end=6000",
                    [
                        ("Content-Type", "audio/wav"),
                        (
                            "Cookie",
                            home.console.cookies.map { "\($0.key)=\($0.value)" }
                                .joined(separator: "; ")
                        ),
                    ],
                    LiveHome.sound
                ),
                to: socket
            )
        }
        #expect(eventually { desk.count == LiveDesk.mostOfFamily })
        let (status, told, reply) = try home.hear(session, 9)
        #expect(status == 429 && reply.headers["retry-after"] == "2")
        #expect(text(told, "message")?.contains("still busy") == true)
        // Pages go on.
        #expect(try home.console.get("/watch/live").status == 200)
        home.stub.stop()
        #expect(eventually { desk.count == 0 })
        #expect(try home.live.find(session.id, of: home.parent).pieceCount == 0)
    }

    @Test("What isn’t sound, too much of it, and what is of another session isn’t sent on")
    func refused() throws {
        let home = try LiveHome()
        let session = try home.begin()
        #expect(try home.hear(session, sound: "<html>no sound at all</html>").status == 415)
        #expect(try home.hear(session, sound: "RIFF").status == 415)
        let large = LiveHome.sound + String(repeating: "x", count: LiveSound.mostBytes)
        #expect(try home.hear(session, sound: large).status == 413)
        #expect(try home.hear(session, 5001).status == 400)
        #expect(try home.hear(home.begin(.browser)).status == 400)
        let other = try home.console.addParent("tom@example.test", in: home.family, name: "Tom")
        let theirs = try home.live.begin("Tom’s", "en", .service, by: other)
        #expect(try home.hear(theirs).status == 404)
        #expect(home.stub.questions.isEmpty)
    }

    @Test("V7 L128, V3 L88: Words are explained with their neighbors, and the answer isn’t kept")
    func explains() throws {
        let home = try LiveHome()
        let session = try home.begin(.browser)
        for (index, text) in ["Zero", "One", "Two", "A fox", "Four", "Five", "Six"].enumerated() {
            let piece = LivePiece(number: index + 1, start: index, end: index, text: text)
            try home.live.add(piece, to: session.id, of: home.parent)
        }
        home.stub.will(.says(["An ", "animal."]))
        let (status, events) = try home.ask(session, [("kind", "explain"), ("cue", "4")])
        #expect(status == 200 && events.said == "An animal.")
        #expect(events.done?["is_cut"] == .bool(false) && events.done?["thread"] == nil)
        let word = try home.ask(
            session,
            [("kind", "translate"), ("cue", "4"), ("text", "the fox")]
        )
        #expect(word.events.said == "An animal.")
        let asked = try #require(home.stub.questions.last).body
        #expect(asked.contains(#"One\nTwo\nA fox\nFour\nFive"#) && !asked.contains("Zero"))
        #expect(!asked.localizedCaseInsensitiveContains("canary"))
        let kept = try home.console.database.first("SELECT count(*) FROM explanations") {
            try $0.int(0)
        }
        #expect(kept == 0)
        #expect(try home.ask(session, [("kind", "explain"), ("cue", "40")]).status == 404)
        #expect(try home.ask(session, [("kind", "sing"), ("cue", "4")]).status == 400)
        home.stub.will(.answers(503, "{}"))
        #expect(
            try home.ask(session, [("kind", "explain"), ("cue", "1")]).events.trouble != nil
        )
    }
}
