import SQLite

/// A child's series as a file: one of their lists, or everything that they have to do with.
struct SeriesExport: ExportedList {
    struct Entry: Sendable {
        let series: SeenSeries
        let state: ChildSeries
        let progress: SeriesProgress
    }

    /// The keys of those that have not been read yet: at most as many as a child's lists can have.
    private var rest: ArraySlice<ID<Series>>
    private let child: Child
    private let family: ID<Family>
    private let makeShelf: @Sendable (Database) -> FamilyShelf
    let rowCount: Int?

    static let name = "series"
    /// Each reads all of its episodes.
    static let rowsPerPiece = 50

    static let columns: [CSVColumn<Entry>] = [
        .integer("series_id", "The series’ id.") { $0.series.id.value },
        .integer("tmdb_id", "The number by which programs name it; empty if it has none.") {
            $0.series.externalID
        },
        .text("series", "Its name.") { $0.series.name },
        .text(
            "list",
            "`watchlist`, `watching`, `completed` or `dropped`; empty if it is on no list."
        ) { $0.state.list?.rawValue },
        .text("listed_at", "When it came to that list.") { $0.state.listedAt.map(TimeText.iso) },
        .integer("watched", "How many episodes were watched, without specials.") {
            $0.progress.watchedCount
        },
        .integer("aired", "How many could have been watched, without specials.") {
            $0.progress.airedCount
        },
        .integer("next_season", "The season of the next episode; empty if there is none.") {
            $0.progress.next?.place.season
        },
        .integer("next_episode", "Its number.") { $0.progress.next?.number },
        .text("last_played_at", "When an episode was last played or marked.") {
            $0.state.playedAt.map(TimeText.iso)
        },
    ]

    init(_ child: Child, _ list: SeriesList?, _ shelf: FamilyShelf, now: Int) throws {
        self.child = child
        family = shelf.family
        let (rights, zone, family) = (shelf.rights, shelf.timeZone, shelf.family)
        makeShelf = {
            FamilyShelf(family: family, rights: rights, timeZone: zone, database: $0)
        }
        let chosen: SQL =
            list.map { "c.status = \($0.rawValue)" }
            ?? "(c.status IS NOT NULL OR c.played_season IS NOT NULL)"
        let keys = try shelf.database.all(
            """
            SELECT s.id FROM child_series AS c CROSS JOIN series AS s ON s.id = c.series_id
            WHERE c.child_id = \(child.id.value) AND \(sql: chosen)
                AND \(sql: shelf.episodes.condition)
            ORDER BY c.listed_at DESC, s.id DESC
            """
        ) { ID<Series>(try $0.int(0)) }
        rest = keys[...]
        rowCount = keys.count
    }

    var columns: [CSVColumn<Entry>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Entry] {
        let store = ProgressStore(episodes: makeShelf(database).episodes, family: family, now: 0)
        var found: [Entry] = []
        // All of some may be gone, and others follow.
        while found.isEmpty, !rest.isEmpty {
            found = try rest.prefix(limit).compactMap { id in
                guard let series = try store.episodes.findIfAny(id) else { return nil }
                let state = try store.state(of: id, for: child.id)
                let progress = try store.episodes.progress(of: series, for: child.id, state)
                return Entry(series: series, state: state, progress: progress)
            }
            rest = rest.dropFirst(limit)
        }
        return found
    }
}
