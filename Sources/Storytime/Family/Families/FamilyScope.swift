/// The family that a visit is about, and in whose name it acts there.
///
/// This is the one place that decides it. Pages about children get a scope from their visit and hand
/// its family to every query, so that what belongs to another family is not found (404).
struct FamilyScope: Sendable {
    let family: Family
    /// Who acts: a parent for themselves, or an admin on behalf of the family.
    let actor: Actor

    /// Whether an admin does what the parents do.
    var isOnBehalf: Bool { actor.isOnBehalf }

    /// Where the family's children are seen by whoever acts.
    var childrenHref: String { isOnBehalf ? family.href + "#children" : ChildPages.path }

    /// The family's own page for whoever acts.
    var familyPath: String { isOnBehalf ? family.href : FamilySettingsPages.path }

    /// What the addresses of one child and of a new one begin with.
    var childrenPath: String { isOnBehalf ? family.href + "/children" : ChildPages.path }
}

extension Visit {
    /// The family of the parent who is signed in. Whoever has none finds nothing here.
    func family() throws -> FamilyScope {
        guard let scope = try familyIfAny() else { throw Failure.notFound }
        return scope
    }

    /// The same; nil for a parent whom no admin has put into a family yet.
    func familyIfAny() throws -> FamilyScope? {
        guard let user = session?.user, user.role == .parent else { throw Failure.notFound }
        return try user.family.map { FamilyScope(family: try families.find($0), actor: actor) }
    }

    /// The family that an admin acts for; for a parent it is there if it is their own.
    func family(_ id: ID<Family>) throws -> FamilyScope {
        guard session?.user.role == .admin else {
            let own = try family()
            guard own.family.id == id else { throw Failure.notFound }
            return own
        }
        var actor = actor
        actor.isOnBehalf = true
        return FamilyScope(family: try families.find(id), actor: actor)
    }

    var families: FamilyStore { FamilyStore(database: database, now: now) }
    var children: ChildStore { ChildStore(database: database, now: now) }
}
