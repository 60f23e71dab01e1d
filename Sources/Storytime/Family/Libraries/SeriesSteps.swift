import SQLite

/// The way of a child through the series of their library, from story to story.
///
/// The story to watch next is the one that was begun, or else the one that `NextEpisode` finds, as on the
/// series' own page, but among the stories that the child can watch. A shelf always has a story to show,
/// so then come unwatched specials, stories without a number that were never opened, and in the end the
/// first one again.
///
/// Each question is a few steps along an index of the series' episodes, however many series the library
/// has; only the first one again is looked for among all of its stories.
struct SeriesSteps {
    let list: LibraryList
    /// Only the stories of a category.
    let category: ID<Category>?

    private var database: Database { list.database }
    private var child: Int { list.child.value }

    init(_ list: LibraryList, in category: ID<Category>? = nil) {
        self.list = list
        self.category = category
    }

    // MARK: Stories

    /// The stories of the library, as tables: books `b`, their items `i`.
    var stories: SQL {
        "books AS b CROSS JOIN library_items AS i ON i.child_id = \(child) AND i.book_id = b.id"
    }

    /// Whether the child can watch a story `b` now.
    var isPlayable: SQL {
        """
        EXISTS (SELECT 1 FROM video_assets AS v
            WHERE v.book_id = b.id AND v.is_current = 1
                AND \(sql: list.shelf.films.condition))
            AND \(sql: list.shelf.visibleBooks(for: list.child).watchable)
            AND \(sql: category.map(LibraryList.isIn) ?? "1")
        """
    }

    /// Whether a story is there for whoever looks: parents also see what can't be watched now.
    private var isThere: SQL {
        list.isForChild ? isPlayable : "b.deleted_at IS NULL"
    }

    /// A mark of the child at an episode `e`.
    private func isMarked(_ status: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM episode_progress AS p
            WHERE p.child_id = \(child) AND p.episode_id = e.id AND p.status = \(sql: status))
        """
    }

    private var isUnwatched: SQL { "NOT \(sql: isMarked("'watched'"))" }

    /// The first of a series' episodes that can be watched and fulfil a condition.
    private func firstEpisode(of series: SQL, where condition: SQL) -> SQL {
        """
        (SELECT e.book_id FROM episodes AS e CROSS JOIN books AS b ON b.id = e.book_id
            CROSS JOIN library_items AS i ON i.child_id = \(child) AND i.book_id = b.id
            WHERE e.series_id = \(sql: series) AND e.is_hidden = 0 AND \(sql: condition)
                AND \(sql: isPlayable)
            ORDER BY e.season_number, e.episode_number LIMIT 1)
        """
    }

    /// The first story of a series, watched or not: specials come behind all others but those that
    /// have no number.
    private func first(of series: SQL, where condition: SQL) -> SQL {
        """
        (SELECT b.id FROM \(sql: stories) LEFT JOIN episodes AS e ON e.book_id = b.id
            WHERE b.series_id = \(sql: series) AND \(sql: condition)
            ORDER BY \(sql: Self.order) LIMIT 1)
        """
    }

    private static let order: SQL = """
        e.id IS NULL, e.season_number = 0, e.season_number, e.episode_number, b.title_key, b.id
        """

    // MARK: The next one

    /// What was begun, or else what the rule finds, from the row `c` of `child_series`.
    private var onwards: [SQL] {
        [
            """
            e.season_number = c.played_season AND e.episode_number = c.played_episode
                AND \(sql: isMarked("'watching'"))
            """
        ] + NextEpisode.allCases.map { "\(sql: $0.condition) AND \(sql: isUnwatched)" }
    }

    /// The next story of each of these series, with what a shelf says of it.
    func series(_ series: [ID<Series>]) throws
        -> [ID<Series>: (book: ID<Book>, series: ShelvedSeries)]
    {
        guard !series.isEmpty else { return [:] }
        let unwatched =
            (onwards + [isUnwatched]).map { firstEpisode(of: "s.id", where: $0) }
        let neverOpened = first(
            of: "s.id",
            where: "e.id IS NULL AND i.last_played_at IS NULL AND \(sql: isPlayable)"
        )
        let steps =
            unwatched + [
                neverOpened, first(of: "s.id", where: isPlayable),
                first(of: "s.id", where: isThere),
            ]
        let all: SQL = """
            FROM \(sql: stories) WHERE b.series_id = s.id AND \(sql: isThere)
            """
        // On the child's own shelf it only matters whether there is another one.
        let count: SQL =
            list.isForChild
            ? "SELECT count(*) FROM (SELECT 1 \(sql: all) LIMIT 2)" : "SELECT count(*) \(sql: all)"
        let watchedCount: SQL =
            list.isForChild
            ? "0"
            : """
            (SELECT count(*) FROM \(sql: stories) CROSS JOIN episodes AS e ON e.book_id = b.id
                WHERE b.series_id = s.id AND \(sql: isThere) AND \(sql: isMarked("'watched'")))
            """
        var found: [ID<Series>: (book: ID<Book>, series: ShelvedSeries)] = [:]
        try database.each(
            """
            SELECT n.id, n.name, n.book, n.stories, n.watched, e.season_number, e.episode_number
            FROM (
                SELECT s.id, s.name, coalesce(\(sql: steps.joined)) AS book,
                    (\(sql: count)) AS stories, \(sql: watchedCount) AS watched
                FROM \(eachOf: series.map(\.value)) AS k CROSS JOIN series AS s ON s.id = k.value
                LEFT JOIN child_series AS c ON c.child_id = \(child) AND c.series_id = s.id) AS n
            LEFT JOIN episodes AS e ON e.book_id = n.book WHERE n.book IS NOT NULL
            """
        ) { row in
            let id = ID<Series>(try row.int(0))
            found[id] = (
                ID(try row.int(2)),
                ShelvedSeries(
                    id: id,
                    name: try row.text(1),
                    count: try row.int(3),
                    watchedCount: try row.int(4),
                    next: try number(row, 5)
                )
            )
        }
        return found
    }

    // MARK: Going on

    /// The stories to go on with in the series that were played lately, with when that was, the latest
    /// first. Whoever took one out of "Continue Watching", or forgot its place, doesn't find it there.
    func continued(since time: Int, limit: Int) throws -> [(book: ID<Book>, playedAt: Int)] {
        let next = onwards.map { firstEpisode(of: "c.series_id", where: $0) }.joined
        return try database.all(
            """
            SELECT n.book, n.played_at FROM (
                SELECT coalesce(\(sql: next)) AS book, c.played_at
                FROM child_series AS c INDEXED BY child_series_by_play
                WHERE c.child_id = \(child) AND c.played_at >= \(time)
                    AND c.status IS NOT 'dropped'
                ORDER BY c.played_at DESC LIMIT \(limit)) AS n
            CROSS JOIN library_items AS i ON i.child_id = \(child) AND i.book_id = n.book
            WHERE coalesce(i.hidden_at, 0) < n.played_at
                AND (i.last_played_at IS NOT NULL
                    OR coalesce(i.position_recorded_ms, 0) < n.played_at * 1000)
            ORDER BY n.played_at DESC
            """
        ) { (ID(try $0.int(0)), try $0.int(1)) }
    }

    // MARK: After a story

    /// The story after this one: the first unwatched one behind it, in its season and then in later
    /// ones, or else simply the next one. Nil behind the last one, and for a book that is in no
    /// series.
    func following(_ book: ID<Book>) throws -> ID<Book>? {
        // The rows `a` are where it stands.
        let sameSeason: SQL =
            "e.season_number = a.season_number AND e.episode_number > a.episode_number"
        let laterSeason: SQL = "a.season_number > 0 AND e.season_number > a.season_number"
        let steps = [
            "\(sql: sameSeason) AND \(sql: isUnwatched)",
            "\(sql: laterSeason) AND \(sql: isUnwatched)", sameSeason, laterSeason,
        ]
        .map { firstEpisode(of: "o.series_id", where: $0) }
        // Those without a number follow each other by their titles.
        let unnumbered = first(
            of: "o.series_id",
            where: """
                a.id IS NULL AND e.id IS NULL AND (b.title_key, b.id) > (o.title_key, o.id)
                    AND \(sql: isPlayable)
                """
        )
        return try database.first(
            """
            SELECT coalesce(\(sql: (steps + [unnumbered]).joined))
            FROM books AS o LEFT JOIN episodes AS a ON a.book_id = o.id
            WHERE o.id = \(book.value) AND o.series_id IS NOT NULL
            """
        ) { try $0.intOrNil(0).map { ID($0) } } ?? nil
    }

    // MARK: All of them

    /// The stories of a series in their order, with what the child has watched of each.
    func page(of series: ID<Series>, limit: Int, offset: Int) throws -> [StoryOfSeries] {
        let found = try database.all(
            """
            SELECT b.id, e.season_number, e.episode_number, p.status
            FROM \(sql: stories) LEFT JOIN episodes AS e ON e.book_id = b.id
            LEFT JOIN episode_progress AS p ON p.child_id = \(child) AND p.episode_id = e.id
            WHERE b.series_id = \(series.value) AND \(sql: isThere)
            ORDER BY \(sql: Self.order) LIMIT \(limit) OFFSET \(offset)
            """
        ) { row in
            (
                book: ID<Book>(try row.int(0)), number: try number(row, 1),
                isWatched: try row.textOrNil(3) == "watched"
            )
        }
        let shelved = Dictionary(
            uniqueKeysWithValues: try list.find(found.map(\.book)).map { ($0.item.book, $0) }
        )
        return found.compactMap { story in
            shelved[story.book].map {
                StoryOfSeries(shelved: $0, number: story.number, isWatched: story.isWatched)
            }
        }
    }

    /// The name of a series of which the library has a story; nil if it has none.
    func name(of series: ID<Series>) throws -> String? {
        try database.first(
            """
            SELECT s.name FROM series AS s WHERE s.id = \(series.value) AND EXISTS (
                SELECT 1 FROM \(sql: stories) WHERE b.series_id = s.id AND \(sql: isThere))
            """
        ) { try $0.text(0) }
    }

    private func number(_ row: Row, _ column: Int) throws -> EpisodePlace? {
        guard let season = try row.intOrNil(column) else { return nil }
        return EpisodePlace(season: season, episode: try row.int(column + 1))
    }
}

/// A story of a series, as the child's library has it.
struct StoryOfSeries: Sendable {
    let shelved: ShelvedBook
    /// Nil if it has none.
    let number: EpisodePlace?
    let isWatched: Bool
}

extension [SQL] {
    /// The terms one after the other, with commas between them.
    fileprivate var joined: SQL {
        reduce(nil as SQL?) { text, term in text.map { "\(sql: $0), \(sql: term)" } ?? term }
            ?? "NULL"
    }
}
