import Testing

@testable import HTTP

@Suite struct FramingTests {
    @Test("A length is followed by as many bytes, and then by the next request")
    func length() {
        let transcript = Transcript(post("Content-Length: 5", content: "hello") + get())
        #expect(transcript.messages.map(\.content) == [Array("hello".utf8), []])
        #expect(transcript.failure == nil)
        #expect(Transcript(post("Content-Length: 010", content: "0123456789")).isOneRequest)
        #expect(Transcript(post("Content-Length: 0", content: "")).isOneRequest)
        #expect(Transcript(post(content: "")).isOneRequest)
    }

    @Test(
        "A length that is not plain digits is a 400",
        arguments: [
            "", "-1", "+5", "0x5", "5.0", "5 5", "five", "5_0", "5, 5", "5,6", "5,", ",5", "1e1",
            "5;x=1",
            "\u{a0}5", "5\u{85}", "- 5", "5-", "\u{d9}\u{a5}", "9223372036854775808",
            "9999999999999999999999999999999999999999",
        ]
    )
    func malformedLength(value: String) {
        #expect(
            Transcript(latin1(post("Content-Length: \(value)", content: "hello"))).status == 400
        )
    }

    @Test("Two lengths are a 400, even equal ones, and so is a length beside a coding")
    func contradictions() {
        let five = "Content-Length: 5"
        #expect(Transcript(post(five, five, content: "hello")).status == 400)
        #expect(Transcript(post(five, "Content-Length: 0", content: "hello")).status == 400)
        let chunked = "Transfer-Encoding: chunked"
        #expect(Transcript(post(five, chunked, content: "0\r\n\r\n")).status == 400)
        #expect(Transcript(post(chunked, five, content: "0\r\n\r\n")).status == 400)
        #expect(Transcript(post(chunked, chunked, content: "0\r\n\r\n")).status == 400)
        let old = "POST / HTTP/1.0\r\n\(chunked)\r\n\r\n0\r\n\r\n"
        #expect(Transcript(old).status == 400)
    }

    @Test(
        "A coding that is not chunked alone is refused",
        arguments: [
            ("gzip", 400), ("gzip, chunked", 501), ("chunked, gzip", 400),
            ("chunked, chunked", 400),
            ("xchunked", 400), ("chunkedx", 400), ("chunk", 400), ("\"chunked\"", 400),
            ("'chunked'", 400),
            ("chunked;", 400), ("chunked=1", 400), ("chunked;a=b", 400), ("c hunked", 400),
            ("chun\tked", 400), ("", 400), (",chunked", 400), ("chunked,", 400), ("identity", 400),
            ("identity, chunked", 501), ("\u{a0}chunked", 400), ("chunked\u{ff}", 400),
            ("{chunked}", 400),
            ("gzip,,chunked", 400),
        ]
    )
    func codings(value: String, status: Int) {
        let bytes = latin1(post("Transfer-Encoding: \(value)", content: "5\r\nhello\r\n0\r\n\r\n"))
        #expect(Transcript(bytes).status == status)
    }

    @Test(
        "Chunked content that is accepted",
        arguments: [
            ("5\r\nhello\r\n0\r\n\r\n", "hello"), ("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello"),
            ("0\r\n\r\n", ""), ("0005\r\nhello\r\n000\r\n\r\n", "hello"),
            ("5;a=b\r\nhello\r\n0;last\r\n\r\n", "hello"), ("5;a\r\nhello\r\n0\r\n\r\n", "hello"),
            ("5 ; a = \"b;\\\"c\" ;d\r\nhello\r\n0\r\n\r\n", "hello"),
            ("5\r\nhello\r\n0\r\nX-T: 1\r\nContent-Length: 9\r\n\r\n", "hello"),
            ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
            ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        ]
    )
    func chunks(content: String, expected: String) {
        let transcript = Transcript(post(chunks: content) + get())
        #expect(transcript.failure == nil)
        #expect(transcript.messages.count == 2)
        #expect(transcript.messages.first?.content == Array(expected.utf8))
        #expect(transcript.messages.first?.headers["X-T"] == nil)
    }

    @Test(
        "Chunked content that is refused",
        arguments: [
            "0x5\r\nhello", "-5\r\nhello", "+5\r\nhello", " 5\r\nhello", "\r\nhello", "G\r\n",
            "5_0\r\n",
            "5,\r\nhello", "5 5\r\nhello", "5 \r\nhello", "5\t\r\nhello", "5\u{0}\r\nhello",
            "5\u{b}\r\n",
            "5.0\r\nhello", "5h\r\nhello", "5;\r\nhello", "5;a=\r\nhello", "5;a=\"b\r\nhello",
            "5;=b\r\nhello", "5;a b\r\nhello", "5;\nx\r\nhello", "5\nhello", "5\rXhello",
            "5\r\nhello\n0\r\n\r\n", "5\r\nhelloXX0\r\n\r\n", "5\r\nhelloworld\r\n0\r\n\r\n",
            "5\r\nhello\r0\r\n\r\n", "5\r\nhello\r\n0\r\n\n", "5\r\nhello\r\n0\r\n X: y\r\n\r\n",
            "5\r\nhello\r\n0\r\nX : y\r\n\r\n", "5\r\nhello\r\n0\r\nXX\r\n\r\n",
            "\r\n5\r\nhello\r\n0\r\n\r\n", "5;\u{1}\r\nhello", "FFFFFFFFFFFFFFFFF\r\nhello",
            "5;a=\"\\\r\n\"\r\nhello",
        ]
    )
    func malformedChunks(content: String) {
        #expect(Transcript(latin1(post(chunks: content))).status == 400)
    }

    @Test("Chunk lines, extensions and trailers are bounded")
    func chunkLimits() {
        let long = String(repeating: "a", count: 1_000)
        #expect(Transcript(post(chunks: "5;\(long)\r\nhello\r\n0\r\n\r\n")).status == 400)
        #expect(Transcript(post(chunks: "5;\(long)")).status == 400)
        let small = "1;" + String(repeating: "a", count: 200) + "\r\nx\r\n"
        #expect(Transcript(post(chunks: String(repeating: small, count: 30))).status == 400)
        let trailer = String(repeating: "X-T: 0123456789\r\n", count: 1_000)
        #expect(Transcript(post(chunks: "0\r\n\(trailer)\r\n")).status == 431)
        let zeros = String(repeating: "0", count: 300)
        #expect(Transcript(post(chunks: "\(zeros)5\r\nhello\r\n0\r\n\r\n")).status == 400)
    }

    @Test("Content beyond its limit is a 413 as soon as it is announced")
    func contentLimit() {
        #expect(Transcript(post("Content-Length: 1048577", content: "")).status == 413)
        #expect(Transcript(post("Content-Length: 10000000000", content: "")).status == 413)
        #expect(Transcript(post(chunks: "100001\r\n")).status == 413)
        #expect(Transcript(post(chunks: "100000005\r\nhello")).status == 413)
        #expect(Transcript(post(chunks: "7FFFFFFFFFFFFFFF\r\n")).status == 413)
        var parser = RequestParser(limits: Limits())
        let bytes = Array(post("Content-Length: 3", content: "abc").utf8)
        let head = parser.next(bytes.span)
        parser.allowContent(of: 2)
        let step = parser.next(bytes.span.extracting(head.consumed..<bytes.count))
        guard case .failure(let failure) = step.event else {
            Issue.record("accepted")
            return
        }
        #expect(failure.status == .contentTooLarge)
    }

    @Test("The limit of one request does not become that of the next")
    func limitPerRequest() {
        var limits = Limits()
        limits.contentBytes = 5
        let five = post("Content-Length: 5", content: "hello")
        #expect(Transcript(five + five + five, limits: limits).messages.count == 3)
    }
}
