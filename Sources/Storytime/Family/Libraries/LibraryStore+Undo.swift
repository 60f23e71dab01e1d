import SQLite

/// Takes back what was done to a library.
extension LibraryStore {
    /// Makes the items of a change as they were before it, save what was done to them since; how many
    /// they were is in what is returned.
    func undo(_ id: ID<LibraryChange>, of child: ID<Child>, _ family: ID<Family>, by actor: Actor)
        throws -> LibraryChange
    {
        try database.write {
            let child = try find(child, of: family)
            guard let change = try findChange(id, of: child.id) else { throw Failure.notFound }
            let rows: SQL = "SELECT item_id FROM library_change_rows WHERE change_id = \(id.value)"
            let taken = try titles(of: id)
            let count =
                switch change.kind {
                case .added:
                    try database.execute("DELETE FROM library_items WHERE id IN (\(sql: rows))")
                case .removed: try putBack(id, child)
                case .hidden: try restore(id, "hidden_at", Self.isHidden)
                case .forgotten:
                    // What was played since is not overwritten.
                    try restore(
                        id,
                        "last_position_seconds, last_played_at, hidden_at",
                        Self.isForgotten
                    )
                }
            guard count > 0 else { throw Refusal.isOvertaken }
            try database.execute(
                "UPDATE library_changes SET undone_at = \(now) WHERE id = \(id.value)"
            )
            try audit(change.kind, of: child, taken, isUndone: true, by: actor)
            return LibraryChange(id: id, kind: change.kind, count: count)
        }
    }

    /// Whether an item `i` is still hidden: it is shown again when it was played after that.
    private static let isHidden: SQL =
        "i.hidden_at IS NOT NULL AND i.hidden_at >= coalesce(i.last_played_at, 0)"
    /// Whether nothing was played of it since it was forgotten.
    private static let isForgotten: SQL = "i.last_played_at IS NULL"

    /// Whether there is something of a row `r` of a change `c` to take back.
    private static let isLeft: SQL = """
        CASE c.kind
            WHEN 'added' THEN EXISTS (SELECT 1 FROM library_items AS i WHERE i.id = r.item_id)
            WHEN 'removed' THEN NOT EXISTS (SELECT 1 FROM library_items AS i
                WHERE i.child_id = c.child_id AND i.book_id = r.book_id)
            WHEN 'hidden' THEN EXISTS (SELECT 1 FROM library_items AS i
                WHERE i.id = r.item_id AND \(sql: isHidden))
            ELSE EXISTS (SELECT 1 FROM library_items AS i
                WHERE i.id = r.item_id AND \(sql: isForgotten))
        END
        """

    /// What was done to a library lately, the latest first, as far as it can be taken back, could be or
    /// was. A story that the family may not see any more has no title.
    func recentChanges(of child: ID<Child>, on shelf: FamilyShelf, limit: Int) throws
        -> [RecentLibraryChange]
    {
        try database.all(
            """
            SELECT c.id, c.kind, c.at, c.undone_at IS NOT NULL,
                (SELECT count(*) FROM library_change_rows AS r WHERE r.change_id = c.id),
                (SELECT b.title FROM library_change_rows AS r CROSS JOIN books AS b
                    ON b.id = r.book_id
                    WHERE r.change_id = c.id AND \(sql: shelf.condition) LIMIT 1),
                EXISTS (SELECT 1 FROM library_change_rows AS r
                    WHERE r.change_id = c.id AND \(sql: Self.isLeft))
            FROM library_changes AS c
            WHERE c.child_id = \(child.value) AND c.at > \(now - LibraryChange.keptSeconds)
            ORDER BY c.at DESC, c.id DESC LIMIT \(limit)
            """
        ) { row in
            guard let kind = LibraryChange.Kind(rawValue: try row.text(1)) else { return nil }
            let count = try row.int(4)
            return RecentLibraryChange(
                change: LibraryChange(id: ID(try row.int(0)), kind: kind, count: count),
                at: try row.int(2),
                title: count == 1 ? try row.textOrNil(5) : nil,
                state: try row.bool(3) ? .undone : try row.bool(6) ? .open : .overtaken
            )
        }.compactMap(\.self).filter { $0.change.count > 0 }
    }

    /// The items come back as they were, with their keys, and so in their places, and no device says
    /// anything older than what was known. What was added anew meanwhile stays.
    private func putBack(_ id: ID<LibraryChange>, _ child: Child) throws -> Int {
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

    private func restore(_ id: ID<LibraryChange>, _ columns: SQL, _ condition: SQL) throws -> Int {
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
