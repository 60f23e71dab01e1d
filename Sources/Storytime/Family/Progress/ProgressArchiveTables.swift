import SQLite

extension ArchiveTable {
    /// The series of the children: their lists, and what is remembered about each.
    static func childSeries(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "series",
            columns: [
                ("child_id", .integer), ("series_id", .integer), ("series", .text),
                ("list", .text), ("listed_at", .time), ("season_number", .integer),
                ("played_season", .integer), ("played_episode", .integer), ("played_at", .time),
                ("captions", .text), ("updated_at", .time),
            ],
            key: [(1, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT c.child_id, c.series_id, s.name, c.status, c.listed_at, c.season_number,
                c.played_season, c.played_episode, c.played_at, c.captions, c.updated_at
            FROM child_series AS c LEFT JOIN series AS s ON s.id = c.series_id
            WHERE c.child_id = \(place.group) AND c.series_id > \(place.integer(0))
            ORDER BY c.series_id LIMIT \(limit)
            """
        }
    }

    /// The episodes that they have watched, or are watching.
    static func episodeProgress(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "episode_progress",
            columns: [
                ("child_id", .integer), ("episode_id", .integer), ("series_id", .integer),
                ("series", .text), ("season_number", .integer), ("episode_number", .integer),
                ("title", .text), ("status", .text), ("updated_at", .time),
            ],
            key: [(1, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT p.child_id, p.episode_id, e.series_id, s.name, e.season_number,
                e.episode_number,
                CASE WHEN e.title <> '' THEN e.title ELSE coalesce(b.title, '') END, p.status,
                p.updated_at
            FROM episode_progress AS p
            CROSS JOIN episodes AS e ON e.id = p.episode_id
            LEFT JOIN series AS s ON s.id = e.series_id
            LEFT JOIN books AS b ON b.id = e.book_id
            WHERE p.child_id = \(place.group) AND p.episode_id > \(place.integer(0))
            ORDER BY p.episode_id LIMIT \(limit)
            """
        }
    }
}
