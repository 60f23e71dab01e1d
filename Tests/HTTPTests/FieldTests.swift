import Testing

@testable import HTTP

@Suite struct FieldTests {
    @Test(
        "A malformed field line is a 400",
        arguments: [
            " X: a", "\tX: a", "X : a", "X\t: a", ": a", "X", "X a", "X\u{0}: a", "X\u{b}A: b",
            "X\u{7f}: a", "X\u{e9}: a", "X(: a", "X): a", "X/: a", "X@: a", "X[: a", "X{: a",
            "X\": a",
            "X,: a", "X;: a", "X=: a", "X?: a", "X: a\u{0}b", "X: a\u{1}b", "X: a\u{7f}b",
            "X: a\u{b}",
            "X: a\rb", "X: a\r\n b", "X: a\nY: b", "\rX: a", "X: \r\r",
        ]
    )
    func malformed(line: String) {
        #expect(Transcript(latin1(get(line))).status == 400)
    }

    @Test("A bare LF does not end a field line, and a bare CR does not either")
    func bareLineEnds() {
        #expect(Transcript("GET / HTTP/1.1\nHost: a\n\n").status == 400)
        #expect(Transcript("GET / HTTP/1.1\r\nHost: a\n\r\n").status == 400)
        #expect(Transcript("GET / HTTP/1.1\r\nHost: a\r\n\n").status == 400)
        #expect(Transcript("GET / HTTP/1.1\rHost: a\r\r").status == 400)
        #expect(Transcript("GET / HTTP/1.1\r\nHost: a\r\n\rX").status == 400)
        #expect(Transcript("GET / HTTP/1.1\r\n Host: a\r\n\r\n").status == 400)
    }

    @Test("Blanks around a value do not count, within it they do")
    func blanks() throws {
        let message = try #require(Transcript(get("X: \t a \t b\t ", "Y:", "Z:\t")).messages.first)
        #expect(message.headers["x"] == "a \t b")
        #expect(message.headers["Y"] == "")
        #expect(message.headers["z"] == "")
        #expect(message.headers.count == 4)
    }

    @Test("A value that is not UTF-8 is read as Latin-1")
    func encodings() throws {
        let latin = try #require(Transcript(latin1(get("X: caf\u{e9}"))).messages.first)
        #expect(latin.headers["X"] == "café")
        let utf8 = try #require(Transcript(get("X: café")).messages.first)
        #expect(utf8.headers["X"] == "café")
    }

    @Test("Too many fields and too many bytes of them are a 431, complete or not")
    func limits() {
        let many = String(repeating: "X: y\r\n", count: 101)
        #expect(Transcript("GET / HTTP/1.1\r\n\(many)").status == 431)
        let long = "X: " + String(repeating: "y", count: 33_000)
        #expect(Transcript(get(long)).status == 431)
        #expect(Transcript("GET / HTTP/1.1\r\n\(long)").status == 431)
        let hundred = String(repeating: "X: y\r\n", count: 99)
        #expect(Transcript("GET / HTTP/1.1\r\nHost: a\r\n\(hundred)\r\n").isOneRequest)
    }

    @Test(
        "Host values that are accepted",
        arguments: [
            "a", "a.example", "A-1_b~.example:80", "127.0.0.1:8080", "[::1]", "[::1]:8080", "a:",
            "a:0",
            "[2001:db8::1:2]", "[1:2:3:4:5:6:7:8]", "[::ffff:127.0.0.1]", "[1:2:3:4:5:6:1.2.3.4]",
            "[::]", "a:65535",
        ]
    )
    func hosts(host: String) {
        #expect(Transcript(get(host: "Host: \(host)\r\n")).isOneRequest)
    }

    @Test(
        "Host values that are refused",
        arguments: [
            "", "a b", "u@a", "a/b", "a:b", "a:65536", "a:99999999", "a, b", "a,b", "a\u{0}b",
            "a?x",
            "a#x", "[::1", "::1", "[::1]x", "[]", "[:]", "[:::]", "[1:2:3:4:5:6:7]", "[1::2::3]",
            "[12345::]", "[g::1]", "[::1.2.3]", "[::1.2.3.256]", "[fe80::1%25eth0]", "a\\b", "<a>",
            "a%00b", "a%41", "\u{c3}\u{a9}", ":80", "a:1:2", "a!", "[1:2:3:4:5:6:7:8:9]", "[::1]:x",
            "[1.2.3.4::]", "a:+1",
        ]
    )
    func refusedHosts(host: String) {
        #expect(Transcript(latin1(get(host: "Host: \(host)\r\n"))).status == 400)
    }

    @Test("HTTP/1.1 needs exactly one Host, HTTP/1.0 at most one")
    func hostCount() {
        #expect(Transcript(get(host: "")).status == 400)
        #expect(Transcript(get("host: a")).status == 400)
        #expect(Transcript(get("host: b")).status == 400)
        #expect(Transcript("GET / HTTP/1.0\r\n\r\n").isOneRequest)
        #expect(Transcript("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n").status == 400)
    }

    @Test("An absolute target and the Host field must name the same host")
    func twoHosts() {
        #expect(Transcript("GET http://a/ HTTP/1.1\r\nHost: A\r\n\r\n").isOneRequest)
        #expect(Transcript("GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n").status == 400)
        #expect(Transcript("GET http://a/ HTTP/1.1\r\n\r\n").status == 400)
    }

    @Test(
        "Whether a connection persists",
        arguments: [
            ("1.1", nil, true), ("1.1", "close", false), ("1.1", "CLOSE", false),
            ("1.1", "x, close", false), ("1.1", "keep-alive, close", false),
            ("1.1", "closed", true),
            ("1.1", "keep-alive", true), ("1.0", nil, false), ("1.0", "keep-alive", true),
            ("1.0", "Keep-Alive, close", false), ("1.1", ",,", true),
        ] as [(String, String?, Bool)]
    )
    func persistence(version: String, connection: String?, expected: Bool) throws {
        let field = connection.map { "Connection: \($0)\r\n" } ?? ""
        let bytes = Array("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n".utf8)
        var parser = RequestParser(limits: Limits())
        guard case .head(let head) = parser.next(bytes.span).event else {
            Issue.record("refused")
            return
        }
        #expect(head.isKeepAlive == expected)
    }

    @Test("Only 100-continue is a known expectation, and HTTP/1.0 has none")
    func expectations() throws {
        #expect(try head(.post, "/", ["Expect": "100-Continue"]).expectsContinue)
        let unknown = try head(.post, "/", ["Expect": "banana"])
        #expect(!unknown.expectsContinue && unknown.hasUnknownExpectation)
        #expect(try !head().hasUnknownExpectation)
    }
}
