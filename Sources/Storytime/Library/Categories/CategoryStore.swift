import SQLite

/// Asks the database about categories, and changes them.
struct CategoryStore: ShelfStore {
    typealias Kept = Category

    let database: Database
    let now: Int

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
            SELECT \(sql: Category.columns) FROM categories
            ORDER BY display_order, name_key, id LIMIT \(limit) OFFSET \(offset)
            """,
            Category.init
        )
    }

    /// The category of this name, case and accents aside.
    func find(named name: String) throws -> Category? {
        try database.first(
            """
            SELECT \(sql: Category.columns) FROM categories WHERE name_key = \(Folding.fold(name))
            """,
            Category.init
        )
    }

    /// Every category, for a form that offers them all.
    func all() throws -> [Category] {
        try list(limit: -1, offset: 0)
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

    func insertion(of draft: Category.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name)
        let order = try draft.displayOrder ?? endOfList()
        return """
            INSERT INTO categories (name, name_key, slug, display_order, icon_name,
                created_at, updated_at)
            VALUES (\(draft.name), \(Folding.fold(draft.name)), \(slug), \(order),
                \(draft.iconName), \(now), \(now))
            """
    }

    func update(of id: ID<Category>, to draft: Category.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name, except: id)
        let order = try draft.displayOrder ?? endOfList(except: id)
        return """
            UPDATE categories SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
                slug = \(slug), display_order = \(order), icon_name = \(draft.iconName),
                version = version + 1, updated_at = \(now)
            WHERE id = \(id.value) AND (name, slug, display_order, icon_name)
                IS NOT (\(draft.name), \(slug), \(order), \(draft.iconName))
            """
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

    /// Says in the audit log who now stands elsewhere. One that was dragged shifts the ones it
    /// passes; only the one that went farthest was moved by hand.
    private func recordMoves(from before: [Int], to after: [Int], by actor: Actor) throws {
        let oldPlaces = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
        let moved = after.enumerated().map { new, id in
            (id: id, from: oldPlaces[id] ?? new, to: new)
        }
        guard
            let farthest = moved.max(by: {
                ($0.from - $0.to).magnitude < ($1.from - $1.to).magnitude
            })
        else {
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

    func freeSlug(for name: String, except id: ID<Category>? = nil) throws -> String {
        try Slug.free(
            for: name,
            fallback: "category",
            in: "categories",
            except: id?.value,
            database
        )
    }
}

extension Visit {
    var categories: CategoryStore { CategoryStore(database: database, now: now) }
}
