import SQLite

/// What was changed since a moment, in the order in which it was.
struct ChangeList: Sendable {
    /// What was changed, whether it is there or not, and when.
    let entries: [ChangesQuery.Place]
    /// How many there are from here on.
    let total: Int
    let query: ChangesQuery

    /// Up to when a program knows everything that has this page.
    var until: Int { max(query.since, entries.last?.at ?? query.since) }

    /// Where the next page begins; nil behind the last.
    var next: ChangesQuery.Place? { total > entries.count ? entries.last : nil }

    /// What was changed that somebody has no copy of, or must remove theirs.
    func removed(but found: some Sequence<Int>) -> [Int] {
        let found = Set(found)
        return entries.map(\.id).filter { !found.contains($0) }
    }
}

/// Finds what was changed. By the table that triggers write, and by the days on which rights begin and
/// end without anybody's doing.
struct ChangeStore {
    let database: Database
    let query: ChangesQuery

    func categories() throws -> ChangeList {
        try list(touched("category", of: 0), limit: Self.everything)
    }

    func children(of family: ID<Family>) throws -> ChangeList {
        try list(touched("child", of: family.value), limit: Self.everything)
    }

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

    /// A family has few children, and a catalog few categories.
    private static let everything = 10_000

    private func touched(_ kind: String, of owner: Int) -> SQL {
        """
        SELECT record_id AS id, touched_at AS at FROM touched
        WHERE kind = \(kind) AND owner_id = \(owner) AND touched_at >= \(query.start)
        """
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

    private func list(_ changes: SQL, limit: Int) throws -> ChangeList {
        let after = query.after ?? ChangesQuery.Place(at: 0, id: 0)
        let all: SQL = """
            SELECT id, at FROM (SELECT id, max(at) AS at FROM (\(sql: changes)) GROUP BY id)
            WHERE (at, id) > (\(after.at), \(after.id))
            """
        let entries = try database.all("\(sql: all) ORDER BY at, id LIMIT \(limit)") {
            ChangesQuery.Place(at: try $0.int(1), id: try $0.int(0))
        }
        let total = try database.first("SELECT count(*) FROM (\(sql: all))") { try $0.int(0) } ?? 0
        return ChangeList(entries: entries, total: total, query: query)
    }

    /// Forgets what was removed so long ago that nobody asks any more, a bounded number at once.
    static func removeOld(in database: Database, now: Int) throws {
        let limit = now - (ChangesQuery.keptDays + 1) * 86_400
        for (kind, table) in [("book", "books"), ("category", "categories"), ("child", "children")]
            as [(String, SQL)]
        {
            try database.execute(
                """
                DELETE FROM touched WHERE (kind, owner_id, record_id) IN (
                    SELECT kind, owner_id, record_id FROM touched AS t
                    WHERE kind = \(kind) AND touched_at < \(limit)
                        AND NOT EXISTS (SELECT 1 FROM \(sql: table) AS r WHERE r.id = t.record_id)
                    LIMIT 1000)
                """
            )
        }
        try database.execute(
            """
            DELETE FROM touched WHERE (kind, owner_id, record_id) IN (
                SELECT kind, owner_id, record_id FROM touched AS t
                WHERE kind = 'library' AND touched_at < \(limit) AND NOT EXISTS (
                    SELECT 1 FROM library_items AS i
                    WHERE i.child_id = t.owner_id AND i.book_id = t.record_id)
                LIMIT 1000)
            """
        )
    }
}

extension Visit {
    /// What was changed of a list, if that is asked for.
    func changes(_ query: ChangesQuery) throws -> ChangeStore {
        try query.expectIsKnown(now: now)
        return ChangeStore(database: database, query: query)
    }
}
