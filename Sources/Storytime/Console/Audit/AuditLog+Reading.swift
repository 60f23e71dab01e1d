import SQLite

/// Reading the log: always a page, always by an index, newest entry first.
extension AuditLog {
    /// How many entries there are. Without a filter the number is kept; with one they are counted.
    func count(_ filter: AuditFilter = AuditFilter()) throws -> Int {
        let sql: SQL =
            filter.isEmpty
            ? "SELECT amount FROM row_counts WHERE name = 'audit_entries'"
            : "SELECT count(*) FROM audit_entries WHERE \(sql: filter.condition)"
        return try database.first(sql) { try $0.int(0) } ?? 0
    }

    func latest(_ limit: Int, _ filter: AuditFilter = AuditFilter()) throws -> [AuditEntry] {
        try database.all(Self.newestFirst(filter.condition, limit: limit), Self.entry)
    }

    /// The latest entries that belong to no bulk edit.
    func latestAlone(_ limit: Int) throws -> [AuditEntry] {
        try database.all(Self.newestFirst("batch_id IS NULL", limit: limit), Self.entry)
    }

    /// The page of older entries that begins after a place.
    func older(than place: AuditCursor?, _ filter: AuditFilter, limit: Int) throws -> AuditSlice {
        var condition = filter.condition
        if let place { condition = condition + " AND (at, id) < (\(place.at), \(place.id))" }
        let found = try database.all(
            Self.newestFirst(condition, limit: limit + 1),
            Self.entry
        )
        return AuditSlice(
            entries: Array(found.prefix(limit)),
            hasNewer: place != nil,
            hasOlder: found.count > limit
        )
    }

    /// The page of newer entries that ends before a place. Near the top it is the first page: a
    /// page of three entries would be no help to anybody.
    func newer(than place: AuditCursor, _ filter: AuditFilter, limit: Int) throws -> AuditSlice {
        let found = try database.all(
            """
            SELECT \(sql: Self.columns) FROM audit_entries
            WHERE \(sql: filter.condition) AND (at, id) > (\(place.at), \(place.id))
            ORDER BY at, id LIMIT \(limit + 1)
            """,
            Self.entry
        )
        guard found.count > limit else { return try older(than: nil, filter, limit: limit) }
        return AuditSlice(
            entries: found.prefix(limit).reversed(),
            hasNewer: true,
            hasOlder: true
        )
    }

    static func newestFirst(_ condition: SQL, limit: Int) -> SQL {
        """
        SELECT \(sql: columns) FROM audit_entries WHERE \(sql: condition)
        ORDER BY at DESC, id DESC LIMIT \(limit)
        """
    }

    private static let columns: SQL =
        """
        id, at, actor_name, action, record_type, record_id, record_label, changes, batch_id,
            family_id, \(sql: behalf)
        """

    /// The family for which an admin acted, by its current name.
    static let behalf: SQL = """
        iif(is_on_behalf, coalesce((SELECT f.name FROM present_families AS f
            WHERE f.id = audit_entries.family_id), 'a family that was erased'), NULL)
        """

    static func entry(_ row: Row) throws -> AuditEntry {
        AuditEntry(
            id: try row.int(0),
            at: try row.int(1),
            actorName: try row.text(2),
            action: try row.text(3),
            kind: try row.text(4),
            recordID: try row.intOrNil(5),
            label: try row.text(6),
            changes: try Change.list(try row.text(7)),
            family: try row.intOrNil(9).map { ID($0) },
            behalf: try row.textOrNil(10),
            batch: try row.intOrNil(8).map { ID($0) }
        )
    }
}

/// The choices of the filters, read by skipping through an index from one value to the next, so
/// that the cost depends on the number of choices and not of entries.
extension AuditLog {
    /// More than a list to choose from can show.
    private static let choiceLimit = 200

    /// The people who did something, by their latest names.
    func people() throws -> [(id: Int, name: String)] {
        try database.all(
            """
            WITH RECURSIVE people (id) AS (
                SELECT min(actor_id) FROM audit_entries
                UNION ALL
                SELECT (SELECT min(actor_id) FROM audit_entries WHERE actor_id > people.id)
                FROM people WHERE people.id IS NOT NULL
            )
            SELECT id, (SELECT actor_name FROM audit_entries WHERE actor_id = people.id
                ORDER BY at DESC, id DESC LIMIT 1)
            FROM people WHERE id IS NOT NULL LIMIT \(Self.choiceLimit)
            """
        ) { (id: try $0.int(0), name: try $0.text(1)) }
    }

    func actions() throws -> [String] {
        try database.all(
            """
            WITH RECURSIVE actions (name) AS (
                SELECT min(action) FROM audit_entries
                UNION ALL
                SELECT (SELECT min(action) FROM audit_entries WHERE action > actions.name)
                FROM actions WHERE actions.name IS NOT NULL
            )
            SELECT name FROM actions WHERE name IS NOT NULL LIMIT \(Self.choiceLimit)
            """
        ) { try $0.text(0) }
    }

    func kinds() throws -> [String] {
        try database.all(
            """
            WITH RECURSIVE kinds (name) AS (
                SELECT min(record_type) FROM audit_entries
                UNION ALL
                SELECT (SELECT min(record_type) FROM audit_entries WHERE record_type > kinds.name)
                FROM kinds WHERE kinds.name IS NOT NULL
            )
            SELECT name FROM kinds WHERE name IS NOT NULL LIMIT \(Self.choiceLimit)
            """
        ) { try $0.text(0) }
    }
}
