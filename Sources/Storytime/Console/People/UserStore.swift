import SQLite

/// Reads and changes people in the database. Those who are being erased with their family are not
/// there.
struct UserStore {
    /// Someone to add; only a valid form or command makes one.
    struct Draft: Sendable {
        let email: String
        let name: String
        let role: Role
        let passwordHash: PasswordHash
        /// A parent's family, if they were invited into one.
        var family: ID<Family>?
        /// The name on the invitation, if they chose another.
        var invitedAs: String?
    }

    /// The e-mail address already belongs to someone.
    struct EmailIsTaken: Error {}

    /// The change would leave nobody who can sign in as admin.
    struct IsLastAdmin: Error {}

    /// Admins belong to no family: a parent is removed from theirs first.
    struct IsInFamily: Error {}

    /// Someone has saved meanwhile; this is the current record.
    struct ChangedMeanwhile: Error {
        let current: User
    }

    let database: Database
    let now: Int

    static let columns: SQL = """
        id, email, name, role, is_disabled, time_zone, language, version, created_at, family_id,
            theme, density, csv_files
        """

    /// Whether there is an admin who can sign in.
    func hasAdmin() throws -> Bool {
        try database.first(
            "SELECT 1 FROM users WHERE role = 'admin' AND is_disabled = 0 LIMIT 1"
        ) { _ in true } ?? false
    }

    /// Whether there is anybody, whatever they may do.
    func hasAnyone() throws -> Bool {
        try database.first("SELECT 1 FROM users LIMIT 1") { _ in true } ?? false
    }

    func find(email: String) throws -> (user: User, hash: PasswordHash)? {
        try database.first(
            """
            SELECT \(sql: Self.columns), password_hash FROM users
            WHERE email_key = \(Folding.fold(email))
            """
        ) { row in (try Self.user(row), PasswordHash(text: try row.text(row.count - 1))) }
    }

    func all() throws -> [User] {
        try database.all(
            "SELECT \(sql: Self.columns) FROM users WHERE erased_at IS NULL ORDER BY email_key",
            Self.user
        )
    }

    func find(_ id: ID<User>) throws -> User {
        let found = try database.first(
            """
            SELECT \(sql: Self.columns) FROM users
            WHERE id = \(id.value) AND erased_at IS NULL
            """,
            Self.user
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    func passwordHash(of user: User) throws -> PasswordHash {
        let text = try database.first(
            "SELECT password_hash FROM users WHERE id = \(user.id.value)"
        ) { try $0.text(0) }
        guard let text else { throw Failure.notFound }
        return PasswordHash(text: text)
    }

    func count() throws -> Int {
        try database.first("SELECT count(*) FROM users WHERE erased_at IS NULL") {
            try $0.int(0)
        } ?? 0
    }

    /// Adds someone, with the entry in the audit log.
    func insert(_ draft: Draft, by actor: Actor) throws -> ID<User> {
        try database.write {
            do {
                try database.execute(
                    """
                    INSERT INTO users
                        (email, email_key, name, role, password_hash, family_id, created_at,
                            updated_at)
                    VALUES (\(draft.email), \(Folding.fold(draft.email)), \(draft.name),
                        \(draft.role.rawValue), \(draft.passwordHash.text),
                        \(draft.family?.value), \(now), \(now))
                    """
                )
            } catch let error as SQLiteError where error.isUniqueViolation {
                throw EmailIsTaken()
            }
            let id = ID<User>(Int(database.lastInsertedID))
            try index(id, draft.name, draft.email)
            let actor = actor == .visitor ? Actor(id: id.value, name: draft.name) : actor
            try AuditLog(database, now).write(
                actor,
                "created",
                Subject(.user, id.value, draft.email, of: draft.family),
                [
                    Change("role", nil, draft.role.rawValue),
                    Change("invited_as", nil, draft.invitedAs),
                ].filter(\.isReal)
            )
            return id
        }
    }

    /// Saves a form that showed the given version.
    func update(_ id: ID<User>, version: Int, _ change: (inout User) -> Void, by actor: Actor)
        throws
    {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw ChangedMeanwhile(current: before) }
            var after = before
            change(&after)
            guard after.role != .admin || after.family == nil else { throw IsInFamily() }
            if before.role == .admin && after.role != .admin { try expectAnotherAdmin(than: id) }
            do {
                try database.execute(
                    """
                    UPDATE users SET email = \(after.email),
                        email_key = \(Folding.fold(after.email)), name = \(after.name),
                        role = \(after.role.rawValue), family_id = \(after.family?.value),
                        time_zone = \(after.timeZone),
                        language = \(after.language), theme = \(after.look.theme.rawValue),
                        density = \(after.look.density.rawValue),
                        csv_files = \(after.csvFiles.rawValue), version = version + 1,
                        updated_at = \(now)
                    WHERE id = \(id.value)
                    """
                )
            } catch let error as SQLiteError where error.isUniqueViolation {
                throw EmailIsTaken()
            }
            try index(id, after.name, after.email)
            // What they may do has changed: their open pages must not say otherwise.
            if before.role != after.role { try endSessions(of: before) }
            let changes = Self.changes(from: before, to: after)
            if !changes.isEmpty {
                try AuditLog(database, now).write(actor, "changed", after.subject, changes)
            }
        }
    }

    /// Gives someone a new password and ends their sessions except for the one that is kept.
    func setPassword(
        _ hash: PasswordHash,
        of user: User,
        keeping session: Session? = nil,
        by actor: Actor
    ) throws {
        try database.write {
            try database.execute(
                """
                UPDATE users SET password_hash = \(hash.text), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(user.id.value)
                """
            )
            try endSessions(of: user, except: session)
            try OneTimeLinkStore(database: database, now: now).removeResets(of: user.id)
            try AuditLog(database, now).write(
                actor,
                "changed the password of",
                user.subject,
                []
            )
        }
    }

    /// Disables or enables someone's account. Their sessions end at once.
    ///
    /// On the server's command line even the last admin can be disabled: whoever uses it can add
    /// one.
    func setDisabled(_ isDisabled: Bool, of user: User, by actor: Actor) throws {
        try database.write {
            let user = try find(user.id)
            guard user.isDisabled != isDisabled else { return }
            if isDisabled && user.role == .admin && actor != .commandLine {
                try expectAnotherAdmin(than: user.id)
            }
            try database.execute(
                """
                UPDATE users SET is_disabled = \(isDisabled), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(user.id.value)
                """
            )
            try endSessions(of: user)
            try AuditLog(database, now).write(
                actor,
                isDisabled ? "disabled" : "enabled",
                user.subject,
                []
            )
        }
    }

    /// The names of some admins who can be asked, the longest-serving first.
    func adminNames(limit: Int) throws -> [String] {
        try database.all(
            """
            SELECT name FROM users WHERE role = 'admin' AND is_disabled = 0
            ORDER BY id LIMIT \(limit)
            """
        ) { try $0.text(0) }
    }

    /// Adds a parent to a family, or removes them from one, inside the transaction that has
    /// checked whether that is allowed.
    func setFamily(_ family: ID<Family>?, of user: User, by actor: Actor) throws {
        try database.execute(
            """
            UPDATE users SET family_id = \(family?.value), version = version + 1,
                updated_at = \(now)
            WHERE id = \(user.id.value)
            """
        )
        var after = user
        after.family = family
        // Someone who is removed from a family did something in it, and its history says so.
        let subject = family == nil ? user.subject : after.subject
        try AuditLog(database, now).write(
            actor,
            "changed",
            subject,
            Self.changes(from: user, to: after)
        )
    }

    /// Ends someone's sessions everywhere except for the one that is kept; returns how many there
    /// were.
    @discardableResult
    func signOut(_ user: User, keeping session: Session? = nil, by actor: Actor) throws -> Int {
        try database.write {
            let count = try endSessions(of: user, except: session)
            if count > 0 {
                try AuditLog(database, now).write(
                    actor,
                    "ended the sessions of",
                    user.subject,
                    [Change("sessions", String(count), nil)]
                )
            }
            return count
        }
    }

    private func expectAnotherAdmin(than id: ID<User>) throws {
        let other = try database.first(
            """
            SELECT 1 FROM users
            WHERE role = 'admin' AND is_disabled = 0 AND id <> \(id.value) LIMIT 1
            """
        ) { _ in true }
        guard other == true else { throw IsLastAdmin() }
    }

    /// Ends someone's sessions, and pending ones, in the same transaction as the reason.
    @discardableResult
    func endSessions(of user: User, except kept: Session? = nil) throws -> Int {
        try PendingSignInStore(database: database, now: now).endAll(of: user.id)
        try HandedDeviceStore(database: database).endAll(of: user.id)
        return try database.execute(
            "DELETE FROM sessions WHERE user_id = \(user.id.value) AND id <> \(kept?.id ?? 0)"
        )
    }

    /// People are found by their names and their e-mail addresses.
    private func index(_ id: ID<User>, _ name: String, _ email: String) throws {
        try NameIndex(database: database).write(.user, id.value, "\(name) \(email)")
    }

    private static func changes(from before: User, to after: User) -> [Change] {
        [
            Change("email", before.email, after.email),
            Change("name", before.name, after.name),
            Change("role", before.role.rawValue, after.role.rawValue),
            Change("time_zone", before.timeZone, after.timeZone),
            Change("language", before.language, after.language),
            Change("theme", before.look.theme.rawValue, after.look.theme.rawValue),
            Change("density", before.look.density.rawValue, after.look.density.rawValue),
            Change("csv_files", before.csvFiles.rawValue, after.csvFiles.rawValue),
            Change("family", Family.number(before.family), Family.number(after.family)),
        ].filter { $0.before != $0.after }
    }

    static func user(_ row: Row) throws -> User {
        User(
            id: ID(try row.int(0)),
            email: try row.text(1),
            name: try row.text(2),
            role: Role(rawValue: try row.text(3)) ?? .parent,
            isDisabled: try row.bool(4),
            timeZone: try row.textOrNil(5),
            language: try row.textOrNil(6),
            look: Look(try row.text(10), try row.text(11)),
            csvFiles: CSVFiles(rawValue: try row.text(12)) ?? .plain,
            family: try row.intOrNil(9).map { ID($0) },
            version: try row.int(7),
            createdAt: try row.int(8)
        )
    }
}
