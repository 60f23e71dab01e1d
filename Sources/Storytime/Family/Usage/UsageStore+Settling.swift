import SQLite

/// Writes viewings so that each second of a child belongs to one of them.
///
/// What a viewing played depends on its own events. What of it counts depends on those that played
/// at the same time: of two, the one that began later has the seconds of both (`PlayedTime.Turn`).
/// One that is left out counts for nothing, so it takes nothing from others, and gives back what
/// it had taken. One that is frozen keeps what counted when its events were deleted, against all
/// others.
///
/// So a change of a viewing also recomputes those that overlap with its old or new times, from the
/// record of when they played (`viewings.played`), without reading their events.
extension UsageStore {
    /// Another viewing of the same child, with what matters here.
    struct Other {
        let id: ID<Viewing>
        let turn: PlayedTime.Turn
        let played: PlayedTime
        let isFrozen: Bool
        let isLeftOut: Bool
    }

    /// Viewings that last longer are found by an index of their own.
    private static let usualSeconds = 10_800

    /// Writes a viewing's new sums, and the resulting changes of others.
    func settle(
        _ time: WatchedTime,
        _ eventCount: Int,
        _ key: Viewing.Key,
        _ before: Viewing?,
        _ days: TimeText,
        isMoved: Bool = false
    ) throws -> ID<Viewing> {
        let played = PlayedTime(time)
        var first = time.startedMS / 1000
        var last = time.endedMS / 1000
        if let before {
            first = min(first, before.sums.startedAt)
            last = max(last, before.sums.endedAt)
        }
        let others = try others(of: key.child, from: first, to: last, except: before?.id)
        let turn = PlayedTime.Turn(
            startedMS: time.startedMS,
            session: key.session,
            book: key.book
        )
        let counted = Self.counted(played, turn, among: others)
        var sums = Viewing.Sums(
            time,
            eventCount,
            counted: counted,
            duration: try duration(of: key.book),
            days: days
        )
        // Judged by the length that the story had then: by now its video may be another one.
        if let before, before.played != nil, before.sums.eventCount == sums.eventCount,
            before.sums.stoppedPosition == sums.stoppedPosition
        {
            sums.isFinished = before.sums.isFinished
        }
        if let before, before.sums == sums, before.played == played { return before.id }
        if isCorrecting, let before {
            var reasons: Set<UsageCorrection.Reason> = []
            if isMoved { reasons.insert(.clocks) }
            if time.hasIdleHeartbeats { reasons.insert(.pauses) }
            if counted != played { reasons.insert(.devices) }
            if before.sums.later != sums.later { reasons.insert(.midnight) }
            try note(before, sums, reasons)
        }
        let id = try save(sums, played, key, before)
        let affected = others.filter {
            $0.played.intersects(played) || before?.played.map($0.played.intersects) == true
        }
        try recount(affected, days)
        return id
    }

    /// Recomputes the others when a viewing is left out, or takes its time again.
    func recountOthers(than viewing: Viewing, _ days: TimeText) throws {
        try recount(try overlapping(viewing), days)
    }

    /// The viewings that played at the same time as this one.
    func overlapping(_ viewing: Viewing) throws -> [Other] {
        guard let played = try played(viewing) else { return [] }
        let others = try others(
            of: viewing.key.child,
            from: viewing.sums.startedAt,
            to: viewing.sums.endedAt,
            except: viewing.id
        )
        return others.filter { $0.played.intersects(played) }
    }

    /// Records that the events of a viewing are gone: it stays as it is.
    func freeze(_ viewing: Viewing) throws {
        let counted = try viewing.played.map { played in
            let turn = PlayedTime.Turn(
                startedMS: played.startedMS,
                session: viewing.key.session,
                book: viewing.key.book
            )
            let others = try others(
                of: viewing.key.child,
                from: viewing.sums.startedAt,
                to: viewing.sums.endedAt,
                except: viewing.id
            )
            return Self.counted(played, turn, among: others)
        }
        try database.execute(
            "DELETE FROM usage_events WHERE viewing_id = \(viewing.id.value)"
        )
        try database.execute(
            """
            UPDATE viewings SET is_frozen = 1, played = \(counted?.text)
            WHERE id = \(viewing.id.value)
            """
        )
    }

    /// The part of a viewing's time that counts for it.
    private static func counted(
        _ played: PlayedTime,
        _ turn: PlayedTime.Turn,
        among others: [Other]
    ) -> PlayedTime {
        var counted = played
        for other in others where !other.isLeftOut && (other.isFrozen || turn < other.turn) {
            counted.subtract(other.played)
        }
        return counted
    }

    /// Recomputes viewings with the current state of all others.
    func recount(_ others: [Other], _ days: TimeText) throws {
        for other in others where !other.isFrozen {
            let viewing = try find(other.id)
            // A viewing that was computed by earlier rules has its turn later.
            guard let viewing, viewing.played != nil else { continue }
            let rest = try self.others(
                of: viewing.key.child,
                from: viewing.sums.startedAt,
                to: viewing.sums.endedAt,
                except: viewing.id
            )
            var sums = viewing.sums
            sums.count(Self.counted(other.played, other.turn, among: rest), days)
            guard sums != viewing.sums else { continue }
            if isCorrecting { try note(viewing, sums, [.devices]) }
            _ = try save(sums, other.played, viewing.key, viewing)
        }
    }

    /// A child's viewings that overlap with a time, in seconds, whether or not they played during
    /// it. Only a few began some hours before it; still fewer are longer, because they rested.
    private func others(
        of child: ID<Child>,
        from first: Int,
        to last: Int,
        except own: ID<Viewing>?
    ) throws -> [Other] {
        let earliest = first - Self.usualSeconds
        // A day more or less: they are days of the family's zone.
        let days = (
            first: CalendarDay(number: earliest / 86_400 - 1).iso,
            last: CalendarDay(number: last / 86_400 + 1).iso
        )
        let columns: SQL = """
            v.id, v.session_id, v.book_id, v.played, v.is_left_out, v.is_frozen, v.started_at
            """
        let found = try database.all(
            """
            SELECT \(sql: columns) FROM viewings AS v INDEXED BY viewings_by_day
            WHERE v.child_id = \(child.value) AND v.day >= \(days.first) AND v.day <= \(days.last)
                AND v.started_at >= \(earliest) AND v.started_at <= \(last)
                AND v.ended_at >= \(first) AND v.id <> \(own?.value ?? 0)
            UNION ALL
            SELECT \(sql: columns) FROM viewings AS v INDEXED BY viewings_of_hours
            WHERE v.child_id = \(child.value) AND v.ended_at >= \(first)
                AND v.ended_at - v.started_at > 10800 AND v.started_at < \(earliest)
                AND v.id <> \(own?.value ?? 0)
            """
        ) { row in
            (
                id: ID<Viewing>(try row.int(0)), session: try row.text(1),
                book: ID<Book>(try row.int(2)), played: try row.textOrNil(3),
                isLeftOut: try row.bool(4), isFrozen: try row.bool(5)
            )
        }
        return try found.compactMap { row in
            let played = try played(row.id, row.played, isFrozen: row.isFrozen)
            guard let played, !played.times.isEmpty else { return nil }
            return Other(
                id: row.id,
                turn: PlayedTime.Turn(
                    startedMS: played.startedMS,
                    session: row.session,
                    book: row.book
                ),
                played: played,
                isFrozen: row.isFrozen,
                isLeftOut: row.isLeftOut
            )
        }
    }

    private func played(_ viewing: Viewing) throws -> PlayedTime? {
        try viewing.played ?? played(viewing.id, nil, isFrozen: viewing.isFrozen)
    }

    /// When a viewing played: if it was computed by earlier rules, according to its events. If its
    /// events were deleted before this was recorded, nobody knows.
    private func played(_ id: ID<Viewing>, _ text: String?, isFrozen: Bool) throws -> PlayedTime? {
        if let text { return PlayedTime(text: text) }
        return isFrozen ? nil : WatchedTime(try events(of: id)).map { PlayedTime($0) }
    }
}
