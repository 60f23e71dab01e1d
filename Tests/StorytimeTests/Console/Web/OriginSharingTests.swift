import HTTP
import Testing

@testable import Storytime

@Suite("Web apps elsewhere that ask the API (CORS)")
struct OriginSharingTests {
    private static let app = "https://app.example"
    private static let children = "/api/v1/children"

    private func console(_ origins: String = app) throws -> (Console, token: String) {
        let console = try Console {
            $0.apiOrigins = origins.split(separator: ",").compactMap { Origin(String($0)) }
        }
        let family = try console.addFamily()
        return (console, try console.bearer(console.addParent("astrid@example.test", in: family)))
    }

    private func preflight(
        _ console: Console,
        _ target: String,
        from origin: String = app
    ) throws -> Answer {
        try console.send(
            .options,
            target,
            [
                ("Origin", origin), ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "authorization,content-type"),
                ("Sec-Fetch-Site", "cross-site"),
            ]
        )
    }

    private func shared(_ answer: Answer) -> [String] {
        answer.response.headers.map(\.0).filter { $0.hasPrefix("Access-Control-") }.sorted()
    }

    private static let child = #"{"name":"Pippi","birth_date":"2021-11-22","avatar":"cat"}"#

    @Test("A browser that asks first is told what may be sent, and for how long that holds")
    func preflights() throws {
        let answer = try preflight(console().0, Self.children)
        #expect(answer.status == 204)
        #expect(answer.header("Access-Control-Allow-Origin") == Self.app)
        #expect(answer.header("Access-Control-Allow-Methods") == "GET, HEAD, POST, OPTIONS")
        #expect(
            answer.header("Access-Control-Allow-Headers")
                == "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
        )
        #expect(answer.header("Access-Control-Max-Age") == "600")
        #expect(answer.header("Access-Control-Allow-Credentials") == nil)
        #expect(answer.response.headers.all("Vary").contains("Origin"))
    }

    @Test("Its page then reads and writes with a token, and sees the headers that it needs")
    func requests() throws {
        let (console, token) = try console("http://localhost:5173,\(Self.app)")
        let elsewhere = [("Origin", Self.app), ("Sec-Fetch-Site", "cross-site")]
        let added = try console.ask(.post, Self.children, Self.child, token: token, elsewhere)
        #expect(added.status == 201)
        let list = try console.ask(.get, Self.children, token: token, elsewhere)
        #expect(list.status == 200)
        for answer in [added, list] {
            #expect(answer.header("Access-Control-Allow-Origin") == Self.app)
            #expect(
                answer.header("Access-Control-Expose-Headers")
                    == "ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, "
                    + "Retry-After, WWW-Authenticate, X-Request-ID"
            )
            #expect(answer.header("Access-Control-Allow-Credentials") == nil)
        }
        // It reads what is wrong, too.
        let wrong = try console.ask(.post, Self.children, "{}", token: token, elsewhere)
        #expect(wrong.status == 422 && wrong.header("Access-Control-Allow-Origin") == Self.app)
        let none = try console.ask(.get, "/api/v1/nothing", token: token, elsewhere)
        #expect(none.status == 404 && none.header("Access-Control-Allow-Origin") == Self.app)
    }

    @Test(
        "Any other page is refused as without the setting, and told nothing",
        arguments: [
            "https://evil.example", "http://app.example", "https://app.example:8443",
            "https://app.example.evil.example", "null", "", "https://sub.app.example",
        ]
    )
    func others(origin: String) throws {
        let (console, token) = try console()
        let asked = try preflight(console, Self.children, from: origin)
        #expect(shared(asked).isEmpty && asked.response.headers.all("Vary").contains("Origin"))
        let elsewhere = [("Origin", origin), ("Sec-Fetch-Site", "cross-site")]
        let answer = try console.ask(.post, Self.children, Self.child, token: token, elsewhere)
        #expect(answer.status == 403 && answer.errorCode == "cross_origin")
        #expect(shared(answer).isEmpty)
        #expect(try shared(console.ask(.get, Self.children, token: token, elsewhere)).isEmpty)
    }

    @Test("Without the setting nothing is shared, and no answer varies")
    func off() throws {
        let (console, token) = try console("")
        for answer in [
            try preflight(console, Self.children),
            try console.ask(.get, Self.children, token: token, [("Origin", Self.app)]),
        ] {
            #expect(
                shared(answer).isEmpty && !answer.response.headers.all("Vary").contains("Origin")
            )
        }
        let written = try console.ask(
            .post,
            Self.children,
            Self.child,
            token: token,
            [("Origin", Self.app)]
        )
        #expect(written.status == 403)
    }

    @Test("A cookie opens nothing to such a page, and no form of the console takes what it sends")
    func cookies() throws {
        let (console, _) = try console()
        let parent = try #require(try console.users.find(email: "astrid@example.test")).user
        try console.signIn(parent.id)
        console.headers = [("Origin", Self.app), ("Sec-Fetch-Site", "cross-site")]
        #expect(try console.get(Self.children).status == 401)
        let page = try console.get("/children")
        #expect(page.status == 200 && shared(page).isEmpty)
        #expect(!page.response.headers.all("Vary").contains("Origin"))
        let form = try console.post("/children", [("name", "X")])
        #expect(form.status == 403 && shared(form).isEmpty)
        #expect(try shared(preflight(console, "/children")).isEmpty)
    }

    @Test(
        "Covers and films are shared with it as well: a picture with the token, a film by its pass"
    )
    func media() throws {
        let (console, token) = try console()
        let name = try console.keepCover(of: console.addStory("Journey"))
        let asked = try preflight(console, name.href)
        #expect(asked.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
        let picture = try console.ask(.get, name.href, token: token, [("Origin", Self.app)])
        #expect(picture.status == 200)
        #expect(picture.header("Access-Control-Allow-Origin") == Self.app)
    }

    @Test("It reads what the server refuses by itself, wherever there was a head to read")
    func refusedByServer() throws {
        let running = try RunningServer { $0.apiOrigins = [Origin(Self.app)].compactMap(\.self) }
        func refused(_ method: String, from origin: String, _ target: String, _ length: String)
            throws -> Browser.Reply
        {
            try running.browser.send(
                method,
                target,
                [("Origin", origin), ("Content-Length", length)]
            )
        }
        for (method, length, status) in [("POST", "2000000", 413), ("BREW", "0", 501)] {
            let answer = try refused(method, from: Self.app, Self.children, length)
            #expect(answer.status == status)
            #expect(answer.headers["access-control-allow-origin"] == Self.app)
            #expect(
                answer.headers["access-control-expose-headers"]?.contains("Retry-After") == true
            )
            #expect(answer.headers["vary"] == "Origin")
            for other in [
                try refused(method, from: "https://evil.example", Self.children, length),
                try refused(method, from: Self.app, "/children", length),
            ] {
                #expect(other.status == status)
                #expect(other.headers["access-control-allow-origin"] == nil)
            }
        }
        let unreadable = try refused("POST", from: Self.app, "/api/v1/%zz", "0")
        #expect(unreadable.status == 400)
        #expect(unreadable.headers["access-control-allow-origin"] == nil)
    }
}
