import SQLite

/// What a family's photos take, and what is kept of them.
struct PhotoSpace: Sendable, Equatable {
    /// Outside the bin.
    var count: Int
    /// Of all files, those of the bin too.
    var bytes: Int
    /// Whether the files that were uploaded are kept as they were.
    var keepsOriginals: Bool
}

extension PhotoStore {
    /// Photos whose originals are removed before others get their turn to write.
    private static let originalsAtATime = 200

    func space(of family: ID<Family>) throws -> PhotoSpace {
        let found = try database.first(
            """
            SELECT photo_count, photo_bytes, keeps_originals FROM families
            WHERE id = \(family.value)
            """
        ) {
            PhotoSpace(
                count: try $0.int(0),
                bytes: try $0.int(1),
                keepsOriginals: try $0.bool(2)
            )
        }
        guard let found else { throw Failure.notFound }
        return found
    }

    /// How many photos are listed in each category: the ready ones and the others.
    func counts(of family: ID<Family>) throws -> [ID<PhotoCategory>: Int] {
        var counts: [ID<PhotoCategory>: Int] = [:]
        for category in try categories(of: family) { counts[category.id] = category.photoCount }
        try database.each(
            """
            SELECT category_id, count(*) FROM photos INDEXED BY photos_not_shown
            WHERE family_id = \(family.value) AND state <> 'ready' AND deleted_at IS NULL
            GROUP BY category_id
            """
        ) { counts[ID(try $0.int(0)), default: 0] += try $0.int(1) }
        return counts
    }

    func binnedCount(of family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM photos INDEXED BY photos_in_bin_of_family
            WHERE family_id = \(family.value) AND deleted_at IS NOT NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    // MARK: Originals

    /// Says whether what is uploaded from now on is kept as it was.
    func keepOriginals(_ keeps: Bool, of family: ID<Family>, by actor: Actor) throws {
        try database.write {
            let before = try space(of: family).keepsOriginals
            guard before != keeps else { return }
            try database.execute(
                "UPDATE families SET keeps_originals = \(keeps) WHERE id = \(family.value)"
            )
            let words = { (keeps: Bool) in keeps ? "yes" : "no" }
            try audit(
                "changed the photo settings of",
                family,
                [("keeps_originals", words(before), words(keeps))],
                actor
            )
        }
    }

    /// The kept originals of photos that are ready.
    func originalCount(of family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM photos INDEXED BY photos_with_original
            WHERE family_id = \(family.value) AND has_original = 1 AND state = 'ready'
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Removes the originals of photos that are ready; returns of how many.
    func removeOriginals(of family: ID<Family>, by actor: Actor) throws -> Int {
        var count = 0
        while true {
            let removed = try database.write {
                let photos = try database.all(
                    """
                    SELECT \(sql: Self.columns), p.bytes FROM photos AS p
                        INDEXED BY photos_with_original
                    WHERE p.family_id = \(family.value) AND p.has_original = 1
                        AND p.state = 'ready'
                    ORDER BY p.id LIMIT \(Self.originalsAtATime)
                    """
                ) { (photo: try Self.photo($0), bytes: try $0.int(Self.columnCount)) }
                for case (let photo?, let bytes) in photos {
                    try database.execute(
                        """
                        UPDATE photos SET has_original = 0,
                            bytes = \(max(0, bytes - folder.bytes(ofOriginal: photo)))
                        WHERE id = \(photo.id.value)
                        """
                    )
                }
                return photos.count
            }
            count += removed
            guard removed > 0 else { break }
        }
        if count > 0 {
            try database.write {
                try audit("removed the original photos of", family, [], actor)
            }
        }
        return count
    }

    // MARK: One photo

    /// Changes what is said of a photo. One in the bin is changed only by somebody who restores it.
    func update(
        _ id: ID<Photo>,
        of family: ID<Family>,
        version: Int,
        _ draft: Photo.Draft,
        restoringBy actor: Actor? = nil
    ) throws -> Photo {
        try database.write {
            let before = try find(id, of: family)
            guard before.version == version else { throw ChangeRefusal.changedMeanwhile(before) }
            if before.deletedAt != nil {
                guard let actor else { throw ChangeRefusal.isInBin(before) }
                try restore([id], of: family, by: actor)
            }
            guard draft != before.draft else { return try find(id, of: family) }
            _ = try category(draft.category, of: family)
            // The same day keeps its hour.
            let isSameDay = draft.dayTaken == before.dayTaken
            let taken =
                isSameDay ? before.takenAt : draft.dayTaken.flatMap { TakenAt(kept: $0.iso) }
            let place: SQL =
                if !isSameDay, let taken { "\(Double(taken.seconds))" } else { "place" }
            try database.execute(
                """
                UPDATE photos SET words = \(draft.words), taken_at = \(taken?.text),
                    place = \(sql: place), category_id = \(draft.category.value),
                    version = version + 1
                WHERE id = \(id.value)
                """
            )
            return try find(id, of: family)
        }
    }

    /// The photos before and after another one in its category, as the list has them.
    func neighbors(of photo: Photo) throws -> (before: ID<Photo>?, after: ID<Photo>?) {
        let place: SQL = "(SELECT place FROM photos WHERE id = \(photo.id.value))"
        let others: SQL = """
            SELECT id FROM photos
            WHERE category_id = \(photo.category.value) AND deleted_at IS NULL
            """
        let before = try database.first(
            """
            \(sql: others) AND (place, id) < (\(sql: place), \(photo.id.value))
            ORDER BY place DESC, id DESC LIMIT 1
            """
        ) { ID<Photo>(try $0.int(0)) }
        let after = try database.first(
            """
            \(sql: others) AND (place, id) > (\(sql: place), \(photo.id.value))
            ORDER BY place, id LIMIT 1
            """
        ) { ID<Photo>(try $0.int(0)) }
        return (before, after)
    }
}
