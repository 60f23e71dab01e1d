import HTTP
import SQLite

/// A form that creates something, as it was sent. Its record is created once, however often the
/// form is sent: by a second click, by going back, by a browser that repeats a request without an
/// answer.
///
/// With other content it is another form: someone who goes back and changes the title means a
/// second book.
struct SentForm {
    /// The page that its sender is redirected to, and the notice there.
    struct Outcome: Sendable, Equatable {
        let location: String
        let message: String
    }

    /// How long a form is remembered; nobody's second click comes later than that.
    static let seconds = 3600
    /// How many are remembered of each user: far more than anybody sends twice.
    static let mostKept = 500

    private let token: FormToken
    private let hash: [UInt8]

    /// Nil for a form without a token, and for one with a file too large to be in memory.
    init?(_ request: Request, _ fields: Fields) throws {
        guard let token = FormToken(fields), let content = request.body.memory else { return nil }
        self.token = token
        hash = try Digest.sha256(Array("\(request.path)\n".utf8) + content)
    }

    /// A secret of 32 bytes that is the same whenever this form is sent. It can't be derived from
    /// what is stored about the form.
    func secret() throws -> [UInt8] {
        try Digest.hmac(hash, key: token.bytes)
    }

    /// The result of the form when it was first sent; nil if this is the first time.
    fileprivate func outcome(for user: ID<User>, in database: Database, now: Int) throws
        -> Outcome?
    {
        try database.first(
            """
            SELECT location, message FROM sent_forms
            WHERE user_id = \(user.value) AND content_hash = \(hash)
                AND created_at > \(now - Self.seconds)
            """
        ) { Outcome(location: try $0.text(0), message: try $0.text(1)) }
    }

    fileprivate func remember(
        _ outcome: Outcome,
        for user: ID<User>,
        in database: Database,
        now: Int
    ) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO sent_forms (user_id, content_hash, location, message, created_at)
            VALUES (\(user.value), \(hash), \(outcome.location), \(outcome.message), \(now))
            """
        )
        // Each adds one, so two at a time are enough.
        try database.execute(
            """
            DELETE FROM sent_forms WHERE user_id = \(user.value) AND content_hash IN (
                SELECT content_hash FROM sent_forms WHERE user_id = \(user.value)
                ORDER BY created_at DESC LIMIT 2 OFFSET \(Self.mostKept))
            """
        )
    }

    /// Forgets old forms.
    static func removeOld(in database: Database, now: Int) throws {
        try RowSlices(database: database).remove(
            ErasedTable("sent_forms", key: "user_id, content_hash"),
            where: "created_at <= \(now - seconds)"
        )
    }
}

extension Visit {
    /// Creates what a form asks for, once: the same form sent again gets the same answer, and
    /// creates nothing. `make` is part of the transaction that remembers the form, so that of two
    /// that arrive together one waits and sees what the other made.
    func once(_ fields: Fields, _ make: () throws -> SentForm.Outcome) throws -> Response {
        let outcome = try outcome(fields, make)
        return try redirect(to: outcome.location, notice: Flash(.good, outcome.message))
    }

    /// The result of a form whose answer needs more than words; otherwise like `once`.
    func outcome(_ fields: Fields, _ make: () throws -> SentForm.Outcome) throws
        -> SentForm.Outcome
    {
        guard let user = session?.user.id, let form = try SentForm(request, fields) else {
            return try make()
        }
        return try database.write {
            if let outcome = try form.outcome(for: user, in: database, now: now) { return outcome }
            let outcome = try make()
            try form.remember(outcome, for: user, in: database, now: now)
            return outcome
        }
    }
}
