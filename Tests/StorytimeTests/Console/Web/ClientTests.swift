import HTTP
import Testing

@testable import Storytime

@Suite("Where a request comes from")
struct ClientTests {
    private func client(
        peer: String = "10.0.0.1",
        _ headers: [(String, String)] = [],
        trusted: String = "",
        publicURL: String = ""
    ) throws -> Client {
        let configuration = try Configuration(
            environment: [
                "STORYTIME_TRUSTED_PROXY": trusted, "STORYTIME_PUBLIC_URL": publicURL,
            ],
            settings: Program.settings
        )
        let request = try #require(
            Request(method: .get, target: "/", headers: Headers(headers), peer: peer)
        )
        return Client(request, configuration)
    }

    @Test(
        "A proxy is believed only when it is trusted, and only as far as it can know",
        arguments: [
            // Peer, X-Forwarded-For, whom is trusted, who it is then.
            ("203.0.113.5", "198.51.100.1", "", "203.0.113.5"),
            ("203.0.113.5", "198.51.100.1", "10.0.0.1", "203.0.113.5"),
            ("10.0.0.1", "198.51.100.1", "10.0.0.1", "198.51.100.1"),
            ("10.0.0.1", "6.6.6.6, 198.51.100.1", "10.0.0.1", "198.51.100.1"),
            ("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.7", "10.0.0.0/8", "198.51.100.1"),
            ("10.0.0.1", "10.0.0.9, 10.0.0.7", "10.0.0.0/8", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1", "10.0.0.1"),
            ("10.0.0.1", "nonsense, 198.51.100.1", "10.0.0.1", "198.51.100.1"),
            ("10.0.0.1", "198.51.100.1:4711", "10.0.0.1", "198.51.100.1"),
            ("10.0.0.1", "[2001:db8::7]:443", "10.0.0.1", "2001:db8::7"),
            ("10.0.0.1", "198.51.100.1:4711:1", "10.0.0.1", "10.0.0.1"),
            ("10.0.0.1", "", "10.0.0.1", "10.0.0.1"),
            ("::ffff:10.0.0.1", " 2001:db8::7 ", "10.0.0.1", "2001:db8::7"),
            ("::1", "198.51.100.1", "::1", "198.51.100.1"),
        ]
    )
    func forwarded(peer: String, header: String, trusted: String, expected: String) throws {
        let client = try client(peer: peer, [("X-Forwarded-For", header)], trusted: trusted)
        #expect(client.addressText == expected)
    }

    @Test(
        "A neighbour that passes others on and was not named is a proxy that somebody forgot",
        arguments: [
            ("127.0.0.1", "198.51.100.1", "", true), ("::1", "198.51.100.1", "", true),
            ("10.9.8.7", "198.51.100.1", "", true), ("172.31.0.1", "x", "", true),
            ("192.168.1.1", "198.51.100.1", "10.0.0.0/8", true),
            ("::ffff:192.168.1.1", "198.51.100.1", "", true), ("fd12::1", "x", "", true),
            ("100.64.0.1", "198.51.100.1", "", true), ("fe80::1", "x", "", true),
            ("127.0.0.1", nil, "", false), ("127.0.0.1", "198.51.100.1", "127.0.0.1", false),
            ("203.0.113.5", "198.51.100.1", "", false), ("172.32.0.1", "x", "", false),
            ("2001:db8::1", "198.51.100.1", "", false), ("", "198.51.100.1", "", false),
        ]
    )
    func unnamedProxy(peer: String, header: String?, trusted: String, isOne: Bool) throws {
        let headers = header.map { [("X-Forwarded-For", $0)] } ?? []
        let client = try client(peer: peer, headers, trusted: trusted)
        #expect(client.unnamedProxy == (isOne ? IPAddress(peer) : nil))
    }

    @Test("Several headers are one list")
    func severalHeaders() throws {
        let headers = [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "198.51.100.1")]
        #expect(try client(headers, trusted: "10.0.0.1").addressText == "198.51.100.1")
    }

    @Test("A peer without an address is unknown, and nobody in particular")
    func unknown() throws {
        let client = try client(peer: "")
        #expect(client.addressText == "unknown")
        #expect(client.networkText == "unknown")
    }

    @Test(
        "Whether a connection is encrypted is the public address's or a trusted proxy's word",
        arguments: [
            ("https", "", "", false), ("https", "10.0.0.1", "", true),
            ("HTTPS", "10.0.0.1", "", true),
            ("http", "10.0.0.1", "", false), ("https, http", "10.0.0.1", "", false),
            ("", "", "https://a.example", true), ("http", "", "https://a.example", true),
            ("https", "10.0.0.1", "http://a.example", false),
        ]
    )
    func encryption(proto: String, trusted: String, publicURL: String, isTLS: Bool) throws {
        let headers = [("X-Forwarded-Proto", proto)]
        #expect(try client(headers, trusted: trusted, publicURL: publicURL).isTLS == isTLS)
    }

    @Test(
        "Cookies are Secure and bound to the host over TLS; in the clear only loopback isn’t warned of",
        arguments: [
            ("127.0.0.1:8080", "", true), ("localhost", "", true), ("app.localhost:1", "", true),
            ("[::1]:8080", "", true), ("console.example", "https://console.example", true),
            ("console.example", "", false), ("192.168.1.5:8080", "", false),
            ("localhost.evil.example", "", false), ("127.0.0.1.evil.example", "", false),
        ]
    )
    func cookies(host: String, publicURL: String, isTrustworthy: Bool) throws {
        let client = try client([("Host", host)], publicURL: publicURL)
        // Safari keeps no Secure cookie without TLS, on loopback neither.
        let isSecure = !publicURL.isEmpty
        let cookie = client.cookie(.session, "v", maxAgeSeconds: nil)
        let name = (isSecure ? "__Host-" : "") + "storytime_session"
        let secure = isSecure ? "; Secure" : ""
        #expect(cookie == "\(name)=v; Path=/; HttpOnly\(secure); SameSite=Lax")
        #expect((client.warning == nil) == isTrustworthy)
    }

    @Test("A connection in the clear is warned of on every page, and works")
    func warning() throws {
        let console = try Console()
        try console.addUser("ada@example.test", .parent)
        console.host = "192.168.1.5:8080"
        #expect(try console.get("/login").contains("This connection is not encrypted"))
        let fields = [("email", "ada@example.test"), ("password", Console.password)]
        #expect(try console.post("/login", fields).status == 303)
        #expect(console.cookies["storytime_session"] != nil)
        #expect(try console.get("/account").contains("This connection is not encrypted"))
        console.host = "127.0.0.1:8080"
        #expect(try !console.get("/login").contains("not encrypted"))
    }

    @Test(
        "A session is kept by the browser only when it was asked to remember",
        arguments: [true, false]
    )
    func remembering(isRemembered: Bool) throws {
        let console = try Console()
        try console.addUser("ada@example.test", .parent)
        let fields =
            [("email", "ada@example.test"), ("password", Console.password)]
            + (isRemembered ? [("remember", "on")] : [])
        let answer = try console.post("/login", fields)
        let cookies = answer.response.headers.all("Set-Cookie")
        let cookie = try #require(cookies.first { $0.contains("session") })
        #expect(cookie.contains("Max-Age=7776000") == isRemembered)
        #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"))
        console.time.now += 13 * 3600
        #expect(try console.get("/account").status == (isRemembered ? 200 : 303))
    }

    @Test("The cookie that ends another has its attributes, or a browser would keep it")
    func endingCookie() throws {
        let console = try Console.asAdmin()
        let cookie = try console.post("/logout").response.headers.all("Set-Cookie")
            .first { $0.contains("session") }
        #expect(cookie == "storytime_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }
}

@Suite("IP addresses")
struct IPAddressTests {
    @Test(
        "An address is written in one way",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"),
            ("2001:DB8:0::1", "2001:db8::1"),
            ("::", "::"), ("1.2.3", nil), ("01.2.3.4", nil), ("1.2.3.4 ", nil), ("[::1]", nil),
            ("fe80::1%eth0", nil), ("", nil), ("1.2.3.4\0", nil),
        ]
    )
    func texts(text: String, expected: String?) {
        #expect(IPAddress(text)?.description == expected)
    }

    @Test(
        "A household is counted as one: an IPv4 address or a /64",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ]
    )
    func networks(text: String, expected: String) {
        #expect(IPAddress(text)?.network.description == expected)
    }

    @Test(
        "A range holds its own addresses",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
            ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("192.0.2.128/25", "192.0.2.127", false), ("::/0", "::1", true),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
        ]
    )
    func ranges(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(
        "Loopback is 127/8 and ::1",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("128.0.0.1", false), ("::", false), ("::2", false),
        ]
    )
    func loopback(text: String, expected: Bool) {
        #expect(IPAddress(text)?.isLoopback == expected)
    }
}

@Suite("Origins")
struct OriginTests {
    @Test(
        "An origin is a scheme, a host and a port",
        arguments: [
            ("https://a.example", "https://a.example"),
            ("HTTP://A.Example:80/", "http://a.example"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://a.example:8443", "https://a.example:8443"),
            ("https://a.example//", nil), ("https://a.example/x", nil), ("https:a.example", nil),
            ("null", nil), ("https://a.example:", nil), ("https://a.example:+1", nil),
            ("https://a.example:65536", nil), ("https://a.example#x", nil),
            ("https://ä.example", nil),
        ]
    )
    func origins(text: String, expected: String?) {
        #expect(Origin(text)?.description == expected)
    }
}
