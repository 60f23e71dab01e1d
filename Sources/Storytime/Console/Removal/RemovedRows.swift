import SQLite

/// What was removed, or changed, and can come back for a while.
///
/// Limits count what is there. So who adds something and removes it again and again would fill the disk, if all of it
/// were kept for as long as it can come back.
enum RemovedRows {
    /// Of each parent, family or child; beyond it the oldest go at once, with all that refers to them.
    static let mostKept = 100

    /// To be called in the transaction that removes one more.
    static func trim(_ table: SQL, where belongs: SQL, in database: Database) throws {
        try trim(
            table,
            """
            SELECT id FROM \(sql: table) WHERE \(sql: belongs) AND removed_at IS NOT NULL
                ORDER BY removed_at DESC
            """,
            database
        )
    }

    /// The changes to a child's library that can be taken back; each may be about all of its books.
    static let mostLibraryChanges = 20

    static func trimLibraryChanges(of child: ID<Child>, in database: Database) throws {
        try trim(
            "library_changes",
            "SELECT id FROM library_changes WHERE child_id = \(child.value) ORDER BY at DESC, id DESC",
            keeping: mostLibraryChanges,
            database
        )
    }

    /// Two of them, as each change adds one.
    private static func trim(
        _ table: SQL,
        _ latest: SQL,
        keeping count: Int = mostKept,
        _ database: Database
    ) throws {
        try database.execute(
            """
            DELETE FROM \(sql: table) WHERE id IN (\(sql: latest) LIMIT 2 OFFSET \(count))
            """
        )
    }
}
