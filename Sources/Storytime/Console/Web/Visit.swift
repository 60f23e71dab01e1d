import HTTP
import Quill
import Received
import SQLite

/// One request on its way through a handler: the request, who is asking, and how to answer.
///
/// Made by the application for each request, on the thread that answers it; it never leaves that
/// thread.
final class Visit {
    let request: Request
    let site: Site
    let database: Database
    /// When the request arrived, in seconds since 1970; one answer to "now" for everything it
    /// does.
    let now: Int
    /// When the request arrived, in milliseconds, for events of devices.
    let nowMS: Int
    let requestID: String
    let client: Client
    /// Who sent it.
    let visitor: Visitor
    let renderer: PageRenderer
    /// The notice about the last form.
    let flash: Flash?
    /// Whether this shows a form again that was sent after its session had ended: its handler
    /// shows it as after a mistake, and saves nothing.
    let isResumed: Bool

    init(
        request: Request,
        site: Site,
        database: Database,
        now: Int,
        requestID: String,
        client: Client,
        visitor: Visitor,
        flash: Flash?,
        renderer: PageRenderer,
        isResumed: Bool = false
    ) {
        self.request = request
        self.site = site
        self.database = database
        self.now = now
        // A test's clock stands still between the two questions, and others hardly move.
        nowMS = max(site.millisecondClock(), now * 1000)
        self.requestID = requestID
        self.client = client
        self.visitor = visitor
        self.flash = flash
        self.renderer = renderer
        self.isResumed = isResumed
    }

    /// Who is signed in; nil for a visitor.
    var session: Session? { visitor.session }

    /// This visit with a form that was sent before its session had ended, to be shown again.
    func resuming(_ request: Request) -> Visit {
        sending(
            request,
            Flash(.info, "You had been signed out. What you typed is still here."),
            isResumed: true
        )
    }

    /// This visit, as if it had sent that form.
    func sending(_ request: Request, _ flash: Flash? = nil, isResumed: Bool = false) -> Visit {
        Visit(
            request: request,
            site: site,
            database: database,
            now: now,
            requestID: requestID,
            client: client,
            visitor: visitor,
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

    /// The absolute address of a path; the path alone if the console's address is unknown.
    func absolute(_ path: String) -> String { (origin?.description ?? "") + path }

    /// The console's address for its visitor: the configured one, or else the name that the
    /// visitor used.
    ///
    /// A browser sends the name of the address in its window. A program may send any, and a cache
    /// or a careless proxy may pass on the answer to others: programs only get names that lead to
    /// a private network.
    var origin: Origin? {
        if let publicURL = site.configuration.publicURL { return publicURL }
        let named = request.headers["host"].flatMap {
            Origin(isSecure: client.isTLS, authority: $0)
        }
        return request.head.isForAPI ? named.flatMap { $0.isNearby ? $0 : nil } : named
    }

    /// A page, as HTML. It shows the notice about the last form, if it is the page to which that form led;
    /// no other page shows it after this one.
    func page(_ page: some Page, status: Status = 200) throws -> Response {
        var surroundings = chrome()
        surroundings.showsFamily = type(of: page).template.hasPrefix("family/")
        let body = try renderer.render(page, surroundings)
        var response = Response(
            status: status,
            headers: Headers([("Content-Type", "text/html; charset=utf-8")]),
            body: .bytes(body)
        )
        for (name, value) in SecurityHeaders.needed(by: page) { response.headers.add(name, value) }
        // Nobody sees the notice in an answer to HEAD: it waits for the page.
        if flash != nil || cookie(.flash) != nil, request.method != .head {
            response.headers.add("Set-Cookie", client.cookie(.flash, "", maxAgeSeconds: 0))
        }
        return response
    }

    /// Redirects the browser to a page (303), with a notice for that page.
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

    /// The surroundings of the page.
    private func chrome() -> Chrome {
        let user = session?.user
        return Chrome(
            user: user.map {
                CurrentUser(id: $0.id, name: $0.name, email: $0.email, role: $0.role, look: $0.look)
            },
            nav: user.map(navigation) ?? [],
            quickLinks: user?.role == .admin ? site.features.quickLinks : [],
            search: searchField,
            saveViewHref: user.flatMap(saveViewHref),
            flash: flash.map(FlashView.init),
            assets: renderer.assetLinks,
            requestID: requestID,
            publicWarning: client.warning
        )
    }

    private func saveViewHref(for user: User) -> String? {
        guard user.role == .admin, let query = request.query else { return nil }
        return SavedViewPages.newHref(ofListAt: request.path, query, site.features.lists)
    }

    private func navigation(for user: User) -> [NavItem] {
        // A page of an error is shown even where the database can't be read.
        let views = user.role == .admin ? try? savedViews.list(for: user.id) : nil
        return site.features.navigation(
            for: user.role,
            path: request.path,
            query: request.query ?? "",
            views: views ?? []
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

    /// A file of the form that was posted; nil if none was chosen.
    func upload(_ name: String) throws -> Upload? {
        guard contentType == "multipart/form-data" else { return nil }
        do {
            let form = try multipart.get()
            return form.files(name).first.map { Upload($0, of: form) }
        } catch let error as HTTP.FormError {
            throw failure(error)
        }
    }

    /// All files of that name in the form that was posted.
    func uploads(_ name: String) throws -> [Upload] {
        guard contentType == "multipart/form-data" else { return [] }
        do {
            let form = try multipart.get()
            return form.files(name).map { Upload($0, of: form) }
        } catch let error as HTTP.FormError {
            throw failure(error)
        }
    }

    /// All of the content as one file, as scripts send it by PUT or PATCH.
    func content() -> Upload { Upload(request) }

    /// The type of the content, without its parameters.
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
            Failure.badRequest(Self.tooManyMarks)
        case .badEscape, .notUTF8, .tooManyFields, .malformed:
            Failure.badRequest("The form's text is not valid UTF-8 or not properly encoded.")
        }
    }

    /// The parameters of the query; if it can't be read, the address doesn't exist here.
    func query() throws -> Fields {
        guard let query = request.query else { return Fields([]) }
        do {
            return Fields(try URLEncodedForm(query: query).pairs)
        } catch HTTP.FormError.tooManyMarks {
            throw Failure.badRequest(Self.tooManyMarks)
        } catch {
            throw Failure.badRequest("The address contains text that is not properly encoded.")
        }
    }

    /// Two regional indicators make a flag.
    private static let tooManyMarks =
        "A letter has more than \(ReceivedText.maximumMarks) accents or marks, or there are more than "
        + "\(ReceivedText.maximumMarks / 2) flags in a row. Go back and use fewer."

    /// The number of the page of a list that the query asks for; 1 if it doesn't say.
    func pageNumber() throws -> Int {
        guard let text = try query().text("page") else { return 1 }
        return max(ReceivedNumber.integer(text) ?? 1, 1)
    }

    /// The person behind this visit, for the audit log.
    var actor: Actor {
        session.map { Actor(id: $0.user.id.value, name: $0.user.name) } ?? .visitor
    }

    /// Times in the viewer's zone and language.
    var times: TimeText { renderer.times(for: session) }
}
