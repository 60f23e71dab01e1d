import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Who may ask the API, and how it refuses")
struct APIAccessTests {
    private static let routes = Program.routes.filter(\.isForAPI)
    private static let guarded = routes.filter { $0.access != .everyone }
    private static let children = "/api/v1/children"

    private func console() throws -> (console: Console, parent: ID<User>, admin: ID<User>) {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("astrid@example.test", in: family)
        let admin = try console.addUser("ada@example.test", .admin)
        let child = try console.addChild("Pippi", in: family)
        let story = try console.addStory("Journey")
        try console.addToLibrary([story.id], of: child)
        try console.keepForReading(story, by: parent)
        try console.addPublisher("Alder House")
        // Programs know it by that number.
        let series = try console.series.insert(
            Series.Draft(name: "The Owls", externalID: 1),
            by: .commandLine
        )
        try console.addEpisodes(1, to: series)
        try console.addTrack(["Once"], to: console.addAsset(of: story))
        try console.addImport("title\nA\n")
        try console.database.execute(
            """
            INSERT INTO kept_words (family_id, term, term_key, created_at, created_by)
            VALUES (\(family.id.value), 'lantern', 'lantern', 1, 'Astrid')
            """
        )
        return (console, parent, admin)
    }

    private func send(_ route: Route, _ console: Console, token: String? = nil) throws -> Answer {
        let json = route.method == .get || route.method == .delete ? nil : "{}"
        return try console.ask(route.method, route.sampleTarget, json, token: token)
    }

    /// Every error has this shape and no other.
    private func expectError(
        _ answer: Answer,
        _ status: Int,
        _ code: String,
        _ comment: Comment = ""
    ) {
        #expect(answer.status == status, comment)
        #expect(answer.header("Content-Type") == "application/json", comment)
        #expect(answer.errorCode == code, comment)
        #expect(Array(answer.json.keys) == ["error"], comment)
        let error = answer.json["error"] as? [String: Any]
        #expect(error.map { Set($0.keys) } == ["code", "message", "details"], comment)
        #expect((error?["message"] as? String)?.hasSuffix(".") == true, comment)
        #expect(answer.header("X-Request-ID")?.isEmpty == false, comment)
        #expect(answer.header("Cache-Control") == "no-store", comment)
    }

    @Test("The API is under /api/v1 and /api/watchlist, and asks for a token or for nothing")
    func declarations() {
        #expect(Self.routes.count >= 4)
        for route in Program.routes {
            let isOpen = route.access == .everyone
            switch route.entrance {
            case .token, .anyToken: #expect(route.isForAPI && !isOpen, "\(route.pattern)")
            case .nothing: #expect(route.isForAPI && isOpen, "\(route.pattern)")
            case .cookie, .cookieOrToken: #expect(!route.isForAPI, "\(route.pattern)")
            }
            #expect(!route.isForAPI || route.confirms == .never)
        }
        #expect(
            Set(Self.routes.filter { $0.access == .everyone }.map(\.pattern.description))
                == [
                    "/api/v1/auth/token", "/api/v1/auth/refresh", "/api/v1/auth/revoke",
                    "/api/v1/catalog/categories", OpenAPIPages.path,
                ]
        )
        // Under /api/v1 there is the same of each.
        let patterns = Set(Self.routes.map { "\($0.method) \($0.pattern)" })
        let others = patterns.filter { !$0.contains(" /api/v1/") }
        #expect(
            others == [
                "GET /api/watchlist", "POST /api/watchlist", "DELETE /api/watchlist/{tmdb_id}",
                "GET /api/watchlist/{tmdb_id}/progress", "PUT /api/watchlist/{tmdb_id}/progress",
                "PUT /api/watchlist/{tmdb_id}/progress/exact",
            ]
        )
        #expect(patterns.isSuperset(of: others.map { $0.replacing(" /api/", with: " /api/v1/") }))
    }

    @Test("Without a token the answer is 401 and says how to show one, whatever cookie is there")
    func withoutToken() throws {
        let (console, parent, _) = try console()
        for route in Self.guarded {
            let answer = try send(route, console)
            expectError(answer, 401, "not_signed_in", "\(route.pattern)")
            #expect(answer.header("WWW-Authenticate") == "Bearer")
        }
        try console.signIn(parent)
        for route in Self.guarded {
            let answer = try console.send(route.method, route.sampleTarget)
            expectError(answer, 401, "not_signed_in", "\(route.pattern)")
        }
    }

    @Test(
        "A token that is none is 401, however it is shown",
        arguments: [
            "Bearer x", "Bearer a.b.c", "bearer storytime_pat_", "Bearer  x",
            "Bearer storytime_pat_\(String(repeating: "0", count: 64))", "BEARER x y",
        ]
    )
    func badTokens(authorization: String) throws {
        let console = try Console()
        console.headers = [("Authorization", authorization)]
        let answer = try console.get(Self.children)
        expectError(answer, 401, "invalid_token")
        #expect(answer.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    }

    @Test("Another scheme shows no token, and two tokens are one too many")
    func schemes() throws {
        let (console, parent, _) = try console()
        console.headers = [("Authorization", "Basic YTpi")]
        expectError(try console.get(Self.children), 401, "not_signed_in")
        let token = try console.bearer(parent)
        let twice = Array(repeating: ("Authorization", "Bearer \(token)"), count: 2)
        console.headers = twice
        expectError(try console.get(Self.children), 401, "invalid_token")
        console.headers = [twice[0]]
        #expect(try console.get(Self.children).status == 200)
        console.headers = []
        expectError(try console.get("\(Self.children)?access_token=\(token)"), 401, "not_signed_in")
    }

    @Test(
        "Each role gets what its routes are for; to others they aren't there",
        arguments: Role.allCases
    )
    func roles(role: Role) throws {
        let own: Access = role == .admin ? .admin : .parent
        for route in Self.guarded {
            for isKey in [false, true] {
                // What one request removes, the next one would not find.
                let (console, parent, admin) = try console()
                let user = role == .admin ? admin : parent
                let shown =
                    try isKey ? console.accessKey(user, Scope.allCases) : console.bearer(user)
                let answer = try send(route, console, token: shown)
                if route.access == own || route.access == .signedIn {
                    #expect(![401, 403, 404].contains(answer.status), "\(route.pattern)")
                    #expect(answer.status < 500)
                } else {
                    expectError(answer, 404, "not_found", "\(route.pattern)")
                }
            }
        }
    }

    @Test("A key without a route's scope is told which it lacks")
    func scopes() throws {
        let (console, parent, admin) = try console()
        // There are more routes than keys that somebody may have.
        var keys: [String: String] = [:]
        for route in Self.guarded where route.entrance != .anyToken {
            let scope = try #require(route.entrance.scope)
            let others = Scope.allCases.filter { $0 != scope }
            let user = route.access == .admin ? admin : parent
            let name = "\(user) \(scope.rawValue)"
            let key = try keys[name] ?? console.accessKey(user, others)
            keys[name] = key
            let answer = try send(route, console, token: key)
            expectError(answer, 403, "insufficient_scope", "\(route.pattern)")
            #expect(
                answer.header("WWW-Authenticate")
                    == "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
            )
        }
    }

    @Test("A key never does more than its owner's role, whatever that was when it was made")
    func roleChanges() throws {
        let (console, _, admin) = try console()
        let key = try console.accessKey(admin, [.readCatalog, .readAudit])
        #expect(try console.ask(.get, "/admin/audit.csv", token: key).status == 200)
        try console.addUser("other@example.test", .admin)
        try console.users.update(admin, version: 1, { $0.role = .parent }, by: .commandLine)
        #expect(try console.ask(.get, "/admin/audit.csv", token: key).status == 404)
        #expect(try console.ask(.get, Self.children, token: key).status == 403)
        let user = try console.users.find(admin)
        try console.users.setDisabled(true, of: user, by: .commandLine)
        #expect(try console.ask(.get, Self.children, token: key).status == 401)
    }

    @Test("Another family's child is not there, whatever is asked and sent")
    func foreignChildren() throws {
        let (console, parent, _) = try console()
        let family = try console.addFamily("Strangers")
        let child = try console.addChild("Canary", in: family)
        try console.addToLibrary([ID(1)], of: child)
        let token = try console.bearer(parent)
        for route in Self.guarded where route.access == .parent {
            let path = route.target(["child_id": "\(child.id)"])
            let json = route.method == .get ? nil : "{}"
            let answer = try console.ask(route.method, path, json, token: token)
            #expect(!answer.contains("Canary") && !answer.contains("Strangers"), "\(path)")
            if path.contains("/children/\(child.id)") {
                expectError(answer, 404, "not_found", "\(path)")
            }
        }
    }

    // MARK: Files that scripts fetch

    @Test("Every list as CSV is had with a key of its scope, and with the cookie as before")
    func exports() throws {
        // Who has an account is for admins alone, and for none of their scripts.
        let files = Program.routes.filter {
            $0.pattern.description.hasSuffix(".csv") && $0.pattern.description != "/admin/users.csv"
        }
        #expect(files.count >= 8)
        let (console, parent, admin) = try console()
        try console.addImport("title\nA\n")
        for route in files {
            let scope = try #require(route.entrance.scope, "\(route.pattern)")
            let owner = route.access == .admin ? admin : parent
            let right = try console.accessKey(owner, [scope])
            let wrong = try console.accessKey(owner, Scope.allCases.filter { $0 != scope })
            let target = route.sampleTarget
            let answer = try console.ask(.get, target, token: right)
            #expect(answer.status == 200, "\(target)")
            #expect(answer.header("Content-Type")?.hasPrefix("text/csv") == true)
            #expect(try console.ask(.get, target, token: console.bearer(owner)).status == 200)
            expectError(
                try console.ask(.get, target, token: wrong),
                403,
                "insufficient_scope",
                "\(target)"
            )
            expectError(try console.ask(.get, target, token: "x"), 401, "invalid_token")
            #expect(try console.get(target).location?.hasPrefix("/login") == true)
            try console.signIn(owner)
            #expect(try console.get(target).status == 200)
            // What is shown counts, and not what the browser would have.
            console.headers = [("Authorization", "Bearer x")]
            #expect(try console.get(target).status == 401)
            (console.cookies, console.headers) = ([:], [])
        }
    }

    @Test("A token opens no page, and no form")
    func pages() throws {
        let (console, _, admin) = try console()
        let token = try console.bearer(admin)
        for route in Program.routes where route.entrance == .cookie && route.access != .everyone {
            let answer = try console.ask(route.method, route.sampleTarget, token: token)
            expectError(answer, 401, "not_signed_in", "\(route.pattern)")
        }
    }

    // MARK: Errors

    @Test("Under /api every failure has the one shape, found or not")
    func shapes() throws {
        let (console, parent, _) = try console()
        let token = try console.bearer(parent)
        expectError(try console.ask(.get, "/api/v1/nothing"), 404, "not_found")
        expectError(try console.ask(.get, "/api/"), 404, "not_found")
        let wrongMethod = try console.ask(.delete, Self.children, token: token)
        expectError(wrongMethod, 405, "method_not_allowed")
        #expect(wrongMethod.header("Allow")?.contains("GET, HEAD") == true)
        let elsewhere = [("Sec-Fetch-Site", "cross-site")]
        let path = "/api/v1/auth/refresh"
        expectError(try console.ask(.post, path, "{}", elsewhere), 403, "cross_origin")
        try console.database.script("DROP TABLE child_hidden_categories; DROP TABLE children")
        let broken = try console.ask(.get, Self.children, token: token)
        expectError(broken, 500, "internal_error")
        #expect(broken.contains(try #require(broken.header("X-Request-ID"))))
    }

    @Test("A client that takes no JSON is told so; a file is no matter of JSON")
    func accept() throws {
        let (console, parent, admin) = try console()
        let token = try console.bearer(parent)
        for (accept, status) in [
            ("text/html", 406), ("application/json;q=0", 406), ("*/*", 200), ("", 200),
            ("text/html, application/*;q=0.2", 200),
        ] {
            let answer = try console.ask(.get, Self.children, token: token, [("Accept", accept)])
            #expect(answer.status == status, "\(accept)")
            if status == 406 { expectError(answer, 406, "not_acceptable") }
        }
        let key = try console.accessKey(admin, [.readCatalog])
        let file = try console.ask(.get, "/admin/books.csv", token: key, [("Accept", "text/csv")])
        #expect(file.status == 200)
    }

    @Test(
        "What is sent as anything but JSON is refused",
        arguments: [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            "application/json-patch+json", "", "json",
        ]
    )
    func contentTypes(type: String) throws {
        let answer = try Console().send(
            .post,
            "/api/v1/auth/refresh",
            [("Content-Type", type)],
            Array("{}".utf8)
        )
        expectError(answer, 415, "unsupported_media_type")
    }

    @Test("JSON may come with a charset, and not compressed")
    func contentCodings() throws {
        let send = { (headers: [(String, String)]) in
            try Console().send(.post, "/api/v1/auth/refresh", headers, Array("{}".utf8))
        }
        expectError(try send([("Content-Type", "Application/JSON; charset=utf-8")]), 422, "invalid")
        let gzip = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")]
        expectError(try send(gzip), 415, "unsupported_media_type")
    }

    @Test(
        "Content that is no JSON object is refused, and the answer says where",
        arguments: [
            ("", "it ends too early (at byte 0)"), ("[]", "expected an object"),
            ("{\"a\":1,}", "expected a name in quotes (at byte 7)"),
            ("null", "expected an object"),
            ("{\"a\":1,\"a\":2}", "it has “a” twice (at byte 12)"),
            (
                String(repeating: "[", count: 5000),
                "it is nested deeper than 16 levels (at byte 16)"
            ),
        ]
    )
    func badJSON(content: String, reason: String) throws {
        let answer = try Console().ask(.post, "/api/v1/auth/refresh", content)
        expectError(answer, 400, "bad_json")
        #expect(answer.contains(reason))
    }

    @Test("What the server refuses before it reads a request has the same shape")
    func beforeRouting() throws {
        let pages = try StaticErrorPages(try Console().site)
        for code in [400, 405, 408, 411, 413, 414, 417, 431, 500, 501, 503, 505, 507, 418] {
            let refused = RefusedRequest(path: "/api/v1/children")
            let answer = Answer(pages.response(Status(code: code), to: refused))
            #expect(answer.status == code)
            #expect(answer.header("Content-Type") == "application/json")
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(answer.errorCode?.isEmpty == false)
            #expect(answer.errorDetails.isEmpty && answer.json["error"] != nil)
            #expect(!answer.contains("number"))
        }
    }

    @Test("A request that the socket's side refuses is answered in JSON, too")
    func onTheWire() throws {
        let running = try RunningServer()
        let unknown = try running.browser.send("BREW", "/api/v1/children")
        #expect(unknown.status == 501 && unknown.text.hasPrefix("{\"error\":{\"code\":"))
        let long = try running.browser.send(
            "POST",
            "/api/v1/auth/token",
            [("Content-Type", "application/json"), ("Content-Length", "2000000")]
        )
        #expect(long.status == 413 && long.text.contains("\"code\":\"too_large\""))
        for (target, status) in [
            ("/api/v1/children/%08", 400), ("/api/v1/children/%zz", 400),
            ("/api/v1/children?q=" + String(repeating: "a", count: 9000), 414),
        ] {
            let refused = try running.browser.send("GET", target)
            #expect(refused.status == status, "\(target.prefix(30))")
            #expect(refused.headers["content-type"] == "application/json")
        }
        let missing = try running.browser.send("GET", "/api/v1/children")
        #expect(missing.status == 401 && missing.headers["www-authenticate"] == "Bearer")
    }
}
