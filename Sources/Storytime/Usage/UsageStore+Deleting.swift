import SQLite

/// What a parent takes out of a child's history. The totals follow in the same transaction, and the
/// audit log says how many viewings of which days it was, but not of which story.
extension UsageStore {
    /// Deletes a viewing with its events. What a device tells of it later, and happened before now,
    /// is not taken.
    func delete(_ id: ID<Viewing>, of child: Child, by actor: Actor) throws {
        try database.write {
            let viewing = try find(id, of: child.id)
            try remove(viewing)
            let day = viewing.sums.day.iso
            try audit([Change("viewings", "1 viewing of \(day)", nil)], of: child, by: actor)
        }
    }

    /// Deletes all viewings that began on these days; how many it were.
    func delete(_ days: ClosedRange<CalendarDay>, of child: Child, by actor: Actor) throws -> Int {
        try database.write {
            let ids = try database.all(
                """
                SELECT id FROM viewings WHERE child_id = \(child.id.value)
                    AND day BETWEEN \(days.lowerBound.iso) AND \(days.upperBound.iso)
                """
            ) { ID<Viewing>(try $0.int(0)) }
            for id in ids { try remove(try find(id, of: child.id)) }
            guard !ids.isEmpty else { return 0 }
            let count = Counted.text(ids.count, "viewing", "viewings")
            let text = "\(count) of \(days.lowerBound.iso) to \(days.upperBound.iso)"
            try audit([Change("viewings", text, nil)], of: child, by: actor)
            return ids.count
        }
    }

    /// Takes a viewing out of all totals, or back into them. Nothing happens when it is so already.
    func setLeftOut(_ isLeftOut: Bool, _ id: ID<Viewing>, of child: Child, by actor: Actor) throws {
        try database.write {
            let viewing = try find(id, of: child.id)
            guard viewing.isLeftOut != isLeftOut else { return }
            try database.execute(
                "UPDATE viewings SET is_left_out = \(isLeftOut) WHERE id = \(id.value)"
            )
            try UsageTotals(database: database).replace(
                isLeftOut ? viewing.sums : nil,
                by: isLeftOut ? nil : viewing.sums,
                of: viewing.key
            )
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
        try database.execute("DELETE FROM viewings WHERE id = \(viewing.id.value)")
        // Nobody can send again what is older.
        guard viewing.sums.endedAt >= now - UsageEvent.maximumAgeDays * 86_400 else { return }
        let key = viewing.key
        try database.execute(
            """
            INSERT INTO forgotten_viewings (child_id, session_id, book_id, until_ms)
            VALUES (\(key.child.value), \(key.session), \(key.book.value), \(receivedMS))
            ON CONFLICT DO UPDATE SET until_ms = excluded.until_ms
            """
        )
    }

    private func audit(_ changes: [Change], of child: Child, by actor: Actor) throws {
        try AuditLog(database, now).write(actor, "changed", child.subject, changes)
    }
}
