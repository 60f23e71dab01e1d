import SQLite

extension AuditLog {
    /// What stands where a name stood.
    static let placeholder = "erased"

    /// Takes a family or a child out of the log, as far as it names them: what was done, and when, stays.
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

    /// Takes the parents of a family out of a table that says who did something.
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
