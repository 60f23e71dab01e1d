import SQLite

/// That children for whom it had been off may skip forward and back now, because that is how it begins:
/// told to each of their parents until they have read it, and never again. A migration wrote it down.
extension ChildStore {
    /// The names of those of a family's children about whom a parent is told; none where somebody has
    /// turned it off meanwhile.
    func skippingNews(for parent: ID<User>, in family: ID<Family>) throws -> [String] {
        try database.all(
            """
            SELECT c.name FROM skipping_news AS s CROSS JOIN present_children AS c
                ON c.id = s.child_id
            WHERE s.user_id = \(parent.value) AND c.family_id = \(family.value) AND c.may_scrub = 1
            ORDER BY c.name_key, c.id
            """
        ) { try $0.text(0) }
    }

    /// They have read it.
    func dismissSkippingNews(for parent: ID<User>) throws {
        try database.write {
            try database.execute("DELETE FROM skipping_news WHERE user_id = \(parent.value)")
        }
    }
}
