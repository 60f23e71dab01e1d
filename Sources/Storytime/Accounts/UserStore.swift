import SQLite

/// Asks the database about people, and changes them.
struct UserStore {
    /// Someone to be added; only a valid form or command makes one.
    struct Draft: Sendable {
        let email: String
        let name: String
        let role: Role
        let passwordHash: PasswordHash
    }

    /// The e-mail address belongs to someone already.
    struct EmailIsTaken: Error {}

    let database: Database
    let now: Int

    /// Whether there is an admin who can sign in.
    func hasAdmin() throws -> Bool {
        try database.first(
            "SELECT 1 FROM users WHERE role = 'admin' AND is_disabled = 0 LIMIT 1"
        ) { _ in true } ?? false
    }

    func find(email: String) throws -> (user: User, hash: PasswordHash)? {
        try database.first(
            """
            SELECT id, email, name, role, is_disabled, password_hash FROM users
            WHERE email_key = \(Folding.fold(email))
            """
        ) { row in (try Self.user(row), PasswordHash(text: try row.text(5))) }
    }

    func all() throws -> [User] {
        try database.all(
            "SELECT id, email, name, role, is_disabled FROM users ORDER BY email_key",
            Self.user
        )
    }

    func count() throws -> Int {
        try database.first("SELECT count(*) FROM users") { try $0.int(0) } ?? 0
    }

    /// Adds someone, with the entry in the audit log.
    func insert(_ draft: Draft, by actor: Actor) throws -> ID<User> {
        try database.write {
            do {
                try database.execute(
                    """
                    INSERT INTO users
                        (email, email_key, name, role, password_hash, created_at, updated_at)
                    VALUES (\(draft.email), \(Folding.fold(draft.email)), \(draft.name),
                        \(draft.role.rawValue), \(draft.passwordHash.text), \(now), \(now))
                    """
                )
            } catch let error as SQLiteError where error.isUniqueViolation {
                throw EmailIsTaken()
            }
            let id = ID<User>(Int(database.lastInsertedID))
            let actor = actor == .visitor ? Actor(id: id.value, name: draft.name) : actor
            try AuditLog(database, now).write(
                actor,
                "created",
                Subject(.user, id.value, draft.email),
                [Change("role", nil, draft.role.rawValue)]
            )
            return id
        }
    }

    /// Gives someone a new password and ends their sessions.
    func setPassword(_ hash: PasswordHash, of user: User, by actor: Actor) throws {
        try database.write {
            try database.execute(
                """
                UPDATE users SET password_hash = \(hash.text), updated_at = \(now)
                WHERE id = \(user.id.value)
                """
            )
            try endSessions(of: user)
            try AuditLog(database, now).write(
                actor,
                "changed the password of",
                Subject(.user, user.id.value, user.email),
                []
            )
        }
    }

    /// Shuts someone out, or lets them in again. Their sessions end at once.
    func setDisabled(_ isDisabled: Bool, of user: User, by actor: Actor) throws {
        guard user.isDisabled != isDisabled else { return }
        try database.write {
            try database.execute(
                """
                UPDATE users SET is_disabled = \(isDisabled), updated_at = \(now)
                WHERE id = \(user.id.value)
                """
            )
            try endSessions(of: user)
            try AuditLog(database, now).write(
                actor,
                isDisabled ? "disabled" : "enabled",
                Subject(.user, user.id.value, user.email),
                []
            )
        }
    }

    private func endSessions(of user: User) throws {
        try database.execute("DELETE FROM sessions WHERE user_id = \(user.id.value)")
    }

    private static func user(_ row: Row) throws -> User {
        User(
            id: ID(try row.int(0)),
            email: try row.text(1),
            name: try row.text(2),
            role: Role(rawValue: try row.text(3)) ?? .parent,
            isDisabled: try row.bool(4)
        )
    }
}
