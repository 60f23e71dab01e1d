import SQLite

extension ArchiveTable {
    /// What the audit log says about them, and what the parents did. Which entries these are only
    /// follows from all of it together, so each is a group of its own.
    static func history(_ subject: ArchiveSubject, for reader: ID<User>?) -> ArchiveTable {
        ArchiveTable(
            name: "history",
            columns: [
                ("id", .integer), ("at", .time), ("actor", .text), ("action", .text),
                ("record_type", .text), ("record_id", .integer), ("record", .text),
                ("changes", .json),
            ],
            groups: reader.map { "\(sql: subject.entries(for: $0)) ORDER BY id" }
                ?? "\(sql: subject.entriesAbout) UNION \(sql: subject.entriesBy) ORDER BY id"
        ) { place, limit in
            """
            SELECT id, at, actor_name, action, record_type, record_id, record_label, changes
            FROM audit_entries
            WHERE id = \(place.group) AND id > \(place.integer()) LIMIT \(limit)
            """
        }
    }
}
