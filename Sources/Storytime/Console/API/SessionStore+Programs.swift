import SQLite

/// The sessions of programs, in the same table as those of browsers, so that whatever ends
/// browsers' sessions ends these, too. A program's session has a refresh token, and cookies can't
/// open it.
extension SessionStore {
    /// What a program gets when it signs in or refreshes.
    struct Tokens: Sendable {
        let access: AccessToken
        let refresh: RefreshToken
        /// For how long the refresh token is valid.
        let refreshSeconds: Int
    }

    /// The open session of an access token; nil if it has ended.
    ///
    /// Nothing that needs a proof can be done with a token, so the time of the owner's last proof
    /// is left out.
    func find(_ token: AccessToken, now: Int) throws -> Session? {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.id = \(token.session) AND s.user_id = \(token.user.value)
                AND s.refresh_hash IS NOT NULL AND \(sql: Self.isOpen(now))
            """
        ) { row in
            let session = try Self.session(token.session, row)
            return Session(
                id: session.id,
                user: session.user,
                lastSeen: session.lastSeen,
                confirmedAt: 0
            )
        }
    }

    /// A script that signs in whenever it runs leaves a session each time: the oldest ones end.
    private static var maximumPrograms: Int { 50 }

    /// Signs a program in.
    func startProgram(
        for user: ID<User>,
        version: Int? = nil,
        from client: Client,
        userAgent: String,
        now: Int
    ) throws -> Tokens {
        let secret = try RefreshToken.newSecret()
        let ticket = try database.write {
            let ticket = try start(
                for: user,
                version: version,
                from: client,
                userAgent: userAgent,
                isRemembered: true,
                refreshHash: try Digest.sha256(secret),
                now: now
            )
            try database.execute(
                """
                DELETE FROM sessions WHERE user_id = \(user.value) AND refresh_hash IS NOT NULL
                    AND id NOT IN (SELECT id FROM sessions
                        WHERE user_id = \(user.value) AND refresh_hash IS NOT NULL
                        ORDER BY last_seen_at DESC, id DESC LIMIT \(Self.maximumPrograms))
                """
            )
            return ticket
        }
        return Tokens(
            access: AccessToken(session: ticket.id, user: user),
            refresh: RefreshToken(ticket, secret: secret),
            refreshSeconds: Self.rememberedIdleSeconds
        )
    }

    /// For how long a token that was just used works once more: an app that got no answer asks
    /// again within that time, and a thief could hardly get the token sooner.
    static var leewaySeconds: Int { 30 }

    /// New tokens for a refresh token; nil if it isn't valid.
    ///
    /// Each use makes a new generation, and the generation before works once more for half a
    /// minute: two requests at once both continue, each with a token of the new generation. Any
    /// later use means that two people have the token, one of them a thief: the session ends, and
    /// the audit log says why.
    func refresh(_ token: RefreshToken, now: Int) throws -> Tokens? {
        try database.write {
            guard let open = try program(token, now: now) else { return nil }
            let secret = try RefreshToken.newSecret()
            let hash = try Digest.sha256(secret)
            let step: SQL
            switch open.use {
            case .first:
                step = """
                    refresh_hash = \(hash), sibling_hash = NULL, previous_hash = refresh_hash,
                    previous_sibling_hash = sibling_hash, refreshed_at = \(now)
                    """
            case .onceMore: step = "sibling_hash = \(hash)"
            case .tooLate:
                try end(open.session)
                try AuditLog(database, now).write(
                    .program,
                    "ended a session of",
                    open.session.user.subject,
                    [Change("reason", nil, "a refresh token was used again")]
                )
                return nil
            }
            try database.execute(
                """
                UPDATE sessions SET \(sql: step), last_seen_at = max(last_seen_at, \(now))
                WHERE id = \(open.session.id)
                """
            )
            return Tokens(
                access: AccessToken(session: open.session.id, user: open.session.user.id),
                refresh: RefreshToken(token.ticket, secret: secret),
                refreshSeconds: min(Self.rememberedIdleSeconds, open.endsAt - now)
            )
        }
    }

    /// When a program's session ends without any further request; nil if it has ended.
    func endsAt(_ session: Session) throws -> Int? {
        try database.first(
            """
            SELECT min(expires_at, last_seen_at + idle_seconds) FROM sessions
            WHERE id = \(session.id)
            """
        ) { try $0.int(0) }
    }

    /// Ends the session of a refresh token, used or not (RFC 7009); does nothing without one.
    func revoke(_ token: RefreshToken, now: Int) throws {
        try database.write {
            guard let open = try program(token, now: now) else { return }
            try end(open.session)
        }
    }

    /// The state of a refresh token.
    private enum Use {
        /// It belongs to the newest generation.
        case first
        /// It belongs to the generation before, which was used just now and only once.
        case onceMore
        /// It was used before that, or too often.
        case tooLate
    }

    /// The open session of a refresh token that is, or once was, real.
    private func program(_ token: RefreshToken, now: Int) throws
        -> (session: Session, use: Use, endsAt: Int)?
    {
        let id = token.ticket.id
        let found = try database.first(
            """
            SELECT \(sql: Self.columns), s.expires_at, s.refreshed_at, s.refresh_hash,
                s.sibling_hash, s.previous_hash, s.previous_sibling_hash
            FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.id = \(id) AND s.refresh_hash IS NOT NULL AND \(sql: Self.isOpen(now))
            """
        ) { row in
            // After the columns that every session is read with.
            let own = row.count - 6
            return (
                hash: try row.blob(0), endsAt: try row.int(own), refreshedAt: try row.int(own + 1),
                newest: [try row.blobOrNil(own + 2), try row.blobOrNil(own + 3)],
                before: [try row.blobOrNil(own + 4), try row.blobOrNil(own + 5)],
                session: try Self.session(id, row)
            )
        }
        guard let found, try token.ticket.matches(found.hash) else { return nil }
        let shown = try Digest.sha256(token.secret)
        func isAmong(_ hashes: [[UInt8]?]) -> Bool {
            hashes.contains { $0.map { Digest.isEqual($0, shown) } ?? false }
        }
        // Of two requests at once, the earlier one may be handled last.
        let isSoon = (now - found.refreshedAt).magnitude <= Self.leewaySeconds
        let use: Use =
            isAmong(found.newest)
            ? .first
            : isAmong(found.before) && isSoon && found.newest[1] == nil ? .onceMore : .tooLate
        return (found.session, use, found.endsAt)
    }
}
