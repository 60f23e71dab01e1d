import HTTP
import Server
import Testing

@testable import Storytime

@Suite("Router")
struct RouterTests {
    private static func route(_ method: Method, _ pattern: StaticString) -> Route {
        let handler: @Sendable (Visit) throws -> Response = { _ in Response() }
        return method == .get ? get(pattern, handler) : post(pattern, handler)
    }

    private func pattern(_ router: Router, _ method: Method, _ path: String) -> String? {
        guard case .found(let route, _) = router.match(method, path: path) else { return nil }
        return route.pattern.description
    }

    @Test("The line that says most of a path wins, whatever the order")
    func mostSaidWins() throws {
        let routes = [
            Self.route(.get, "/{x}/{y}"), Self.route(.get, "/a/{id}"), Self.route(.get, "/a/new"),
        ]
        for router in [try Router(routes), try Router(routes.reversed())] {
            #expect(pattern(router, .get, "/a/new") == "/a/new")
            #expect(pattern(router, .get, "/a/7") == "/a/{id}")
            #expect(pattern(router, .get, "/b/7") == "/{x}/{y}")
        }
    }

    @Test(
        "Two lines for the same paths stop the program",
        arguments: [("/a", "/a"), ("/a/{id}", "/a/{name}")] as [(StaticString, StaticString)]
    )
    func refusesShadows(first: StaticString, second: StaticString) throws {
        #expect(throws: ConfigurationError.self) {
            try Router([Self.route(.get, first), Self.route(.get, second)])
        }
        #expect(throws: Never.self) {
            try Router([Self.route(.get, first), Self.route(.post, second)])
        }
    }

    @Test(
        "A path leads where its segments say, and nowhere else",
        arguments: [
            ("/", "/"), ("/admin/books", "/admin/books"), ("/admin/books/7", "/admin/books/{id}"),
            ("/admin/books/", nil), ("/admin//books", nil), ("//admin/books", nil),
            ("/admin/books/7/", nil), ("/admin/books/7/edit", "/admin/books/{id}/edit"),
            ("/ADMIN/books", nil), ("/admin/books/7/edit/x", nil), ("/home/", nil),
        ]
    )
    func segments(path: String, expected: String?) throws {
        let router = try Router(Program.routes)
        #expect(pattern(router, .get, path) == expected)
    }

    @Test("HEAD is answered by the page that GET would show")
    func head() throws {
        let console = try Console.asAdmin()
        let get = try console.get("/admin/categories")
        let head = try console.send(.head, "/admin/categories")
        #expect(head.status == 200)
        #expect(head.header("Content-Type") == get.header("Content-Type"))
        #expect(head.text.count == get.text.count)
    }

    @Test(
        "A method that a path doesn't take is 405 and says which it does",
        arguments: [
            ("/admin/books", Method.delete, "GET, HEAD, POST, OPTIONS"),
            ("/logout", .get, "POST, OPTIONS"), ("/healthz", .post, "GET, HEAD, OPTIONS"),
            ("/admin/categories/1/move", .put, "POST, OPTIONS"),
            ("/admin/categories/1", .patch, "GET, HEAD, POST, OPTIONS"),
        ]
    )
    func otherMethods(path: String, method: Method, allowed: String) throws {
        let console = try Console.asAdmin()
        let answer = try console.send(method, path)
        #expect(answer.status == 405)
        #expect(answer.header("Allow") == allowed)
        #expect(answer.contains("This can’t be done here"))
    }

    @Test("OPTIONS says what a path takes; there is nothing to say about a path that isn't there")
    func options() throws {
        let console = try Console()
        let answer = try console.send(.options, "/login")
        #expect(answer.status == 204)
        #expect(answer.header("Allow") == "GET, HEAD, POST, OPTIONS")
        #expect(try console.send(.options, "/nowhere").status == 404)
    }

    @Test(
        "An id is digits without a leading zero, as each record has one address",
        arguments: [
            ("1", 1), ("9007199254740992", 1 << 53), ("9223372036854775807", nil), ("0", nil),
            ("01", nil), ("", nil),
            ("-1", nil), ("+1", nil), ("1.0", nil), ("9223372036854775808", nil), ("１", nil),
            ("1 ", nil), ("0x1", nil),
        ]
    )
    func ids(text: String, value: Int?) {
        #expect(ID<Book>(pathSegment: text[...])?.value == value)
    }

    @Test("Pages are answered where they were read; forms and what may take long are not")
    func lanes() {
        /// Passwords are slow on purpose; a count of years, a file system, a backup, an upload and what
        /// is done to every book may be.
        let exceptions: [String: Lane] = [
            "/login": .signIn, "/setup": .signIn, "/invitation": .signIn, "/reset": .signIn,
            "/account/email": .signIn, "/account/password": .signIn, "/login/code": .signIn,
            "/confirm": .signIn, "/account/second-factor": .signIn,
            "/account/second-factor/recovery-codes": .signIn, "GET /admin/audit": .worker,
            "GET /admin/webhooks": .worker,
            "GET /admin/video_assets/bulk": .worker,
            "/admin/video_assets/bulk": .slow, "GET /admin/video_assets/{id}": .worker,
            "GET /admin/video_assets/{id}/poster": .worker,
            "/admin/video_assets/{id}/check": .outgoing,
            "/admin/video_assets/{id}/retry": .outgoing,
            "/admin/video_assets/{id}/cancel": .outgoing,
            "/admin/video_assets/{id}/delete": .outgoing,
            "/admin/video_assets/{id}/captions": .outgoing,
            "GET /admin/video_assets/{id}/captions/{id}": .worker,
            "GET /admin/video_assets/{id}/captions/{id}/adjust": .worker,
            "GET /admin/video_assets/{id}/captions/{id}/checks": .worker,
            "GET /admin/video_assets/{id}/captions/{id}/versions/{number}": .worker,
            "/admin/video_assets/{id}/captions/{id}/publish": .outgoing,
            "GET /media/captions/{id}": .worker,
            "GET /admin/captions/{id}": .worker, "GET /admin/captions/archive": .worker,
            "GET /admin/captions/{id}/convert": .slow, "GET /admin/captions/{id}/export": .slow,
            "GET /admin/captions/archive.zip": .slow, "/admin/captions/{id}/delete": .outgoing,
            "/admin/captions/import": .slow, "GET /admin/captions/import/{number}": .slow,
            "/admin/captions/import/{number}": .slow,
            "/admin/video_assets/{id}/poster/moment": .slow,
            "/admin/video_assets/{id}/poster/picture": .slow,
            "GET /admin/video_assets/many": .worker, "/admin/video_assets/many": .slow,
            "GET /admin/video_assets/many/book": .worker,
            "/admin/video_assets/many/files": .slow, "/admin/video_assets/many/uploads": .slow,
            "/admin/video_assets/{id}/captions/{id}/delete": .outgoing,
            "/admin/books/{id}/video/mux": .outgoing,
            "/admin/books/{id}/video/mux/upload": .outgoing,
            "/admin/books/{id}/video/mux/asset": .outgoing,
            "GET /admin": .worker, "GET /admin/system": .slow, "/admin/system/backups": .slow,
            "GET /admin/backups": .slow, "/admin/backups": .slow,
            "GET /admin/backups/{name}": .slow, "/admin/backups/{name}/check": .slow,
            "/admin/books/{id}/cover": .slow, "GET /media/covers/{file}": .worker,
            "GET /admin/families/{id}/export.tar": .slow,
            "GET /admin/families/{id}/export.zip": .slow,
            "GET /admin/families/{id}/children/{id}/export.zip": .slow,
            "GET /family/export.zip": .slow, "GET /children/{id}/export.zip": .slow,
            "GET /admin/families/{id}/children/{id}/export.tar": .slow,
            "GET /family/export.tar": .slow, "GET /children/{id}/export.tar": .slow,
            "GET /family": .worker, "GET /catalog/add": .worker,
            "GET /admin/families/{id}/catalog/add": .worker,
            "GET /watch/playlists/add": .worker, "GET /api/v1/playlists": .slow,
            "GET /watch/words": .worker,
            "GET /family/history": .worker, "/children/{id}/erase": .slow,
            "/admin/families/{id}/erase": .slow,
            "/admin/families/{id}/children/{id}/erase": .slow,
            "GET /admin/books/bulk": .worker, "/admin/books/bulk": .slow,
            // Another server is asked.
            "/admin/books/lookup": .outgoing, "/admin/books/{id}/lookup": .outgoing,
            "GET /api/v1/lookup/books": .outgoing,
            "/admin/books/bin/purge": .slow, "/admin/batches/{id}/undo": .slow,
            "/admin/categories/{id}/delete": .slow, "GET /admin/categories/{id}/merge": .worker,
            "/admin/categories/{id}/merge": .slow, "/admin/categories/{id}/restore": .slow,
            "/admin/series/{id}/delete": .slow, "GET /admin/series/{id}/merge": .worker,
            "/admin/series/{id}/merge": .slow, "/admin/series/{id}/restore": .slow,
            "/admin/series/{id}/cover": .slow, "/admin/series/import": .slow,
            "GET /admin/series/import/{key}": .slow, "/admin/series/import/{key}": .slow,
            "GET /admin/series/tmdb": .outgoing, "/admin/series/tmdb": .outgoing,
            "/admin/publishers/{id}/delete": .slow, "GET /admin/publishers/{id}/merge": .worker,
            "/admin/publishers/{id}/merge": .slow, "/admin/publishers/{id}/restore": .slow,
            "GET /media/videos/{id}/{file}": .worker, "GET /media/films/{id}/{file}": .worker,
            "GET /catalog/books/{id}": .worker,
            "GET /admin/families/{id}/catalog/books/{id}": .worker,
            "GET /admin/books/{id}/video/new": .worker, "/admin/books/{id}/video/new": .slow,
            "/admin/books/{id}/video/uploads": .slow,
            "GET /admin/video_uploads/{key}": .worker,
            "/admin/imports": .slow,
            "GET /admin/imports/{id}": .worker,
            "GET /admin/imports/{id}/values": .worker,
            "GET /admin/rights": .worker, "GET /admin/usage": .slow, "/api/v1/auth/token": .signIn,
            "/api/v1/imports": .slow, "/api/v1/books/{book_id}/video_files": .slow,
            "/api/v1/books/{book_id}/video_assets": .outgoing,
            "/api/v1/video_assets/{video_asset_id}": .slow,
            "/api/v1/video_assets/{video_asset_id}/check": .outgoing,
            "/api/v1/video_assets/{video_asset_id}/retry": .outgoing,
            "/api/v1/video_assets/{video_asset_id}/cancel": .outgoing,
            "/api/v1/video_assets/{video_asset_id}/captions": .slow,
            "GET /api/v1/video_assets/{video_asset_id}/captions/{caption_track_id}": .slow,
            "/api/v1/video_assets/{video_asset_id}/captions/{caption_track_id}": .slow,
            "GET /kids/film/{id}": .worker, "GET /kids/read/{id}": .worker,
            "GET /kids/read/{id}/cues/{file}": .worker,
            // Addresses are signed, and captions read.
            "GET /watch": .worker, "GET /watch/{book}": .worker,
            "GET /watch/{book}/film": .worker, "GET /watch/{book}/save/{form}": .worker,
            "GET /watch/{book}/cues/{file}": .worker, "GET /watch/{book}/print": .worker,
            "/watch/{book}/captions": .slow, "GET /watch/{book}/captions/{file}": .slow,
            "GET /watch/{book}/captions/import/{number}": .slow,
            "/watch/{book}/captions/import/{number}": .slow,
            // Other servers are asked.
            "GET /watch/open": .outgoing, "/watch/open": .outgoing,
            "GET /watch/web/{id}": .worker, "GET /watch/web/{id}/cues/{file}": .worker,
            "/watch/web/{id}/captions": .slow, "GET /watch/web/{id}/captions/{file}": .slow,
            "GET /watch/web/{id}/captions/import/{number}": .slow,
            "/watch/web/{id}/captions/import/{number}": .slow,
            "GET /media/stories/{book}/captions/{id}": .worker,
            "GET /watch/vocabulary/from/{book}": .slow, "GET /watch/words.tsv": .slow,
            "GET /watch/words/saved": .worker, "/watch/words/files": .slow,
            "GET /watch/live/{id}/saved/{file}": .slow,
            "GET /media/photos/{key}/{size}": .worker,
            "GET /family/photos/{id}/original": .worker, "/family/photos": .slow,
            "/family/photos/files": .slow, "/family/photos/originals": .slow,
            // How large a file is, a disk says.
            "GET /kids/journey": .worker, "GET /kids/kept/{id}/film": .worker,
            "/kids/child": .signIn, "/kids/leave": .signIn, "/kids/leave/parent": .signIn,
            "/family/pin": .signIn,
            "/admin/video_assets/{id}/captions/transcribe": .outgoing,
            "DELETE /api/v1/video_assets/{video_asset_id}": .outgoing,
            "DELETE /api/v1/video_assets/{video_asset_id}/captions/{caption_track_id}": .outgoing,
            // Mux is asked.
            "/admin/video_assets/{id}/versions": .outgoing,
            "/admin/video_assets/{id}/versions/{id}/delete": .outgoing,
            "/admin/video_assets/{id}/versions/{id}/retry": .outgoing,
        ]
        for route in Program.routes {
            let path = route.pattern.description
            let isPage = route.method == .get
            let lane =
                // Parts of files are the only content of this kind.
                route.method == .patch && !route.isForAPI
                ? .slow
                : isPage
                    // Files of lists are made while they are read.
                    ? exceptions["GET " + path] ?? (path.hasSuffix(".csv") ? .slow : .loop)
                    : exceptions["\(route.method) \(path)"] ?? exceptions[path] ?? .worker
            #expect(route.lane == lane, "\(route.method) \(path)")
        }
    }
}
