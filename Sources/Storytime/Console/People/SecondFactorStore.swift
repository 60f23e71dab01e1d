import SQLite

/// What someone proves besides the password: that they have the phone with the secret.
struct SecondFactor: Sendable {
    let totp: TOTP
    /// When it was turned on.
    let since: Int
}

/// Proposes second factors, turns them on and off, and checks codes.
struct SecondFactorStore {
    /// A proposed secret is shown on a page, and soon becomes worthless.
    static let proposalSeconds = 15 * 60

    /// The result of checking a typed code.
    enum Judgement: Sendable, Equatable {
        case right, wrong
        /// It was right, but has already been used: by its owner a moment ago, or by someone
        /// looking over their shoulder.
        case used
    }

    let database: Database
    let now: Int

    /// Someone's second factor; nil if they have none turned on.
    func find(_ user: ID<User>) throws -> SecondFactor? {
        try database.first(
            """
            SELECT secret, confirmed_at FROM second_factors
            WHERE user_id = \(user.value) AND confirmed_at IS NOT NULL
            """
        ) { SecondFactor(totp: TOTP(secret: try $0.blob(0)), since: try $0.int(1)) }
    }

    func isOn(for user: ID<User>) throws -> Bool { try find(user) != nil }

    // MARK: On and off

    /// The secret that was recently proposed and not turned on yet; nil if there is none.
    func proposal(for user: ID<User>) throws -> TOTP? {
        try database.first(
            """
            SELECT secret FROM second_factors
            WHERE user_id = \(user.value) AND confirmed_at IS NULL
                AND proposed_at > \(now - Self.proposalSeconds)
            """
        ) { TOTP(secret: try $0.blob(0)) }
    }

    /// Proposes a new secret in place of an earlier proposal; one that is turned on stays.
    func propose(for user: ID<User>) throws {
        try database.execute(
            """
            INSERT INTO second_factors (user_id, secret, proposed_at)
            VALUES (\(user.value), \(try TOTP().secret), \(now))
            ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret,
                proposed_at = excluded.proposed_at
            WHERE confirmed_at IS NULL
            """
        )
    }

    /// Turns on the proposed secret for someone who typed a code from it, and ends their sessions
    /// except for the one that is kept: those only knew the password. False if the code is wrong,
    /// or the proposal too old.
    func turnOn(
        for user: User,
        code: String,
        _ codes: RecoveryCodes,
        keeping session: Session?
    ) throws -> Bool {
        try database.write {
            guard let proposal = try proposal(for: user.id),
                let step = try proposal.steps(of: code, at: now).last
            else { return false }
            try database.execute(
                """
                UPDATE second_factors SET confirmed_at = \(now), last_step = \(step)
                WHERE user_id = \(user.id.value)
                """
            )
            try insert(codes, of: user.id)
            try UserStore(database: database, now: now).endSessions(of: user, except: session)
            try audit(user.actor, "turned on the second factor of", user)
            return true
        }
    }

    func turnOff(for user: User) throws {
        try database.write {
            guard try delete(user.id) else { return }
            try audit(user.actor, "turned off the second factor of", user)
        }
    }

    /// Removes the second factor of someone who has lost it, and ends their sessions: if it wasn't
    /// them who asked, they notice, and whoever has the phone is out. False if there was none.
    func reset(for user: User, by actor: Actor) throws -> Bool {
        try database.write {
            guard try delete(user.id) else { return false }
            try UserStore(database: database, now: now).endSessions(of: user)
            try audit(actor, "reset the second factor of", user)
            return true
        }
    }

    private func delete(_ user: ID<User>) throws -> Bool {
        // There is no code to wait for any more.
        try PendingSignInStore(database: database, now: now).endAll(of: user)
        return try database.execute(
            """
            DELETE FROM second_factors WHERE user_id = \(user.value) AND confirmed_at IS NOT NULL
            """
        ) == 1
    }

    /// Removes proposals that nobody turned on.
    func removeAbandoned() throws {
        try RowSlices(database: database).remove(
            ErasedTable("second_factors", key: "user_id"),
            where: "confirmed_at IS NULL AND proposed_at <= \(now - Self.proposalSeconds)"
        )
    }

    // MARK: Codes

    /// Judges a code from the app, and uses it up if it is right: RFC 6238 §5.2 forbids accepting
    /// one twice. Earlier steps are used up with it.
    ///
    /// A step further ahead than any phone may be was written by a clock that was wrong, and is
    /// ignored.
    func use(code: String, of user: ID<User>) throws -> Judgement {
        guard let factor = try find(user) else { return .wrong }
        let steps = try factor.totp.steps(of: code, at: now)
        for step in steps {
            let accepted = try database.execute(
                """
                UPDATE second_factors SET last_step = \(step)
                WHERE user_id = \(user.value) AND confirmed_at IS NOT NULL
                    AND (last_step < \(step) OR last_step > \(TOTP.step(at: now) + 1))
                """
            )
            if accepted == 1 { return .right }
        }
        return steps.isEmpty ? .wrong : .used
    }

    /// Uses up a recovery code; false if it isn't one of theirs. Takes as long as a password.
    func use(recoveryCode: String, of user: User) throws -> Bool {
        let any = try database.first(
            "SELECT hash FROM recovery_codes WHERE user_id = \(user.id.value) LIMIT 1"
        ) { PasswordHash(text: try $0.text(0)) }
        let bare = WrittenCode.bare(recoveryCode)
        guard let any, let typed = try PasswordHash(password: bare, saltOf: any) else {
            return false
        }
        return try database.write {
            let used = try database.execute(
                """
                DELETE FROM recovery_codes
                WHERE user_id = \(user.id.value) AND hash = \(typed.text)
                """
            )
            guard used == 1 else { return false }
            let left = try recoveryCodesLeft(of: user.id)
            let change = Change("recovery codes", String(left + 1), String(left))
            try audit(user.actor, "used a recovery code of", user, [change])
            return true
        }
    }

    func recoveryCodesLeft(of user: ID<User>) throws -> Int {
        try database.first(
            "SELECT count(*) FROM recovery_codes WHERE user_id = \(user.value)"
        ) { try $0.int(0) } ?? 0
    }

    /// Replaces the recovery codes. False if there is no second factor.
    func replaceRecoveryCodes(of user: User, with codes: RecoveryCodes) throws -> Bool {
        try database.write {
            guard try isOn(for: user.id) else { return false }
            let before = try recoveryCodesLeft(of: user.id)
            try database.execute(
                "DELETE FROM recovery_codes WHERE user_id = \(user.id.value)"
            )
            try insert(codes, of: user.id)
            let change = Change("recovery codes", String(before), String(RecoveryCodes.count))
            try audit(user.actor, "made new recovery codes for", user, [change])
            return true
        }
    }

    private func insert(_ codes: RecoveryCodes, of user: ID<User>) throws {
        for hash in codes.hashes {
            try database.execute(
                "INSERT INTO recovery_codes (user_id, hash) VALUES (\(user.value), \(hash.text))"
            )
        }
    }

    private func audit(
        _ actor: Actor,
        _ action: String,
        _ user: User,
        _ changes: [Change] = []
    ) throws {
        try AuditLog(database, now).write(actor, action, user.subject, changes)
    }
}
