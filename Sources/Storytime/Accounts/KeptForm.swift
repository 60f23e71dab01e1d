import HTTP
import SQLite

/// The text of a form that was sent after its session had ended: nothing is saved, nothing is lost.
///
/// It goes back to the browser inside the sign-in page, since a stranger must not be able to store
/// anything here; once someone has signed in it is stored for them, and their form is shown again
/// with it.
struct KeptForm: Sendable {
    /// Where the form was sent to.
    let path: LocalPath
    /// The form's content, as it was sent.
    let body: String

    /// Forms of this size are kept; a page may not grow without bound.
    private static let maximumBytes = 64 << 10
    /// How long a form waits for its owner.
    static let seconds = 3600
    private static let maximumPerUser = 5

    /// What a request holds that would have been a form's, had someone been signed in.
    init?(_ request: Request, _ router: Router) {
        guard request.method == .post, let path = LocalPath(request.path),
            router.keepsText(path: path.text), let body = Self.text(of: request),
            body.utf8.count <= Self.maximumBytes
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
        return request.body.memory.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// What the sign-in form carries.
    init?(_ fields: Fields, _ router: Router) {
        guard let path = LocalPath(fields.text("kept_path")),
            let body = fields.text("kept_body"), body.utf8.count <= Self.maximumBytes,
            router.keepsText(path: path.text)
        else { return nil }
        self.path = path
        self.body = body
    }

    private init(path: LocalPath, body: String) {
        self.path = path
        self.body = body
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
        ) { row in
            LocalPath(try row.text(0)).flatMap { path in
                (try? row.blob(1)).flatMap { String(validating: $0, as: UTF8.self) }
                    .map { KeptForm(path: path, body: $0) }
            }
        } ?? nil
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
            case .found(let route, let segments) = visit.site.router.match(
                .post,
                path: kept.path.text
            ),
            route.keepsText, route.access.allows(session),
            let request = Request(
                method: .post,
                target: kept.path.text,
                headers: Headers([("Content-Type", "application/x-www-form-urlencoded")]),
                body: Array(kept.body.utf8),
                peer: visit.request.peer
            ),
            let response = try route.handle(visit.resuming(request), segments)
        else { throw Failure.notFound }
        return response
    }
}
