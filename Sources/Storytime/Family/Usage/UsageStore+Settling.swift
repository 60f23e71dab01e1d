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
/// record of when they played (`viewings.played`), without reading their events. All that play at
/// the time of those are read once, and share it once (`SharedTime`).
extension UsageStore {
    /// A viewing that plays around the time of another one of the same child.
    struct Other {
        let id: ID<Viewing>
        let claim: SharedTime.Claim
        /// From its first event to its last, in seconds.
        let lasted: ClosedRange<Int>
    }

    /// The viewings that a change has to do with.
    struct Surroundings {
        /// All that may share time with one whose figures the change affects.
        let others: [Other]
        /// Those whose figures it affects.
        let affected: Set<ID<Viewing>>
    }

    /// Viewings that last longer are found by an index of their own.
    private static let usualSeconds = 10_800

    /// Writes a viewing's new sums, and the resulting changes of others. What players send can be
    /// refused because too many others are around; what is known already can't.
    func settle(
        _ time: WatchedTime,
        _ eventCount: Int,
        _ key: Viewing.Key,
        _ before: Viewing?,
        _ days: TimeText,
        isMoved: Bool = false,
        isRefusable: Bool = false
    ) throws -> ID<Viewing> {
        let claim = SharedTime.Claim(
            key,
            PlayedTime(time),
            isLeftOut: before?.isLeftOut == true
        )
        let played = claim.played
        var lasted = time.startedMS / 1000...time.endedMS / 1000
        if let before { lasted = Self.join(lasted, before.sums.lasted) }
        let surroundings = try surroundings(
            of: key.child,
            lasted,
            changing: claim.isLeftOut ? [] : [played, before?.played].compactMap(\.self),
            except: before?.id,
            isRefusable: isRefusable
        )
        let shares = SharedTime.counted([claim] + surroundings.others.map(\.claim))
        let counted = shares[0]
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
        try recount(surroundings, shares.dropFirst(), days)
        return id
    }

    /// Recomputes the others when a viewing is left out, or takes its time again.
    func recountOthers(than viewing: Viewing, _ days: TimeText) throws {
        guard let surroundings = try surroundings(of: viewing), let played = try played(viewing)
        else { return }
        let claim = SharedTime.Claim(
            viewing.key,
            played,
            isFrozen: viewing.isFrozen,
            isLeftOut: viewing.isLeftOut
        )
        let shares = SharedTime.counted([claim] + surroundings.others.map(\.claim))
        try recount(surroundings, shares.dropFirst(), days)
    }

    /// Recomputes viewings when one that they shared their time with is gone.
    func recount(_ surroundings: Surroundings, _ days: TimeText) throws {
        let shares = SharedTime.counted(surroundings.others.map(\.claim))
        try recount(surroundings, shares[...], days)
    }

    /// The viewings that share their time with this one, and those that share theirs. Nil if nobody
    /// knows when it played.
    func surroundings(of viewing: Viewing) throws -> Surroundings? {
        guard let played = try played(viewing) else { return nil }
        return try surroundings(
            of: viewing.key.child,
            viewing.sums.lasted,
            changing: [played],
            except: viewing.id
        )
    }

    /// Records that the events of a viewing are gone: it stays as it is.
    func freeze(_ viewing: Viewing) throws {
        let counted = try viewing.played.map { played in
            let others = try others(
                of: viewing.key.child,
                during: viewing.sums.lasted,
                except: viewing.id
            )
            let claim = SharedTime.Claim(viewing.key, played)
            return SharedTime.counted([claim] + others.map(\.claim))[0]
        }
        turn.use(UsageTurn.ofViewing + viewing.sums.eventCount)
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

    /// Writes the figures of those that a change affects, by the share that each of the others has
    /// now.
    private func recount(
        _ surroundings: Surroundings,
        _ shares: ArraySlice<PlayedTime>,
        _ days: TimeText
    ) throws {
        for (other, counted) in zip(surroundings.others, shares)
        where surroundings.affected.contains(other.id) {
            let viewing = try find(other.id)
            // A viewing that was computed by earlier rules has its turn later.
            guard let viewing, viewing.played != nil else { continue }
            var sums = viewing.sums
            sums.count(counted, days)
            guard sums != viewing.sums else { continue }
            if isCorrecting { try note(viewing, sums, [.devices]) }
            turn.use(UsageTurn.ofViewing)
            _ = try save(sums, other.claim.played, viewing.key, viewing)
        }
    }

    /// Finds those that play during some of the times, and whatever shares time with them.
    private func surroundings(
        of child: ID<Child>,
        _ lasted: ClosedRange<Int>,
        changing times: [PlayedTime],
        except own: ID<Viewing>?,
        isRefusable: Bool = false
    ) throws -> Surroundings {
        var others = try others(
            of: child,
            during: lasted,
            except: own,
            isRefusable: isRefusable
        )
        let affected = others.filter { other in
            !other.claim.isFrozen && times.contains { $0.intersects(other.claim.played) }
        }
        let whole = affected.reduce(lasted) { Self.join($0, $1.lasted) }
        if whole != lasted {
            others = try self.others(
                of: child,
                during: whole,
                except: own,
                isRefusable: isRefusable
            )
        }
        let ids = Set(affected.map(\.id))
        // Others that are left out take nothing.
        others.removeAll { $0.claim.isLeftOut && !ids.contains($0.id) }
        return Surroundings(others: others, affected: ids)
    }

    private static func join(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>)
        -> ClosedRange<Int>
    {
        min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
    }

    /// A child's viewings that overlap with a time, in seconds, whether or not they played during
    /// it. Only a few began some hours before it; still fewer are longer, because they rested.
    private func others(
        of child: ID<Child>,
        during lasted: ClosedRange<Int>,
        except own: ID<Viewing>?,
        isRefusable: Bool = false
    ) throws -> [Other] {
        let (first, last) = (lasted.lowerBound, lasted.upperBound)
        let earliest = first - Self.usualSeconds
        // A day more or less: they are days of the family's zone.
        let days = (
            first: CalendarDay(number: earliest / 86_400 - 1).iso,
            last: CalendarDay(number: last / 86_400 + 1).iso
        )
        let columns: SQL = """
            v.id, v.session_id, v.book_id, v.played, v.is_left_out, v.is_frozen, v.started_at,
                v.ended_at
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
            LIMIT \(isRefusable ? Self.mostViewingsTogether + 1 : -1)
            """
        ) { row in
            (
                id: ID<Viewing>(try row.int(0)), session: try row.text(1),
                book: ID<Book>(try row.int(2)), played: try row.textOrNil(3),
                isLeftOut: try row.bool(4), isFrozen: try row.bool(5),
                lasted: try row.int(6)...row.int(7)
            )
        }
        turn.use(found.count)
        if isRefusable, found.count > Self.mostViewingsTogether { throw UsageRefusal.crowded }
        var timeCount = 0
        return try found.compactMap { row in
            let played = try played(row.id, row.played, isFrozen: row.isFrozen)
            guard let played, !played.times.isEmpty else { return nil }
            turn.use(played.times.count)
            timeCount += played.times.count
            if isRefusable, timeCount > Self.mostTimesTogether { throw UsageRefusal.crowded }
            return Other(
                id: row.id,
                claim: SharedTime.Claim(
                    Viewing.Key(child: child, session: row.session, book: row.book),
                    played,
                    isFrozen: row.isFrozen,
                    isLeftOut: row.isLeftOut
                ),
                lasted: row.lasted
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
