import HTTP
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("Handlers that find no end")
struct StuckHandlerTests {
    /// A statement without an end; the page of it is a mistake that nobody has made yet.
    private static let endless = post("/endless/{id}", for: .everyone) {
        (visit: Visit, _: ID<User>) in
        _ = try visit.database.first(
            """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
            SELECT count(*) FROM number
            """
        ) { try $0.int(0) }
        return Response(status: 200)
    }

    @Test("Their statement is stopped, the log names the route, and their visitor is told")
    func stopped() throws {
        let lines = LogLines()
        var limits = ProcessorLimits()
        limits.workerMilliseconds = 300
        limits.lookMilliseconds = 10
        let server = try RunningServer(
            routes: Program.routes + [Self.endless],
            log: lines.log,
            limits: limits
        )
        defer { server.finish() }
        let answer = try server.browser.post("/endless/7", [])
        #expect(answer.status == 503)
        #expect(answer.text.contains("This took too long"))
        let line = lines.all.first { $0.contains("watchdog") }
        #expect(line?.contains("POST /endless/{id} on worker-") == true)
    }

    @Test("A visitor is a session or a key where one is asked for, and an address elsewhere")
    func visitors() throws {
        let router = try Router(Program.routes)
        func visitor(
            _ method: Method,
            _ path: String,
            _ headers: Headers,
            _ peer: String = "192.0.2.1"
        ) throws
            -> String
        {
            let request = try #require(Request(method: method, target: path, headers: headers))
            let found = router.visitor(request.head, peer: peer, Configuration())
            return found.shown.last ?? found.network
        }
        let mine: Headers = ["Cookie": "a=b; storytime_session=mine"]
        #expect(try visitor(.post, "/account", mine) == "mine")
        #expect(try visitor(.post, "/account", ["Cookie": "storytime_session=x"]) == "x")
        #expect(
            try visitor(.get, "/api/v1/children", ["Authorization": "Bearer key"]) == "key"
        )
        // Whoever signs in may show what they like.
        #expect(try visitor(.post, "/login", mine) == "192.0.2.1")
        #expect(try visitor(.post, "/account", [:]) == "192.0.2.1")
        #expect(
            try visitor(.post, "/account", [:], "2001:db8::1")
                == visitor(.post, "/account", [:], "2001:db8::2")
        )
    }

    @Test("The log calls a request by its route, not by what a visitor put into it")
    func names() throws {
        let router = try Router(Program.routes)
        let known = try #require(Request(method: .post, target: "/admin/books/secret"))
        #expect(router.name(of: known.head).hasSuffix("/admin/books/{id}"))
        let unknown = try #require(Request(target: "/nowhere/secret"))
        #expect(router.name(of: unknown.head) == "GET without a route")
    }
}
