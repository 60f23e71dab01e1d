import SQLite

/// Recomputes viewings and totals from what is kept: after a family's days have changed, and when
/// somebody wants to be sure.
///
/// Frozen viewings stay: their events are gone, so nobody knows better.
extension UsageStore {
    /// A child's viewings that can be recomputed; none for a child in the bin.
    func rebuildable(of child: ID<Child>) throws -> [ID<Viewing>] {
        try database.all(
            """
            SELECT id FROM viewings WHERE child_id = \(child.value) AND is_frozen = 0
                AND EXISTS (SELECT 1 FROM present_children WHERE id = \(child.value))
            ORDER BY day, id
            """
        ) { ID(try $0.int(0)) }
    }

    /// Recomputes the first of a child's viewings in one transaction, and takes them from the list;
    /// returns how many of them changed. Then others who wait to write have a turn.
    func rebuild(_ rest: inout ArraySlice<ID<Viewing>>, of child: ID<Child>) throws -> Int {
        try database.write {
            turn.begin()
            // The child may have been removed meanwhile, or moved to another family.
            guard let zone = try zone(of: child) else {
                rest = []
                return 0
            }
            let days = TimeText(zone: zone)
            var changed = 0
            while !turn.isOver, let id = rest.popFirst() {
                if try rebuild(id, of: child, days) { changed += 1 }
            }
            return changed
        }
    }

    /// Recomputes a viewing from what its devices' clocks showed; returns whether it changed. One
    /// that was computed by the rules of an earlier version also gets what those did not know:
    /// parents are told about days that change, and the library where the story continues.
    func rebuild(_ id: ID<Viewing>, of child: ID<Child>, _ days: TimeText) throws -> Bool {
        turn.use(UsageTurn.ofViewing)
        guard let viewing = try find(id), viewing.key.child == child, !viewing.isFrozen else {
            return false
        }
        let isMoved = try move(viewing)
        let events = try self.events(of: id)
        guard let time = WatchedTime(events) else { return false }
        var store = self
        store.isCorrecting = viewing.played == nil
        _ = try store.settle(time, events.count, viewing.key, viewing, days, isMoved: isMoved)
        if store.isCorrecting { try keepPlace(time, viewing.key) }
        let now = try find(id)
        return now?.sums != viewing.sums || (!store.isCorrecting && now?.played != viewing.played)
    }
}

extension UsageTotals {
    /// Rewrites a child's totals from the viewings. Returns whether they were wrong: then
    /// something other than this program has changed the file. Correct ones are only read, so
    /// nobody who writes has to wait.
    func rebuild(of child: ID<Child>) throws -> Bool {
        let computed = Self.computed(of: child)
        guard try isWrong(child, computed) else { return false }
        try database.write {
            try database.execute("DELETE FROM daily_usage WHERE child_id = \(child.value)")
            try database.execute(
                """
                INSERT INTO daily_usage (day, book_id, length_class, watched_ms, plays,
                    completions, child_id)
                SELECT *, \(child.value) FROM (\(sql: computed))
                """
            )
        }
        return true
    }

    private func isWrong(_ child: ID<Child>, _ computed: SQL) throws -> Bool {
        let kept: SQL = """
            SELECT day, book_id, length_class, watched_ms, plays, completions
            FROM daily_usage WHERE child_id = \(child.value)
            """
        return try database.first(
            """
            SELECT EXISTS (\(sql: computed) EXCEPT \(sql: kept))
                OR EXISTS (\(sql: kept) EXCEPT \(sql: computed))
            """
        ) { try $0.bool(0) } ?? false
    }

    /// What a child's viewings add up to: nothing while the child is in the bin. So no totals, not
    /// even those over all, contain anything of theirs.
    private static func computed(of child: ID<Child>) -> SQL {
        """
        SELECT day, book_id, length_class, sum(watched_ms), sum(plays), sum(completions) FROM (
            SELECT v.day, v.book_id, \(sql: LengthClass.expression) AS length_class,
                v.watched_ms - coalesce((SELECT sum(d.watched_ms) FROM viewing_days AS d
                    WHERE d.viewing_id = v.id), 0) AS watched_ms,
                1 AS plays, v.is_finished AS completions
            FROM viewings AS v WHERE v.child_id = \(child.value) AND v.is_left_out = 0
            UNION ALL
            SELECT d.day, v.book_id, \(sql: LengthClass.expression), d.watched_ms, 0, 0
            FROM viewings AS v CROSS JOIN viewing_days AS d ON d.viewing_id = v.id
            WHERE v.child_id = \(child.value) AND v.is_left_out = 0)
        WHERE EXISTS (SELECT 1 FROM present_children WHERE id = \(child.value))
        GROUP BY day, book_id, length_class
        """
    }
}

extension LengthClass {
    /// The class of a row `v` of `viewings`: how many limits it reaches.
    fileprivate static var expression: SQL {
        limits.reduce("0") { "\(sql: $0) + (v.watched_ms >= \($1 * 1000))" }
    }
}
