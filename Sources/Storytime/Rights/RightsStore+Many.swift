import SQLite

/// One window for many books at once.
extension RightsStore {
    /// What giving many books a window came to.
    struct Added: Sendable, Equatable {
        /// How many books have the window now.
        let books: Int
        /// How many were left as they are: they have one already that shares days and places with
        /// it, or as many as a book may have.
        let left: Int
    }

    /// Gives the window to those books, a query of their keys. Books in the bin are not meant. Each
    /// book's history has an entry, under the batch where there is one.
    func add(
        _ terms: RightsWindow.Terms,
        to keys: SQL,
        in batch: ID<Batch>? = nil,
        by actor: Actor
    ) throws -> Added {
        try database.write {
            let meant = try number(
                """
                SELECT count(*) FROM books AS b
                WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                """
            )
            let newest = try number("SELECT coalesce(max(id), 0) FROM rights_windows")
            let added = try database.execute(
                """
                INSERT INTO rights_windows
                    (book_id, territory, first_day, last_day, note, created_at, updated_at)
                SELECT b.id, \(terms.territory.code), \(terms.days.first.iso),
                    \(terms.days.end.iso), \(terms.note), \(now), \(now)
                FROM books AS b
                WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                    AND NOT EXISTS (\(sql: Self.overlaps(with: terms)))
                    AND (SELECT count(*) FROM rights_windows AS r WHERE r.book_id = b.id)
                        < \(Self.maximumWindows)
                """
            )
            // Numbers are never given twice: the windows above the newest are the ones just added.
            try database.execute(
                """
                INSERT INTO audit_entries (at, actor_id, actor_name, action, record_type,
                    record_id, record_label, changes, batch_id)
                SELECT \(now), \(actor.id), \(actor.name), \(Self.added),
                    \(Subject.Kind.book.rawValue), b.id, b.title,
                    \(Change.json(Self.changes(from: nil, to: terms))), \(batch?.value)
                FROM rights_windows AS r JOIN books AS b ON b.id = r.book_id
                WHERE r.id > \(newest) ORDER BY r.id
                """
            )
            return Added(books: added, left: meant - added)
        }
    }

    /// The windows of a book `b` that share days and places with these terms.
    private static func overlaps(with terms: RightsWindow.Terms) -> SQL {
        let there: SQL =
            terms.territory == .worldwide
            ? ""
            : "AND r.territory IN (\(Territory.worldwideCode), \(terms.territory.code))"
        return """
            SELECT 1 FROM rights_windows AS r
            WHERE r.book_id = b.id AND r.last_day >= \(terms.days.first.iso)
                AND r.first_day <= \(terms.days.end.iso) \(sql: there)
            """
    }

    private func number(_ sql: SQL) throws -> Int {
        try database.first(sql) { try $0.int(0) } ?? 0
    }
}
