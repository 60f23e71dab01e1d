import SQLite

/// Asks the database about categories, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct CategoryStore {
    /// Why the database refused a category.
    enum Refusal: Error, Equatable {
        case nameIsTaken
        case slugIsTaken
        /// Someone saved in between; that is how the record is now.
        case changedMeanwhile(Category)
    }

    let database: Database
    let now: Int

    static let columns: SQL = """
        id, name, slug, display_order, icon_name, book_count, version, created_at, updated_at
        """

    // MARK: Reading

    func count() throws -> Int {
        try database.first("SELECT amount FROM row_counts WHERE name = 'categories'") {
            try $0.int(0)
        } ?? 0
    }

    /// A part of the list, in its order.
    func list(limit: Int, offset: Int) throws -> [Category] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM categories
            ORDER BY display_order, name_key, id LIMIT \(limit) OFFSET \(offset)
            """,
            Self.category
        )
    }

    /// Every category, for a form that offers them all.
    func all() throws -> [Category] {
        try list(limit: -1, offset: 0)
    }

    func find(_ id: ID<Category>) throws -> Category {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM categories WHERE id = \(id.value)",
            Self.category
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The place in the list, from 0.
    func place(of id: ID<Category>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM categories AS c, categories AS own
            WHERE own.id = \(id.value)
                AND (c.display_order, c.name_key, c.id)
                    < (own.display_order, own.name_key, own.id)
            """
        ) { try $0.int(0) } ?? 0
    }

    // MARK: Changing

    func insert(_ draft: Category.Draft, by actor: Actor) throws -> Category {
        try database.write {
            let slug = try draft.slug ?? freeSlug(for: draft.name)
            let order = try draft.displayOrder ?? endOfList()
            try refusing {
                try database.execute(
                    """
                    INSERT INTO categories (name, name_key, slug, display_order, icon_name,
                        created_at, updated_at)
                    VALUES (\(draft.name), \(Folding.fold(draft.name)), \(slug), \(order),
                        \(draft.iconName), \(now), \(now))
                    """
                )
            }
            let category = try find(ID(Int(database.lastInsertedID)))
            try names.write(.category, category.id.value, category.name)
            try AuditLog(database, now).write(
                actor,
                "created",
                category.subject,
                Self.changes(from: nil, to: category)
            )
            return category
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<Category>,
        version: Int,
        _ draft: Category.Draft,
        by actor: Actor
    ) throws -> Category {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let slug = try draft.slug ?? freeSlug(for: draft.name, except: id)
            let order = try draft.displayOrder ?? endOfList(except: id)
            let changed = try refusing {
                try database.execute(
                    """
                    UPDATE categories SET name = \(draft.name),
                        name_key = \(Folding.fold(draft.name)), slug = \(slug),
                        display_order = \(order), icon_name = \(draft.iconName),
                        version = version + 1, updated_at = \(now)
                    WHERE id = \(id.value) AND (name, slug, display_order, icon_name)
                        IS NOT (\(draft.name), \(slug), \(order), \(draft.iconName))
                    """
                )
            }
            guard changed > 0 else { return before }
            let after = try find(id)
            try names.write(.category, id.value, after.name)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                Self.changes(from: before, to: after)
            )
            return after
        }
    }

    /// Deletes a category whose given version was shown; its books stay. What it was is returned,
    /// with the number of books that it was taken off.
    func delete(_ id: ID<Category>, version: Int?, by actor: Actor) throws -> Category {
        try database.write {
            let category = try find(id)
            guard version == nil || version == category.version else {
                throw Refusal.changedMeanwhile(category)
            }
            // Each of its books says in its history that it lost it.
            try BatchStore(database: database, now: now).make(
                .bulk,
                by: actor,
                summary: { count in
                    "\(Counted.text(count, "book", "books")) left without the category "
                        + "“\(category.name)”, which was deleted"
                }
            ) { plan in
                let books: SQL =
                    "SELECT book_id FROM book_categories WHERE category_id = \(id.value)"
                try plan.link(id, isThere: false, of: books)
            }
            try database.execute("DELETE FROM categories WHERE id = \(id.value)")
            try names.remove(.category, id.value)
            try AuditLog(database, now).write(
                actor,
                "deleted",
                category.subject,
                Self.changes(from: category, to: nil)
                    + [Change("books", String(category.bookCount), nil)]
            )
            return category
        }
    }

    /// Moves a category one place up or down; false when it is at that end already.
    func move(_ id: ID<Category>, up: Bool, by actor: Actor) throws -> Bool {
        try database.write {
            let category = try find(id)
            var order = try orderedIDs()
            guard let index = order.firstIndex(of: id.value) else { throw Failure.notFound }
            let other = up ? index - 1 : index + 1
            guard order.indices.contains(other) else { return false }
            order.swapAt(index, other)
            try number(order)
            try AuditLog(database, now).write(
                actor,
                "moved",
                category.subject,
                [Change("place", String(index + 1), String(other + 1))]
            )
            return true
        }
    }

    /// Gives the places that these categories hold to them anew, in the given order; the places of
    /// others stay. False when one of them isn't there any more.
    func reorder(_ ids: [Int], by actor: Actor) throws -> Bool {
        try database.write {
            var order = try orderedIDs()
            let moving = Set(ids)
            let places = order.indices.filter { moving.contains(order[$0]) }
            guard moving.count == ids.count, places.count == ids.count else { return false }
            let before = order
            for (place, id) in zip(places, ids) { order[place] = id }
            guard order != before else { return true }
            try number(order)
            try recordMoves(from: before, to: order, by: actor)
            return true
        }
    }

    // MARK: Parts

    private var names: NameIndex { NameIndex(database: database) }

    /// Says in the audit log who now stands elsewhere. One that was dragged shifts the ones it
    /// passes; only the one that went farthest was moved by hand.
    private func recordMoves(from before: [Int], to after: [Int], by actor: Actor) throws {
        let oldPlaces = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
        let moved = after.enumerated().map { new, id in
            (id: id, from: oldPlaces[id] ?? new, to: new)
        }
        guard let farthest = moved.max(by: { abs($0.from - $0.to) < abs($1.from - $1.to) }) else {
            return
        }
        try AuditLog(database, now).write(
            actor,
            "moved",
            try find(ID(farthest.id)).subject,
            [Change("place", String(farthest.from + 1), String(farthest.to + 1))]
        )
    }

    private func orderedIDs() throws -> [Int] {
        try database.all("SELECT id FROM categories ORDER BY display_order, name_key, id") {
            try $0.int(0)
        }
    }

    /// Numbers the categories from 1 in the given order; only rows that change are written.
    private func number(_ ids: [Int]) throws {
        for (index, id) in ids.enumerated() {
            try database.execute(
                """
                UPDATE categories SET display_order = \(index + 1), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(id) AND display_order <> \(index + 1)
                """
            )
        }
    }

    /// The place after all categories, without the one that is about to take it.
    private func endOfList(except id: ID<Category>? = nil) throws -> Int {
        let last = try database.first(
            "SELECT max(display_order) FROM categories WHERE id <> \(id?.value ?? 0)"
        ) { try $0.intOrNil(0) }.flatMap(\.self)
        return min((last ?? 0) + 1, CategoryForm.maximumDisplayOrder)
    }

    private func freeSlug(for name: String, except id: ID<Category>? = nil) throws -> String {
        try Slug.free(
            for: name,
            fallback: "category",
            in: "categories",
            except: id?.value,
            database
        )
    }

    /// What the database says about uniqueness, in our words.
    @discardableResult
    private func refusing<Result>(_ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw error.uniqueColumns.contains("categories.slug")
                ? Refusal.slugIsTaken : Refusal.nameIsTaken
        }
    }

    private static func changes(from before: Category?, to after: Category?) -> [Change] {
        [
            Change("name", before?.name, after?.name),
            Change("slug", before?.slug, after?.slug),
            Change(
                "display_order",
                before.map { String($0.displayOrder) },
                after.map { String($0.displayOrder) }
            ),
            Change("icon_name", before?.iconName, after?.iconName),
        ].filter(\.isOne)
    }

    static func category(_ row: Row) throws -> Category {
        Category(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            displayOrder: try row.int(3),
            iconName: try row.textOrNil(4),
            bookCount: try row.int(5),
            version: try row.int(6),
            createdAt: try row.int(7),
            updatedAt: try row.int(8)
        )
    }
}
