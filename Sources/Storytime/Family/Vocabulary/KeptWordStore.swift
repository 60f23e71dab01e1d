import SQLite

/// Stores families' words. Another family's, those that were removed, and those of a child in the bin don't
/// exist.
struct KeptWordStore {
    static let mostOfFamily = 20_000
    static let keptSeconds = 86_400
    /// With those that were removed within a day.
    private static let mostRows = 2 * mostOfFamily

    let database: Database
    let now: Int

    func present(_ family: ID<Family>) -> SQL { known(family) + " AND w.removed_at IS NULL" }

    /// Whether they are removed or not.
    private func known(_ family: ID<Family>) -> SQL {
        """
        w.family_id = \(family.value) AND (w.child_id IS NULL
            OR w.child_id IN (SELECT id FROM present_children WHERE family_id = \(family.value)))
        """
    }

    // MARK: Reading

    /// What a family is told that can add no word: it has as many as it can have, or so many that it removed can still
    /// come back that there is no room beside them.
    func refusal(in family: ID<Family>) throws -> String {
        try count(of: family) < Self.mostOfFamily
            ? "Your family has removed many words today. They can come back for a day and take up room "
                + "until then. Try again tomorrow."
            : Allowance.words.refusal
    }

    /// How many words a family can add.
    func room(in family: ID<Family>) throws -> Int {
        let rows = try database.first(
            "SELECT count(*) FROM kept_words WHERE family_id = \(family.value)"
        ) { try $0.int(0) }
        return min(Self.mostOfFamily - (try count(of: family)), Self.mostRows - (rows ?? 0))
    }

    func count(of family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: present(family))
            """
        ) { try $0.int(0) } ?? 0
    }

    func find(_ id: ID<KeptWord>, of family: ID<Family>) throws -> KeptWord {
        guard let word = try findIfAny(id, of: family) else { throw Failure.notFound }
        return word
    }

    func findIfAny(_ id: ID<KeptWord>, of family: ID<Family>) throws -> KeptWord? {
        try database.first(
            """
            SELECT \(sql: KeptWord.columns) FROM kept_words AS w \(sql: KeptWord.joins)
            WHERE w.id = \(id.value) AND \(sql: present(family))
            """,
            KeptWord.init
        )
    }

    /// One that was removed and can still come back.
    func findRemoved(_ id: ID<KeptWord>, of family: ID<Family>) throws -> KeptWord? {
        try database.first(
            """
            SELECT \(sql: KeptWord.columns) FROM kept_words AS w \(sql: KeptWord.joins)
            WHERE w.id = \(id.value) AND \(sql: known(family)) AND w.removed_at IS NOT NULL
            """,
            KeptWord.init
        )
    }

    /// Who saved a word’s text last, as somebody is told who was editing it meanwhile.
    func lastEditor(of word: KeptWord, for actor: Actor, _ times: TimeText) throws
        -> Conflict.Other
    {
        let last = try database.first(
            """
            SELECT u.id, u.name FROM kept_words AS w JOIN users AS u ON u.id = w.changed_by
            WHERE w.id = \(word.id.value)
            """
        ) { (id: try $0.int(0), name: try $0.text(1)) }
        return Conflict.Other(
            name: last?.name ?? "Someone",
            whenText: times.relative(word.updatedAt, now: now),
            isSelf: last != nil && last?.id == actor.id
        )
    }

    /// The same word of the same person in the same language; nil if they don't have it.
    func known(_ term: String, _ language: String, of child: ID<Child>?, in family: ID<Family>)
        throws -> ID<KeptWord>?
    {
        try database.first(
            """
            SELECT w.id FROM kept_words AS w INDEXED BY kept_words_by_term
            WHERE w.family_id = \(family.value) AND w.removed_at IS NULL
                AND w.term_key = \(Folding.fold(term))
                AND w.language = \(language) AND w.child_id IS \(child?.value)
            """
        ) { ID(try $0.int(0)) }
    }

    /// The same word of the same person in a language that may be the same: one of the two doesn’t say.
    func alike(_ term: String, _ language: String, of child: ID<Child>?, in family: ID<Family>)
        throws -> (id: ID<KeptWord>, language: String)?
    {
        let unknown = WordEditForm.unknownLanguage
        return try database.first(
            """
            SELECT w.id, w.language FROM kept_words AS w INDEXED BY kept_words_by_term
            WHERE w.family_id = \(family.value) AND w.removed_at IS NULL
                AND w.term_key = \(Folding.fold(term)) AND w.child_id IS \(child?.value)
                AND (w.language = \(unknown) OR \(language) = \(unknown))
            ORDER BY w.id LIMIT 1
            """
        ) { (ID(try $0.int(0)), try $0.text(1)) }
    }

    // MARK: Saving

    /// Saves a word. The same word of the same child is saved once: what is known of it is renewed. Nil if
    /// the family has as many as there may be.
    func keep(_ word: NewWord, of family: ID<Family>, by actor: Actor) throws -> (
        id: ID<KeptWord>, isNew: Bool
    )? {
        try database.write {
            if let known = try known(word.term, word.language, of: word.child, in: family) {
                try renew(known, with: word, in: family, by: actor)
                return (known, false)
            }
            guard try room(in: family) > 0 else { return nil }
            return (try insert(word, into: family, by: actor), true)
        }
    }

    /// Takes over what is said of a word that is there already. Returns it as it was if anything changed.
    @discardableResult
    func renew(_ id: ID<KeptWord>, with word: NewWord, in family: ID<Family>, by actor: Actor)
        throws -> KeptWord?
    {
        let old = try find(id, of: family)
        let new = KeptWord.Draft(
            term: old.term,
            meaning: word.meaning.isEmpty ? old.meaning : word.meaning,
            context: word.context.isEmpty ? old.context : word.context,
            notes: word.notes.isEmpty ? old.notes : word.notes,
            language: old.language,
            child: old.child
        )
        guard new != old.draft else { return nil }
        try write(new, to: id, by: actor)
        return old
    }

    func insert(_ word: NewWord, into family: ID<Family>, by actor: Actor) throws -> ID<KeptWord> {
        try database.execute(
            """
            INSERT INTO kept_words (family_id, child_id, term, term_key, search_key, meaning, context,
                notes, language, book_id, track, seconds, created_at, created_by, updated_at,
                web_video_id, changed_by)
            VALUES (\(family.value), \(word.child?.value), \(word.term),
                \(Folding.fold(word.term)), \(Self.searchKey(word.term, word.meaning, word.notes)),
                \(word.meaning), \(word.context), \(word.notes), \(word.language),
                \(word.book?.value), \(word.track.map { "\($0)" }), \(word.seconds), \(now),
                \(actor.name), \(now), \(word.web?.value), \(actor.id))
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    func write(_ draft: KeptWord.Draft, to id: ID<KeptWord>, by actor: Actor) throws {
        try database.execute(
            """
            UPDATE kept_words SET term = \(draft.term), term_key = \(Folding.fold(draft.term)),
                search_key = \(Self.searchKey(draft.term, draft.meaning, draft.notes)),
                meaning = \(draft.meaning), context = \(draft.context), notes = \(draft.notes),
                language = \(draft.language), child_id = \(draft.child?.value),
                version = version + 1, updated_at = \(now), changed_by = \(actor.id)
            WHERE id = \(id.value)
            """
        )
    }

    /// The words by which it is found, each after a space.
    static func searchKey(_ term: String, _ meaning: String, _ notes: String) -> String {
        " " + Folding.fold("\(term) \(meaning) \(notes)")
    }

    /// Why a change was refused.
    enum Refusal: Error, Equatable {
        /// Somebody saved in between; that is how it is now.
        case changedMeanwhile(KeptWord)
        /// The same word is there already.
        case isKnown(ID<KeptWord>)
    }

    /// Saves a form that showed the given version.
    func update(
        _ id: ID<KeptWord>,
        of family: ID<Family>,
        version: Int,
        _ draft: KeptWord.Draft,
        by actor: Actor
    ) throws -> KeptWord {
        try database.write {
            let before = try find(id, of: family)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let same = try known(draft.term, draft.language, of: draft.child, in: family)
            if let same, same != id { throw Refusal.isKnown(same) }
            guard draft != before.draft else { return before }
            try write(draft, to: id, by: actor)
            return try find(id, of: family)
        }
    }

    // MARK: Removing

    /// Removes words; they can come back for a day. Returns those that were there.
    func remove(_ ids: [ID<KeptWord>], of family: ID<Family>) throws -> [KeptWord] {
        try database.write {
            let words = try database.all(
                """
                SELECT \(sql: KeptWord.columns) FROM kept_words AS w \(sql: KeptWord.joins)
                WHERE w.id IN \(list: ids.map(\.value)) AND \(sql: present(family))
                """,
                KeptWord.init
            )
            try database.execute(
                """
                UPDATE kept_words SET removed_at = \(now)
                WHERE id IN \(list: words.map(\.id.value))
                """
            )
            return words
        }
    }

    /// Takes removals back. Returns how many came back: a word that was saved again meanwhile stays one.
    func restore(_ ids: [ID<KeptWord>], of family: ID<Family>) throws -> Int {
        try database.write {
            try database.execute(
                """
                UPDATE kept_words AS w SET removed_at = NULL
                WHERE w.id IN \(list: ids.map(\.value)) AND w.family_id = \(family.value)
                    AND w.removed_at IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM kept_words AS o
                        WHERE o.family_id = w.family_id AND o.term_key = w.term_key
                            AND o.language = w.language AND o.child_id IS w.child_id
                            AND o.removed_at IS NULL)
                """
            )
        }
    }

    /// Takes back that words were added together. Returns how many are gone.
    func takeBack(_ range: ClosedRange<Int>, of family: ID<Family>) throws -> Int {
        try database.execute(
            """
            UPDATE kept_words AS w SET removed_at = \(now)
            WHERE w.id BETWEEN \(range.lowerBound) AND \(range.upperBound)
                AND w.family_id = \(family.value) AND w.removed_at IS NULL
            """
        )
    }

    /// Deletes for good what was removed a day ago, and what imports of then had changed.
    func removeOld() throws {
        try removeOldImports()
        try RowSlices(database: database)
            .remove(.words(by: "family_id"), where: "removed_at < \(now - Self.keptSeconds)")
    }

    /// Writes by what words are found that were saved before there was a search, some at a time.
    func fillSearch() throws {
        let words = try database.all(
            """
            SELECT id, term, meaning, notes FROM kept_words INDEXED BY kept_words_unsearched
            WHERE search_key = '' LIMIT 1000
            """
        ) {
            (id: try $0.int(0), key: Self.searchKey(try $0.text(1), try $0.text(2), try $0.text(3)))
        }
        guard !words.isEmpty else { return }
        try database.write {
            for word in words {
                try database.execute(
                    "UPDATE kept_words SET search_key = \(word.key) WHERE id = \(word.id)"
                )
            }
        }
    }
}

extension Visit {
    var keptWords: KeptWordStore { KeptWordStore(database: database, now: now) }
}
