import SQLite

/// Creates, finds and revokes access keys.
struct AccessKeyStore {
    /// Somebody already has the maximum number of keys.
    struct TooMany: Error {}

    let database: Database
    let now: Int

    /// The owner of that key as a session; nil if it doesn't exist, has ended, or its owner's
    /// account is disabled.
    ///
    /// It may do what its owner's role allows now, whatever the role was when the key was created.
    func find(_ secret: AccessKeySecret) throws -> Session? {
        let found = try database.first(
            """
            SELECT id, user_id, scopes, last_used_at FROM access_keys
            WHERE secret_hash = \(try secret.hash)
                AND (expires_at IS NULL OR expires_at > \(now))
            """
        ) { row in
            (
                id: ID<AccessKey>(try row.int(0)), user: ID<User>(try row.int(1)),
                scopes: Self.scopes(try row.text(2)), lastUsed: try row.intOrNil(3)
            )
        }
        guard let found else { return nil }
        let user = try UserStore(database: database, now: now).find(found.user)
        guard !user.isDisabled else { return nil }
        let scopes = Set(found.scopes).intersection(Scope.all(for: user.role))
        return Session(
            id: 0,
            user: user,
            lastSeen: found.lastUsed ?? 0,
            confirmedAt: 0,
            key: Session.KeyInUse(id: found.id, scopes: scopes)
        )
    }

    /// Someone's keys, newest first.
    func list(of user: ID<User>) throws -> [AccessKey] {
        try database.all(
            """
            SELECT id, name, ending, scopes, created_at, expires_at, last_used_at FROM access_keys
            WHERE user_id = \(user.value) ORDER BY id DESC LIMIT \(AccessKey.maximumPerUser)
            """,
            Self.key
        )
    }

    func count(of user: ID<User>) throws -> Int {
        try database.first(
            "SELECT count(*) FROM access_keys WHERE user_id = \(user.value)"
        ) { try $0.int(0) } ?? 0
    }

    func insert(_ draft: AccessKey.Draft, _ secret: AccessKeySecret, of user: User, by actor: Actor)
        throws
    {
        try database.write {
            guard try count(of: user.id) < AccessKey.maximumPerUser else { throw TooMany() }
            let scopes = draft.scopes.map(\.rawValue).joined(separator: " ")
            try database.execute(
                """
                INSERT INTO access_keys (user_id, name, secret_hash, ending, scopes, created_at,
                    expires_at)
                VALUES (\(user.id.value), \(draft.name), \(try secret.hash), \(secret.ending),
                    \(scopes), \(now), \(draft.expiresAt))
                """
            )
            try AuditLog(database, now).write(
                actor,
                "made an access key of",
                user.subject,
                [
                    Change("access_key", nil, draft.name), Change("scopes", nil, scopes),
                    Change("ends", nil, draft.expiresAt.map(TimeText.iso)),
                ].filter(\.isReal)
            )
        }
    }

    /// Revokes one of someone's keys; returns its name.
    func revoke(_ id: ID<AccessKey>, of user: User, by actor: Actor) throws -> String {
        try database.write {
            let found = try database.first(
                """
                SELECT id, name, ending, scopes, created_at, expires_at, last_used_at
                FROM access_keys WHERE id = \(id.value) AND user_id = \(user.id.value)
                """,
                Self.key
            )
            guard let key = found else { throw Failure.notFound }
            try database.execute("DELETE FROM access_keys WHERE id = \(id.value)")
            try AuditLog(database, now).write(
                actor,
                "revoked an access key of",
                user.subject,
                [Change("access_key", key.name, nil)]
            )
            return key.name
        }
    }

    /// Records when keys were last used.
    func touch(_ lastUsed: [Int: Int]) throws {
        guard !lastUsed.isEmpty else { return }
        try database.write {
            for (id, time) in lastUsed {
                try database.execute(
                    """
                    UPDATE access_keys SET last_used_at = max(coalesce(last_used_at, 0), \(time))
                    WHERE id = \(id)
                    """
                )
            }
        }
    }

    private static func key(_ row: Row) throws -> AccessKey {
        AccessKey(
            id: ID(try row.int(0)),
            name: try row.text(1),
            ending: try row.text(2),
            scopes: scopes(try row.text(3)),
            createdAt: try row.int(4),
            expiresAt: try row.intOrNil(5),
            lastUsedAt: try row.intOrNil(6)
        )
    }

    /// Leaves out scopes of an older program that this one doesn't know any more.
    private static func scopes(_ text: String) -> [Scope] {
        text.split(separator: " ").compactMap { Scope(rawValue: String($0)) }
    }
}

extension Visit {
    var accessKeys: AccessKeyStore { AccessKeyStore(database: database, now: now) }
}
