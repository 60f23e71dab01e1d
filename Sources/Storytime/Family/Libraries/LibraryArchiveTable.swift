import SQLite

extension ArchiveTable {
    /// What is in the children's libraries, how far it was watched, and since when it is packed for a
    /// journey.
    static func libraries(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "library",
            columns: [
                ("id", .integer), ("child_id", .integer), ("book_id", .integer), ("title", .text),
                ("added_at", .time), ("last_position_seconds", .integer),
                ("last_played_at", .time), ("hidden_at", .time), ("packed_at", .time),
            ],
            key: [(4, .integer), (0, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT i.id, i.child_id, i.book_id, b.title, i.added_at, i.last_position_seconds,
                i.last_played_at, i.hidden_at, j.packed_at
            FROM library_items AS i INDEXED BY library_items_by_age
            CROSS JOIN books AS b ON b.id = i.book_id
            LEFT JOIN journey_stories AS j ON j.child_id = i.child_id AND j.book_id = i.book_id
            WHERE i.child_id = \(place.group)
                AND (i.added_at, i.id) > (\(place.integer(0)), \(place.integer(1)))
            ORDER BY i.added_at, i.id LIMIT \(limit)
            """
        }
    }
}
