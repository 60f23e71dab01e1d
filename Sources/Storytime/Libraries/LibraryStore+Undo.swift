import SQLite

/// Takes back what was done to a library.
extension LibraryStore {
    /// Makes the items of a change as they were before it, save what was done to them since.
    func undo(_ id: ID<LibraryChange>, of child: ID<Child>, _ family: ID<Family>, by actor: Actor)
        throws -> LibraryChange
    {
        try database.write {
            let child = try find(child, of: family)
            guard let change = try findChange(id, of: child.id) else { throw Failure.notFound }
            let rows: SQL = "SELECT item_id FROM library_change_rows WHERE change_id = \(id.value)"
            let taken = try titles(of: id)
            switch change.kind {
            case .added:
                try database.execute("DELETE FROM library_items WHERE id IN (\(sql: rows))")
            case .removed: try putBack(id, child)
            case .hidden: try restore(id, "hidden_at", "i.hidden_at IS NOT NULL")
            case .forgotten:
                // What was played since is not overwritten.
                try restore(
                    id,
                    "last_position_seconds, last_played_at, hidden_at",
                    "i.last_played_at IS NULL"
                )
            }
            try database.execute(
                "UPDATE library_changes SET undone_at = \(now) WHERE id = \(id.value)"
            )
            try audit(change.kind, of: child, taken, isUndone: true, by: actor)
            return change
        }
    }

    /// The items come back as they were, with their keys, and so in their places, and no device says
    /// anything older than what was known. What was added anew meanwhile stays.
    private func putBack(_ id: ID<LibraryChange>, _ child: Child) throws {
        try database.execute(
            """
            INSERT INTO library_items (id, child_id, book_id, title_key, added_at,
                last_position_seconds, last_played_at, hidden_at, position_recorded_ms)
            SELECT r.item_id, \(child.id.value), r.book_id, b.title_key, r.added_at,
                r.last_position_seconds, r.last_played_at, r.hidden_at, r.last_played_at * 1000
            FROM library_change_rows AS r CROSS JOIN books AS b ON b.id = r.book_id
            WHERE r.change_id = \(id.value)
            ON CONFLICT DO NOTHING
            """
        )
    }

    private func restore(_ id: ID<LibraryChange>, _ columns: SQL, _ condition: SQL) throws {
        try database.execute(
            """
            UPDATE library_items AS i SET (\(sql: columns)) = (
                SELECT \(sql: columns) FROM library_change_rows
                WHERE change_id = \(id.value) AND book_id = i.book_id)
            WHERE i.id IN (SELECT item_id FROM library_change_rows WHERE change_id = \(id.value))
                AND \(sql: condition)
            """
        )
    }

    private func findChange(_ id: ID<LibraryChange>, of child: ID<Child>) throws -> LibraryChange? {
        let found = try database.first(
            """
            SELECT kind, undone_at, at, (SELECT count(*) FROM library_change_rows
                WHERE change_id = c.id)
            FROM library_changes AS c WHERE c.id = \(id.value) AND c.child_id = \(child.value)
            """
        ) { row in
            guard try row.isNull(1), try row.int(2) > now - LibraryChange.keptSeconds,
                let kind = LibraryChange.Kind(rawValue: try row.text(0))
            else { throw Refusal.cantBeUndone }
            return LibraryChange(id: id, kind: kind, count: try row.int(3))
        }
        return found
    }
}
