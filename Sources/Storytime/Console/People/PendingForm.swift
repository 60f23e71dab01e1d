import HTTP
import Received
import SQLite

/// The text of a form that can't be accepted before someone has said who they are: nothing is
/// done, and nothing is lost. It goes back to the browser inside the page that asks.
///
/// A form that was sent after its session had ended is in the sign-in page, because a stranger
/// must not be able to store anything here. Once someone has signed in it is stored for them, and
/// shown again with its text. A form that does something dangerous is in the page that asks people
/// to confirm who they are, and is carried out from there.
struct PendingForm: Sendable {
    /// What must happen first.
    enum Reason: Sendable {
        case signIn, confirmation

        func keeps(_ route: Route) -> Bool {
            switch self {
            case .signIn: route.keepsText
            case .confirmation: route.confirms != .never
            }
        }
    }

    /// The form's address.
    let path: LocalPath
    /// The form's content, as it was sent.
    let body: String

    /// Forms up to this size are kept; a page must not grow without limit.
    private static let maximumBytes = 64 << 10
    /// How long a form waits for its owner.
    static let seconds = 3600
    private static let maximumPerUser = 5

    /// The form in a request that would have been accepted if its sender were known.
    init?(_ request: Request, _ router: Router, until reason: Reason) {
        guard request.method == .post, let path = LocalPath(request.path),
            router.formRoute(path: path.text).map(reason.keeps) == true,
            let body = Self.text(of: request), body.utf8.count <= Self.maximumBytes
        else { return nil }
        self.path = path
        self.body = body
    }

    /// The text of the form. Its files are left out: the browser must be asked for them again.
    private static func text(of request: Request) -> String? {
        let type = request.headers["content-type"] ?? ""
        if let form = try? MultipartForm(request.body, contentType: type) {
            return (try? form.fields()).map { PercentEncoding.encodeQuery($0) }
        }
        return request.body.memory.flatMap { try? ReceivedText.read($0) }
    }

    /// The form in the page that asked.
    init?(_ fields: Fields, _ router: Router, until reason: Reason) {
        guard let path = LocalPath(fields.text("kept_path")),
            let body = fields.text("kept_body"), body.utf8.count <= Self.maximumBytes,
            router.formRoute(path: path.text).map(reason.keeps) == true
        else { return nil }
        self.path = path
        self.body = body
    }

    /// The stored form; nil if there is none.
    init?(path: String?, body: [UInt8]?) {
        guard let path = LocalPath(path), let body,
            let text = try? ReceivedText.read(body)
        else { return nil }
        self.path = path
        self.body = text
    }

    /// Stores the form for someone; returns the key under which they find it.
    func store(for user: ID<User>, in database: Database, now: Int) throws -> ID<PendingForm> {
        try database.write {
            try database.execute(
                """
                INSERT INTO kept_forms (user_id, path, body, created_at)
                VALUES (\(user.value), \(path.text), \(Array(body.utf8)), \(now))
                """
            )
            let id = ID<PendingForm>(Int(database.lastInsertedID))
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

    /// Someone's kept form; nil if it isn't theirs or no longer there.
    static func find(
        _ id: ID<PendingForm>,
        of user: ID<User>,
        in database: Database,
        now: Int
    ) throws -> PendingForm? {
        try database.first(
            """
            SELECT path, body FROM kept_forms
            WHERE id = \(id.value) AND user_id = \(user.value) AND created_at > \(now - seconds)
            """
        ) { PendingForm(path: try $0.text(0), body: try $0.blob(1)) } ?? nil
    }

    /// Passes the form to its route, as if it had just been sent; nil if there is no such route
    /// for that person.
    func send(
        _ visit: Visit,
        until reason: Reason,
        _ resent: (Request) -> Visit
    ) throws -> Response? {
        var headers = visit.request.headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        // The framing was that of the request that contained the form.
        headers["Content-Length"] = nil
        headers["Transfer-Encoding"] = nil
        guard
            case .found(let route, let segments) = visit.site.router.match(.post, path: path.text),
            reason.keeps(route), route.access.allows(visit.visitor),
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

    /// Removes forms that nobody came back for, a limited number at a time.
    static func removeOld(in database: Database, now: Int) throws {
        try RowSlices(database: database).remove(
            ErasedTable("kept_forms", weight: 50),
            where: "created_at <= \(now - seconds)"
        )
    }
}

/// Shows a kept form again to the person who has signed in.
enum PendingFormPages {
    static let routes = [get("/resume/{id}", for: .signedIn, show)]

    /// The form's own handler shows it, as after a mistake; opening the page saves nothing.
    static func show(_ visit: Visit, _ id: ID<PendingForm>) throws -> Response {
        guard let session = visit.session,
            let kept = try PendingForm.find(
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
