import HTTP
import SQLite

/// The text of a form that can't be taken before someone has said who they are: nothing is done,
/// nothing is lost. It goes back to the browser inside the page that asks.
///
/// A form that was sent after its session had ended is in the sign-in page, since a stranger must
/// not be able to store anything here; once someone has signed in it is stored for them, and shown
/// again with its text. One that does something dangerous is in the page that asks whether it is
/// still the same person, and is carried out from there.
struct KeptForm: Sendable {
    /// What is asked for first.
    enum Reason: Sendable {
        case signIn, confirmation

        func keeps(_ route: Route) -> Bool {
            switch self {
            case .signIn: route.keepsText
            case .confirmation: route.confirms != .never
            }
        }
    }

    /// Where the form was sent to.
    let path: LocalPath
    /// The form's content, as it was sent.
    let body: String

    /// Forms of this size are kept; a page may not grow without bound.
    private static let maximumBytes = 64 << 10
    /// How long a form waits for its owner.
    static let seconds = 3600
    private static let maximumPerUser = 5

    /// What a request holds that would have been a form's, had it been known who sends it.
    init?(_ request: Request, _ router: Router, until reason: Reason) {
        guard request.method == .post, let path = LocalPath(request.path),
            router.formRoute(path: path.text).map(reason.keeps) == true,
            let body = Self.text(of: request), body.utf8.count <= Self.maximumBytes
        else { return nil }
        self.path = path
        self.body = body
    }

    /// The text that was sent. Of a form with files, they are left out: a browser must be asked for
    /// them again.
    private static func text(of request: Request) -> String? {
        let type = request.headers["content-type"] ?? ""
        if let form = try? MultipartForm(request.body, contentType: type) {
            return (try? form.fields()).map { PercentEncoding.encodeQuery($0) }
        }
        return request.body.memory.flatMap { try? ReceivedText.read($0) }
    }

    /// What the form of the page that asks carries.
    init?(_ fields: Fields, _ router: Router, until reason: Reason) {
        guard let path = LocalPath(fields.text("kept_path")),
            let body = fields.text("kept_body"), body.utf8.count <= Self.maximumBytes,
            router.formRoute(path: path.text).map(reason.keeps) == true
        else { return nil }
        self.path = path
        self.body = body
    }

    /// What was stored; nil when nothing was.
    init?(path: String?, body: [UInt8]?) {
        guard let path = LocalPath(path), let body,
            let text = try? ReceivedText.read(body)
        else { return nil }
        self.path = path
        self.body = text
    }

    /// Stores the form for someone; the key under which they find it.
    func store(for user: ID<User>, in database: Database, now: Int) throws -> ID<KeptForm> {
        try database.write {
            try database.execute(
                """
                INSERT INTO kept_forms (user_id, path, body, created_at)
                VALUES (\(user.value), \(path.text), \(Array(body.utf8)), \(now))
                """
            )
            let id = ID<KeptForm>(Int(database.lastInsertedID))
            try database.execute(
                """
                DELETE FROM kept_forms WHERE user_id = \(user.value) AND id NOT IN (
                    SELECT id FROM kept_forms WHERE user_id = \(user.value)
                    ORDER BY id DESC LIMIT \(Self.maximumPerUser))
                """
            )
            return id
        }
    }

    /// Someone's kept form; nil when it isn't theirs or no longer there.
    static func find(_ id: ID<KeptForm>, of user: ID<User>, in database: Database, now: Int) throws
        -> KeptForm?
    {
        try database.first(
            """
            SELECT path, body FROM kept_forms
            WHERE id = \(id.value) AND user_id = \(user.value) AND created_at > \(now - seconds)
            """
        ) { KeptForm(path: try $0.text(0), body: try $0.blob(1)) } ?? nil
    }

    /// Hands the form to its route, as if it had just been sent; nil where there is none for that
    /// person.
    func send(
        _ visit: Visit,
        until reason: Reason,
        _ resent: (Request) -> Visit
    ) throws -> Response? {
        var headers = visit.request.headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        // The framing was that of the request which brought it here.
        headers["Content-Length"] = nil
        headers["Transfer-Encoding"] = nil
        guard
            case .found(let route, let segments) = visit.site.router.match(.post, path: path.text),
            reason.keeps(route), route.access.allows(visit.session),
            let request = Request(
                method: .post,
                target: path.text,
                headers: headers,
                body: Array(body.utf8),
                peer: visit.request.peer
            )
        else { return nil }
        return try route.handle(resent(request), segments)
    }

    /// Removes forms that nobody came back for, a bounded number at a time.
    static func removeOld(in database: Database, now: Int) throws {
        try database.write {
            try database.execute(
                """
                DELETE FROM kept_forms WHERE id IN (
                    SELECT id FROM kept_forms WHERE created_at <= \(now - seconds) LIMIT 1000)
                """
            )
        }
    }
}

/// Shows a kept form again to the person who has signed in.
enum KeptFormPages {
    static let routes = [get("/resume/{id}", for: .signedIn, show)]

    /// The form's own handler shows it, as it would after a mistake; nothing is saved by looking.
    static func show(_ visit: Visit, _ id: ID<KeptForm>) throws -> Response {
        guard let session = visit.session,
            let kept = try KeptForm.find(
                id,
                of: session.user.id,
                in: visit.database,
                now: visit.now
            ),
            let response = try kept.send(visit, until: .signIn, { visit.resuming($0) })
        else { throw Failure.notFound }
        return response
    }
}
