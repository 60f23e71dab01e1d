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
            let order = try order(of: category)
            let chosen = Set(ids.prefix(Self.mostAtOnce))
            let moved = order.filter(chosen.contains)
            let others = order.filter { !chosen.contains($0) }
            let before = order.prefix { !chosen.contains($0) }
            let behind = order.reversed().prefix { !chosen.contains($0) }.reversed()
            let next: ID<Photo>? =
                switch place {
                case .first: others.first
                // If nothing is before them, they come together at the beginning.
                case .earlier: before.last ?? others.first
                // Before the second photo behind them.
                case .later: behind.dropFirst().first
                case .last: nil
                }
            let index = next.flatMap { others.firstIndex(of: $0) } ?? others.endIndex
            guard others[..<index] + moved + others[index...] != order[...] else { return [] }
            try put(moved, of: family, before: next, in: category)
            return Self.runs(of: chosen, in: order)
        }
    }

    /// Puts photos back to where they were; returns how many. A run whose next photo has left the
    /// category stays where it is.
    func putBack(_ runs: [PhotoRun], of family: ID<Family>, in category: ID<PhotoCategory>) throws
        -> Int
    {
        try database.write {
            guard try categories(of: family).map(\.id).contains(category) else { return 0 }
            let order = Set(try order(of: category))
            // From the end: the next photo of a run is in its place already.
            return try runs.reversed().reduce(0) { count, run in
                let photos = run.photos.filter(order.contains)
                guard run.next.map(order.contains) ?? true else { return count }
                try put(photos, of: family, before: run.next, in: category)
                return count + photos.count
            }
        }
    }

    private func order(of category: ID<PhotoCategory>) throws -> [ID<Photo>] {
        try database.all(
            """
            SELECT id FROM photos WHERE category_id = \(category.value) AND deleted_at IS NULL
            ORDER BY place, id
            """
        ) { ID(try $0.int(0)) }
    }

    private static func runs(of chosen: Set<ID<Photo>>, in order: [ID<Photo>]) -> [PhotoRun] {
        var runs: [PhotoRun] = []
        var isInside = false
        for id in order {
            switch (chosen.contains(id), isInside) {
            case (true, true): runs[runs.endIndex - 1].photos.append(id)
            case (true, false): runs.append(PhotoRun(photos: [id], next: nil))
            case (false, true): runs[runs.endIndex - 1].next = id
            case (false, false): break
            }
            isInside = chosen.contains(id)
        }
        return runs
    }
}
