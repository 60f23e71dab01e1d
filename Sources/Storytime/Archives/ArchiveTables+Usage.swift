import SQLite

/// What the children watched.
extension ArchiveTable {
    /// Each story that was opened, and for how long it played.
    static func viewings(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "viewings",
            columns: [
                ("id", .integer), ("child_id", .integer), ("book_id", .integer), ("title", .text),
                ("session_id", .text), ("day", .text), ("started_at", .time), ("ended_at", .time),
                ("watched_ms", .integer), ("stopped_position_seconds", .integer),
                ("is_finished", .flag), ("is_left_out", .flag),
            ]
        ) { key, limit in
            """
            SELECT v.id, v.child_id, v.book_id, b.title, v.session_id, v.day, v.started_at,
                v.ended_at, v.watched_ms, v.stopped_position_seconds, v.is_finished, v.is_left_out
            FROM viewings AS v INDEXED BY viewings_by_day LEFT JOIN books AS b ON b.id = v.book_id
            WHERE v.child_id IN (\(sql: subject.children)) AND v.id > \(key)
            ORDER BY v.id LIMIT \(limit)
            """
        }
    }

    /// What their devices told of it, as long as it is kept.
    static func usageEvents(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "usage_events",
            columns: [
                ("id", .integer), ("viewing_id", .integer), ("client_event_id", .text),
                ("event_type", .text), ("occurred_at", .text), ("claimed_at", .text),
                ("received_at", .text), ("position_seconds", .integer),
                ("from_position_seconds", .integer), ("to_position_seconds", .integer),
            ]
        ) { key, limit in
            """
            SELECT e.id, e.viewing_id, e.client_event_id, e.event_type,
                \(sql: moment("e.occurred_ms")), \(sql: moment("e.claimed_ms")),
                \(sql: moment("e.received_ms")), e.position_seconds, e.from_position_seconds,
                e.to_position_seconds
            FROM usage_events AS e
            WHERE e.id IN (SELECT u.id FROM viewings AS v INDEXED BY viewings_by_day
                CROSS JOIN usage_events AS u ON u.viewing_id = v.id
                WHERE v.child_id IN (\(sql: subject.children)) AND u.id > \(key)
                ORDER BY u.id LIMIT \(limit))
            ORDER BY e.id
            """
        }
    }

    /// What the reports read. The rows have no key of their own, so they are numbered.
    static func dailyUsage(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "daily_usage",
            columns: [
                ("number", .integer), ("child_id", .integer), ("day", .text),
                ("book_id", .integer), ("title", .text), ("length_class", .integer),
                ("watched_ms", .integer), ("plays", .integer), ("completions", .integer),
            ]
        ) { key, limit in
            """
            SELECT \(key) + row_number() OVER (ORDER BY u.child_id, u.day, u.book_id,
                    u.length_class),
                u.child_id, u.day, u.book_id, b.title, u.length_class, u.watched_ms, u.plays,
                u.completions
            FROM (SELECT * FROM daily_usage WHERE child_id IN (\(sql: subject.children))
                ORDER BY child_id, day, book_id, length_class
                LIMIT \(limit) OFFSET \(key)) AS u
            LEFT JOIN books AS b ON b.id = u.book_id
            ORDER BY 1
            """
        }
    }

    /// Milliseconds since 1970 as ISO 8601 in UTC.
    private static func moment(_ column: SQL) -> SQL {
        "strftime('%Y-%m-%dT%H:%M:%fZ', \(sql: column) / 1000.0, 'unixepoch')"
    }
}
