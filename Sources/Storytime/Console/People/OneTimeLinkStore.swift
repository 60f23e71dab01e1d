import SQLite

/// A link that lets someone in once: an invitation, or the reset of a forgotten password.
struct OneTimeLink: Sendable {
    enum Purpose: Sendable, Equatable {
        /// Someone new, by that name, may join in that role; a parent in a family, if it says so.
        case invitation(name: String, role: Role, family: ID<Family>? = nil)
        case reset(ID<User>)
    }

    let id: ID<OneTimeLink>
    let purpose: Purpose
    let createdBy: String
    let createdAt: Int
    let expiresAt: Int
}

/// Creates, finds, uses and revokes one-time links.
///
/// The link contains a secret of 256 bits, the database its hash: the link is shown when it is
/// created and never again.
struct OneTimeLinkStore {
    static let invitationSeconds = 7 * 86_400
    static let resetSeconds = 86_400
    private static let secretLength = 32
    /// How many open invitations are listed; nobody sends more by hand.
    private static let maximumListed = 100

    let database: Database
    let now: Int

    private static let columns: SQL =
        "id, kind, name, role, user_id, created_by, created_at, expires_at, family_id"

    static func newSecret() throws -> [UInt8] {
        try Random.bytes(secretLength)
    }

    /// Creates the link of a secret, which is stored nowhere else. A new reset revokes earlier
    /// ones.
    func make(
        _ purpose: OneTimeLink.Purpose,
        secret: [UInt8],
        for subject: Subject?,
        by actor: Actor
    ) throws {
        let hash = try Digest.sha256(secret)
        try database.write {
            switch purpose {
            case .invitation(let name, let role, let family):
                try database.execute(
                    """
                    INSERT INTO one_time_links
                        (kind, secret_hash, name, role, family_id, created_by, created_at,
                            expires_at)
                    VALUES ('invitation', \(hash), \(name), \(role.rawValue), \(family?.value),
                        \(actor.name), \(now), \(now + Self.invitationSeconds))
                    """
                )
                let id = Int(database.lastInsertedID)
                try AuditLog(database, now).write(
                    actor,
                    "created",
                    Subject(.invitation, id, name, of: family),
                    [Change("role", nil, role.rawValue)]
                )
            case .reset(let user):
                try removeResets(of: user)
                try database.execute(
                    """
                    INSERT INTO one_time_links
                        (kind, secret_hash, user_id, created_by, created_at, expires_at)
                    VALUES ('reset', \(hash), \(user.value), \(actor.name), \(now),
                        \(now + Self.resetSeconds))
                    """
                )
                if let subject {
                    try AuditLog(database, now).write(
                        actor,
                        "made a reset link for",
                        subject,
                        []
                    )
                }
            }
        }
    }

    /// The open link with that secret; nil if there is none, or no longer.
    func find(secret: String) throws -> OneTimeLink? {
        guard let bytes = Base64URL.decode(secret), bytes.count == Self.secretLength else {
            return nil
        }
        return try database.first(
            """
            SELECT \(sql: Self.columns) FROM one_time_links
            WHERE secret_hash = \(try Digest.sha256(bytes)) AND expires_at > \(now)
            """,
            Self.link
        )
    }

    /// The invitations that nobody has used yet, newest first.
    func invitations() throws -> [OneTimeLink] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM one_time_links
            WHERE kind = 'invitation' AND expires_at > \(now)
            ORDER BY id DESC LIMIT \(Self.maximumListed)
            """,
            Self.link
        )
    }

    /// The invitations into one family, newest first.
    func invitations(to family: ID<Family>) throws -> [OneTimeLink] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM one_time_links
            WHERE family_id = \(family.value) AND expires_at > \(now)
            ORDER BY id DESC LIMIT \(Self.maximumListed)
            """,
            Self.link
        )
    }

    /// Uses up a link, in the same transaction as what it is used for. Of two people who use it at
    /// once, only the first succeeds.
    func use(_ link: OneTimeLink) throws {
        let count = try database.execute(
            "DELETE FROM one_time_links WHERE id = \(link.id.value) AND expires_at > \(now)"
        )
        guard count == 1 else { throw Failure.notFound }
    }

    /// Revokes an invitation; if a family is given, only one into that family.
    func revoke(_ id: ID<OneTimeLink>, of family: ID<Family>? = nil, by actor: Actor) throws
        -> String
    {
        try database.write {
            let found = try database.first(
                """
                SELECT name, family_id FROM one_time_links
                WHERE id = \(id.value) AND kind = 'invitation'
                """
            ) { (name: try $0.text(0), family: try $0.intOrNil(1).map { ID<Family>($0) }) }
            guard let found, family == nil || family == found.family else {
                throw Failure.notFound
            }
            try database.execute("DELETE FROM one_time_links WHERE id = \(id.value)")
            try AuditLog(database, now).write(
                actor,
                "revoked",
                Subject(.invitation, id.value, found.name, of: found.family),
                []
            )
            return found.name
        }
    }

    func removeResets(of user: ID<User>) throws {
        try database.execute("DELETE FROM one_time_links WHERE user_id = \(user.value)")
    }

    /// Removes links that nobody used in time, a limited number at a time.
    func removeExpired() throws {
        try RowSlices(database: database)
            .remove(ErasedTable("one_time_links"), where: "expires_at <= \(now)")
    }

    private static func link(_ row: Row) throws -> OneTimeLink {
        let purpose: OneTimeLink.Purpose =
            try row.text(1) == "invitation"
            ? .invitation(
                name: try row.text(2),
                role: Role(rawValue: try row.text(3)) ?? .parent,
                family: try row.intOrNil(8).map { ID($0) }
            )
            : .reset(ID(try row.int(4)))
        return OneTimeLink(
            id: ID(try row.int(0)),
            purpose: purpose,
            createdBy: try row.text(5),
            createdAt: try row.int(6),
            expiresAt: try row.int(7)
        )
    }
}
