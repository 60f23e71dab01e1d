import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Who may use which route")
struct AccessTests {
    /// Where there is nothing for anyone: setup is done, no link has that secret, no form is kept,
    /// an admin's invitation 1 was never made, no job has failed, no picture has that name,
    /// no file of a video is there, no film has a pass, none is on its way, and Mux was not set up.
    private static let missing: Set = [
        // What is there once somebody has looked at an address, and opened it.
        "/watch/open/picture", "/watch/web/{id}", "/watch/web/{id}/film",
        "/watch/web/{id}/picture", "/watch/web/{id}/cues/{file}", "/watch/web/{id}/place",
        "/watch/web/{id}/speed", "/watch/web/{id}/remove", "/watch/web/{id}/captions",
        "/watch/web/{id}/captions/{file}", "/watch/web/{id}/captions/import/{number}",
        "/watch/web/{id}/captions/import/{number}/discard",
        "/watch/web/{id}/captions/{track}/remove", "/watch/web/{id}/captions/{track}/restore",
        "/setup", "/invitation", "/reset", "/resume/{id}", "/admin/users/invitations/{id}/revoke",
        "/admin/system/jobs/{id}/retry", "/admin/system/jobs/{id}/dismiss",
        "/media/covers/{file}", "/webhooks/mux", "/media/videos/{id}/{file}",
        "/media/films/{id}/{file}", "/media/captions/{id}",
        "/admin/video_assets/{id}/poster",
        // No video has been made in another size.
        "/admin/video_assets/{id}/versions/{id}/delete",
        "/admin/video_assets/{id}/versions/{id}/retry",
        "/admin/video_uploads/{key}", "/admin/video_uploads/{key}/finish",
        "/admin/video_uploads/{key}/cancel", "/admin/video_assets/many/uploads/{key}/discard",
        // Nobody has sent captions.
        "/admin/captions/import/{number}",
        // No file waits for its book.
        "/admin/video_assets/many/book",
        // Nobody is invited into the family, and user 1 is no parent of it.
        "/admin/families/{id}/invitations/{id}/revoke",
        "/admin/families/{id}/parents/{id}/remove",
        "/family/invitations/{id}/revoke", "/invitation/accept",
        // There is no backup.
        "/admin/backups/{name}", "/admin/backups/{name}/check",
        // Entry 1 of the history isn't about category 1.
        "/admin/categories/{id}/versions/{id}", "/admin/publishers/{id}/versions/{id}",
        "/admin/series/{id}/versions/{id}",
        // Nobody has brought a file of series, and TMDB isn't asked here.
        "/admin/series/import/{key}", "/admin/series/import/{key}/discard", "/admin/series/tmdb",
        "/admin/series/{id}/refresh",
        // Nobody has changed a child's progress.
        "/series/changes/{id}/undo", "/admin/families/{id}/series/changes/{id}/undo",
        // The story has no film that can be played.
        "/watch/{book}", "/watch/{book}/film", "/watch/{book}/cues/{file}",
        "/watch/{book}/print", "/watch/{book}/place", "/watch/{book}/speed",
        "/watch/{book}/save/{form}",
        // Nobody has asked what words mean, kept any, or brought captions of the family's own.
        "/watch/{book}/explanations/{id}", "/watch/{book}/explanations/{id}/cancel",
        "/watch/{book}/explanations/{id}/delete", "/watch/words/{id}",
        "/watch/words/{id}/remove",
        "/watch/{book}/captions/import/{number}", "/watch/{book}/captions/{file}",
        "/watch/{book}/captions/{id}/remove", "/media/stories/{book}/captions/{id}",
        // Nobody has made a playlist, or said what to add to one.
        "/watch/playlists/{id}", "/watch/playlists/{id}/edit", "/watch/playlists/{id}/remove",
        "/watch/playlists/{id}/items/{id}/remove", "/watch/playlists/{id}/items/{id}/restore",
        "/watch/playlists/{id}/items/{id}/move", "/watch/playlists/{id}/order",
        "/watch/playlists/{id}/children/{id}", "/watch/playlists/{id}/add",
        "/watch/playlists/{id}/items", "/watch/playlists/add", "/kids/playlists/{id}",
        // Live transcription is off until somebody turns it on.
        "/watch/live", "/watch/live/{id}", "/watch/live/{id}/saved/{file}",
        "/watch/live/{id}/pieces", "/watch/live/{id}/sound", "/watch/live/{id}/explanations",
        "/watch/live/{id}/delete", "/watch/live/{id}/restore",
        // Nobody has any photos.
        "/family/photos/{id}", "/family/photos/{id}/original", "/media/photos/{key}/{size}",
        // No operation of the API is called 1.
        "/api/docs/{operation}",
        // Nobody has made an access key.
        "/account/keys/{id}/revoke",
    ]

    /// The API has a test of its own (`APIAccessTests`).
    private static let routes = Program.routes.filter { !$0.isForAPI }

    private func console(as role: Role?) throws -> Console {
        let console = try Console()
        let book = try console.addBook("Journey", in: [console.category("adventure")])
        try console.addWindow(book.id)
        try console.addPublisher("Alder House")
        try console.addEpisodes(1, to: console.addSeries("The Owls"))
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0) book" }) {
            try $0.set(.status, to: "active", of: "SELECT 1")
        }
        try console.addImport("title\nA\n")
        try console.addImportMatch()
        let video = try console.addAsset(of: console.books.find(ID(1)))
        try console.addTrack(["One"], to: video, "it")
        try console.addCaptions(to: video.id)
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        try console.addToLibrary([book.id], of: child)
        try console.watch(child, book, from: console.time.now - 60, seconds: 20)
        if let role {
            let id = try console.signIn(as: role)
            if role == .parent {
                try console.put(id, into: family)
                try console.addUser("another@example.test", .admin)
            }
            try console.addSavedViews()
        } else {
            try console.addUser("somebody@example.test", .admin)
        }
        return console
    }

    /// Sends each route what a browser would that is new to it: those that may change something to a
    /// console of their own, all others to the same one.
    private func sendEach(
        of routes: [Route],
        as role: Role?,
        headers: [(String, String)] = [],
        mayChange: (Route) -> Bool,
        expect: (Route, Answer, Console) throws -> Void
    ) throws {
        let shared = try console(as: role)
        let cookies = shared.cookies
        for route in routes {
            let console = try mayChange(route) ? console(as: role) : shared
            console.headers = headers
            try expect(route, send(route, console), console)
            shared.cookies = cookies
        }
    }

    private func send(_ route: Route, _ console: Console) throws -> Answer {
        try console.send(
            route.method,
            route.sampleTarget,
            [("Content-Type", "application/x-www-form-urlencoded")]
        )
    }

    @Test("The routes that everyone may use are these and no others")
    func everyonesRoutes() {
        let open = Self.routes.filter { $0.access == .everyone }
        #expect(
            Set(open.map(\.pattern.description)) == [
                "/", "/healthz", "/setup", "/login", "/login/code", "/logout", "/invitation",
                "/reset", "/webhooks/mux", "/kids", "/kids/open/{id}", "/kids/offline",
                "/watch/manifest",
                "/kids/leave", "/kids/done", "/media/films/{id}/{file}", "/api/docs",
                "/media/captions/{id}",
                "/api/docs/swift", "/api/docs/StorytimeClient.swift", "/api/docs/{operation}",
            ]
        )
    }

    @Test("What isn't said otherwise is for admins, and so is everything under /admin")
    func strictestByDefault() {
        let route = get("/x") { (_: Visit) in Response() }
        #expect(route.access == .admin)
        for route in Self.routes where route.pattern.description.hasPrefix("/admin") {
            #expect(route.access == .admin, "\(route.pattern)")
        }
    }

    @Test("A visitor is sent to sign in, and comes back to a page but not to a form")
    func visitors() throws {
        let routes = Self.routes.filter { $0.access != .everyone }
        try sendEach(of: routes, as: nil, mayChange: { _ in false }) { route, answer, _ in
            if route.keepsText {
                // The sign-in page itself, which carries what was typed.
                #expect(answer.status == 403, "\(route.pattern)")
                #expect(answer.markup.value(of: "kept_path") == route.sampleTarget)
                return
            }
            #expect(answer.status == 303, "\(route.method) \(route.pattern)")
            let next = PercentEncoding.encodeComponent(route.sampleTarget)
            let location = route.method == .get ? "/login?next=\(next)" : "/login"
            #expect(answer.location == location, "\(route.pattern)")
            #expect(answer.text.isEmpty)
        }
    }

    @Test("A program that isn't signed in is told so with 401, not sent to a page")
    func programs() throws {
        try sendEach(
            of: Self.routes.filter { $0.access != .everyone },
            as: nil,
            headers: [("Accept", "application/json")],
            mayChange: { _ in false }
        ) { route, answer, _ in
            #expect(answer.status == 401, "\(route.pattern)")
            #expect(answer.contains("\"code\":\"not_signed_in\""))
        }
    }

    @Test("To a parent, nothing of an admin's is there")
    func parents() throws {
        // What a parent may use, and what everyone may, does what it is for.
        let isOpen = { (route: Route) in route.access != .admin && route.access != .child }
        try sendEach(
            of: Self.routes,
            as: .parent,
            mayChange: { $0.method != .get && isOpen($0) }
        ) { route, answer, console in
            switch route.access {
            case .admin:
                #expect(answer.status == 404, "\(route.method) \(route.pattern)")
                #expect(answer.contains("Page not found"))
                let missing = try console.get("/admin/nowhere")
                #expect(
                    missing.markup.text(where: "class", is: "lede")
                        == answer.markup.text(where: "class", is: "lede")
                )
            case .child:
                #expect(answer.status == 404, "\(route.pattern)")
            case .parent, .signedIn, .everyone:
                let isMissing = Self.missing.contains(route.pattern.description)
                #expect((answer.status == 404) == isMissing, "\(route.pattern)")
                #expect(answer.status < 500)
            }
        }
    }

    @Test("An admin may use every route but setup, which is done")
    func admins() throws {
        try sendEach(
            of: Self.routes,
            as: .admin,
            mayChange: { $0.method != .get }
        ) { route, answer, _ in
            let isMissing =
                Self.missing.contains(route.pattern.description) || route.isForDevelopment
                // What a parent's is has another address for admins.
                || route.access == .parent || route.access == .child
                // Kids Mode is for families.
                || ["/kids", "/kids/open/{id}", "/kids/leave"].contains(route.pattern.description)
            #expect((answer.status == 404) == isMissing, "\(route.method) \(route.pattern)")
            #expect(answer.status < 500, "\(route.pattern)")
            #expect(answer.location?.hasPrefix("/login?") != true, "\(route.pattern)")
        }
    }

    @Test(
        "Nothing changes when a visitor or a parent sends an admin's forms",
        arguments: [nil, Role.parent]
    )
    func formsAreRefused(role: Role?) throws {
        let console = try console(as: role)
        let before = try console.texts("SELECT changes FROM audit_entries")
        let categories = try console.categories.all()
        for route in Self.routes where route.access == .admin && route.method == .post {
            try console.post(
                route.sampleTarget,
                [
                    ("name", "X"), ("title", "X"), ("author", "X"), ("direction", "down"),
                    ("ids", "2,1"), ("version", "1"),
                ]
            )
        }
        #expect(try console.texts("SELECT changes FROM audit_entries") == before)
        #expect(try console.categories.all() == categories)
        #expect(try console.bookList.count(BookFilter()) == 1)
    }

    @Test("The navigation of each role leads to pages that it may use", arguments: Role.allCases)
    func navigation(role: Role) throws {
        let console = try console(as: role)
        let items = Features(Program.features).navigation(for: role, path: "/").map(\.entry)
        #expect(!items.isEmpty)
        for item in items {
            let page = try console.get(item.href)
            #expect(page.status == 200)
            let current = page.markup.all("a").filter { $0["aria-current"] == "page" }
            #expect(Set(current.compactMap { $0["href"] }) == [item.href])
        }
    }

    @Test(
        "The entry that a page belongs to is marked",
        arguments: [
            ("/admin/categories/7/edit", "/admin/categories"), ("/admin", "/admin"),
            ("/admin/batches/7", "/admin/audit"), ("/admin/books/bin", "/admin/books"),
            ("/admin/booksx", "/admin"), ("/elsewhere", nil),
            ("/admin/search", nil),
        ]
    )
    func currentEntry(path: String, href: String?) {
        #expect(
            Features(Program.features).navigation(for: .admin, path: path)
                .first { $0.isCurrent }?.entry.href == href
        )
    }
}
