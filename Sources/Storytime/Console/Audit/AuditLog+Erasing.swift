import SQLite

extension AuditLog {
    /// The text that replaces a name.
    static let placeholder = "erased"

    /// What says the names that parents have now: they are gone after the first transaction.
    static func anonymize(_ subject: ArchiveSubject, in database: Database) throws {
        try database.execute(
            """
            UPDATE audit_entries SET record_label = \(placeholder), changes = '[]'
            WHERE id IN (\(sql: subject.invitations))
            """
        )
    }

    /// The names of a family or a child in the log: what was done, and when, stays. An entry about an erasure has
    /// only numbers.
    static let traces = [
        ErasedTraces { subject in
            """
            SELECT id FROM audit_entries WHERE id IN (\(sql: subject.erasedEntriesAbout))
                AND action <> 'erased' AND NOT (record_label = \(placeholder) AND changes = '[]')
            """
        } change: { ids in
            """
            UPDATE audit_entries SET record_label = \(placeholder), changes = '[]'
            WHERE id IN \(list: ids)
            """
        },
        ErasedTraces { subject in
            subject.entriesBy
        } change: { ids in
            """
            UPDATE audit_entries SET actor_id = NULL, actor_name = \(placeholder)
            WHERE id IN \(list: ids)
            """
        },
    ]

    /// Removes the parents of a family from a table that says who did something.
    static func anonymizeActors(_ subject: ArchiveSubject, of table: SQL, in database: Database)
        throws
    {
        guard case .family = subject else { return }
        try database.execute(
            """
            UPDATE \(sql: table) SET actor_id = NULL, actor_name = \(placeholder)
            WHERE actor_id IN (\(sql: subject.parents))
            """
        )
    }
}
