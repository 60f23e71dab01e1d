import SQLite

/// Lists of photos, and what is done to many at once. Photos of another family, and those that are
/// gone, are left out of what is done.
extension PhotoStore {
    /// As many as a page of the parents' list shows ten times over.
    static let mostAtOnce = 1000

    // MARK: Lists

    /// A part of a family's photos: those of a category in their order, or all, the latest first.
    func list(
        of family: ID<Family>,
        in category: ID<PhotoCategory>? = nil,
        limit: Int,
        offset: Int
    ) throws -> [Photo] {
        let which: SQL =
            if let category {
                """
                p.category_id = \(category.value) AND p.family_id = \(family.value)
                    AND p.deleted_at IS NULL ORDER BY p.place, p.id
                """
            } else {
                "p.family_id = \(family.value) AND p.deleted_at IS NULL ORDER BY p.id DESC"
            }
        return try database.all(
            """
            SELECT \(sql: Self.columns) FROM photos AS p
            WHERE \(sql: which) LIMIT \(limit) OFFSET \(offset)
            """,
            Self.photo
        ).compactMap(\.self)
    }

    /// What a child walks through: photos that are ready, from a place on.
    func shown(in category: ID<PhotoCategory>, from index: Int, limit: Int) throws -> [Photo] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM photos AS p INDEXED BY photos_shown
            WHERE p.category_id = \(category.value) AND p.state = 'ready' AND p.deleted_at IS NULL
            ORDER BY p.place, p.id LIMIT \(limit) OFFSET \(index)
            """,
            Self.photo
        ).compactMap(\.self)
    }

    /// The photos in a family's bin, the latest first.
    func binned(of family: ID<Family>, limit: Int, offset: Int) throws -> [Photo] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM photos AS p INDEXED BY photos_in_bin_of_family
            WHERE p.deleted_at IS NOT NULL AND p.family_id = \(family.value)
            ORDER BY p.deleted_at DESC, p.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.photo
        ).compactMap(\.self)
    }

    /// The photos that couldn't be read, the latest first.
    func failures(of family: ID<Family>, limit: Int) throws -> [Photo] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM photos AS p INDEXED BY photos_not_shown
            WHERE p.family_id = \(family.value) AND p.state <> 'ready' AND p.state = 'failed'
                AND p.deleted_at IS NULL
            ORDER BY p.id DESC LIMIT \(limit)
            """,
            Self.photo
        ).compactMap(\.self)
    }

    /// How many couldn't be read.
    func failedCount(of family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM photos INDEXED BY photos_not_shown
            WHERE family_id = \(family.value) AND state <> 'ready' AND state = 'failed'
                AND deleted_at IS NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Whether some are still being prepared for the first time.
    func hasWaiting(of family: ID<Family>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM photos INDEXED BY photos_not_shown
            WHERE family_id = \(family.value) AND state <> 'ready' AND state = 'waiting'
                AND deleted_at IS NULL
            """
        ) { _ in true } ?? false
    }

    // MARK: Changing many

    /// In which categories photos are, besides one: what Undo needs to know.
    func origins(
        of ids: [ID<Photo>],
        of family: ID<Family>,
        besides category: ID<PhotoCategory>
    ) throws -> [ID<PhotoCategory>: [ID<Photo>]] {
        var origins: [ID<PhotoCategory>: [ID<Photo>]] = [:]
        try database.each(
            """
            SELECT category_id, id FROM photos
            WHERE \(sql: present(ids, family)) AND category_id <> \(category.value) ORDER BY id
            """
        ) { origins[ID(try $0.int(0)), default: []].append(ID(try $0.int(1))) }
        return origins
    }

    /// Gives photos another category, in which they stand by the day they were taken.
    @discardableResult
    func move(_ ids: [ID<Photo>], of family: ID<Family>, to category: ID<PhotoCategory>) throws
        -> Int
    {
        try database.write {
            _ = try self.category(category, of: family)
            return try database.execute(
                """
                UPDATE photos SET category_id = \(category.value), version = version + 1
                WHERE \(sql: present(ids, family)) AND category_id <> \(category.value)
                """
            )
        }
    }

    /// Puts photos of one category side by side before another one of it, in the order given; at
    /// the end without one.
    func put(
        _ ids: [ID<Photo>],
        of family: ID<Family>,
        before next: ID<Photo>?,
        in category: ID<PhotoCategory>
    )
        throws
    {
        try database.write {
            _ = try self.category(category, of: family)
            let known = Set(
                try database.all(
                    """
                    SELECT id FROM photos
                    WHERE \(sql: present(ids, family)) AND category_id = \(category.value)
                    """
                ) { ID<Photo>(try $0.int(0)) }
            )
            let moved = ids.filter { known.contains($0) && $0 != next }
            guard !moved.isEmpty else { return }
            var gap = try self.gap(before: next, without: moved, in: category)
            if gap.width / Double(moved.count + 1) < 0.001 {
                try spread(category)
                gap = try self.gap(before: next, without: moved, in: category)
            }
            for (index, id) in moved.enumerated() {
                let place = gap.start + gap.width * Double(index + 1) / Double(moved.count + 1)
                try database.execute("UPDATE photos SET place = \(place) WHERE id = \(id.value)")
            }
        }
    }

    /// Puts the photos of a category in the order in which they were taken; returns how they stood.
    func sortByDay(_ category: ID<PhotoCategory>, of family: ID<Family>) throws -> PhotoRun {
        try database.write {
            let former = try database.all(
                """
                SELECT id FROM photos
                WHERE category_id = \(category.value) AND family_id = \(family.value)
                    AND deleted_at IS NULL
                ORDER BY place, id
                """
            ) { ID<Photo>(try $0.int(0)) }
            try database.execute(
                """
                UPDATE photos SET place = CASE length(taken_at)
                    WHEN 10 THEN unixepoch(taken_at) + 43200 WHEN 19 THEN unixepoch(taken_at)
                    ELSE created_at END
                WHERE category_id = \(category.value) AND family_id = \(family.value)
                """
            )
            return PhotoRun(photos: former, next: nil)
        }
    }

    // MARK: The bin

    /// How long photos can be restored.
    static let keptDays = 30
    private static let removedAtATime = 100

    /// Moves photos to the bin; returns those that weren't there, for Undo.
    func bin(_ ids: [ID<Photo>], of family: ID<Family>, by actor: Actor) throws -> [ID<Photo>] {
        try database.write {
            let binned = try database.all(
                """
                UPDATE photos SET deleted_at = \(now), deleted_by = \(actor.name)
                WHERE \(sql: present(ids, family)) RETURNING id
                """
            ) { ID<Photo>(try $0.int(0)) }
            try audit("moved photos to the bin of", family, binned.count, actor)
            return binned
        }
    }

    @discardableResult
    func restore(_ ids: [ID<Photo>], of family: ID<Family>, by actor: Actor) throws -> Int {
        try database.write {
            let count = try database.execute(
                """
                UPDATE photos SET deleted_at = NULL, deleted_by = NULL
                WHERE id IN \(list: ids.prefix(Self.mostAtOnce).map(\.value))
                    AND family_id = \(family.value) AND deleted_at IS NOT NULL
                """
            )
            try audit("restored photos of", family, count, actor)
            return count
        }
    }

    /// Removes photos from the bin for good; their files follow.
    @discardableResult
    func remove(_ ids: [ID<Photo>], of family: ID<Family>, by actor: Actor) throws -> Int {
        try remove("id IN \(list: ids.prefix(Self.mostAtOnce).map(\.value))", family, actor)
    }

    /// Removes everything in a family's bin for good.
    func emptyBin(of family: ID<Family>, by actor: Actor) throws -> Int {
        try remove("1", family, actor)
    }

    private func remove(_ which: SQL, _ family: ID<Family>, _ actor: Actor) throws -> Int {
        try database.write {
            let count = try database.execute(
                """
                DELETE FROM photos
                WHERE \(sql: which) AND family_id = \(family.value) AND deleted_at IS NOT NULL
                """
            )
            try audit("deleted photos for good of", family, count, actor)
            return count
        }
    }

    private func audit(_ act: String, _ family: ID<Family>, _ count: Int, _ actor: Actor) throws {
        guard count > 0 else { return }
        try audit(act, family, [("photos", nil, String(count))], actor)
    }

    /// Removes what has been in the bin for a month, some at a time.
    func removeOld() throws {
        let old: SQL = """
            SELECT id FROM photos
            WHERE deleted_at IS NOT NULL AND deleted_at <= \(now - Self.keptDays * 86_400)
            ORDER BY deleted_at LIMIT \(Self.removedAtATime)
            """
        // Most rounds find nothing, and then the turn to write isn't taken.
        guard try database.first(old, { _ in true }) == true else { return }
        try database.execute("DELETE FROM photos WHERE id IN (\(sql: old))")
    }

    // MARK: Parts

    private func present(_ ids: [ID<Photo>], _ family: ID<Family>) -> SQL {
        """
        id IN \(list: ids.prefix(Self.mostAtOnce).map(\.value)) AND family_id = \(family.value)
            AND deleted_at IS NULL
        """
    }

    /// The room before a photo, or behind the last one, as if the moved ones weren't there.
    private func gap(
        before next: ID<Photo>?,
        without moved: [ID<Photo>],
        in category: ID<PhotoCategory>
    ) throws -> (start: Double, width: Double) {
        let others: SQL = """
            SELECT place FROM photos
            WHERE category_id = \(category.value) AND id NOT IN \(list: moved.map(\.value))
            """
        // A minute is left at either end.
        let edge = 60.0
        let end = try next.flatMap { next in
            try database.first("\(sql: others) AND id = \(next.value)") { try $0.double(0) }
        }
        guard let end else {
            let last = try database.first("\(sql: others) ORDER BY place DESC, id DESC LIMIT 1") {
                try $0.double(0)
            }
            return (last ?? Double(now), edge)
        }
        let start = try database.first(
            """
            \(sql: others) AND (place, id) < (\(end), \(next?.value ?? 0))
            ORDER BY place DESC, id DESC LIMIT 1
            """
        ) { try $0.double(0) }
        return start.map { ($0, end - $0) } ?? (end - edge, edge)
    }

    /// Spreads the photos of a category evenly, a second apart at least, in the order that they
    /// have: after many moves to one place there is no number left between two.
    private func spread(_ category: ID<PhotoCategory>) throws {
        try database.execute(
            """
            UPDATE photos SET place = s.place FROM (
                SELECT id, first_value(place) OVER w
                    + (row_number() OVER w - 1) * max(1.0, (last_value(place) OVER whole
                        - first_value(place) OVER w) / count(*) OVER whole) AS place
                FROM photos WHERE category_id = \(category.value)
                WINDOW w AS (ORDER BY place, id), whole AS (ORDER BY place, id
                    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS s
            WHERE photos.id = s.id
            """
        )
    }
}
