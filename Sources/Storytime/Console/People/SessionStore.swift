import SQLite

/// Someone who is signed in, in one browser or one program, or whose access key was sent.
struct Session: Sendable {
    /// 0 for an access key, which has no session.
    let id: Int
    let user: User
    let lastSeen: Int
    /// When they last proved who they are: by signing in, or when they were asked again.
    let confirmedAt: Int
    /// The time zone of a parent's family, which is theirs unless they chose another.
    var familyZone: String?
    /// The key, and what it may be used for; nil for someone who has signed in and may do
    /// everything that they are allowed to.
    var key: KeyInUse?

    struct KeyInUse: Sendable, Hashable {
        let id: ID<AccessKey>
        let scopes: Set<Scope>
    }

    /// Whether this session is good for that scope.
    func allows(_ scope: Scope) -> Bool { key?.scopes.contains(scope) ?? true }
}

/// A session in its owner's list.
struct OpenSession: Sendable {
    let id: ID<OpenSession>
    let address: String
    let userAgent: String
    let startedAt: Int
    let lastSeenAt: Int
    /// Whether it belongs to a program rather than a browser.
    let isProgram: Bool
}

/// Starts, finds and ends sessions.
///
/// A browser has an id and a secret; the database has the secret's hash. So reading the database,
/// or a backup of it, is not enough to sign in.
struct SessionStore {
    /// A session ends after this long without a visit: 12 hours, or 30 days in a browser that
    /// stays signed in.
    static let idleSeconds = 12 * 3600
    static let rememberedIdleSeconds = 30 * 86_400
    /// A session ends after this long, however much it is used.
    static let maximumSeconds = 90 * 86_400
    /// More browsers and programs than anybody has; each sign-in begins a session.
    static let maximumPerUser = 500
    /// A browser's name is kept for the list of sessions, not as evidence.
    private static let maximumUserAgentLength = 200
    /// More than anyone reads; the rest can be ended all at once.
    private static let maximumListed = 100

    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// The session of a cookie's value; nil if it has none that is open.
    func find(_ cookie: String?, now: Int) throws -> Session? {
        guard let ticket = Ticket(cookie) else { return nil }
        let found = try database.first(
            """
            SELECT \(sql: Self.columns) FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.id = \(ticket.id) AND s.refresh_hash IS NULL AND \(sql: Self.isOpen(now))
            """
        ) { row in (hash: try row.blob(0), session: try Self.session(ticket.id, row)) }
        guard let found, try ticket.matches(found.hash) else { return nil }
        return found.session
    }

    static let columns: SQL = """
        s.secret_hash, s.last_seen_at, u.id, u.email, u.name, u.role, u.time_zone, u.language,
            s.confirmed_at, u.family_id,
            (SELECT f.time_zone FROM families AS f WHERE f.id = u.family_id), u.theme, u.density,
            u.csv_files
        """

    /// The condition that a session has not ended, and its owner's account is not disabled.
    static func isOpen(_ now: Int) -> SQL {
        """
        s.expires_at > \(now) AND s.last_seen_at + s.idle_seconds > \(now) AND u.is_disabled = 0
        """
    }

    static func session(_ id: Int, _ row: Row) throws -> Session {
        let user = User(
            id: ID(try row.int(2)),
            email: try row.text(3),
            name: try row.text(4),
            role: Role(rawValue: try row.text(5)) ?? .parent,
            timeZone: try row.textOrNil(6),
            language: try row.textOrNil(7),
            look: Look(try row.text(11), try row.text(12)),
            csvFiles: CSVFiles(rawValue: try row.text(13)) ?? .plain,
            family: try row.intOrNil(9).map { ID($0) }
        )
        return Session(
            id: id,
            user: user,
            lastSeen: try row.int(1),
            confirmedAt: try row.int(8),
            familyZone: try row.textOrNil(10)
        )
    }

    /// Somebody has changed the account since who signs in proved that it is theirs: the password may be another one.
    struct AccountChanged: Error {}

    /// Signs someone in; returns the value for the cookie, which is stored nowhere else. With a
    /// refresh token it is a program that signs in. `version` is that of the account whose password was right:
    /// checking it takes a while, in which it may be changed.
    func start(
        for user: ID<User>,
        version: Int? = nil,
        from client: Client,
        userAgent: String,
        isRemembered: Bool,
        refreshHash: [UInt8]? = nil,
        now: Int
    ) throws -> Ticket {
        let secret = try Ticket.newSecret()
        let idle = isRemembered ? Self.rememberedIdleSeconds : Self.idleSeconds
        return try database.write {
            let count = try database.execute(
                """
                INSERT INTO sessions (secret_hash, user_id, address, user_agent, idle_seconds,
                    created_at, last_seen_at, expires_at, confirmed_at, refresh_hash)
                SELECT \(try Digest.sha256(secret)), id, \(client.addressText),
                    \(String(userAgent.prefix(Self.maximumUserAgentLength))), \(idle), \(now),
                    \(now), \(now + Self.maximumSeconds), \(now), \(refreshHash)
                FROM users WHERE id = \(user.value) AND version = coalesce(\(version), version)
                """
            )
            guard count == 1 else { throw AccountChanged() }
            let id = Int(database.lastInsertedID)
            try database.execute(
                """
                INSERT INTO sign_in_addresses (user_id, address, last_at)
                VALUES (\(user.value), \(client.networkText), \(now))
                ON CONFLICT (user_id, address) DO UPDATE SET last_at = excluded.last_at
                """
            )
            try database.execute(
                "UPDATE users SET signed_in_at = \(now) WHERE id = \(user.value)"
            )
            try trim(user)
            return Ticket(id: id, secret: secret)
        }
    }

    /// Keeps the latest sessions of a user, and the networks that they came from most lately: a program that signs in
    /// each time it asks for something would fill the table otherwise.
    private func trim(_ user: ID<User>) throws {
        try database.execute(
            """
            DELETE FROM sessions WHERE id IN (
                SELECT id FROM sessions WHERE user_id = \(user.value)
                ORDER BY id DESC LIMIT 2 OFFSET \(Self.maximumPerUser))
            """
        )
        try database.execute(
            """
            DELETE FROM sign_in_addresses WHERE user_id = \(user.value) AND address IN (
                SELECT address FROM sign_in_addresses WHERE user_id = \(user.value)
                ORDER BY last_at DESC LIMIT 2 OFFSET \(Self.maximumPerUser))
            """
        )
    }

    /// A session's new cookie, and for how long the browser keeps it; nil: until it is closed.
    struct Opened: Sendable {
        let cookie: String
        let maxAgeSeconds: Int?
    }

    /// Begins a session that was parked anew, for as long as it would have lasted. Nothing was proved:
    /// dangerous acts ask first.
    func resume(
        _ user: ID<User>,
        from client: Client,
        userAgent: String,
        idleSeconds: Int,
        expiresAt: Int,
        now: Int
    ) throws -> Opened {
        let secret = try Ticket.newSecret()
        try database.execute(
            """
            INSERT INTO sessions (secret_hash, user_id, address, user_agent, idle_seconds,
                created_at, last_seen_at, expires_at, confirmed_at)
            VALUES (\(try Digest.sha256(secret)), \(user.value), \(client.addressText),
                \(userAgent), \(idleSeconds), \(now), \(now), \(expiresAt), 0)
            """
        )
        return Opened(
            cookie: Ticket(id: Int(database.lastInsertedID), secret: secret).text,
            maxAgeSeconds: idleSeconds == Self.rememberedIdleSeconds ? expiresAt - now : nil
        )
    }

    /// Records that someone has proved again who they are, and gives the session another secret
    /// (ASVS 5.0 7.2.4). Returns the new value for the cookie, and how long it lasts; nil if the
    /// session has ended meanwhile.
    func confirm(_ session: Session, now: Int) throws -> (cookie: String, maxAgeSeconds: Int?)? {
        let secret = try Ticket.newSecret()
        return try database.write {
            let kept = try database.first(
                """
                SELECT idle_seconds, expires_at FROM sessions
                WHERE id = \(session.id) AND user_id = \(session.user.id.value)
                """
            ) { (idle: try $0.int(0), expires: try $0.int(1)) }
            guard let kept else { return nil }
            try database.execute(
                """
                UPDATE sessions SET secret_hash = \(try Digest.sha256(secret)),
                    confirmed_at = \(now)
                WHERE id = \(session.id) AND user_id = \(session.user.id.value)
                """
            )
            let isRemembered = kept.idle == Self.rememberedIdleSeconds
            return (
                Ticket(id: session.id, secret: secret).text,
                isRemembered ? kept.expires - now : nil
            )
        }
    }

    /// Someone's open sessions, the most recently used first.
    func list(of user: ID<User>, now: Int) throws -> [OpenSession] {
        try database.all(
            """
            SELECT id, address, user_agent, created_at, last_seen_at, refresh_hash IS NOT NULL
            FROM sessions
            WHERE user_id = \(user.value) AND expires_at > \(now)
                AND last_seen_at + idle_seconds > \(now)
            ORDER BY last_seen_at DESC, id DESC LIMIT \(Self.maximumListed)
            """
        ) { row in
            OpenSession(
                id: ID(try row.int(0)),
                address: try row.text(1),
                userAgent: try row.text(2),
                startedAt: try row.int(3),
                lastSeenAt: try row.int(4),
                isProgram: try row.bool(5)
            )
        }
    }

    /// Ends one of someone's sessions; false if they have no such session.
    func end(_ id: ID<OpenSession>, of user: ID<User>) throws -> Bool {
        try database.write {
            try database.execute(
                "DELETE FROM sessions WHERE id = \(id.value) AND user_id = \(user.value)"
            ) > 0
        }
    }

    func end(_ session: Session) throws {
        try database.write {
            try database.execute(
                """
                DELETE FROM sessions
                WHERE id = \(session.id) AND user_id = \(session.user.id.value)
                """
            )
        }
    }

    /// Records when sessions were last used.
    func touch(_ lastSeen: [Int: Int]) throws {
        guard !lastSeen.isEmpty else { return }
        try database.write {
            for (id, time) in lastSeen {
                try database.execute(
                    "UPDATE sessions SET last_seen_at = max(last_seen_at, \(time)) WHERE id = \(id)"
                )
            }
        }
    }

    /// Removes sessions that have ended.
    func removeEnded(now: Int) throws {
        for ended: SQL in ["expires_at <= \(now)", "last_seen_at + idle_seconds <= \(now)"] {
            try RowSlices(database: database).remove(ErasedTable("sessions"), where: ended)
        }
    }
}
