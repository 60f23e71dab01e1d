import SQLite
import Testing

@testable import Storytime

/// Series to try progress on.
extension Console {
    /// A series with a number by which programs know it.
    @discardableResult
    func addShow(_ name: String, externalID: Int? = nil, airing: String = "") throws
        -> ID<Series>
    {
        let series = try SeriesStore(database: database, now: time.now).insert(
            Series.Draft(name: name),
            by: .commandLine
        )
        try database.execute(
            """
            UPDATE series SET external_id = \(externalID), airing = \(airing)
            WHERE id = \(series.id.value)
            """
        )
        return series.id
    }

    /// Adds entered episodes to a season. Those after the last aired one have no date.
    func addEpisodes(
        _ numbers: some Sequence<Int>,
        to series: ID<Series>,
        season: Int = 1,
        aired: String = "2020-01-01"
    ) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO seasons (series_id, season_number) VALUES (\(series.value), \(season))
                ON CONFLICT DO NOTHING
                """
            )
            for number in numbers {
                try database.execute(
                    """
                    INSERT INTO episodes (series_id, season_number, episode_number, title, air_date,
                        created_at, updated_at)
                    VALUES (\(series.value), \(season), \(number), \("Part \(number)"), \(aired),
                        \(time.now), \(time.now))
                    """
                )
            }
        }
    }

    func progress(of child: Child) throws -> ProgressStore {
        let shelf = try shelf(of: child.family)
        return ProgressStore(episodes: shelf.episodes, family: child.family, now: time.now)
    }

    /// The marks of a child in a season: "1 watched, 2 watching".
    func marks(of child: Child, in series: ID<Series>, season: Int = 1) throws -> String {
        try texts(
            """
            SELECT e.episode_number || ' ' || p.status
            FROM episode_progress AS p JOIN episodes AS e ON e.id = p.episode_id
            WHERE p.child_id = \(child.id.value) AND e.series_id = \(series.value)
                AND e.season_number = \(season)
            ORDER BY e.episode_number
            """
        ).joined(separator: ", ")
    }
}
