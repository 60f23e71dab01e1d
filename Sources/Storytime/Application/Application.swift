import HTTP
import SQLite
import Server

/// The console on one thread: a request goes in, a response comes out.
///
/// `respond` is the pipeline, read from top to bottom. Each thread of the server owns one
/// application with its own connection to the database; what they share is in `Site`.
final class Application: Responder {
    private let site: Site
    private let database: Database
    private let renderer: PageRenderer
    private let sessions: SessionStore
    private var requestCount = 0
    /// Tells this thread's requests from those of others and of earlier runs.
    private let requestPrefix: String

    init(site: Site, database: Database) throws {
        self.site = site
        self.database = database
        renderer = PageRenderer(site: site)
        sessions = SessionStore(database)
        requestPrefix = Base64URL.encode(try Random.bytes(6))
    }

    func respond(to request: Request) -> Response {
        requestCount += 1
        let requestID = "\(requestPrefix)\(requestCount)"
        let client = Client(request, site.configuration)
        var response: Response
        do {
            response = try answer(request, requestID, client)
        } catch {
            response = explain(error, request, requestID, client)
        }
        addHeaders(to: &response, requestID: requestID, isTLS: client.isTLS)
        compress(&response, for: request)
        return response
    }

    // MARK: The pipeline

    private func answer(_ request: Request, _ requestID: String, _ client: Client) throws
        -> Response
    {
        try CrossOrigin.check(request, publicURL: site.configuration.publicURL)
        if site.configuration.isDevelopment, let file = try changedAsset(request) { return file }
        if request.method == .options { return try options(request) }
        let (route, segments) = try find(request)
        let now = site.clock()
        let session = try sessions.find(cookie(.session, request, client), now: now)
        try authorize(session, for: route, request)
        if let session { site.activity.note(session, now: now) }

        let visit = visit(request, requestID, client, session, now: now)
        if route.confirms.isMissing(session, now: now) {
            guard !wantsJSON(request) else { throw Failure.notConfirmed }
            return try ConfirmationPages.ask(visit)
        }
        guard let response = try route.handle(visit, segments) else { throw Failure.notFound }
        return response
    }

    private func find(_ request: Request) throws -> (Route, [Substring]) {
        switch site.router.match(request.method, path: request.path) {
        case .found(let route, let segments): return (route, segments)
        case .otherMethods(let allowed): throw Failure.methodNotAllowed(allowed: allowed)
        case .none: throw Failure.notFound
        }
    }

    /// Which methods a path takes (RFC 9110 §9.3.7): nothing that a visitor may not know.
    private func options(_ request: Request) throws -> Response {
        let allowed = site.router.allowedMethods(path: request.path)
        guard !allowed.isEmpty else { throw Failure.notFound }
        return Response(
            status: 204,
            headers: Headers([("Allow", allowed.map(\.name).joined(separator: ", "))])
        )
    }

    /// Signed out: the sign-in page. Not theirs: as if it weren't there.
    private func authorize(_ session: Session?, for route: Route, _ request: Request) throws {
        guard route.access.allows(session) else {
            throw session == nil ? Failure.notSignedIn : Failure.notFound
        }
    }

    private func cookie(_ name: Client.CookieName, _ request: Request, _ client: Client)
        -> String?
    {
        Cookies(request.headers)[client.name(name)]
    }

    private func visit(
        _ request: Request,
        _ requestID: String,
        _ client: Client,
        _ session: Session?,
        now: Int
    ) -> Visit {
        let flash = cookie(.flash, request, client).flatMap {
            Flash(cookie: $0, key: site.flashKey)
        }
        return Visit(
            request: request,
            site: site,
            database: database,
            now: now,
            requestID: requestID,
            client: client,
            session: session,
            flash: flash,
            renderer: renderer
        )
    }

    /// In development, style sheets and scripts are read on every request.
    private func changedAsset(_ request: Request) throws -> Response? {
        let folder = site.configuration.resources + "/Public"
        guard request.method.isSafe, site.assets.files[request.path] != nil,
            let file = try Assets(folder: folder, isTLS: false).files[
                site.assets.fixedAddress(of: request.path)
            ]
        else { return nil }
        return Response(
            headers: Headers([("Content-Type", file.contentType), ("Cache-Control", "no-store")]),
            body: .bytes(file.bytes)
        )
    }

    // MARK: What went wrong

    private func explain(
        _ error: any Error,
        _ request: Request,
        _ requestID: String,
        _ client: Client
    ) -> Response {
        let trouble = trouble(for: error, request, requestID)
        let kept = KeptForm(request, site.router, until: .signIn)
        if case Failure.notSignedIn = error, !wantsJSON(request), kept == nil {
            return signInFirst(request)
        }
        var response: Response
        do {
            response = try page(for: trouble, kept, request, requestID, client)
        } catch {
            site.log.error("\(request.method.name) \(request.path)", requestID, error)
            response = Response(
                status: trouble.status,
                headers: Headers([("Content-Type", "text/plain; charset=utf-8")]),
                body: .bytes(Array(fallback(trouble, error).utf8))
            )
        }
        for (name, value) in trouble.headers { response.headers.add(name, value) }
        return response
    }

    /// What is said when even the error page can't be rendered. Whoever develops templates sees
    /// their mistake where they look for the page.
    private func fallback(_ trouble: Trouble, _ error: any Error) -> String {
        site.configuration.isDevelopment
            ? "\(error)\n" : "\(trouble.heading). \(trouble.message)\n"
    }

    private func trouble(for error: any Error, _ request: Request, _ requestID: String) -> Trouble {
        if let failure = error as? Failure { return Trouble(failure) }
        site.log.error("\(request.method.name) \(request.path)", requestID, error)
        if let error = error as? SQLiteError { return Trouble(error) }
        return .internalError
    }

    private func page(
        for trouble: Trouble,
        _ kept: KeptForm?,
        _ request: Request,
        _ requestID: String,
        _ client: Client
    ) throws -> Response {
        if wantsJSON(request) {
            return Response(
                status: trouble.status,
                headers: Headers([("Content-Type", "application/json")]),
                body: .bytes(trouble.json)
            )
        }
        // The page shows who is signed in, if the database can still tell.
        let session = try? sessions.find(cookie(.session, request, client), now: site.clock())
        let visit = visit(request, requestID, client, session ?? nil, now: site.clock())
        if let kept, trouble.code == Trouble(.notSignedIn).code {
            return try visit.page(
                SignInPage(form: SignInForm(), next: nil, kept: kept),
                status: 403
            )
        }
        return try visit.page(
            ErrorPage(trouble: trouble, isSignedIn: visit.session != nil),
            status: trouble.status
        )
    }

    private func signInFirst(_ request: Request) -> Response {
        var location = "/login"
        if request.method.isSafe, request.path != "/" {
            location += "?next=" + PercentEncoding.encodeComponent(request.head.target.raw)
        }
        return Response(status: 303, headers: Headers([("Location", location)]))
    }

    private func wantsJSON(_ request: Request) -> Bool {
        request.path.hasPrefix("/api/")
            || request.headers["accept"]?.hasPrefix("application/json") == true
    }

    // MARK: The way out

    private func addHeaders(to response: inout Response, requestID: String, isTLS: Bool) {
        let isPage = response.headers["content-type"]?.hasPrefix("text/html") == true
        let headers =
            isPage ? SecurityHeaders.page(isTLS: isTLS) : SecurityHeaders.common(isTLS: isTLS)
        for (name, value) in headers where response.headers[name] == nil {
            response.headers.add(name, value)
        }
        if response.headers["cache-control"] == nil {
            response.headers.add("Cache-Control", "no-store")
        }
        response.headers.add("X-Request-ID", requestID)
    }

    private func compress(_ response: inout Response, for request: Request) {
        guard case .bytes(let bytes) = response.body, bytes.count >= Gzip.minimumPageBytes,
            response.headers["content-encoding"] == nil
        else { return }
        response.headers.add("Vary", "Accept-Encoding")
        guard AcceptEncoding.accepts("gzip", header: request.headers["accept-encoding"]),
            let compressed = Gzip.compress(bytes, level: 1)
        else { return }
        response.headers.add("Content-Encoding", "gzip")
        response.body = .bytes(compressed)
    }
}
