import Testing

@testable import HTTP

@Suite struct RequestLineTests {
    @Test("A registered method is known, whatever is written differently is not")
    func methods() {
        #expect(Method("GET").isKnown)
        #expect(Method("PROPFIND").isKnown)
        #expect(!Method("get").isKnown)
        #expect(!Method("FOO").isKnown)
        #expect(Method("FOO").name.count <= Method.longestName)
    }

    @Test(
        "A line that is not method, space, target, space, version is a 400",
        arguments: [
            " / HTTP/1.1", "GET  / HTTP/1.1", "GET\t/ HTTP/1.1", "GET /  HTTP/1.1",
            "GET / HTTP/1.1 ",
            "GET /", "GET", "hello", "GET / HTTP/1.1x", "GET / HTTP/11", "GET / http/1.1",
            "GET / HTTP/1.", "GET / HTTP/01.1", "GET / HTTP/1.11", "GET / HTTP/ 1.1",
            "GET / HTTP/-1.1",
            "GET / HTP/1.1", "GET / HTTP/1,1", "GET / HTTP/4294967297.1", "G@T / HTTP/1.1",
            "GET / HTTP/a.1", "GET  HTTP/1.1", "\u{1}\u{2}", "GET /a b HTTP/1.1",
        ]
    )
    func malformed(line: String) {
        #expect(Transcript("\(line)\r\nHost: a\r\n\r\n").status == 400)
    }

    @Test(
        "What a request asked for whose head can’t be read is told as far as it is known",
        arguments: [
            ("GET /api/%08 HTTP/1.1\r\n\r\n", "/api/%08"), ("\r\nGET /a b HTTP/1.1\r\n", "/a"),
            ("GET /x HTTP/1.1\r\na b\r\n\r\n", "/x"), ("hello\r\n", nil), ("GET \u{1}", ""),
            ("GET /\u{E9} HTTP/1.1\r\n\r\n", "/"),
            (
                "GET /" + String(repeating: "a", count: 9000),
                "/" + String(repeating: "a", count: 63)
            ),
        ] as [(String, String?)]
    )
    func refusedTargets(text: String, target: String?) {
        var parser = RequestParser(limits: Limits())
        let bytes = Array(text.utf8)
        guard case .failure = parser.next(bytes.span).event else {
            Issue.record("it is read")
            return
        }
        #expect(parser.refusedTarget == target)
    }

    @Test("Another major version is a 505, a higher minor version is served as 1.1")
    func versions() {
        #expect(Transcript("GET / HTTP/2.0\r\n\r\n").status == 505)
        #expect(Transcript("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status == 505)
        #expect(Transcript("GET / HTTP/0.9\r\n\r\n").status == 505)
        #expect(Transcript("GET / HTTP/1.7\r\nHost: a\r\n\r\n").messages.first?.line == "GET / 1")
        #expect(Transcript("GET / HTTP/1.0\r\n\r\n").messages.first?.line == "GET / 0")
    }

    @Test("A few empty lines before a request are ignored, many are not")
    func emptyLines() {
        #expect(Transcript("\r\n" + get()).isOneRequest)
        #expect(Transcript("\r\n\r\n\r\n\r\n" + get()).isOneRequest)
        #expect(Transcript("\r\n\r\n\r\n\r\n\r\n" + get()).status == 400)
        #expect(Transcript("\n" + get()).status == 400)
    }

    @Test(
        "Targets that are accepted, with their path and query",
        arguments: [
            ("/", "/", nil), ("/a/b", "/a/b", nil), ("/?", "/", ""), ("/a?b=c?d", "/a", "b=c?d"),
            ("/caf%C3%A9", "/café", nil), ("/%2541", "/%41", nil), ("//x", "//x", nil),
            ("/a/..b/c.", "/a/..b/c.", nil), ("/...", "/...", nil),
            ("/x?a[b]={|}^`\\", "/x", "a[b]={|}^`\\"),
            ("/x?%zz", "/x", "%zz"), ("http://a/p?q", "/p", "q"), ("HTTP://A/p", "/p", nil),
            ("http://a", "/", nil), ("http://a?q", "/", "q"), ("https://a/", "/", nil),
        ] as [(String, String, String?)]
    )
    func targets(target: String, path: String, query: String?) throws {
        let head = try #require(Request(target: target, headers: ["Host": "a"])?.head)
        #expect(head.path == path)
        #expect(head.query == query)
    }

    @Test(
        "Targets that are refused",
        arguments: [
            "*", "a", "?x", "#", "/#f", "/a?b#c", "/a\\b", "/\"", "/<", "/>", "/^", "/`", "/{",
            "/|", "/}",
            "/[", "/é", "/?é", "/?a b", "/?\"", "/%", "/%1", "/%zz", "/%%30%30", "/a%00b",
            "/a%0d%0ab",
            "/%7f", "/%ff", "/%c0%ae", "/%ed%a0%80", "/.", "/..", "/a/..", "/a/./b", "/../a",
            "/%2e%2e/a",
            "/.%2e", "/%2E", "/a%2fb", "/a%5Cb", "/..%2f", "ftp://a/", "http:///a", "http://u@a/",
            "http://a b/", "http://a#f", "http:/a", "http://[::1/", "http://b/",
        ]
    )
    func refusedTargets(target: String) {
        #expect(Transcript("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").status == 400)
    }

    @Test("The asterisk is for OPTIONS, an authority for CONNECT, and nothing else for it")
    func otherForms() throws {
        #expect(try head(.options, "*").target.isAsterisk)
        #expect(try head(.options, "http://localhost").target.isAsterisk)
        #expect(try head(.connect, "a.example:443").authority == "a.example:443")
        #expect(Request(method: .connect, target: "/") == nil)
        #expect(Request(method: .post, target: "*") == nil)
    }

    @Test("Segments are the decoded path between its slashes")
    func segments() throws {
        #expect(try head(.get, "/").target.segments == [])
        #expect(try head(.get, "/a/b%20c").target.segments == ["a", "b c"])
        #expect(try head(.get, "/a/").target.segments == ["a", ""])
        #expect(try head(.get, "/a%20b?c=/d").target.rawPath == "/a%20b")
    }

    @Test("A line that is too long is a 414, a method that is too long a 501")
    func lengths() {
        let long = String(repeating: "a", count: 9_000)
        #expect(Transcript("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n").status == 414)
        #expect(Transcript("GET /\(long)").status == 414)
        #expect(Transcript("\(long) / HTTP/1.1\r\nHost: a\r\n\r\n").status == 501)
        #expect(Transcript(long).status == 501)
        let fits = String(repeating: "a", count: 8 * 1024 - "GET / HTTP/1.1".utf8.count)
        #expect(Transcript("GET /\(fits) HTTP/1.1\r\nHost: a\r\n\r\n").isOneRequest)
    }
}
