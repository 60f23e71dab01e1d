import SQLite

/// The latest changes, of which a bulk edit or an import of hundreds of books is one.
struct RecentChanges {
    /// The kind of a bulk edit in a line of its own.
    static let batchKind = Subject.Kind(rawValue: "batch")

    let database: Database
    let now: Int

    func latest(_ limit: Int) throws -> [AuditEntry] {
        let alone = try AuditLog(database, now).latestAlone(limit)
        let batches = try latestBatches(limit).compactMap { try entry(of: $0) }
        return Array((alone + batches).sorted { ($1.at, $1.id) < ($0.at, $0.id) }.prefix(limit))
    }

    /// The numbers of the latest bulk edits, found by skipping through an index from one to the
    /// next. They are given in the order of time.
    private func latestBatches(_ limit: Int) throws -> [ID<Batch>] {
        try database.all(
            """
            WITH RECURSIVE latest (id) AS (
                SELECT max(batch_id) FROM audit_entries WHERE batch_id IS NOT NULL
                UNION ALL
                SELECT (SELECT max(batch_id) FROM audit_entries WHERE batch_id < latest.id)
                FROM latest WHERE latest.id IS NOT NULL
            )
            SELECT id FROM latest WHERE id IS NOT NULL LIMIT \(limit)
            """
        ) { ID(try $0.int(0)) }
    }

    /// A line for a bulk edit; its summary is known for as long as it can be undone.
    private func entry(of batch: ID<Batch>) throws -> AuditEntry? {
        let last = try database.first(
            """
            SELECT e.id, e.at, e.actor_name, b.summary
            FROM audit_entries AS e LEFT JOIN batches AS b ON b.id = e.batch_id
            WHERE e.batch_id = \(batch.value) ORDER BY e.at DESC, e.id DESC LIMIT 1
            """
        ) {
            (
                id: try $0.int(0), at: try $0.int(1), actor: try $0.text(2),
                summary: try $0.textOrNil(3)
            )
        }
        return last.map { last in
            AuditEntry(
                id: last.id,
                at: last.at,
                actorName: last.actor,
                action: "made",
                kind: Self.batchKind.rawValue,
                recordID: last.summary == nil ? nil : batch.value,
                label: last.summary ?? "to several books",
                changes: []
            )
        }
    }
}
