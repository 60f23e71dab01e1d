import SQLite

/// What parents opened, in their family's archive: a parent who reads it only sees their own.
extension ArchiveTable {
    static func historyTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family = subject else { return [] }
        let own: SQL = reader.map { "\($0.value)" } ?? subject.parents
        return [
            ArchiveTable(
                name: "watch_history",
                columns: [
                    ("id", .integer), ("user_id", .integer), ("book_id", .integer),
                    ("title", .text), ("url", .text), ("opened_at", .time), ("removed_at", .time),
                ]
            ) { place, limit in
                """
                SELECT h.id, h.user_id, h.book_id, coalesce(b.title, w.title), w.url, h.opened_at,
                    h.removed_at
                FROM watch_history AS h
                LEFT JOIN books AS b ON b.id = h.book_id
                LEFT JOIN web_videos AS w ON w.id = h.web_video_id
                WHERE h.user_id IN (\(sql: own)) AND h.id > \(place.integer())
                ORDER BY h.id LIMIT \(limit)
                """
            }
        ]
    }
}
