import SQLite

/// The sessions of programs: of the same table as those of browsers, so that whatever ends the ones
/// ends the others. A program's has a refresh token, and no cookie opens it.
extension SessionStore {
    /// What a program is given when it signs in or refreshes.
    struct Tokens: Sendable {
        let access: AccessToken
        let refresh: RefreshToken
        /// For how long the refresh token is good.
        let refreshSeconds: Int
    }

    /// The open session that an access token speaks of; nil when it has ended.
    ///
    /// Nothing that asks for a proof is done with a token: when its owner gave one is not told.
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

    /// A script that signs in whenever it runs leaves a session each time: the oldest end.
    private static var maximumPrograms: Int { 50 }

    /// Signs a program in.
    func startProgram(for user: ID<User>, from client: Client, userAgent: String, now: Int) throws
        -> Tokens
    {
        let secret = try RefreshToken.newSecret()
        let ticket = try database.write {
            let ticket = try start(
                for: user,
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

    /// Uses a refresh token up for new tokens; nil when it is not good. One that was used before is in
    /// two hands, of which one is a thief's: the session ends, and the audit log says why.
    func refresh(_ token: RefreshToken, now: Int) throws -> Tokens? {
        try database.write {
            guard let open = try program(token, now: now) else { return nil }
            guard open.isCurrent else {
                try end(open.session)
                try AuditLog(database, now).write(
                    .program,
                    "ended a session of",
                    open.session.user.subject,
                    [Change("reason", nil, "a refresh token was used twice")]
                )
                return nil
            }
            let secret = try RefreshToken.newSecret()
            try database.execute(
                """
                UPDATE sessions SET refresh_hash = \(try Digest.sha256(secret)),
                    last_seen_at = max(last_seen_at, \(now))
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

    /// Ends the session of a refresh token, used or not (RFC 7009); nothing where there is none.
    func revoke(_ token: RefreshToken, now: Int) throws {
        try database.write {
            guard let open = try program(token, now: now) else { return }
            try end(open.session)
        }
    }

    /// The open session of a refresh token that is, or was, a real one.
    private func program(_ token: RefreshToken, now: Int) throws
        -> (session: Session, isCurrent: Bool, endsAt: Int)?
    {
        let id = token.ticket.id
        let found = try database.first(
            """
            SELECT \(sql: Self.columns), s.refresh_hash, s.expires_at
            FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.id = \(id) AND s.refresh_hash IS NOT NULL AND \(sql: Self.isOpen(now))
            """
        ) { row in
            (
                hash: try row.blob(0), refresh: try row.blob(10), endsAt: try row.int(11),
                session: try Self.session(id, row)
            )
        }
        guard let found, try token.ticket.matches(found.hash) else { return nil }
        let isCurrent = Digest.isEqual(found.refresh, try Digest.sha256(token.secret))
        return (found.session, isCurrent, found.endsAt)
    }
}
