import SQLite

/// A list of a child's series.
enum SeriesList: String, Sendable, CaseIterable {
    case watchlist, watching, completed, dropped

    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A series of a child: on which of their lists it is, and what is remembered about it.
struct ChildSeries: Sendable, Equatable {
    /// Nil: it is on none.
    var list: SeriesList?
    /// When it came there.
    var listedAt: Int?
    /// The season that was last looked at.
    var season: Int?
    /// What was played last, and when.
    var pointer: EpisodePlace?
    var playedAt: Int?
    /// Rises with every change of the list, the place and the marks.
    var version = 0

    /// What is so before anything is known.
    static let none = ChildSeries()

    /// Whether other devices show something else now than before.
    func isNews(to before: ChildSeries) -> Bool {
        list != before.list || pointer != before.pointer
    }
}

extension ChildSeries {
    /// What is read of a row of `child_series`.
    static let columns: SQL = """
        status, listed_at, season_number, played_season, played_episode, played_at, version
        """

    /// Those columns, of which others may come before.
    init(_ row: Row, from first: Int = 0) throws {
        list = try row.textOrNil(first).flatMap(SeriesList.init)
        listedAt = try row.intOrNil(first + 1)
        season = try row.intOrNil(first + 2)
        if let season = try row.intOrNil(first + 3), let episode = try row.intOrNil(first + 4) {
            pointer = EpisodePlace(season: season, episode: episode)
        }
        playedAt = try row.intOrNil(first + 5)
        version = try row.int(first + 6)
    }
}
