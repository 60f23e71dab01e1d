import SQLite

/// Photos side by side in the order of their category, and the photo behind them.
struct PhotoRun: Equatable {
    var photos: [ID<Photo>]
    /// Nil at the end of the category.
    var next: ID<Photo>?
}

extension PhotoStore {
    /// Moves photos, together and in the order that they have, to an end of their category or past
    /// the photo before or after them. Returns where they were; nothing if their order stays as it is.
    func put(
        _ ids: [ID<Photo>],
        of family: ID<Family>,
        at place: PhotoChange.Place,
        in category: ID<PhotoCategory>
    ) throws -> [PhotoRun] {
        try database.write {
            _ = try self.category(category, of: family)
            let former = try runs(of: Array(ids.prefix(Self.mostAtOnce)), in: category)
            let moved = former.flatMap(\.photos)
            guard let first = moved.first, let last = moved.last else { return [] }
            let here: SQL =
                "FROM photos WHERE category_id = \(category.value) AND deleted_at IS NULL"
            let edge = { (id: ID<Photo>) -> SQL in
                "((SELECT place FROM photos WHERE id = \(id.value)), \(id.value))"
            }
            let beginning: SQL = """
                SELECT id \(sql: here) AND id NOT IN \(list: moved.map(\.value))
                ORDER BY place, id LIMIT 1
                """
            let next: ID<Photo>? =
                switch place {
                case .first: try photo(beginning)
                // If nothing is before them, they come together at the beginning.
                case .earlier:
                    try photo(
                        """
                        SELECT id \(sql: here) AND (place, id) < \(sql: edge(first))
                        ORDER BY place DESC, id DESC LIMIT 1
                        """
                    ) ?? photo(beginning)
                // Before the second photo behind them.
                case .later:
                    try photo(
                        """
                        SELECT id \(sql: here) AND (place, id) > \(sql: edge(last))
                        ORDER BY place, id LIMIT 1 OFFSET 1
                        """
                    )
                case .last: nil
                }
            guard former != [PhotoRun(photos: moved, next: next)] else { return [] }
            try put(moved, of: family, before: next, in: category)
            return former
        }
    }

    /// Puts photos back to where they were; returns how many. A run whose next photo has left the
    /// category stays where it is.
    func putBack(_ runs: [PhotoRun], of family: ID<Family>, in category: ID<PhotoCategory>) throws
        -> Int
    {
        try database.write {
            guard try categories(of: family).map(\.id).contains(category) else { return 0 }
            let named = runs.flatMap { $0.photos + ($0.next.map { [$0] } ?? []) }
            let present = Set(
                try database.all(
                    """
                    SELECT id FROM photos
                    WHERE id IN (SELECT value FROM \(eachOf: named.map(\.value)))
                        AND category_id = \(category.value) AND deleted_at IS NULL
                    """
                ) { ID<Photo>(try $0.int(0)) }
            )
            // From the end: the next photo of a run is in its place already.
            return try runs.reversed().reduce(0) { count, run in
                let photos = run.photos.filter(present.contains)
                guard run.next.map(present.contains) ?? true else { return count }
                try put(photos, of: family, before: run.next, in: category)
                return count + photos.count
            }
        }
    }

    private func photo(_ sql: SQL) throws -> ID<Photo>? {
        try database.first(sql) { ID(try $0.int(0)) }
    }

    /// Where photos of a category are, in its order: those that stand side by side together.
    private func runs(of ids: [ID<Photo>], in category: ID<PhotoCategory>) throws -> [PhotoRun] {
        let places = try database.all(
            """
            SELECT p.id, (
                SELECT n.id FROM photos AS n
                WHERE n.category_id = p.category_id AND n.deleted_at IS NULL
                    AND (n.place, n.id) > (p.place, p.id)
                ORDER BY n.place, n.id LIMIT 1
            )
            FROM photos AS p
            WHERE p.id IN \(list: ids.map(\.value)) AND p.category_id = \(category.value)
                AND p.deleted_at IS NULL
            ORDER BY p.place, p.id
            """
        ) { (id: ID<Photo>(try $0.int(0)), next: try $0.intOrNil(1).map { ID<Photo>($0) }) }
        return places.reduce(into: []) { runs, photo in
            if runs.last?.next == photo.id {
                runs[runs.endIndex - 1].photos.append(photo.id)
                runs[runs.endIndex - 1].next = photo.next
            } else {
                runs.append(PhotoRun(photos: [photo.id], next: photo.next))
            }
        }
    }
}
