import SQLite

extension ChildStore {
    /// What the audit log says of a child: the fields that differ.
    func changes(from before: Child?, to after: Child?) throws -> [Change] {
        // What a child begins with is no change.
        let first = Child.Settings()
        let flag = { (child: Child?, setting: (Child.Settings) -> Bool) in
            setting(child?.settings ?? first) ? "yes" : "no"
        }
        let changes = [
            Change("name", before?.name, after?.name),
            Change("birth_date", before?.birthDate.iso, after?.birthDate.iso),
            Change("avatar", before?.avatar.rawValue, after?.avatar.rawValue),
            Change(
                "scrubbing_allowed",
                flag(before, \.mayScrub),
                flag(after, \.mayScrub)
            ),
            Change(
                "captions_on",
                flag(before, \.hasCaptions),
                flag(after, \.hasCaptions)
            ),
            Change(
                "reduced_motion",
                flag(before, \.hasReducedMotion),
                flag(after, \.hasReducedMotion)
            ),
            Change("titles_spoken", flag(before, \.speaksTitles), flag(after, \.speaksTitles)),
            Change(
                "categories_shown",
                flag(before, \.showsCategories),
                flag(after, \.showsCategories)
            ),
            Change("reads_along", flag(before, \.mayReadAlong), flag(after, \.mayReadAlong)),
            Change(
                "hidden_categories",
                try text(of: before?.hidden ?? []),
                try text(of: after?.hidden ?? [])
            ),
        ]
        return changes.filter(\.isReal)
    }

    /// The names of categories; nil where there are none.
    private func text(of categories: Set<ID<Category>>) throws -> String? {
        guard !categories.isEmpty else { return nil }
        let names = try database.all(
            """
            SELECT name FROM categories WHERE id IN \(list: categories.map(\.value))
            ORDER BY name_key
            """
        ) { try $0.text(0) }
        return names.joined(separator: ", ")
    }
}
