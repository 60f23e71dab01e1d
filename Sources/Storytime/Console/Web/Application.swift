import HTTP
import SQLite
import Server

/// The console on one thread: a request goes in, a response comes out.
///
/// `respond` is the pipeline, read from top to bottom. Each thread of the server owns one
/// application with its own connection to the database; what they share is in `Site`.
final class Application: Responder {
    let site: Site
    let database: Database
    let renderer: PageRenderer
    let sessions: SessionStore
    let devices: HandedDeviceStore
    /// How many more requests the sender may make; nil if they aren't counted.
    var quota: RateLimit.Quota?
    private var requestCount = 0
    /// Distinguishes this thread's requests from those of other threads and earlier runs.
    private let requestPrefix: String

    init(site: Site, database: Database) throws {
        self.site = site
        self.database = database
        renderer = PageRenderer(site: site)
        sessions = SessionStore(database)
        devices = HandedDeviceStore(database: database)
        requestPrefix = Base64URL.encode(try Random.bytes(6))
    }

    func respond(to request: Request) -> Response {
        defer { LastWork.clear() }
        let requestID = nextRequestID()
        quota = nil
        let client = Client(request, site.configuration)
        if let proxy = client.unnamedProxy { site.vitals.unnamedProxy.note(proxy) }
        var response: Response
        do {
            response = try answer(request, requestID, client)
        } catch {
            let kept = PendingForm(request, site.router, until: .signIn)
            response = explain(error, request, requestID, client, kept)
        }
        complete(&response, for: request, requestID, client)
        return response
    }

    /// Large content is not even read from someone who may not send it here, or if there is no
    /// room for it.
    func refusal(of request: Request) -> Response? {
        quota = nil
        let client = Client(request, site.configuration)
        do {
            try expectSameSite(request)
            let (route, _, _) = try admit(request, client, now: site.clock())
            try checkSize(of: request, for: route)
            return nil
        } catch {
            return refuse(request, client, error)
        }
    }

    /// Large content goes to a folder of ours, which can fail while it comes.
    func answer(to request: Request, losingContent error: any Error) -> Response? {
        quota = nil
        let lost = NotSaved(folder: site.configuration.uploadFolder, reason: "\(error)")
        return refuse(request, Client(request, site.configuration), lost)
    }

    private func refuse(_ request: Request, _ client: Client, _ error: any Error) -> Response {
        let requestID = nextRequestID()
        var response = explain(error, request, requestID, client, nil)
        complete(&response, for: request, requestID, client)
        return response
    }

    /// Stops the statement that is running.
    var interrupt: (@Sendable () -> Void)? {
        let interrupter = database.interrupter
        return { interrupter.interrupt() }
    }

    private func nextRequestID() -> String {
        requestCount += 1
        return "\(requestPrefix)\(requestCount)"
    }

    // MARK: The pipeline

    private func answer(_ request: Request, _ requestID: String, _ client: Client) throws
        -> Response
    {
        try expectSameSite(request)
        if site.configuration.isDevelopment, let file = try changedAsset(request) { return file }
        if request.method == .options { return try options(request, client) }
        let now = site.clock()
        let (route, segments, visitor) = try admit(request, client, now: now)
        let visit = visit(request, requestID, client, visitor, now: now)
        if route.confirms.isMissing(visitor.session, now: now) {
            guard !wantsJSON(request) else { throw Failure.notConfirmed }
            return try ConfirmationPages.ask(visit)
        }
        // Small ones come without being asked for their size first.
        try expectRoom(for: 0, at: route)
        try site.saves.expectRoom(for: visitor, at: route, request.method, now: now)
        noteWork(route, request)
        guard let response = try route.handle(visit, segments) else { throw Failure.notFound }
        if response.status.code < 400 {
            site.saves.count(visitor, at: route, request.method, now: now)
        }
        return response
    }

    /// Addresses may hold secrets, so the note of most has the line of the route table alone.
    private func noteWork(_ route: Route, _ request: Request) {
        if let file = route.file(of: request.path) {
            LastWork.set("file ", file)
        } else {
            LastWork.set("page ", route.pattern.description)
        }
    }

    /// Pages of other sites may not send anything here, except those of permitted web apps: to the
    /// API, which ignores cookies.
    private func expectSameSite(_ request: Request) throws {
        let isShared =
            request.head.isForAPI
            && OriginSharing(site.configuration).origin(of: request.head) != nil
        if !isShared { try CrossOrigin.check(request, publicURL: site.configuration.publicURL) }
    }

    /// The route, and who is asking for it, if they may.
    private func admit(_ request: Request, _ client: Client, now: Int) throws
        -> (Route, [Substring], Visitor)
    {
        if let device = try device(request, client) {
            let (route, segments) = try findForChildren(request)
            site.parties.note(.family(device.family), showing: deviceCookie(request))
            return (route, segments, .child(device))
        }
        guard !leadsBackToKids(request) else { throw Failure.kidsModeEnded }
        let (route, segments) = try find(request)
        let session = try identify(request, for: route, client, now: now)
        let visitor = session.map(Visitor.person) ?? .stranger
        try authorize(visitor, for: route, request)
        if let session {
            site.activity.note(session, now: now)
            site.parties.note(session.user)
            site.parties.note(Party(session.user), showing: route.shown(by: request, client).last)
        }
        return (route, segments, visitor)
    }

    /// The device in Kids Mode that sent a request; nil if it is none.
    func device(_ request: Request, _ client: Client) throws -> HandedDevice? {
        try devices.find(deviceCookie(request))
    }

    /// The cookie of a device, dead or alive, under whichever of its names it was given out.
    private func deviceCookie(_ request: Request) -> String? {
        HandedDevice.cookie(of: Cookies(request.headers))
    }

    /// Where Kids Mode was ended from elsewhere, its page says so before anything else of the console
    /// comes up, above all the sign-in page that a browser might fill in.
    private func leadsBackToKids(_ request: Request) -> Bool {
        request.method.isSafe && !request.path.hasPrefix("/kids") && !wantsJSON(request)
            && deviceCookie(request) != nil
    }

    /// The wall around Kids Mode: whatever else a request says or carries, the browser that sends it
    /// finds nothing but what is for children.
    private func findForChildren(_ request: Request) throws -> (Route, [Substring]) {
        guard
            case .found(let route, let segments) = site.router.match(
                request.method,
                path: request.path
            ), route.isForChildren
        else { throw Failure.notFound }
        return (route, segments)
    }

    /// Content whose size is not announced is counted as it arrives. Forms are small changes of what is there:
    /// they have all of the disk.
    private func checkSize(of request: Request, for route: Route) throws {
        let size = request.head.contentLength ?? 0
        let limit = route.bodyLimit.bytes(site.configuration)
        guard size <= limit else { throw Failure.tooLarge(limit: limit) }
        try expectRoom(for: size, at: route)
    }

    private func expectRoom(for size: Int, at route: Route) throws {
        guard route.bodyLimit != .form else { return }
        let folder = site.configuration.uploadFolder
        guard site.vitals.disk.hasRoom(for: size, in: folder) else { throw Failure.diskFull }
        try NotSaved.expectRoom(in: folder)
    }

    private func find(_ request: Request) throws -> (Route, [Substring]) {
        switch site.router.match(request.method, path: request.path) {
        case .found(let route, let segments): return (route, segments)
        case .otherMethods(let allowed): throw Failure.methodNotAllowed(allowed: allowed)
        case .none: throw Failure.notFound
        }
    }

    /// The methods of a path (RFC 9110 §9.3.7), without those that a visitor may not know about.
    private func options(_ request: Request, _ client: Client) throws -> Response {
        guard try device(request, client) == nil else { throw Failure.notFound }
        let allowed = site.router.allowedMethods(path: request.path)
        guard !allowed.isEmpty else { throw Failure.notFound }
        return Response(
            status: 204,
            headers: Headers([("Allow", allowed.map(\.name).joined(separator: ", "))])
        )
    }

    /// A visitor who is signed out goes to the sign-in page; to one who may not use the route, it
    /// doesn't exist.
    private func authorize(_ visitor: Visitor, for route: Route, _ request: Request) throws {
        guard route.access.allows(visitor) else {
            throw visitor.session == nil ? Failure.notSignedIn : Failure.notFound
        }
        let scopes = route.entrance.scopes
        if let session = visitor.session, let scope = scopes.first,
            !scopes.contains(where: session.allows)
        {
            throw APIFailure.insufficientScope(scope)
        }
        if request.head.isForAPI { try expectJSONIsTaken(request) }
    }

    func cookie(_ name: Client.CookieName, _ request: Request, _ client: Client)
        -> String?
    {
        Cookies(request.headers)[client.name(name)]
    }

    func visit(
        _ request: Request,
        _ requestID: String,
        _ client: Client,
        _ visitor: Visitor,
        now: Int
    ) -> Visit {
        // A form that is shown again says something of its own: what an earlier one has done belongs to the
        // page to which that one led.
        let notice = request.method.isSafe ? cookie(.flash, request, client) : nil
        let flash = notice.flatMap { Flash(cookie: $0, key: site.flashKey) }
        return Visit(
            request: request,
            site: site,
            database: database,
            now: now,
            requestID: requestID,
            client: client,
            visitor: visitor,
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

    // MARK: The way out

    private func complete(
        _ response: inout Response,
        for request: Request,
        _ requestID: String,
        _ client: Client
    ) {
        addHeaders(to: &response, requestID: requestID, isTLS: client.isTLS)
        response.compress(for: request)
        OriginSharing(site.configuration).addHeaders(to: &response, for: request.head)
    }

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
        for (name, value) in quota?.headers ?? [] { response.headers.add(name, value) }
    }
}
