import SQLite

extension AuditLog {
    /// The text that replaces a name.
    static let placeholder = "erased"

    /// Removes the names of a family or a child from the log: what was done, and when, stays.
    static func anonymize(_ subject: ArchiveSubject, in database: Database) throws {
        try database.execute(
            """
            UPDATE audit_entries SET record_label = \(placeholder), changes = '[]'
            WHERE id IN (\(sql: subject.entriesAbout))
            """
        )
        try database.execute(
            """
            UPDATE audit_entries SET actor_id = NULL, actor_name = \(placeholder)
            WHERE id IN (\(sql: subject.entriesBy))
            """
        )
    }

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
