import SQLite

/// A sign-in whose password was right and whose code is still missing.
struct PendingSignIn: Sendable {
    let id: Int
    let user: ID<User>
    /// The account's version, as it was before the code was asked for.
    let version: Int
    /// Whether the browser stays signed in.
    let isRemembered: Bool
    /// The page to continue to.
    let next: LocalPath?
    /// The form that was sent after its session had ended.
    let kept: PendingForm?
}

/// Keeps sign-ins between the password and the code.
///
/// A pending sign-in isn't a session: it only opens the page that asks for the code, in the one
/// browser that has its secret, for a few minutes and a few tries.
struct PendingSignInStore {
    static let seconds = 600
    /// After this many wrong codes the password is asked for again. The throttle counts as well.
    static let maximumTries = 5
    /// Otherwise somebody who knows a password could fill the table.
    private static let maximumPerUser = 5

    let database: Database
    let now: Int

    /// Begins one for someone whose password was right; returns the value for the cookie. Throws
    /// `SessionStore.AccountChanged` if the account isn't any more what it was then.
    func start(
        for user: User,
        isRemembered: Bool,
        next: LocalPath?,
        kept: PendingForm?
    ) throws -> String {
        let secret = try Ticket.newSecret()
        return try database.write {
            let count = try database.execute(
                """
                INSERT INTO pending_sign_ins
                    (secret_hash, user_id, is_remembered, next, kept_path, kept_body, expires_at)
                SELECT \(try Digest.sha256(secret)), id, \(isRemembered),
                    \(next?.text), \(kept?.path.text), \(kept.map { Array($0.body.utf8) }),
                    \(now + Self.seconds)
                FROM users WHERE id = \(user.id.value) AND version = \(user.version)
                """
            )
            guard count == 1 else { throw SessionStore.AccountChanged() }
            let id = Int(database.lastInsertedID)
            try database.execute(
                """
                DELETE FROM pending_sign_ins WHERE user_id = \(user.id.value) AND id NOT IN (
                    SELECT id FROM pending_sign_ins WHERE user_id = \(user.id.value)
                    ORDER BY id DESC LIMIT \(Self.maximumPerUser))
                """
            )
            return Ticket(id: id, secret: secret).text
        }
    }

    /// The pending sign-in of a cookie's value; nil if it has none that is open.
    func find(_ cookie: String?) throws -> PendingSignIn? {
        guard let ticket = Ticket(cookie) else { return nil }
        let found = try database.first(
            """
            SELECT p.secret_hash, p.user_id, p.is_remembered, p.next, p.kept_path, p.kept_body,
                u.version
            FROM pending_sign_ins AS p JOIN users AS u ON u.id = p.user_id
            WHERE p.id = \(ticket.id) AND p.expires_at > \(now) AND u.is_disabled = 0
            """
        ) { row in
            let body = try row.blobOrNil(5)
            let pending = PendingSignIn(
                id: ticket.id,
                user: ID(try row.int(1)),
                version: try row.int(6),
                isRemembered: try row.bool(2),
                next: LocalPath(try row.textOrNil(3)),
                kept: PendingForm(path: try row.textOrNil(4), body: body)
            )
            return (try row.blob(0), pending)
        }
        guard let (hash, pending) = found, try ticket.matches(hash) else { return nil }
        return pending
    }

    /// Counts a wrong code; false if no further try is allowed.
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

    /// Ends it; false if it has already ended: of two right answers at once, only the first
    /// succeeds.
    func end(_ pending: PendingSignIn) throws -> Bool {
        try database.write {
            try database.execute("DELETE FROM pending_sign_ins WHERE id = \(pending.id)") == 1
        }
    }

    /// Ends all sign-ins of that person that wait for a code.
    func endAll(of user: ID<User>) throws {
        try database.execute("DELETE FROM pending_sign_ins WHERE user_id = \(user.value)")
    }

    /// Removes expired ones, a limited number at a time.
    func removeExpired() throws {
        try RowSlices(database: database)
            .remove(ErasedTable("pending_sign_ins"), where: "expires_at <= \(now)")
    }
}
