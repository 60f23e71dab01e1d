import SQLite

/// Taking an import of words back.
extension KeptWordStore {
    /// Notes what an import did. Nil if it did nothing.
    func note(
        added: ClosedRange<Int>?,
        changed: [KeptWord],
        in family: ID<Family>
    ) throws -> ID<WordImport>? {
        guard added != nil || !changed.isEmpty else { return nil }
        try database.execute(
            """
            INSERT INTO word_imports (family_id, created_at, first_added, last_added)
            VALUES (\(family.value), \(now), \(added?.lowerBound), \(added?.upperBound))
            """
        )
        let id = ID<WordImport>(Int(database.lastInsertedID))
        for word in changed {
            try database.execute(
                """
                INSERT INTO word_import_changes (import_id, word_id, version, old_meaning, old_context,
                    old_notes)
                VALUES (\(id.value), \(word.id.value), \(word.version + 1), \(word.meaning),
                    \(word.context), \(word.notes))
                """
            )
        }
        return id
    }

    /// Takes an import back: what it added is gone, and what it changed is as it was. Returns how many
    /// words stay as they are because they were changed since; nil if there is nothing to take back.
    func undo(_ id: ID<WordImport>, of family: ID<Family>, by actor: Actor) throws -> Int? {
        try database.write {
            let added = try database.first(
                """
                SELECT first_added, last_added FROM word_imports
                WHERE id = \(id.value) AND family_id = \(family.value)
                """
            ) { (first: try $0.intOrNil(0), last: try $0.intOrNil(1)) }
            guard let added else { return nil }
            if let first = added.first, let last = added.last {
                _ = try takeBack(first...last, of: family)
            }
            let changes = try database.all(
                """
                SELECT word_id, version, old_meaning, old_context, old_notes
                FROM word_import_changes WHERE import_id = \(id.value)
                """
            ) { row in
                (
                    word: ID<KeptWord>(try row.int(0)), version: try row.int(1),
                    meaning: try row.text(2), context: try row.text(3), notes: try row.text(4)
                )
            }
            var stayed = 0
            for change in changes {
                guard let word = try findIfAny(change.word, of: family) else { continue }
                guard word.version == change.version else {
                    stayed += 1
                    continue
                }
                var draft = word.draft
                (draft.meaning, draft.context) = (change.meaning, change.context)
                draft.notes = change.notes
                try write(draft, to: word.id, by: actor)
            }
            try database.execute("DELETE FROM word_imports WHERE id = \(id.value)")
            return stayed
        }
    }

    /// After a day, an import can’t be taken back.
    func removeOldImports() throws {
        try RowSlices(database: database)
            .remove(.wordImports, where: "created_at < \(now - Self.keptSeconds)")
    }
}
