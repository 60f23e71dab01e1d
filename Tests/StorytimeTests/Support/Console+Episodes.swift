import SQLite
import Testing

@testable import Storytime

/// Series with seasons and episodes, as admins keep them.
extension Console {
    var episodes: EpisodeStore { EpisodeStore(database: database, now: time.now) }

    /// Adds episodes 1 to `count` of a season.
    @discardableResult
    func addEpisodes(_ count: Int, to series: Series, season: Int = 1) throws -> [Episode] {
        try episodes.insert(
            (1...count).map {
                Episode.Draft(
                    place: EpisodePlace(season: season, episode: $0),
                    title: "T\(season)-\($0)"
                )
            },
            into: series.id,
            by: .commandLine
        )
    }

    /// Adds a book that has a number in a series, or none.
    @discardableResult
    func addBook(_ title: String, of series: Series?, number: Int? = nil) throws -> Book {
        try books.insert(
            .init(
                title: title,
                author: "",
                details: BookDetails(series: series?.name ?? "", seriesNumber: number)
            ),
            by: .commandLine
        )
    }

    /// What a child watched of an episode.
    func mark(_ episode: Episode, of child: Child, _ status: String = "watched") throws {
        try database.execute(
            """
            INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
            VALUES (\(child.id.value), \(episode.id.value), \(status), \(time.now))
            """
        )
    }

    /// “S1 E4 Title [book] *” for each episode of a series, with a star for what somebody watched.
    func episodeTexts(_ series: ID<Series>) throws -> [String] {
        try episodes.episodes(of: series, limit: 1000).map { episode in
            let marks = try count(
                "SELECT count(*) FROM episode_progress WHERE episode_id = \(episode.id.value)"
            )
            return episode.place.description + " " + episode.title
                + (episode.book.map { " [\($0.title)]" } ?? "") + (episode.isOfBook ? " ~" : "")
                + (marks > 0 ? " *" : "")
        }
    }

    /// Whether the kept counts of episodes are what counting says.
    func episodeCountsAreRight() throws -> Bool {
        try count(
            """
            SELECT (SELECT count(*) FROM seasons AS n WHERE episode_count <>
                    (SELECT count(*) FROM episodes AS e WHERE e.series_id = n.series_id
                        AND e.season_number = n.season_number AND e.is_hidden = 0))
                + (SELECT count(*) FROM series AS s WHERE episode_count <>
                    (SELECT count(*) FROM episodes AS e
                        WHERE e.series_id = s.id AND e.is_hidden = 0))
            """
        ) == 0
    }
}
