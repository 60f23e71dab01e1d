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
                ) { (photo: try Self.photo($0), bytes: try $0.int(18)) }
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

    /// What a photo shows, for whom it can't be seen.
    func describe(_ id: ID<Photo>, of family: ID<Family>, _ words: String) throws {
        let count = try database.execute(
            """
            UPDATE photos SET words = \(words)
            WHERE id = \(id.value) AND family_id = \(family.value) AND deleted_at IS NULL
            """
        )
        if count == 0 { throw Failure.notFound }
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
