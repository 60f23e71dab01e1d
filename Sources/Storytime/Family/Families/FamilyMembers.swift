import SQLite

/// Which parents belong to a family, and who is on the way into it.
struct FamilyMembers {
    /// Why someone could not be put into a family.
    enum Refusal: Error, Equatable {
        case nobodyHasThisAddress
        case isAdmin
        /// They belong to another family, or to this one already.
        case hasFamily(ID<Family>)
        case isFull
    }

    let database: Database
    let now: Int

    func parents(of family: ID<Family>) throws -> [User] {
        try database.all(
            """
            SELECT \(sql: UserStore.columns) FROM users WHERE family_id = \(family.value)
            ORDER BY email_key LIMIT \(Family.maximumParents)
            """,
            UserStore.user
        )
    }

    /// The family, for one of its parents who is not shut out; for everybody else it isn't there.
    func family(_ id: ID<Family>, of parent: ID<User>) throws -> Family {
        let family = try database.first(
            """
            SELECT \(sql: Family.columns) FROM users AS u JOIN present_families AS f ON f.id = u.family_id
            WHERE u.id = \(parent.value) AND f.id = \(id.value) AND u.is_disabled = 0
            """,
            Family.init
        )
        guard let family else { throw Failure.notFound }
        return family
    }

    /// Parents whom nobody has put into a family yet, the first by e-mail address.
    func parentsWithoutFamily(limit: Int) throws -> [User] {
        try database.all(
            """
            SELECT \(sql: UserStore.columns) FROM users
            WHERE family_id IS NULL AND role = 'parent'
            ORDER BY email_key LIMIT \(limit)
            """,
            UserStore.user
        )
    }

    /// How many wait so.
    func countParentsWithoutFamily() throws -> Int {
        try database.first(
            "SELECT count(*) FROM users WHERE family_id IS NULL AND role = 'parent'"
        ) { try $0.int(0) } ?? 0
    }

    /// Whether there is room for one more, open invitations counted.
    func expectRoom(in family: ID<Family>) throws {
        let taken = try database.first(
            """
            SELECT (SELECT count(*) FROM users WHERE family_id = \(family.value))
                + (SELECT count(*) FROM one_time_links
                    WHERE family_id = \(family.value) AND expires_at > \(now))
            """
        ) { try $0.int(0) }
        guard taken ?? 0 < Family.maximumParents else { throw Refusal.isFull }
    }

    /// Puts a parent who has an account into a family.
    func add(_ email: String, to family: ID<Family>, by actor: Actor) throws -> User {
        try database.write {
            _ = try families.find(family)
            guard let (user, _) = try users.find(email: email) else {
                throw Refusal.nobodyHasThisAddress
            }
            guard user.role == .parent else { throw Refusal.isAdmin }
            if let other = user.family { throw Refusal.hasFamily(other) }
            try expectRoom(in: family)
            try users.setFamily(family, of: user, by: actor)
            return user
        }
    }

    /// Takes a parent out of a family; the account stays, and sees none of its children.
    func remove(_ id: ID<User>, from family: ID<Family>, by actor: Actor) throws -> User {
        try database.write {
            let user = try users.find(id)
            guard user.family == family else { throw Failure.notFound }
            try users.setFamily(nil, of: user, by: actor)
            return user
        }
    }

    private var users: UserStore { UserStore(database: database, now: now) }
    private var families: FamilyStore { FamilyStore(database: database, now: now) }
}

extension Visit {
    var familyMembers: FamilyMembers { FamilyMembers(database: database, now: now) }
}
