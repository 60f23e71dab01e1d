import SQLite

/// Which series and episodes somebody sees: the one place where that is decided.
///
/// An episode that an admin entered is known to everybody. One that is there because a book is, is
/// there only for those who may see the book; and of the book of any other, others see nothing, not
/// its title nor that there is one.
struct SeriesEpisodes {
    /// Which books are seen, as a condition on a row `b` of `books`.
    let books: SQL
    /// The day that it is where they are seen.
    let today: CalendarDay
    let database: Database

    /// Whether a row `e` of `episodes` is seen, with its book `b` or none.
    private static let isSeen: SQL = "e.is_hidden = 0 AND (e.is_of_book = 0 OR b.id IS NOT NULL)"

    /// Whether a row `s` of `series` has an episode that is seen.
    var condition: SQL {
        """
        s.episode_count > 0 AND (
            EXISTS (SELECT 1 FROM episodes AS e
                WHERE e.series_id = s.id AND e.is_hidden = 0 AND e.is_of_book = 0)
            OR EXISTS (SELECT 1 FROM episodes AS e CROSS JOIN books AS b ON b.id = e.book_id
                WHERE e.series_id = s.id AND e.is_hidden = 0 AND \(sql: books)))
        """
    }

    /// The series of a key, if it is seen.
    func find(_ id: ID<Series>) throws -> SeenSeries {
        guard let found = try findIfAny(id) else { throw Failure.notFound }
        return found
    }

    func findIfAny(_ id: ID<Series>) throws -> SeenSeries? {
        try first("s.id = \(id.value)")
    }

    /// The series that programs know by a number.
    func find(externalID: Int) throws -> SeenSeries {
        guard let found = try first("s.external_id = \(externalID)") else {
            throw Failure.notFound
        }
        return found
    }

    private func first(_ which: SQL) throws -> SeenSeries? {
        try database.first(
            """
            SELECT \(sql: SeenSeries.columns) FROM series AS s
            WHERE \(sql: which) AND \(sql: condition)
            """,
            SeenSeries.init
        )
    }

    /// How many episodes are seen of a series.
    func count(of series: ID<Series>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM episodes AS e
            LEFT JOIN books AS b ON b.id = e.book_id AND \(sql: books)
            WHERE e.series_id = \(series.value) AND \(sql: Self.isSeen)
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Whether a picture is the cover of a series that is seen, in whatever size.
    func maySee(_ cover: CoverName) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM series AS s
            WHERE s.cover_key >= \(cover.hash + ".") AND s.cover_key < \(cover.hash + "/")
                AND \(sql: condition)
            LIMIT 1
            """
        ) { _ in true } ?? false
    }

    /// Everything that is seen of a series, with the marks of a child.
    func progress(of series: SeenSeries, for child: ID<Child>, _ state: ChildSeries) throws
        -> SeriesProgress
    {
        SeriesProgress(
            seasons: try seasons(of: series.id, for: child),
            pointer: state.pointer,
            hasEnded: series.hasEnded
        )
    }

    func seasons(of series: ID<Series>, for child: ID<Child>) throws -> [SeasonProgress] {
        var seasons: [SeasonProgress] = []
        var episodes: [SeriesEpisode] = []
        let close = {
            guard let number = episodes.first?.place.season else { return }
            seasons.append(SeasonProgress(number: number, episodes: episodes))
            episodes = []
        }
        try database.each(
            """
            SELECT e.id, e.season_number, e.episode_number,
                CASE WHEN e.title <> '' THEN e.title ELSE coalesce(b.title, '') END, e.air_date,
                e.runtime_minutes, b.id, p.status
            FROM episodes AS e
            LEFT JOIN books AS b ON b.id = e.book_id AND \(sql: books)
            LEFT JOIN episode_progress AS p ON p.child_id = \(child.value) AND p.episode_id = e.id
            WHERE e.series_id = \(series.value) AND \(sql: Self.isSeen)
            ORDER BY e.season_number, e.episode_number
            """
        ) { row in
            let episode = try self.episode(row)
            if episodes.first.map({ $0.place.season != episode.place.season }) ?? false { close() }
            episodes.append(episode)
        }
        close()
        return seasons
    }

    private func episode(_ row: Row) throws -> SeriesEpisode {
        let airDate = CalendarDay(iso: try row.text(4))
        let book = try row.intOrNil(6).map { ID<Book>($0) }
        return SeriesEpisode(
            id: ID(try row.int(0)),
            place: EpisodePlace(season: try row.int(1), episode: try row.int(2)),
            title: try row.text(3),
            airDate: airDate,
            runtimeMinutes: try row.intOrNil(5),
            book: book,
            isAired: book != nil || airDate.map { $0 <= today } ?? false,
            status: try row.textOrNil(7).flatMap(EpisodeStatus.init) ?? .unwatched
        )
    }
}

extension FamilyShelf {
    /// The series that the family sees.
    var episodes: SeriesEpisodes {
        SeriesEpisodes(books: condition, today: rights.day, database: database)
    }
}

extension ChildShelf {
    /// The series that the child sees.
    var episodes: SeriesEpisodes {
        SeriesEpisodes(books: condition, today: family.rights.day, database: family.database)
    }
}
