import SQLite

/// What the children watched.
extension ArchiveTable {
    /// Each story that was opened, and how long it played.
    static func viewings(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "viewings",
            columns: [
                ("id", .integer), ("child_id", .integer), ("book_id", .integer), ("title", .text),
                ("session_id", .text), ("day", .text), ("started_at", .time), ("ended_at", .time),
                ("watched_ms", .integer), ("stopped_position_seconds", .integer),
                ("is_finished", .flag), ("is_left_out", .flag),
            ],
            key: [(5, .text), (6, .integer), (0, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT v.id, v.child_id, v.book_id, b.title, v.session_id, v.day, v.started_at,
                v.ended_at, v.watched_ms, v.stopped_position_seconds, v.is_finished, v.is_left_out
            FROM viewings AS v INDEXED BY viewings_by_day LEFT JOIN books AS b ON b.id = v.book_id
            WHERE v.child_id = \(place.group) AND (v.day, v.started_at, v.id)
                > (\(place.text(0)), \(place.integer(1)), \(place.integer(2)))
            ORDER BY v.day, v.started_at, v.id LIMIT \(limit)
            """
        }
    }

    /// The events that devices sent about it, as long as they are kept: viewing after viewing,
    /// each in the order in which they were received. A piece that begins within a viewing reads
    /// its events again: `UsageStore.maximumEventsPerSession` at most.
    static func usageEvents(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "usage_events",
            columns: [
                ("id", .integer), ("viewing_id", .integer), ("client_event_id", .text),
                ("event_type", .text), ("occurred_at", .text), ("claimed_at", .text),
                ("received_at", .text), ("position_seconds", .integer),
                ("from_position_seconds", .integer), ("to_position_seconds", .integer),
            ],
            key: [(10, .text), (11, .integer), (1, .integer), (0, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT e.id, e.viewing_id, e.client_event_id, e.event_type,
                \(sql: moment("e.occurred_ms")), \(sql: moment("e.claimed_ms")),
                \(sql: moment("e.received_ms")), e.position_seconds, e.from_position_seconds,
                e.to_position_seconds, v.day, v.started_at
            FROM viewings AS v INDEXED BY viewings_by_day
            CROSS JOIN usage_events AS e ON e.viewing_id = v.id
            WHERE v.child_id = \(place.group) AND (v.day, v.started_at, v.id)
                >= (\(place.text(0)), \(place.integer(1)), \(place.integer(2)))
                AND (v.id <> \(place.integer(2)) OR e.id > \(place.integer(3)))
            ORDER BY v.day, v.started_at, v.id, e.id LIMIT \(limit)
            """
        }
    }

    /// The totals that reports read.
    static func dailyUsage(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "daily_usage",
            columns: [
                ("child_id", .integer), ("day", .text), ("book_id", .integer), ("title", .text),
                ("length_class", .integer), ("watched_ms", .integer), ("plays", .integer),
                ("completions", .integer),
            ],
            key: [(1, .text), (2, .integer), (4, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT u.child_id, u.day, u.book_id, b.title, u.length_class, u.watched_ms, u.plays,
                u.completions
            FROM daily_usage AS u LEFT JOIN books AS b ON b.id = u.book_id
            WHERE u.child_id = \(place.group) AND (u.day, u.book_id, u.length_class)
                > (\(place.text(0)), \(place.integer(1)), \(place.integer(2)))
            ORDER BY u.day, u.book_id, u.length_class LIMIT \(limit)
            """
        }
    }

    /// Milliseconds since 1970 as ISO 8601 in UTC.
    private static func moment(_ column: SQL) -> SQL {
        "strftime('%Y-%m-%dT%H:%M:%fZ', \(sql: column) / 1000.0, 'unixepoch')"
    }
}
