import SQLite

/// A series that moves to the bin lets its books go, and keeps its episodes and what children watched
/// of them; one that takes over its books takes over these, too.
extension SeriesStore: ColumnShelfStore {
    static let details: [SQL] = [
        "description", "external_id", "original_name", "airing", "first_air_date", "cover_key",
        "cover_width", "cover_height", "cover_is_sized", "cover_url", "refreshed_at",
    ]
    static let column: SQL = "series_id"
    static let field = BatchField.series

    func choices() throws -> [(value: String, label: String)] {
        try offered().map { (String($0.id.value), $0.name) }
    }

    func offersAll(_ choices: Int) -> Bool { choices < Self.maximumOffered }

    /// Another series may have got its number meanwhile.
    static func returned(_ detail: SQL, named name: String) -> SQL {
        guard name == "external_id" else { return detail }
        return """
            iif(EXISTS (SELECT 1 FROM series AS o WHERE o.external_id = \(sql: detail)),
                NULL, \(sql: detail))
            """
    }

    // MARK: Into the bin

    func planRelease(_ id: ID<Series>, to successor: ID<Series>?, in plan: BatchPlan) throws {
        // Before the books go: an episode that is only a book would go with it.
        try detachEpisodes(of: id)
        if let successor { try moveEpisodes(of: id, to: successor) }
        try plan.set(Self.field, to: successor?.value, of: books(of: id))
    }

    /// Remembers which episodes are books, and lets go of these.
    private func detachEpisodes(of id: ID<Series>) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO binned_episodes
                (series_id, episode_id, season_number, episode_number, book_id, is_of_book)
            SELECT series_id, id, season_number, episode_number, book_id, is_of_book
            FROM episodes WHERE series_id = \(id.value)
            """
        )
        try database.execute(
            """
            UPDATE episodes SET book_id = NULL, is_of_book = 0
            WHERE series_id = \(id.value) AND book_id IS NOT NULL
            """
        )
    }

    /// Gives the episodes to another series, as far as their numbers are free there; of the others, what
    /// children watched.
    private func moveEpisodes(of id: ID<Series>, to other: ID<Series>) throws {
        try database.execute(
            """
            INSERT INTO seasons (series_id, season_number, name)
            SELECT \(other.value), season_number, name FROM seasons WHERE series_id = \(id.value)
            ON CONFLICT DO NOTHING
            """
        )
        try database.execute(
            """
            UPDATE OR IGNORE episodes SET series_id = \(other.value) WHERE series_id = \(id.value)
            """
        )
        try database.execute(
            """
            INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
            SELECT p.child_id, t.id, p.status, p.updated_at
            FROM episodes AS e JOIN episodes AS t ON t.series_id = \(other.value)
                    AND t.season_number = e.season_number AND t.episode_number = e.episode_number
                JOIN episode_progress AS p ON p.episode_id = e.id
            WHERE e.series_id = \(id.value) ON CONFLICT DO NOTHING
            """
        )
        // The books are links again: those that follow find their episode there.
        try database.execute(
            """
            UPDATE episodes SET book_id = k.book_id, is_of_book = k.is_of_book
            FROM binned_episodes AS k JOIN books AS b ON b.id = k.book_id
            WHERE k.series_id = \(id.value) AND episodes.id = k.episode_id
                AND episodes.series_id = \(other.value)
            """
        )
        try database.execute(
            """
            INSERT INTO child_series (child_id, series_id, status, listed_at, season_number,
                played_season, played_episode, played_at, captions, updated_at)
            SELECT child_id, \(other.value), status, listed_at, season_number, played_season,
                played_episode, played_at, captions, updated_at
            FROM child_series WHERE series_id = \(id.value) ON CONFLICT DO NOTHING
            """
        )
        try removeEmptySeasons(of: other)
    }

    func merging(_ id: ID<Series>, into other: ID<Series>) throws -> Merging {
        let (series, target) = (try find(id), try find(other))
        // What is a book in the bin has its place, too.
        let taken = try database.all(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.series_id = \(id.value) AND e.is_hidden = 0
                AND EXISTS (SELECT 1 FROM episodes AS t WHERE t.series_id = \(other.value)
                    AND t.season_number = e.season_number
                    AND t.episode_number = e.episode_number)
            ORDER BY e.season_number, e.episode_number
            """,
            Episode.init
        )
        guard series.episodeCount > 0 else { return Merging() }
        let moved = Counted.text(series.episodeCount - taken.count, "episode", "episodes")
        guard !taken.isEmpty else {
            return Merging(
                question: ["\(moved) will move, too, with what children watched of them."],
                outcome: " and \(moved)"
            )
        }
        let names = Counted.list(
            taken.prefix(Self.namedEpisodes).map { "\($0.place) (“\($0.title)”)" }
                + (taken.count > Self.namedEpisodes
                    ? ["\(Counted.number(taken.count - Self.namedEpisodes)) more"] : [])
        )
        let (isOne, count) = (taken.count == 1, Counted.text(taken.count, "episode", "episodes"))
        return Merging(
            question: [
                "\(moved) will move, too, with what children watched of them.",
                "\(names) will not move, because “\(target.name)” already has "
                    + (isOne ? "this number." : "these numbers.")
                    + " What children watched of \(isOne ? "it" : "them") will count there."
                    + (taken.contains { $0.book != nil }
                        ? " Books move, but are no episodes there until they get another number."
                        : ""),
            ],
            outcome: " and \(moved)",
            rest: " \(count) stayed behind, with the series in the bin: \(names)."
        )
    }

    /// A sentence names so many episodes.
    private static let namedEpisodes = 5

    // MARK: Back

    func returnRest(of shelf: BinnedShelf<Series>) throws {
        try returnBooks(of: shelf)
        let id = shelf.id
        // It came back without a count, and from here on triggers keep it.
        try database.execute(
            """
            UPDATE series SET episode_count = (SELECT count(*) FROM episodes
                WHERE series_id = \(id.value) AND is_hidden = 0)
            WHERE id = \(id.value)
            """
        )
        if let successor = shelf.successor?.id { try takeBack(id, from: successor) }
        // A book that came back with its number may be an episode already.
        try database.execute(
            """
            DELETE FROM episodes WHERE series_id = \(id.value) AND is_of_book = 1
                AND book_id IN (SELECT book_id FROM binned_episodes WHERE series_id = \(id.value))
                AND id NOT IN (SELECT episode_id FROM binned_episodes WHERE series_id = \(id.value))
            """
        )
        try database.execute(
            """
            UPDATE episodes SET book_id = k.book_id, is_of_book = k.is_of_book,
                is_hidden = k.is_of_book AND b.deleted_at IS NOT NULL
            FROM binned_episodes AS k JOIN books AS b ON b.id = k.book_id
            WHERE k.series_id = \(id.value) AND episodes.id = k.episode_id
                AND episodes.series_id = \(id.value) AND b.series_id = \(id.value)
                AND NOT EXISTS (SELECT 1 FROM episodes AS o WHERE o.book_id = k.book_id)
            """
        )
        // What was only a book that went elsewhere is no episode any more.
        try database.execute(
            """
            DELETE FROM episodes WHERE series_id = \(id.value) AND is_of_book = 0 AND id IN (
                SELECT episode_id FROM binned_episodes
                WHERE series_id = \(id.value) AND is_of_book = 1)
            """
        )
        try database.execute("DELETE FROM binned_episodes WHERE series_id = \(id.value)")
        try claimBooks(of: id)
    }

    /// Takes the episodes back that another series was given, and that are still there.
    private func takeBack(_ id: ID<Series>, from other: ID<Series>) throws {
        try database.execute(
            """
            INSERT INTO seasons (series_id, season_number)
            SELECT DISTINCT \(id.value), k.season_number
            FROM binned_episodes AS k JOIN episodes AS e ON e.id = k.episode_id
            WHERE k.series_id = \(id.value) AND e.series_id = \(other.value)
            ON CONFLICT DO NOTHING
            """
        )
        try database.execute(
            """
            UPDATE OR IGNORE episodes SET series_id = \(id.value), season_number = k.season_number,
                episode_number = k.episode_number, book_id = NULL, is_of_book = 0
            FROM binned_episodes AS k
            WHERE k.series_id = \(id.value) AND episodes.id = k.episode_id
                AND episodes.series_id = \(other.value)
                AND NOT (episodes.is_of_book AND EXISTS (SELECT 1 FROM books AS b
                    WHERE b.id = episodes.book_id AND b.series_id = \(other.value)))
            """
        )
        try claimBooks(of: other)
        try removeEmptySeasons(of: other)
    }

    /// Removes what is left of a series that is purged: its seasons, its episodes, and what children
    /// watched of them.
    func forget(_ shelf: BinnedShelf<Series>) throws {
        for table: SQL in [
            "episodes", "seasons", "child_series", "progress_changes", "binned_episodes",
        ] {
            try database.execute(
                "DELETE FROM \(sql: table) WHERE series_id = \(shelf.id.value)"
            )
        }
    }

    // MARK: Episodes and books

    /// Books with a number in the series are episodes of its first season, unless they are episodes
    /// already or the number is taken: as when their number is entered.
    func claimBooks(of id: ID<Series>) throws {
        let unclaimed: SQL = """
            FROM books AS b WHERE b.series_id = \(id.value) AND b.series_number IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM episodes AS e WHERE e.book_id = b.id)
                AND NOT EXISTS (SELECT 1 FROM episodes AS e WHERE e.series_id = \(id.value)
                    AND e.season_number = 1 AND e.episode_number = b.series_number)
            """
        try database.execute(
            """
            INSERT INTO seasons (series_id, season_number) SELECT DISTINCT \(id.value), 1
            \(sql: unclaimed) ON CONFLICT DO NOTHING
            """
        )
        try database.execute(
            """
            INSERT INTO episodes (series_id, season_number, episode_number, book_id, is_of_book,
                is_hidden, created_at, updated_at)
            SELECT \(id.value), 1, b.series_number, b.id, 1, b.deleted_at IS NOT NULL, \(now), \(now)
            \(sql: unclaimed) ORDER BY b.deleted_at IS NOT NULL, b.id ON CONFLICT DO NOTHING
            """
        )
    }

    /// A season that nobody named goes with its last episode, if it is the first one: books make it.
    func removeEmptySeasons(of id: ID<Series>) throws {
        try database.execute(
            """
            DELETE FROM seasons WHERE series_id = \(id.value) AND season_number = 1 AND name = ''
                AND NOT EXISTS (SELECT 1 FROM episodes AS e
                    WHERE e.series_id = \(id.value) AND e.season_number = 1)
            """
        )
    }
}
