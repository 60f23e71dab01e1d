import Testing

@testable import Storytime

@Suite("What a model says while it says it")
struct ChatStreamTests {
    private func events(_ text: String, by size: Int = .max) -> [ChatStream.Event] {
        var stream = ChatStream()
        var events: [ChatStream.Event] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += stream.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return events + stream.end()
    }

    @Test("Whatever the pieces are, the text is the same", arguments: [1, 2, 3, 7, 64, 10_000])
    func pieces(size: Int) {
        let text = StubModel.chunk("Grüße, 狐さん") + StubModel.chunk(" 🦊") + StubModel.end()
        #expect(events(text, by: size) == [.text("Grüße, 狐さん"), .text(" 🦊"), .finished("stop")])
        let windows = text.replacing("\n", with: "\r\n")
        #expect(events(windows, by: size) == events(text))
    }

    @Test("Comments, fields that nobody knows, empty choices and null are no text")
    func ignored() {
        let text = """
            : ping

            event: message
            id: 7
            retry: 10
            data:{"choices":[{"delta":{"role":"assistant","content":null}}]}

            data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}

            data: {"choices":[]}

            data: {"choices":[{"delta":
            data: {"content":"a"}}]}

            data: [DONE]
            """
        #expect(events(text) == [.text("a")])
        var stream = ChatStream()
        _ = stream.read(Array(text.utf8))
        _ = stream.end()
        #expect(stream.isDone)
    }

    @Test("Failures in the stream, in all their shapes")
    func failures() {
        #expect(
            events("data: {\"error\":{\"code\":500,\"message\":\"boom\",\"type\":\"x\"}}\n\n")
                == [.failed("boom")]
        )
        #expect(events("error: {\"code\":500,\"message\":\"boom\"}\n\n") == [.failed("boom")])
        #expect(events("data: {\"error\":\"boom\"}\n\n") == [.failed("boom")])
        #expect(events("data: <html>\n\n") == [.unreadable])
        #expect(events("data: [1]\n\n") == [.unreadable])
    }

    @Test("A line without an end is given up")
    func endlessLine() {
        var stream = ChatStream()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        var events: [ChatStream.Event] = []
        for _ in 0..<32 where events.isEmpty { events = stream.read(piece) }
        #expect(events == [.unreadable])
    }

    @Test(
        "What a model thinks aloud is left out",
        arguments: [
            (["<think>fox?", " yes</think>\n\nA fox."], "A fox."),
            (["<th", "ink>", "a</thi", "nk>b"], "b"), (["A <think> tag"], "A <think> tag"),
            (["<thimble>"], "<thimble>"), (["<th"], "<th"), (["<think>only"], ""),
            (["\n<think>x</think>", "y", "<think>z"], "y<think>z"),
        ]
    )
    func thoughts(pieces: [String], said: String) {
        var filter = ThoughtFilter()
        var text = ""
        for piece in pieces { text += filter.read(piece) }
        text += filter.end()
        #expect(text == said)
    }
}
