import SQLite

/// A sign-in whose password was right and whose code is awaited.
struct PendingSignIn: Sendable {
    let id: Int
    let user: ID<User>
    /// Whether the browser shall stay signed in.
    let isRemembered: Bool
    /// Where to go on to.
    let next: LocalPath?
    /// The form that was sent after its session had ended.
    let kept: KeptForm?
}

/// Keeps sign-ins between the password and the code.
///
/// It is no session: it opens nothing but the page that asks for the code, in the one browser that
/// holds its secret, for a few minutes and a few tries.
struct PendingSignInStore {
    static let seconds = 600
    /// After so many wrong codes the password is asked for again. The throttle counts besides.
    static let maximumTries = 5
    /// Whoever knows a password could otherwise fill the table.
    private static let maximumPerUser = 5

    let database: Database
    let now: Int

    /// Begins one for someone whose password was right; the value for the cookie.
    func start(
        for user: ID<User>,
        isRemembered: Bool,
        next: LocalPath?,
        kept: KeptForm?
    ) throws -> String {
        let secret = try Ticket.newSecret()
        return try database.write {
            try database.execute(
                """
                INSERT INTO pending_sign_ins
                    (secret_hash, user_id, is_remembered, next, kept_path, kept_body, expires_at)
                VALUES (\(try Digest.sha256(secret)), \(user.value), \(isRemembered),
                    \(next?.text), \(kept?.path.text), \(kept.map { Array($0.body.utf8) }),
                    \(now + Self.seconds))
                """
            )
            let id = Int(database.lastInsertedID)
            try database.execute(
                """
                DELETE FROM pending_sign_ins WHERE user_id = \(user.value) AND id NOT IN (
                    SELECT id FROM pending_sign_ins WHERE user_id = \(user.value)
                    ORDER BY id DESC LIMIT \(Self.maximumPerUser))
                """
            )
            return Ticket(id: id, secret: secret).text
        }
    }

    /// The sign-in that a cookie's value stands for; nil when it stands for none that is open.
    func find(_ cookie: String?) throws -> PendingSignIn? {
        guard let ticket = Ticket(cookie) else { return nil }
        let found = try database.first(
            """
            SELECT p.secret_hash, p.user_id, p.is_remembered, p.next, p.kept_path, p.kept_body
            FROM pending_sign_ins AS p JOIN users AS u ON u.id = p.user_id
            WHERE p.id = \(ticket.id) AND p.expires_at > \(now) AND u.is_disabled = 0
            """
        ) { row in
            let body = try row.blobOrNil(5)
            let pending = PendingSignIn(
                id: ticket.id,
                user: ID(try row.int(1)),
                isRemembered: try row.bool(2),
                next: LocalPath(try row.textOrNil(3)),
                kept: KeptForm(path: try row.textOrNil(4), body: body)
            )
            return (try row.blob(0), pending)
        }
        guard let (hash, pending) = found, try ticket.matches(hash) else { return nil }
        return pending
    }

    /// Counts a wrong code; false when it was the last that may be tried.
    func recordFailure(_ pending: PendingSignIn) throws -> Bool {
        try database.write {
            try database.execute(
                "UPDATE pending_sign_ins SET failures = failures + 1 WHERE id = \(pending.id)"
            )
            let ended = try database.execute(
                """
                DELETE FROM pending_sign_ins
                WHERE id = \(pending.id) AND failures >= \(Self.maximumTries)
                """
            )
            return ended == 0
        }
    }

    /// Ends it; false when that has happened already: of two right answers at once, one is first.
    func end(_ pending: PendingSignIn) throws -> Bool {
        try database.write {
            try database.execute("DELETE FROM pending_sign_ins WHERE id = \(pending.id)") == 1
        }
    }

    /// Ends whatever waits for a code of that person.
    func endAll(of user: ID<User>) throws {
        try database.execute("DELETE FROM pending_sign_ins WHERE user_id = \(user.value)")
    }

    /// Removes those whose time is over, a bounded number at a time.
    func removeExpired() throws {
        try database.write {
            try database.execute(
                """
                DELETE FROM pending_sign_ins WHERE id IN (
                    SELECT id FROM pending_sign_ins WHERE expires_at <= \(now) LIMIT 1000)
                """
            )
        }
    }
}
