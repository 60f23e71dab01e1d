import SQLite

extension ArchiveTable {
    /// The children.
    static func children(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "children",
            columns: [
                ("id", .integer), ("name", .text), ("birth_date", .text), ("avatar", .text),
                ("may_scrub", .flag), ("has_captions", .flag), ("has_reduced_motion", .flag),
                ("speaks_titles", .flag), ("shows_categories", .flag), ("may_read_along", .flag),
                ("hidden_categories", .text), ("created_at", .time), ("updated_at", .time),
                ("removed_at", .time), ("removed_by", .text),
            ]
        ) { place, limit in
            """
            SELECT c.id, c.name, c.birth_date, c.avatar, c.may_scrub, c.has_captions,
                c.has_reduced_motion, c.speaks_titles, c.shows_categories, c.may_read_along,
                (SELECT group_concat(g.name, '|') FROM child_hidden_categories AS h
                    JOIN categories AS g ON g.id = h.category_id WHERE h.child_id = c.id),
                c.created_at, c.updated_at, c.deleted_at, c.deleted_by
            FROM children AS c
            WHERE c.id IN (\(sql: subject.children)) AND c.id > \(place.integer())
            ORDER BY c.id LIMIT \(limit)
            """
        }
    }
}
