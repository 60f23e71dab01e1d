import SQLite

/// The changes since a moment, in the order in which they happened.
struct ChangeList: Sendable {
    /// The changed records, whether they still exist or not, and when they changed.
    let entries: [ChangesQuery.Place]
    /// How many there are from here on.
    let total: Int
    let query: ChangesQuery

    /// The moment up to which a program with this page knows all changes.
    var until: Int { max(query.since, entries.last?.at ?? query.since) }

    /// Where the next page begins; nil after the last.
    var next: ChangesQuery.Place? { total > entries.count ? entries.last : nil }

    /// The changed records that were not found: a program must remove its copies.
    func removed(but found: some Sequence<Int>) -> [Int] {
        let found = Set(found)
        return entries.map(\.id).filter { !found.contains($0) }
    }
}

/// Finds changes, in the table that triggers write, and from the days on which rights begin and
/// end without anybody changing them.
struct ChangeStore {
    let database: Database
    let query: ChangesQuery

    func categories() throws -> ChangeList {
        try list(touched("category", of: 0), limit: Self.everything)
    }

    func children(of family: ID<Family>) throws -> ChangeList {
        try list(touched("child", of: family.value), limit: Self.everything)
    }

    /// A family has few children, and a catalog few categories.
    private static let everything = 10_000

    func touched(_ kind: String, of owner: Int) -> SQL {
        """
        SELECT record_id AS id, touched_at AS at FROM touched
        WHERE kind = \(kind) AND owner_id = \(owner) AND touched_at >= \(query.start)
        """
    }

    func list(_ changes: SQL, limit: Int) throws -> ChangeList {
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

    /// Forgets removals that are too old to be asked for.
    static func removeOld(in database: Database, now: Int) throws {
        let limit = now - (ChangesQuery.keptDays + 1) * 86_400
        let table = ErasedTable("touched", key: "kind, owner_id, record_id")
        let present: [(kind: String, row: SQL)] = [
            ("book", "SELECT 1 FROM books AS r WHERE r.id = touched.record_id"),
            ("category", "SELECT 1 FROM categories AS r WHERE r.id = touched.record_id"),
            ("child", "SELECT 1 FROM children AS r WHERE r.id = touched.record_id"),
            (
                "library",
                """
                SELECT 1 FROM library_items AS i
                WHERE i.child_id = touched.owner_id AND i.book_id = touched.record_id
                """
            ),
        ]
        for (kind, row) in present {
            try RowSlices(database: database).remove(
                table,
                where: """
                    kind = \(kind) AND touched_at < \(limit) AND NOT EXISTS (\(sql: row))
                    """
            )
        }
    }
}

extension Visit {
    /// The changes to a list, if they are requested.
    func changes(_ query: ChangesQuery) throws -> ChangeStore {
        try query.expectIsKnown(now: now)
        return ChangeStore(database: database, query: query.until(now))
    }
}
