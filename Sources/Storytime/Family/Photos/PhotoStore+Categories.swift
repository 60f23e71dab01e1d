import SQLite

/// Adds, changes, orders and removes the categories of a family's photos.
extension PhotoStore {
    /// More than a child would swipe through.
    static let mostCategories = 50

    /// Why a category isn't saved or removed.
    enum CategoryRefusal: Error, Equatable {
        case nameIsTaken
        /// The family has as many as it may have.
        case tooMany
        case changedMeanwhile(PhotoCategory)
        /// Photos need one: the only category stays.
        case isLast
        /// It has photos, and nobody said where they go.
        case hasPhotos
    }

    /// What became of a category that was removed, and of its photos.
    struct CategoryRemoval: Equatable {
        let removed: PhotoCategory
        /// Where its photos are now; nil if it had none.
        var successor: PhotoCategory?
        /// Those outside the bin.
        var movedCount = 0

        /// "“Trips” deleted. 4 photos moved to “Family”."
        var words: String {
            let deleted = "“\(removed.name)” deleted."
            guard let successor, movedCount > 0 else { return deleted }
            let photos = Counted.text(movedCount, "photo", "photos")
            return "\(deleted) \(photos) moved to “\(successor.name)”."
        }
    }

    func addCategory(_ draft: PhotoCategory.Draft, to family: ID<Family>, by actor: Actor) throws
        -> PhotoCategory
    {
        try database.write {
            let others = try categories(of: family)
            guard others.count < Self.mostCategories else { throw CategoryRefusal.tooMany }
            try refuseTaken(draft.name, in: family, besides: nil)
            let order = (others.last?.displayOrder ?? 0) + 10
            try database.execute(
                """
                INSERT INTO photo_categories (family_id, name, name_key, color, icon_name,
                    display_order, created_at, updated_at)
                VALUES (\(family.value), \(draft.name), \(Folding.fold(draft.name)),
                    \(draft.color), \(draft.iconName), \(order), \(now), \(now))
                """
            )
            let added = try category(ID(Int(database.lastInsertedID)), of: family)
            try audit("added a photo category to", family, [("name", nil, added.name)], actor)
            return added
        }
    }

    func update(
        _ id: ID<PhotoCategory>,
        of family: ID<Family>,
        version: Int,
        _ draft: PhotoCategory.Draft,
        by actor: Actor
    ) throws -> PhotoCategory {
        try database.write {
            let before = try category(id, of: family)
            guard before.version == version else {
                throw CategoryRefusal.changedMeanwhile(before)
            }
            guard draft != before.draft else { return before }
            try refuseTaken(draft.name, in: family, besides: id)
            try database.execute(
                """
                UPDATE photo_categories SET name = \(draft.name),
                    name_key = \(Folding.fold(draft.name)), color = \(draft.color),
                    icon_name = \(draft.iconName), version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            let after = try category(id, of: family)
            try audit(
                "changed a photo category of",
                family,
                [
                    ("name", before.name, after.name), ("color", before.color, after.color),
                    ("icon_name", before.iconName, after.iconName),
                ],
                actor
            )
            return after
        }
    }

    /// Swaps a category with its neighbour; false if there is none on that side.
    func moveCategory(_ id: ID<PhotoCategory>, of family: ID<Family>, up: Bool) throws -> Bool {
        try database.write {
            var all = try categories(of: family)
            guard let index = all.firstIndex(where: { $0.id == id }) else { throw Failure.notFound }
            let other = index + (up ? -1 : 1)
            guard all.indices.contains(other) else { return false }
            all.swapAt(index, other)
            for (place, category) in all.enumerated()
            where category.displayOrder != 10 * (place + 1) {
                try database.execute(
                    """
                    UPDATE photo_categories SET display_order = \(10 * (place + 1))
                    WHERE id = \(category.id.value)
                    """
                )
            }
            return true
        }
    }

    /// Whether any photo has the category, in the bin or not.
    func isUsed(_ category: ID<PhotoCategory>) throws -> Bool {
        try database.first("SELECT 1 FROM photos WHERE category_id = \(category.value)") { _ in
            true
        } ?? false
    }

    /// Removes a category. Its photos, those in the bin too, go to another one.
    func removeCategory(
        _ id: ID<PhotoCategory>,
        of family: ID<Family>,
        movingTo successor: ID<PhotoCategory>?,
        by actor: Actor
    ) throws -> CategoryRemoval {
        try database.write {
            var removal = CategoryRemoval(removed: try category(id, of: family))
            guard try categories(of: family).count > 1 else { throw CategoryRefusal.isLast }
            if try isUsed(id) {
                guard let successor, successor != id else { throw CategoryRefusal.hasPhotos }
                removal.successor = try category(successor, of: family)
                removal.movedCount = try counts(of: family)[id] ?? 0
                try database.execute(
                    """
                    UPDATE photos SET category_id = \(successor.value), version = version + 1
                    WHERE category_id = \(id.value)
                    """
                )
            }
            try database.execute("DELETE FROM photo_categories WHERE id = \(id.value)")
            let change = ("name", removal.removed.name as String?, nil as String?)
            try audit("removed a photo category from", family, [change], actor)
            return removal
        }
    }

    // MARK: Parts

    private func refuseTaken(
        _ name: String,
        in family: ID<Family>,
        besides id: ID<PhotoCategory>?
    ) throws {
        let taken = try database.first(
            """
            SELECT 1 FROM photo_categories
            WHERE family_id = \(family.value) AND name_key = \(Folding.fold(name))
                AND id IS NOT \(id?.value)
            """
        ) { _ in true }
        if taken == true { throw CategoryRefusal.nameIsTaken }
    }

    /// Writes into the history of the family. Single photos aren't named there: it outlives them.
    func audit(
        _ act: String,
        _ family: ID<Family>,
        _ changes: [(field: String, before: String?, after: String?)],
        _ actor: Actor
    ) throws {
        let subject = try FamilyStore(database: database, now: now).find(family).subject
        let changes = changes.map { Change($0.field, $0.before, $0.after) }.filter(\.isReal)
        try AuditLog(database, now).write(actor, act, subject, changes)
    }
}
