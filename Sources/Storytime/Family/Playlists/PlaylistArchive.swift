import SQLite

/// Playlists in archives: those of the family, and of those that a parent has to themselves only the
/// reader's. A child's archive has what the child was given.
extension ArchiveTable {
    static func playlistTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        let condition = condition(subject, reader)
        return [playlists(condition), playlistItems(condition)]
    }

    /// Which rows `p` of `playlists` are in an archive.
    private static func condition(_ subject: ArchiveSubject, _ reader: ID<User>?) -> SQL {
        switch subject {
        case .family(let family):
            let own: SQL = reader.map { "\($0.value)" } ?? subject.parents
            return "(p.family_id = \(family.value) OR p.user_id IN (\(sql: own)))"
        case .child(let child, _):
            return """
                p.id IN (SELECT playlist_id FROM playlist_children WHERE child_id = \(child.value))
                """
        }
    }

    private static func playlists(_ condition: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "playlists",
            columns: [
                ("id", .integer), ("user_id", .integer), ("name", .text), ("is_shared", .flag),
                ("created_at", .time), ("updated_at", .time), ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT p.id, p.user_id, p.name, p.family_id IS NOT NULL, p.created_at, p.updated_at,
                p.removed_at
            FROM playlists AS p
            WHERE \(sql: condition) AND p.id > \(place.integer())
            ORDER BY p.id LIMIT \(limit)
            """
        }
    }

    private static func playlistItems(_ condition: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "playlist_items",
            columns: [
                ("playlist_id", .integer), ("position", .integer), ("book_id", .integer),
                ("title", .text), ("url", .text), ("added_at", .time), ("removed_at", .time),
                ("id", .integer),
            ],
            key: [(7, .integer)],
            groups: "SELECT p.id FROM playlists AS p WHERE \(sql: condition) ORDER BY p.id"
        ) { place, limit in
            """
            SELECT i.playlist_id, i.position, i.book_id, coalesce(b.title, w.title), w.url,
                i.added_at, i.removed_at, i.id
            FROM playlist_items AS i
            LEFT JOIN books AS b ON b.id = i.book_id
            LEFT JOIN web_videos AS w ON w.id = i.web_video_id
            WHERE i.playlist_id = \(place.group) AND i.id > \(place.integer())
            ORDER BY i.id LIMIT \(limit)
            """
        }
    }
}
