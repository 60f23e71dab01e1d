import Testing

@testable import HTTP

@Suite struct SplitTests {
    /// Sequences that reach every state of the parser, with and without a failure at the end.
    static let sequences: [String] = [
        "\r\n" + get("X: y", "Connection: keep-alive") + get(),
        post("Content-Length: 11", content: "hello world") + get("Cookie: a=b"),
        post(chunks: "5;a=\"b\"\r\nhello\r\n6\r\n world\r\n0\r\nX-T: 1\r\n\r\n") + get(),
        post(chunks: "0\r\n\r\n") + post("Content-Length: 2", content: "ab") + get() + "junk\r\n",
        get() + "GET / HTTP/2.0\r\n\r\n",
        post("Content-Length: 5", "Transfer-Encoding: chunked", content: "0\r\n\r\n"),
        get("X: a\r\n folded"),
        post(chunks: "5\r\nhelloX"),
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\nGET /%41?x HTTP/1.0\r\n\r\n",
    ]

    @Test("The same bytes cut in two at every position give the same result", arguments: sequences)
    func twoPortions(sequence: String) {
        let bytes = Array(sequence.utf8)
        let whole = Transcript(bytes)
        for cut in 0...bytes.count {
            #expect(
                Transcript([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole,
                "cut at \(cut)"
            )
        }
    }

    @Test("The same bytes one by one give the same result", arguments: sequences)
    func singleBytes(sequence: String) {
        let bytes = Array(sequence.utf8)
        #expect(Transcript(bytes.map { [$0] }) == Transcript(bytes))
    }

    @Test("A failed parser stays failed")
    func failure() {
        var parser = RequestParser(limits: Limits())
        _ = parser.next(Array("bad\r\n".utf8).span)
        guard case .failure = parser.next(Array(get().utf8).span).event else {
            Issue.record("went on after a failure")
            return
        }
    }
}
