import Testing

@testable import HTTP

@Suite struct FormTests {
    @Test(
        "Forms are decoded exactly",
        arguments: [
            ("a=b&c=d", [("a", "b"), ("c", "d")]), ("a=1+2%2B3", [("a", "1 2+3")]), ("", []),
            ("a", [("a", "")]), ("a=", [("a", "")]), ("=b", [("", "b")]), ("a=b=c", [("a", "b=c")]),
            ("&&a=b&", [("a", "b")]), ("n%20m=%C3%A9", [("n m", "é")]),
            ("a=1&a=2", [("a", "1"), ("a", "2")]),
            ("a=%00", [("a", "\u{0}")]), ("a=%2541", [("a", "%41")]),
        ] as [(String, [(String, String)])]
    )
    func decoding(text: String, expected: [(String, String)]) throws {
        let form = try URLEncodedForm(Array(text.utf8))
        #expect(form.pairs.map(\.name) == expected.map(\.0))
        #expect(form.pairs.map(\.value) == expected.map(\.1))
        #expect(try URLEncodedForm(query: text).pairs.map(\.value) == expected.map(\.1))
    }

    @Test("What cannot be read exactly is an error")
    func strictness() {
        #expect(throws: FormError.badEscape) { try URLEncodedForm(Array("a=%zz".utf8)) }
        #expect(throws: FormError.badEscape) { try URLEncodedForm(Array("a=%4".utf8)) }
        #expect(throws: FormError.badEscape) { try URLEncodedForm(query: "%") }
        #expect(throws: FormError.notUTF8) { try URLEncodedForm(query: "a=%ff") }
        #expect(throws: FormError.notUTF8) { try URLEncodedForm([0x61, 0x3d, 0xff]) }
        let many = String(repeating: "a=1&", count: 1_001)
        #expect(throws: FormError.tooManyFields) { try URLEncodedForm(query: many) }
        #expect(throws: Never.self) { try URLEncodedForm(query: nil) }
    }

    @Test("Encoding and decoding are each other's reverse")
    func percent() {
        let text = "a b&c=d/é?+%\u{0}\u{7f}~"
        let encoded = PercentEncoding.encodeComponent(text)
        #expect(encoded == "a%20b%26c%3Dd%2F%C3%A9%3F%2B%25%00%7F~")
        #expect(PercentEncoding.decode(encoded) == text)
        #expect(PercentEncoding.decode("%f") == nil)
        #expect(PercentEncoding.decode("%ff") == nil)
        #expect(PercentEncoding.encodeQuery([("a", "1 2"), ("b&", "")]) == "a=1%202&b%26=")
    }

    @Test("Cookies are read by name; the first of two counts")
    func cookies() {
        let cookies = Cookies(["a=1; b = \"two\" ;c;=d;e=f=g", "a=2; z="])
        #expect(cookies["a"] == "1")
        #expect(cookies["b"] == "two")
        #expect(cookies["c"] == nil)
        #expect(cookies["e"] == "f=g")
        #expect(cookies["z"] == "")
        #expect(cookies["A"] == nil)
    }

    @Test("No cookie value can end early")
    func setCookie() {
        var cookie = SetCookie(name: "__Host-s", value: "abc", maxAgeSeconds: 60)
        let expected = "__Host-s=abc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax"
        #expect(cookie.headerValue == expected)
        cookie.value = "a;b\r\nc é,\"\\"
        cookie.maxAgeSeconds = nil
        cookie.isSecure = false
        cookie.path = "/a;b"
        let escaped = "__Host-s=a%3Bb%0D%0Ac%20%C3%A9%2C%22%5C; Path=/a%3Bb; HttpOnly; SameSite=Lax"
        #expect(cookie.headerValue == escaped)
    }

    @Test("Media types are read with their parameters")
    func mediaTypes() throws {
        let type = try #require(MediaType("Text/HTML ; Charset=\"utf-8\";x=y;"))
        #expect(type.essence == "text/html")
        #expect(type["charset"] == "utf-8")
        #expect(type["x"] == "y")
        let quoted = try #require(MediaType("a/b; c=\"d\\\"e;f\""))
        #expect(quoted["c"] == "d\"e;f")
        for text in [
            "", "text", "text/", "/html", "a/b c", "a/b;c", "a/b;c=\"", "a/b;c=1;c=2", "a/b,c/d",
        ] {
            #expect(MediaType(text) == nil, "\(text)")
        }
    }

    @Test(
        "Whether a client takes gzip",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip;q=0.000", false), ("gzip; q=0.001", true), ("*", true), ("*;q=0", false),
            ("*, gzip;q=0", false), ("gzip, *;q=0", true), ("identity", false), ("gzipped", false),
        ] as [(String?, Bool)]
    )
    func acceptEncoding(header: String?, expected: Bool) {
        #expect(AcceptEncoding.accepts("gzip", header: header) == expected)
    }
}
