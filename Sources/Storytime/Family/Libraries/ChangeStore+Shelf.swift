import SQLite

/// What was changed of the books that a family sees.
extension ChangeStore {
    /// Books, as a family sees them: those that came into a library, or went, are seen with other rights.
    func books(on shelf: FamilyShelf, now: Int, limit: Int) throws -> ChangeList {
        try list(
            """
            \(sql: touched("book", of: 0))
            UNION ALL
            SELECT t.record_id, t.touched_at FROM present_children AS k
            CROSS JOIN touched AS t ON t.kind = 'library' AND t.owner_id = k.id
                AND t.touched_at >= \(query.start)
            WHERE k.family_id = \(shelf.family.value)
            UNION ALL
            SELECT w.book_id, \(query.start) FROM rights_windows AS w
            WHERE \(sql: edge(shelf, now, "first_day", 0))
            UNION ALL
            SELECT w.book_id, \(query.start) FROM rights_windows AS w
            WHERE \(sql: edge(shelf, now, "last_day", 1))
            """,
            limit: limit
        )
    }

    /// Books of a child's library: what was done there, and what became of the books. What is set for the
    /// child may show or hide any of them.
    func library(of child: ID<Child>, on shelf: FamilyShelf, now: Int, limit: Int) throws
        -> ChangeList
    {
        try list(
            """
            \(sql: touched("library", of: child.value))
            UNION ALL
            SELECT i.book_id, t.touched_at FROM library_items AS i
            CROSS JOIN touched AS t ON t.kind = 'book' AND t.owner_id = 0
                AND t.record_id = i.book_id AND t.touched_at >= \(query.start)
            WHERE i.child_id = \(child.value)
            UNION ALL
            SELECT i.book_id, t.touched_at FROM touched AS t
            CROSS JOIN library_items AS i ON i.child_id = t.record_id
            WHERE t.kind = 'child' AND t.owner_id = \(shelf.family.value)
                AND t.record_id = \(child.value) AND t.touched_at >= \(query.start)
            UNION ALL
            SELECT i.book_id, \(query.start) FROM library_items AS i
            CROSS JOIN rights_windows AS w ON w.book_id = i.book_id
            WHERE i.child_id = \(child.value)
                AND (\(sql: edge(shelf, now, "first_day", 0))
                    OR \(sql: edge(shelf, now, "last_day", 1)))
            """,
            limit: limit
        )
    }

    /// Whether a window began or ended on a day since then, where the family lives. Such changes come
    /// first, whatever the hour: their order only has to be the same on every page.
    private func edge(_ shelf: FamilyShelf, _ now: Int, _ column: SQL, _ later: Int) -> SQL {
        let first = TimeText(zone: shelf.timeZone).isoDay(query.start)
        let days = (
            first: CalendarDay(iso: first) ?? shelf.rights.day,
            last: shelf.rights.day
        )
        return """
            w.\(sql: column) BETWEEN \(CalendarDay(number: days.first.number - later).iso)
                AND \(CalendarDay(number: days.last.number - later).iso)
            """
    }
}
