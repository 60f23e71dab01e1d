import SQLite

/// What was written down live, in a family's archive: a parent who reads it only sees their own.
extension ArchiveTable {
    static func liveTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family = subject else { return [] }
        let own: SQL = reader.map { "\($0.value)" } ?? subject.parents
        return [liveSessions(own), livePieces(own)]
    }

    private static func liveSessions(_ parents: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "live_sessions",
            columns: [
                ("id", .integer), ("user_id", .integer), ("title", .text), ("language", .text),
                ("way", .text), ("started_at", .time), ("length_ms", .integer),
                ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, user_id, title, language, way, started_at, length_ms, removed_at
            FROM live_sessions
            WHERE user_id IN (\(sql: parents)) AND id > \(place.integer())
            ORDER BY id LIMIT \(limit)
            """
        }
    }

    private static func livePieces(_ parents: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "live_pieces",
            columns: [
                ("session_id", .integer), ("number", .integer), ("start_ms", .integer),
                ("end_ms", .integer), ("text", .text),
            ],
            key: [(1, .integer)],
            groups: "SELECT id FROM live_sessions WHERE user_id IN (\(sql: parents)) ORDER BY id"
        ) { place, limit in
            """
            SELECT session_id, number, start_ms, end_ms, text FROM live_pieces
            WHERE session_id = \(place.group) AND number > \(place.integer())
            ORDER BY number LIMIT \(limit)
            """
        }
    }
}
