import SQLite

/// Asks the database about children, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
///
/// Every question names the family; a child of another one is not found. Children in the bin
/// (`ChildStore+Bin`) are found by nothing else: everything but that reads `present_children`.
struct ChildStore {
    /// Why the database refused a child.
    enum Refusal: Error, Equatable {
        /// The family has as many children as it can have.
        case familyIsFull
        /// As many of its children are in the bin as are listed there.
        case binIsFull
        /// Someone saved in between; that is how the record is now.
        case changedMeanwhile(Child)
    }

    let database: Database
    let now: Int

    static let columns: SQL = """
        c.id, c.family_id, c.name, c.birth_date, c.avatar, c.may_scrub, c.has_captions,
            c.has_reduced_motion, c.speaks_titles, c.shows_categories, c.version, c.created_at,
            c.updated_at, c.may_read_along
        """

    // MARK: Reading

    /// All children of a family, by name.
    func list(of family: ID<Family>) throws -> [Child] {
        let children = try database.all(
            """
            SELECT \(sql: Self.columns) FROM present_children AS c
            WHERE c.family_id = \(family.value)
            ORDER BY c.name_key, c.id LIMIT \(Family.maximumChildren)
            """,
            Self.child
        )
        let hidden = try hidden(of: children)
        return children.map { child in
            var child = child
            child.hidden = hidden[child.id] ?? []
            return child
        }
    }

    func find(_ id: ID<Child>, of family: ID<Family>) throws -> Child {
        let found = try database.first(
            """
            SELECT \(sql: Self.columns) FROM present_children AS c
            WHERE c.id = \(id.value) AND c.family_id = \(family.value)
            """,
            Self.child
        )
        guard var child = found else { throw Failure.notFound }
        child.hidden = try hidden(of: [child])[id] ?? []
        return child
    }

    /// The family of a child that a search of everything found, which is an admin's.
    func family(of id: ID<Child>) throws -> ID<Family> {
        let family = try database.first(
            "SELECT family_id FROM present_children WHERE id = \(id.value)"
        ) { ID<Family>(try $0.int(0)) }
        guard let family else { throw Failure.notFound }
        return family
    }

    func hidden(of children: [Child]) throws -> [ID<Child>: Set<ID<Category>>] {
        guard !children.isEmpty else { return [:] }
        var hidden: [ID<Child>: Set<ID<Category>>] = [:]
        try database.each(
            """
            SELECT child_id, category_id FROM child_hidden_categories
            WHERE child_id IN \(list: children.map(\.id.value))
            """
        ) { row in
            hidden[ID(try row.int(0)), default: []].insert(ID(try row.int(1)))
        }
        return hidden
    }

    // MARK: Changing

    func insert(_ draft: Child.Draft, into family: ID<Family>, by actor: Actor) throws -> Child {
        try database.write {
            try expectRoom(in: family)
            guard try binned(of: family).count < Self.maximumListed else { throw Refusal.binIsFull }
            try database.execute(
                """
                INSERT INTO children (family_id, name, name_key, birth_date, avatar, may_scrub,
                    has_captions, has_reduced_motion, speaks_titles, shows_categories,
                    may_read_along, created_at, updated_at)
                VALUES (\(family.value), \(draft.name), \(Folding.fold(draft.name)),
                    \(draft.birthDate.iso), \(draft.avatar.rawValue), \(draft.settings.mayScrub),
                    \(draft.settings.hasCaptions), \(draft.settings.hasReducedMotion),
                    \(draft.settings.speaksTitles), \(draft.settings.showsCategories),
                    \(draft.settings.mayReadAlong), \(now), \(now))
                """
            )
            let id = ID<Child>(Int(database.lastInsertedID))
            try hide(draft.hidden([]), from: id)
            let child = try find(id, of: family)
            try names.write(.child, id.value, child.name)
            try AuditLog(database, now).write(
                actor,
                "created",
                child.subject,
                try changes(from: nil, to: child)
            )
            return child
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<Child>,
        of family: ID<Family>,
        version: Int,
        _ draft: Child.Draft,
        by actor: Actor
    ) throws -> Child {
        try database.write {
            let before = try find(id, of: family)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            try hide(draft.hidden(before.hidden), from: id)
            try database.execute(
                """
                UPDATE children SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
                    birth_date = \(draft.birthDate.iso), avatar = \(draft.avatar.rawValue),
                    may_scrub = \(draft.settings.mayScrub),
                    has_captions = \(draft.settings.hasCaptions),
                    has_reduced_motion = \(draft.settings.hasReducedMotion),
                    speaks_titles = \(draft.settings.speaksTitles),
                    shows_categories = \(draft.settings.showsCategories),
                    may_read_along = \(draft.settings.mayReadAlong)
                WHERE id = \(id.value)
                """
            )
            let changes = try changes(from: before, to: try find(id, of: family))
            guard !changes.isEmpty else { return before }
            try database.execute(
                """
                UPDATE children SET version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            let after = try find(id, of: family)
            try names.write(.child, id.value, after.name)
            try AuditLog(database, now).write(actor, "changed", after.subject, changes)
            return after
        }
    }

    /// Moves a child to another family, with everything that is kept of them. Ring the `JobBell` after
    /// the transaction.
    func move(_ id: ID<Child>, of family: ID<Family>, to other: ID<Family>, by actor: Actor) throws
        -> Child
    {
        try database.write {
            _ = try find(id, of: family)
            let families = FamilyStore(database: database, now: now)
            if try families.find(family).timeZone != families.find(other).timeZone {
                try UsageRebuilding.queue(id, JobStore(database: database, now: now))
            }
            try expectRoom(in: other)
            try database.execute(
                """
                UPDATE children SET family_id = \(other.value), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            let child = try find(id, of: other)
            try AuditLog(database, now).write(
                actor,
                "moved",
                child.subject,
                [Change("family", Family.number(family), Family.number(other))]
            )
            return child
        }
    }

    // MARK: Parts

    var names: NameIndex { NameIndex(database: database) }

    /// Those in the bin are not counted.
    func expectRoom(in family: ID<Family>) throws {
        let count = try database.first(
            "SELECT child_count FROM present_families WHERE id = \(family.value)"
        ) { try $0.int(0) }
        guard let count else { throw Failure.notFound }
        guard count < Family.maximumChildren else { throw Refusal.familyIsFull }
    }

    /// A category that was deleted while the form was open is not hidden any more, nor anything else.
    private func hide(_ categories: Set<ID<Category>>, from id: ID<Child>) throws {
        try database.execute("DELETE FROM child_hidden_categories WHERE child_id = \(id.value)")
        try database.execute(
            """
            INSERT INTO child_hidden_categories (child_id, category_id)
            SELECT \(id.value), id FROM categories WHERE id IN \(list: categories.map(\.value))
            """
        )
    }

    static func child(_ row: Row) throws -> Child {
        Child(
            id: ID(try row.int(0)),
            family: ID(try row.int(1)),
            name: try row.text(2),
            birthDate: CalendarDay(iso: try row.text(3)) ?? CalendarDay(number: 0),
            avatar: Avatar(rawValue: try row.text(4)) ?? .fox,
            settings: Child.Settings(
                mayScrub: try row.bool(5),
                hasCaptions: try row.bool(6),
                hasReducedMotion: try row.bool(7),
                speaksTitles: try row.bool(8),
                showsCategories: try row.bool(9),
                mayReadAlong: try row.bool(13)
            ),
            version: try row.int(10),
            createdAt: try row.int(11),
            updatedAt: try row.int(12)
        )
    }
}
