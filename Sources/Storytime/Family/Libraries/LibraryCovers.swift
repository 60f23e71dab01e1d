import SQLite

/// What one cover of a shelf stands for: a story, or a series with the story to watch next.
struct ShelfCover: Sendable {
    /// The story, or the series' next one.
    let shelved: ShelvedBook
    /// Nil for a story by itself. A series with a single story is that story.
    let series: ShelvedSeries?
}

/// A series of which a library has several stories.
struct ShelvedSeries: Sendable, Equatable {
    let id: ID<Series>
    let name: String
    /// How many of its stories the library has; for the child's own shelf, at most two are counted.
    let count: Int
    /// How many of these the child has watched; on the child's own shelf, nobody asks.
    let watchedCount: Int
    /// Where the next one stands in the series; nil if it has no number.
    let next: EpisodePlace?
}

/// Libraries as covers: a series is one, wherever its newest story stands.
extension LibraryList {
    /// How many covers there are.
    func coverCount() throws -> Int {
        try database.first("SELECT count(*) FROM library_covers WHERE child_id = \(child.value)") {
            try $0.int(0)
        } ?? 0
    }

    /// A page of the library.
    func covers(_ sort: LibrarySort, limit: Int, offset: Int) throws -> [ShelfCover] {
        try covers(
            """
            SELECT c.series_id, c.book_id FROM \(sql: Self.covers(sort))
            WHERE c.child_id = \(child.value)
            ORDER BY \(sql: Self.coverOrder(sort)) LIMIT \(limit) OFFSET \(offset)
            """,
            SeriesSteps(self)
        )
    }

    /// What can be watched now, the latest added first.
    func playableCovers(in category: ID<Category>?, limit: Int, offset: Int) throws -> [ShelfCover]
    {
        let steps = SeriesSteps(self, in: category)
        return try covers(
            """
            SELECT c.series_id, c.book_id FROM \(sql: Self.covers(.added))
            WHERE c.child_id = \(child.value) AND CASE
                WHEN c.series_id IS NULL THEN EXISTS (SELECT 1 FROM \(sql: steps.stories)
                    WHERE b.id = c.book_id AND \(sql: steps.isPlayable))
                ELSE EXISTS (SELECT 1 FROM \(sql: steps.stories)
                    WHERE b.series_id = c.series_id AND \(sql: steps.isPlayable)) END
            ORDER BY \(sql: Self.coverOrder(.added)) LIMIT \(limit) OFFSET \(offset)
            """,
            steps
        )
    }

    /// Reads the stories behind covers.
    private func covers(_ places: SQL, _ steps: SeriesSteps) throws -> [ShelfCover] {
        let places = try database.all(places) {
            (
                series: try $0.intOrNil(0).map { ID<Series>($0) },
                book: try $0.intOrNil(1).map { ID<Book>($0) }
            )
        }
        let series = try steps.series(places.compactMap(\.series))
        let books = places.compactMap { $0.book ?? $0.series.flatMap { series[$0]?.book } }
        let found = Dictionary(uniqueKeysWithValues: try find(books).map { ($0.item.book, $0) })
        return places.compactMap { place in
            let next = place.series.flatMap { series[$0] }
            return (place.book ?? next?.book).flatMap { found[$0] }.map { shelved in
                ShelfCover(
                    shelved: shelved,
                    series: next.flatMap { $0.series.count > 1 ? $0.series : nil }
                )
            }
        }
    }

    private static func covers(_ sort: LibrarySort) -> SQL {
        switch sort {
        case .added: "library_covers AS c INDEXED BY library_covers_by_age"
        case .title: "library_covers AS c INDEXED BY library_covers_by_title"
        case .watched: "library_covers AS c INDEXED BY library_covers_by_play"
        }
    }

    private static func coverOrder(_ sort: LibrarySort) -> SQL {
        switch sort {
        case .added: "c.added_at DESC, c.item_id DESC"
        case .title: "c.title_key, c.item_id"
        case .watched: "c.last_played_at DESC, c.added_at DESC, c.item_id DESC"
        }
    }
}
