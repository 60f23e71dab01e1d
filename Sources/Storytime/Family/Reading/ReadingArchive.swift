import SQLite

/// What is kept of reading along.
extension ArchiveTable {
    /// Places are each parent's own: a parent who reads the archive only sees theirs.
    static func readerTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family = subject else { return [speeds(subject, of: "0")] }
        let own: SQL = reader.map { "\($0.value)" } ?? subject.parents
        return [places(of: own), speeds(subject, of: own)]
    }

    private static func places(of parents: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "parent_places",
            columns: [
                ("user_id", .integer), ("book_id", .integer), ("title", .text),
                ("seconds", .integer), ("recorded_at", .time),
            ],
            key: [(0, .integer), (1, .integer)]
        ) { place, limit in
            """
            SELECT p.user_id, p.book_id, b.title, p.seconds, p.recorded_at
            FROM parent_places AS p LEFT JOIN books AS b ON b.id = p.book_id
            WHERE p.user_id IN (\(sql: parents))
                AND (p.user_id, p.book_id) > (\(place.integer(0)), \(place.integer(1)))
            ORDER BY p.user_id, p.book_id LIMIT \(limit)
            """
        }
    }

    private static func speeds(_ subject: ArchiveSubject, of parents: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "reading_speeds",
            columns: [
                ("id", .integer), ("user_id", .integer), ("child_id", .integer),
                ("series_id", .integer), ("book_id", .integer), ("quarters", .integer),
                ("updated_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, user_id, child_id, series_id, book_id, quarters, updated_at
            FROM reading_speeds
            WHERE (child_id IN (\(sql: subject.children)) OR user_id IN (\(sql: parents)))
                AND id > \(place.integer())
            ORDER BY id LIMIT \(limit)
            """
        }
    }
}
