import SQLite

/// Reads and writes viewings, with the totals that they contribute to.
extension UsageStore {
    static let columns: SQL = """
        v.id, v.child_id, v.session_id, v.book_id, v.day, v.started_at, v.ended_at, v.watched_ms,
            v.stopped_position_seconds, v.is_finished, v.event_count, v.is_left_out, v.is_frozen
        """

    /// The columns together with when it played.
    private static let allColumns: SQL = "\(sql: columns), v.played"

    func find(_ key: Viewing.Key) throws -> Viewing? {
        let found = try database.first(
            """
            SELECT \(sql: Self.allColumns) FROM viewings AS v
            WHERE v.child_id = \(key.child.value) AND v.session_id = \(key.session)
                AND v.book_id = \(key.book.value)
            """,
            Self.wholeViewing
        )
        return try found.map(withDays)
    }

    func find(_ id: ID<Viewing>) throws -> Viewing? {
        let found = try database.first(
            "SELECT \(sql: Self.allColumns) FROM viewings AS v WHERE v.id = \(id.value)",
            Self.wholeViewing
        )
        return try found.map(withDays)
    }

    /// A viewing of a child, whose family is asking.
    func find(_ id: ID<Viewing>, of child: ID<Child>) throws -> Viewing {
        let found = try database.first(
            """
            SELECT \(sql: Self.allColumns) FROM viewings AS v
            WHERE v.id = \(id.value) AND v.child_id = \(child.value)
            """,
            Self.wholeViewing
        )
        guard let found else { throw Failure.notFound }
        return try withDays(found)
    }

    /// Adds what was watched on later days; nothing if it ended on the day it began.
    func withDays(_ viewing: Viewing) throws -> Viewing {
        var viewing = viewing
        try database.each(
            "SELECT day, watched_ms FROM viewing_days WHERE viewing_id = \(viewing.id.value)"
        ) { row in
            if let day = CalendarDay(iso: try row.text(0)) {
                viewing.sums.later[day] = try row.int(1)
            }
        }
        return viewing
    }

    /// The events of a viewing, in no order.
    func events(of viewing: ID<Viewing>) throws -> [TimedEvent] {
        let events = try database.all(
            """
            SELECT client_event_id, event_type, occurred_ms, position_seconds,
                from_position_seconds, to_position_seconds, device
            FROM usage_events WHERE viewing_id = \(viewing.value)
            """
        ) { row in
            TimedEvent(
                clientID: try row.text(0),
                act: try act(row),
                occurredMS: try row.int(2),
                position: try row.intOrNil(3),
                device: try row.intOrNil(6)
            )
        }
        turn.use(events.count)
        return events
    }

    /// The schema accepts only kinds that this can read.
    private func act(_ row: Row) throws -> UsageEvent.Act {
        let kind = UsageEvent.Kind(rawValue: try row.text(1))
        return UsageEvent.Act(
            kind ?? .heartbeat,
            from: try row.intOrNil(4),
            to: try row.intOrNil(5)
        ) ?? .heartbeat
    }

    /// Writes the sums of a session; the totals follow.
    func save(_ sums: Viewing.Sums, _ played: PlayedTime, _ key: Viewing.Key, _ before: Viewing?)
        throws -> ID<Viewing>
    {
        let id: ID<Viewing>
        if let before {
            id = before.id
            try update(id, sums, played)
        } else {
            id = try insert(sums, played, key)
        }
        if sums.later != before?.sums.later ?? [:] { try write(sums.later, of: id) }
        if before?.isLeftOut != true {
            try UsageTotals(database: database).replace(before?.sums, by: sums, of: key)
        }
        return id
    }

    private func insert(_ sums: Viewing.Sums, _ played: PlayedTime, _ key: Viewing.Key) throws
        -> ID<Viewing>
    {
        try database.execute(
            """
            INSERT INTO viewings (child_id, session_id, book_id, day, started_at, ended_at,
                watched_ms, stopped_position_seconds, is_finished, event_count, played)
            VALUES (\(key.child.value), \(key.session), \(key.book.value), \(sums.day.iso),
                \(sums.startedAt), \(sums.endedAt), \(sums.watchedMS), \(sums.stoppedPosition),
                \(sums.isFinished), \(sums.eventCount), \(played.text))
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    private func update(_ id: ID<Viewing>, _ sums: Viewing.Sums, _ played: PlayedTime) throws {
        try database.execute(
            """
            UPDATE viewings SET day = \(sums.day.iso), started_at = \(sums.startedAt),
                ended_at = \(sums.endedAt), watched_ms = \(sums.watchedMS),
                stopped_position_seconds = \(sums.stoppedPosition),
                is_finished = \(sums.isFinished), event_count = \(sums.eventCount),
                played = \(played.text)
            WHERE id = \(id.value)
            """
        )
    }

    private func write(_ later: [CalendarDay: Int], of id: ID<Viewing>) throws {
        try database.execute("DELETE FROM viewing_days WHERE viewing_id = \(id.value)")
        for (day, watchedMS) in later {
            try database.execute(
                """
                INSERT INTO viewing_days (viewing_id, day, watched_ms)
                VALUES (\(id.value), \(day.iso), \(watchedMS))
                """
            )
        }
    }

    private static func wholeViewing(_ row: Row) throws -> Viewing {
        var viewing = try viewing(row)
        viewing.played = try row.textOrNil(13).flatMap(PlayedTime.init(text:))
        return viewing
    }

    static func viewing(_ row: Row) throws -> Viewing {
        Viewing(
            id: ID(try row.int(0)),
            key: Viewing.Key(
                child: ID(try row.int(1)),
                session: try row.text(2),
                book: ID(try row.int(3))
            ),
            sums: Viewing.Sums(
                day: CalendarDay(iso: try row.text(4)) ?? CalendarDay(number: 0),
                startedAt: try row.int(5),
                endedAt: try row.int(6),
                watchedMS: try row.int(7),
                stoppedPosition: try row.intOrNil(8),
                isFinished: try row.bool(9),
                eventCount: try row.int(10)
            ),
            isLeftOut: try row.bool(11),
            isFrozen: try row.bool(12)
        )
    }
}
