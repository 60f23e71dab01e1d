import SQLite

/// What a record was like earlier, as far as the log tells.
extension AuditLog {
    /// How many later changes are followed back; a version before those isn't offered.
    private static let followedChanges = 1000

    /// An entry about this record.
    func entry(_ id: ID<AuditEntry>, about subject: Subject) throws -> AuditEntry {
        let condition: SQL = """
            id = \(id.value) AND record_type = \(subject.kind.rawValue)
                AND record_id = \(subject.id)
            """
        let found = try database.first(Self.newestFirst(condition, limit: 1), Self.entry)
        guard let found else { throw Failure.notFound }
        return found
    }

    /// What was changed since an entry, the latest first: undone in this order, it leads from what the
    /// record is now to what it was right after the entry.
    func changes(since entry: AuditEntry) throws -> [Change] {
        let changes = try database.all(
            """
            SELECT c.value ->> 'field', c.value ->> 'from', c.value ->> 'to'
            FROM audit_entries AS e, json_each(e.changes) AS c
            WHERE e.record_type = \(entry.kind) AND e.record_id = \(entry.recordID)
                AND (e.at, e.id) > (\(entry.at), \(entry.id))
            ORDER BY e.at DESC, e.id DESC, c.key DESC LIMIT \(Self.followedChanges + 1)
            """
        ) { Change(try $0.text(0), try $0.textOrNil(1), try $0.textOrNil(2)) }
        guard changes.count <= Self.followedChanges else { throw Failure.notFound }
        return changes
    }
}
