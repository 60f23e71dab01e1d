import SQLite

/// Reads single plays: when they began, and where they stopped. What is left out of statistics is
/// left out here as well.
struct HabitList {
    let database: Database
    let subject: ReportSubject

    /// The plays that began on these days and were watched for at least so many seconds.
    func plays(_ days: ReportDays, least seconds: Int) throws -> [HabitPlay] {
        try database.all(statement(days, least: seconds)) { row in
            let position = try row.intOrNil(2)
            let duration = try row.intOrNil(3)
            return HabitPlay(
                startedAt: try row.int(0),
                watchedMilliseconds: try row.int(1),
                stop: position.flatMap { position in duration.map { (position, $0) } }
            )
        }
    }

    func statement(_ days: ReportDays, least seconds: Int) -> SQL {
        """
        SELECT u.started_at, u.watched_ms, iif(u.is_finished, NULL, u.stopped_position_seconds),
            (SELECT v.duration_seconds FROM video_assets AS v
                WHERE v.book_id = u.book_id AND v.is_current = 1)
        FROM viewings AS u
        WHERE \(sql: subject.condition) AND u.day >= \(days.first.iso) AND u.day <= \(days.last.iso)
            AND u.watched_ms >= \(seconds * 1000) AND u.is_left_out = 0
        """
    }
}

/// The stories of a child's library that were never watched, not even for a moment.
struct UnopenedList {
    /// A story that waits, and where it stands among those that do.
    struct Entry: Sendable {
        let book: ID<Book>
        let title: String
        let addedAt: Int
        fileprivate let item: Int
    }

    let database: Database
    let child: ID<Child>

    private var condition: SQL {
        """
        i.child_id = \(child.value) AND b.deleted_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM viewings AS v WHERE v.child_id = i.child_id AND v.book_id = i.book_id)
        """
    }

    func count() throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE \(sql: condition)
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Those that wait longest first.
    func oldest(_ limit: Int) throws -> [Entry] {
        try database.all(statement(limit), Self.entry)
    }

    /// The next ones after one, of those that were there at a moment.
    func next(_ limit: Int, after last: Entry?, upTo newest: Int) throws -> [Entry] {
        try database.all(statement(limit, after: last, upTo: newest), Self.entry)
    }

    func statement(_ limit: Int, after last: Entry? = nil, upTo newest: Int = .max) -> SQL {
        """
        SELECT b.id, b.title, i.added_at, i.id
        FROM library_items AS i INDEXED BY library_items_by_age
        CROSS JOIN books AS b ON b.id = i.book_id
        WHERE \(sql: condition) AND i.added_at >= \(last?.addedAt ?? 0)
            AND (i.added_at, i.id) > (\(last?.addedAt ?? 0), \(last?.item ?? 0))
            AND i.id <= \(newest)
        ORDER BY i.added_at, i.id LIMIT \(limit)
        """
    }

    private static func entry(_ row: Row) throws -> Entry {
        Entry(
            book: ID(try row.int(0)),
            title: try row.text(1),
            addedAt: try row.int(2),
            item: try row.int(3)
        )
    }
}
