import SQLite

/// What a single play says about how stories are watched.
struct HabitPlay: Sendable {
    let book: ID<Book>
    /// The day to which it belongs.
    let day: CalendarDay
    let startedAt: Int
    let watchedMilliseconds: Int
    let isFinished: Bool
    /// Where it was left, in seconds; nil if that is unknown, or if it was watched to the end.
    let stoppedPosition: Int?
}

/// The part of a play that was watched on a later day than the one on which it began.
struct CarriedPlay: Sendable {
    /// The day on which it began, and when.
    let begun: (day: CalendarDay, at: Int)
    let day: CalendarDay
    /// When it continued on that day; nil if that is no longer kept.
    let wentOnAt: Int?
    let milliseconds: Int
}

/// Reads single plays: when they began, and where they stopped. Plays that are left out of
/// statistics are left out here as well.
struct HabitList {
    let database: Database
    let subject: ReportSubject

    /// The plays that began on these days and were watched for at least this many seconds.
    func each(_ days: ReportDays, least seconds: Int, _ body: (HabitPlay) -> Void) throws {
        var reader = DayReader()
        try database.each(statement(days, least: seconds)) { row in
            try row.withUTF8(1) { if !reader.isAt($0) { reader.read($0) } }
            guard let day = reader.day else { return }
            body(
                HabitPlay(
                    book: ID(try row.int(0)),
                    day: day,
                    startedAt: try row.int(2),
                    watchedMilliseconds: try row.int(3),
                    isFinished: try row.bool(4),
                    stoppedPosition: try row.intOrNil(5)
                )
            )
        }
    }

    /// The index contains everything that this reads.
    func statement(_ days: ReportDays, least seconds: Int) -> SQL {
        """
        SELECT u.book_id, u.day, u.started_at, u.watched_ms, u.is_finished,
            iif(u.is_finished, NULL, u.stopped_position_seconds)
        FROM viewings AS u INDEXED BY viewings_by_day
        WHERE \(sql: condition(days, least: seconds))
        """
    }

    private func condition(_ days: ReportDays, least seconds: Int) -> SQL {
        """
        \(sql: subject.condition) AND u.day >= \(days.first.iso) AND u.day <= \(days.last.iso)
            AND u.watched_ms >= \(seconds * 1000) AND u.is_left_out = 0
        """
    }

    /// What was watched later than on the day of its beginning, for plays that began on these days
    /// or continued on them.
    func carried(_ days: ReportDays, least seconds: Int, _ times: TimeText) throws -> [CarriedPlay]
    {
        let rows = try database.all(carriedStatement(days, least: seconds)) { row in
            (
                viewing: try row.int(0), begun: CalendarDay(iso: try row.text(1)),
                at: try row.int(2), day: CalendarDay(iso: try row.text(3)), ms: try row.int(4)
            )
        }
        return try rows.compactMap { row in
            guard let begun = row.begun, let day = row.day else { return nil }
            return CarriedPlay(
                begun: (begun, row.at),
                day: day,
                wentOnAt: try firstSign(of: row.viewing, on: day, times),
                milliseconds: row.ms
            )
        }
    }

    func carriedStatement(_ days: ReportDays, least seconds: Int) -> SQL {
        """
        SELECT u.id, u.day, u.started_at, d.day, d.watched_ms
        FROM viewings AS u INDEXED BY viewings_by_day
            CROSS JOIN viewing_days AS d ON d.viewing_id = u.id
        WHERE \(sql: condition(days.withBeginnings, least: seconds))
            AND (u.day >= \(days.first.iso)
                OR d.day BETWEEN \(days.first.iso) AND \(days.last.iso))
        """
    }

    private func firstSign(of viewing: Int, on day: CalendarDay, _ times: TimeText) throws -> Int? {
        guard let start = times.start(ofDay: day.iso) else { return nil }
        return try database.first(
            """
            SELECT min(occurred_ms) / 1000 FROM usage_events
            WHERE viewing_id = \(viewing) AND occurred_ms >= \(start * 1000)
            """
        ) { try $0.intOrNil(0) } ?? nil
    }

    /// The lengths of the stories, in seconds, as far as they are known.
    func lengths(of books: Set<ID<Book>>) throws -> [ID<Book>: Int] {
        guard !books.isEmpty else { return [:] }
        let rows = try database.all(
            """
            SELECT book_id, duration_seconds FROM video_assets
            WHERE is_current = 1 AND duration_seconds IS NOT NULL
                AND book_id IN \(list: books.map(\.value))
            """
        ) { (ID<Book>(try $0.int(0)), try $0.int(1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

/// The stories in a child's library that could be watched and never were, not even for a moment.
struct UnopenedList {
    /// A waiting story, and its place among the others.
    struct Entry: Sendable {
        let book: ID<Book>
        let title: String
        let addedAt: Int
        fileprivate let item: Int
    }

    let database: Database
    let child: ID<Child>

    /// That a child may watch the story.
    private var isThere: SQL {
        """
        i.child_id = \(child.value) AND b.deleted_at IS NULL
            AND NOT \(sql: ChildShelf.hides(from: child))
            AND EXISTS (SELECT 1 FROM video_assets AS a
                WHERE a.book_id = i.book_id AND a.is_current = 1 AND a.status = 'ready')
        """
    }

    private var condition: SQL {
        """
        \(sql: isThere) AND NOT EXISTS (
            SELECT 1 FROM viewings AS v WHERE v.child_id = i.child_id AND v.book_id = i.book_id)
        """
    }

    /// Whether there is any story to watch, opened or not.
    func hasStories() throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE \(sql: isThere)
            """
        ) { _ in true } ?? false
    }

    func count() throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            WHERE \(sql: condition)
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The stories waiting longest.
    func oldest(_ limit: Int) throws -> [Entry] {
        try database.all(statement(limit), Self.entry)
    }

    /// The next ones after one, among those that existed at a moment.
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
