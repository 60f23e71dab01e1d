import SQLite

/// What a parent removes from a child's history. The totals follow in the same transaction, and
/// the audit log says how many viewings of which days were removed, but not of which story.
extension UsageStore {
    /// Deletes a viewing with its events. If a device later sends events of it that happened
    /// before now, they are ignored.
    func delete(_ id: ID<Viewing>, of child: Child, by actor: Actor) throws {
        try database.write {
            let viewing = try find(id, of: child.id)
            try remove(viewing)
            let day = viewing.sums.day.iso
            try audit([Change("viewings", "1 viewing of \(day)", nil)], of: child, by: actor)
        }
    }

    /// Deletes all viewings that began on these days, and says how many there were; none, and nil,
    /// if they are not as many as somebody has agreed to.
    ///
    /// A year of them takes several transactions, so that others can save meanwhile. Each writes
    /// what it has deleted to the audit log.
    func delete(
        _ days: ClosedRange<CalendarDay>,
        of child: Child,
        by actor: Actor,
        agreed: Int? = nil
    ) throws -> Int? {
        let ids = try database.all(
            """
            SELECT id FROM viewings WHERE child_id = \(child.id.value)
                AND day BETWEEN \(days.lowerBound.iso) AND \(days.upperBound.iso)
            ORDER BY day, started_at, id
            """
        ) { ID<Viewing>(try $0.int(0)) }
        guard agreed == nil || agreed == ids.count else { return nil }
        var (rest, count) = (ids[...], 0)
        while !rest.isEmpty { count += try deleteSome(&rest, days, of: child, by: actor) }
        return count
    }

    /// Deletes the first of some viewings in one transaction, and takes them from the list.
    private func deleteSome(
        _ rest: inout ArraySlice<ID<Viewing>>,
        _ days: ClosedRange<CalendarDay>,
        of child: Child,
        by actor: Actor
    ) throws -> Int {
        try database.write {
            turn.begin()
            var count = 0
            while !turn.isOver, let id = rest.popFirst() {
                // Somebody else may have deleted it since.
                guard let viewing = try find(id), viewing.key.child == child.id else { continue }
                try remove(viewing)
                count += 1
            }
            guard count > 0 else { return 0 }
            let viewings = Counted.text(count, "viewing", "viewings")
            let text = "\(viewings) of \(days.lowerBound.iso) to \(days.upperBound.iso)"
            try audit([Change("viewings", text, nil)], of: child, by: actor)
            return count
        }
    }

    /// Leaves a viewing out of all totals, or counts it again. Does nothing if that is already so.
    func setLeftOut(_ isLeftOut: Bool, _ id: ID<Viewing>, of child: Child, by actor: Actor) throws {
        try database.write {
            var viewing = try find(id, of: child.id)
            guard viewing.isLeftOut != isLeftOut else { return }
            viewing.isLeftOut = isLeftOut
            try database.execute(
                "UPDATE viewings SET is_left_out = \(isLeftOut) WHERE id = \(id.value)"
            )
            try UsageTotals(database: database).replace(
                isLeftOut ? viewing.sums : nil,
                by: isLeftOut ? nil : viewing.sums,
                of: viewing.key
            )
            // While it is left out, others also get the time during which they played.
            try recountOthers(than: viewing, try days(of: viewing.key.child))
            let text = "1 viewing of \(viewing.sums.day.iso)"
            let change = Change(
                "left_out_of_statistics",
                isLeftOut ? nil : text,
                isLeftOut ? text : nil
            )
            try audit([change], of: child, by: actor)
        }
    }

    private func remove(_ viewing: Viewing) throws {
        if !viewing.isLeftOut {
            let totals = UsageTotals(database: database)
            try totals.replace(viewing.sums, by: nil, of: viewing.key)
        }
        let isKnown = viewing.sums.endedAt >= now - UsageEvent.maximumAgeDays * 86_400
        let claimed = isKnown ? try lastClaimedMS(viewing) : nil
        // Read before its events are gone, for a viewing that was computed by earlier rules.
        let surroundings = try surroundings(of: viewing)
        turn.use(UsageTurn.ofViewing + viewing.sums.eventCount)
        try database.execute("DELETE FROM viewings WHERE id = \(viewing.id.value)")
        if let surroundings { try recount(surroundings, days(of: viewing.key.child)) }
        // Anything older can't be sent again.
        guard isKnown else { return }
        let key = viewing.key
        try database.execute(
            """
            INSERT INTO forgotten_viewings
                (child_id, session_id, book_id, until_ms, claimed_until_ms)
            VALUES (\(key.child.value), \(key.session), \(key.book.value), \(receivedMS),
                \(claimed))
            ON CONFLICT DO UPDATE SET until_ms = excluded.until_ms, claimed_until_ms =
                max(excluded.claimed_until_ms, coalesce(claimed_until_ms, 0))
            """
        )
    }

    /// The latest event that a device sent about it, by the device's clock. If that is ahead, it
    /// is later than now, and the event comes again when nothing is known about the clock any
    /// more.
    private func lastClaimedMS(_ viewing: Viewing) throws -> Int? {
        try database.first(
            "SELECT max(claimed_ms) FROM usage_events WHERE viewing_id = \(viewing.id.value)"
        ) { try $0.intOrNil(0) }.flatMap(\.self)
    }

    private func days(of child: ID<Child>) throws -> TimeText {
        TimeText(zone: try zone(of: child) ?? "UTC")
    }

    private func audit(_ changes: [Change], of child: Child, by actor: Actor) throws {
        try AuditLog(database, now).write(actor, "changed", child.subject, changes)
    }
}
