import HTTP
import SQLite
import Server

/// Episodes and seasons as files: of one series, or of all of them.
enum EpisodeExport {
    static let routes = [
        get("/admin/series/{id}/episodes.csv", lane: .slow, scripts: .readCatalog) {
            (visit: Visit, id: ID<Series>) in
            let series = try visit.series.find(id)
            return try visit.csv(
                EpisodeFile(series: id),
                named: FileName(series.name, or: "series", (plain: "episodes", full: "episodes"))
            )
        },
        get("/admin/episodes.csv", lane: .slow, scripts: .readCatalog) { visit in
            try visit.csv(EpisodeFile(series: nil))
        },
        get("/admin/seasons.csv", lane: .slow, scripts: .readCatalog) { visit in
            try visit.csv(SeasonFile())
        },
    ]
}

/// Episodes on their way into a file, in the order of series, seasons and numbers. Each part continues
/// after a place, by an index.
struct EpisodeFile: ExportedList {
    static let name = "episodes"

    /// Only those of one series.
    let series: ID<Series>?
    private var last = (series: -1, season: -1, number: -1)

    init(series: ID<Series>?) {
        self.series = series
    }

    var columns: [CSVColumn<EpisodeAnswer>] { EpisodeAnswer.csv }

    mutating func next(_ limit: Int, from database: Database) throws -> [EpisodeAnswer] {
        let condition: SQL = series.map { "e.series_id = \($0.value)" } ?? "1"
        let found = try database.all(
            """
            SELECT \(sql: Episode.columns), s.name, s.external_id
            FROM \(sql: Episode.table) JOIN series AS s ON s.id = e.series_id
            WHERE e.is_hidden = 0 AND \(sql: condition)
                AND (e.series_id, e.season_number, e.episode_number)
                    > (\(last.series), \(last.season), \(last.number))
            ORDER BY e.series_id, e.season_number, e.episode_number LIMIT \(limit)
            """
        ) { row in
            EpisodeAnswer(
                episode: try Episode(row),
                seriesName: try row.text(14),
                externalID: try row.intOrNil(15)
            )
        }
        if let episode = found.last?.episode {
            last = (episode.series.value, episode.place.season, episode.place.episode)
        }
        return found
    }
}

/// Seasons on their way into a file.
struct SeasonFile: ExportedList {
    /// A season with its series.
    struct Line: Sendable {
        let season: Season
        let seriesName: String
        let externalID: Int?
    }

    static let name = "seasons"

    private var last = (series: -1, season: -1)

    static let csv: [CSVColumn<Line>] = [
        .integer("series_id", "The series’ id.") { $0.season.series.value },
        .text("series", "The name of the series.") { $0.seriesName },
        .integer(
            "external_id",
            "The number by which programs name the series; empty if it has none."
        ) {
            $0.externalID
        },
        .integer("season_number", "Its number; 0 for specials.") { $0.season.number },
        .text("name", "A name of its own; empty if it has none besides its number.") {
            $0.season.name
        },
        .integer("episodes", "The number of its episodes.") { $0.season.episodeCount },
    ]

    var columns: [CSVColumn<Line>] { Self.csv }

    mutating func next(_ limit: Int, from database: Database) throws -> [Line] {
        let found = try database.all(
            """
            SELECT \(sql: Season.columns), s.name, s.external_id
            FROM seasons AS n JOIN series AS s ON s.id = n.series_id
            WHERE (n.series_id, n.season_number) > (\(last.series), \(last.season))
            ORDER BY n.series_id, n.season_number LIMIT \(limit)
            """
        ) { row in
            Line(
                season: try Season(row),
                seriesName: try row.text(5),
                externalID: try row.intOrNil(6)
            )
        }
        if let season = found.last?.season { last = (season.series.value, season.number) }
        return found
    }
}
