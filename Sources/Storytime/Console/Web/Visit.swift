import HTTP
import Quill
import SQLite

/// One request on its way through a handler: what was asked, who asks, and how to answer.
///
/// Made by the application for each request, on the thread that answers it; it never leaves it.
final class Visit {
    let request: Request
    let site: Site
    let database: Database
    /// When the request arrived, in seconds since 1970; one answer to "now" for all it does.
    let now: Int
    /// The same to the millisecond, for what devices tell.
    let nowMS: Int
    let requestID: String
    let client: Client
    /// Who is signed in; nil for a visitor.
    let session: Session?
    let renderer: PageRenderer
    /// The notice of the last act.
    let flash: Flash?
    /// Whether a form is shown again that was sent after its session had ended: its handler shows
    /// it as after a mistake, and saves nothing.
    let isResumed: Bool

    init(
        request: Request,
        site: Site,
        database: Database,
        now: Int,
        requestID: String,
        client: Client,
        session: Session?,
        flash: Flash?,
        renderer: PageRenderer,
        isResumed: Bool = false
    ) {
        self.request = request
        self.site = site
        self.database = database
        self.now = now
        // A clock that a test sets stands still between the two questions, and others hardly move.
        nowMS = max(site.millisecondClock(), now * 1000)
        self.requestID = requestID
        self.client = client
        self.session = session
        self.flash = flash
        self.renderer = renderer
        self.isResumed = isResumed
    }

    /// The same visit with a form that was sent before its session had ended: to be shown again.
    func resuming(_ request: Request) -> Visit {
        sending(
            request,
            Flash(.info, "You had been signed out. What you typed is still here."),
            isResumed: true
        )
    }

    /// The same visit, as if it had sent that form.
    func sending(_ request: Request, _ flash: Flash? = nil, isResumed: Bool = false) -> Visit {
        Visit(
            request: request,
            site: site,
            database: database,
            now: now,
            requestID: requestID,
            client: client,
            session: session,
            flash: flash,
            renderer: renderer,
            isResumed: isResumed
        )
    }

    /// The status of a form that is shown again: 422 after a mistake.
    var formStatus: Status { isResumed ? 200 : 422 }

    /// The value of one of the console's cookies.
    func cookie(_ name: Client.CookieName) -> String? {
        Cookies(request.headers)[client.name(name)]
    }

    /// The address of a path, as someone elsewhere would type it; the path alone where nobody knows how
    /// the console is reached.
    func absolute(_ path: String) -> String { (origin?.description ?? "") + path }

    /// Where the console is, as its visitor sees it: as the configuration says, or else by the name that
    /// the visitor used.
    ///
    /// A browser sends the name of the address in its window. A program may send any, and a cache or a
    /// careless proxy may hand the answer on to others: programs are told only names that lead to a
    /// network of one's own.
    var origin: Origin? {
        if let publicURL = site.configuration.publicURL { return publicURL }
        let named = request.headers["host"].flatMap {
            Origin(isSecure: client.isTLS, authority: $0)
        }
        return request.head.isForAPI ? named.flatMap { $0.isNearby ? $0 : nil } : named
    }

    /// A page, as HTML. It shows the notice of the last act, which no other page shows then.
    func page(_ page: some Page, status: Status = 200) throws -> Response {
        let body = try renderer.render(page, chrome())
        var response = Response(
            status: status,
            headers: Headers([("Content-Type", "text/html; charset=utf-8")]),
            body: .bytes(body)
        )
        for (name, value) in SecurityHeaders.needed(by: page) { response.headers.add(name, value) }
        // Of an answer to HEAD nobody sees the notice: it waits for the page.
        if flash != nil, request.method != .head {
            response.headers.add("Set-Cookie", client.cookie(.flash, "", maxAgeSeconds: 0))
        }
        return response
    }

    /// Sends the browser on with GET (303), with a notice for the page that it gets to.
    func redirect(to location: String, notice: Flash? = nil) throws -> Response {
        var response = Response(status: 303, headers: Headers([("Location", location)]))
        if let notice {
            response.headers.add(
                "Set-Cookie",
                client.cookie(.flash, try notice.signed(with: site.flashKey), maxAgeSeconds: 60)
            )
        }
        return response
    }

    /// What surrounds the page.
    private func chrome() -> Chrome {
        let user = session?.user
        return Chrome(
            user: user.map { CurrentUser(name: $0.name, email: $0.email, role: $0.role) },
            nav: user.map { site.features.navigation(for: $0.role, path: request.path) } ?? [],
            search: searchField,
            flash: flash.map(FlashView.init),
            assets: renderer.assetLinks,
            requestID: requestID,
            publicWarning: client.warning
        )
    }

    /// The form with files that was posted, read when it is first asked for.
    private lazy var multipart = Result {
        try MultipartForm(request.body, contentType: request.headers["content-type"] ?? "")
    }

    /// The text fields of the form that was posted.
    func fields() throws -> Fields {
        do {
            switch contentType {
            case "application/x-www-form-urlencoded":
                guard let text = request.body.memory else {
                    throw Failure.tooLarge(limit: BodyLimit.formBytes)
                }
                return Fields(try URLEncodedForm(text).pairs)
            case "multipart/form-data":
                return Fields(try multipart.get().fields())
            case nil where request.body.isEmpty:
                return Fields([])
            default:
                throw Failure.unsupportedMediaType
            }
        } catch let error as HTTP.FormError {
            throw failure(error)
        }
    }

    /// A file of the form that was posted; nil where none was chosen.
    func upload(_ name: String) throws -> Upload? {
        guard contentType == "multipart/form-data" else { return nil }
        do {
            let form = try multipart.get()
            return form.files(name).first.map { Upload($0, of: form) }
        } catch let error as HTTP.FormError {
            throw failure(error)
        }
    }

    /// All that was sent, as one file: what a script sends by PUT or PATCH.
    func content() -> Upload { Upload(request) }

    /// The type of what was sent, without its parameters.
    var contentType: String? {
        request.headers["content-type"].map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }
    }

    private func failure(_ error: HTTP.FormError) -> any Error {
        switch error {
        case .unreadable(let error): error
        case .tooMuchText: Failure.tooLarge(limit: MultipartForm.maximumTextBytes)
        case .tooManyMarks:
            Failure.badRequest(
                "A letter in the form has more than \(ReceivedText.maximumMarks) accents or marks. "
                    + "No writing system uses that many."
            )
        case .badEscape, .notUTF8, .tooManyFields, .malformed:
            Failure.badRequest("The form's text is not valid UTF-8 or not properly encoded.")
        }
    }

    /// The parameters of the query; one that can't be read is an address that doesn't exist here.
    func query() throws -> Fields {
        guard let query = request.query else { return Fields([]) }
        do {
            return Fields(try URLEncodedForm(query: query).pairs)
        } catch {
            throw Failure.badRequest("The address contains text that is not properly encoded.")
        }
    }

    /// The number of the page of a list that the query asks for; 1 where it asks for none.
    func pageNumber() throws -> Int {
        guard let text = try query().text("page") else { return 1 }
        return max(Int(text) ?? 1, 1)
    }

    /// Who does what this visit does, for the audit log.
    var actor: Actor {
        session.map { Actor(id: $0.user.id.value, name: $0.user.name) } ?? .visitor
    }

    /// Times in the zone and the language of the person who looks.
    var times: TimeText { renderer.times(for: session) }
}
