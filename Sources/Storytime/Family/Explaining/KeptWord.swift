import SQLite

/// A word that a family keeps, with what it means and where it was met.
struct KeptWord: Sendable, Equatable {
    let id: ID<KeptWord>
    /// The child whose word it is; nil for the parents'.
    let child: ID<Child>?
    let childName: String?
    let term: String
    let meaning: String
    let context: String
    let language: String
    let book: ID<Book>?
    let bookTitle: String?
    let track: TrackName?
    let seconds: Double?
    let createdAt: Int

    static let columns: SQL = """
        w.id, w.child_id, k.name, w.term, w.meaning, w.context, w.language, w.book_id, b.title, w.track,
        w.seconds, w.created_at
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        child = try row.intOrNil(1).map { ID($0) }
        childName = try row.textOrNil(2)
        term = try row.text(3)
        meaning = try row.text(4)
        context = try row.text(5)
        language = try row.text(6)
        book = try row.intOrNil(7).map { ID($0) }
        bookTitle = try row.textOrNil(8)
        track = try row.textOrNil(9).flatMap { TrackName(pathSegment: $0[...]) }
        seconds = try row.doubleOrNil(10)
        createdAt = try row.int(11)
    }
}

/// What is kept of a word.
struct NewWord: Sendable {
    let term: String
    let meaning: String
    let context: String
    let language: String
    let child: ID<Child>?
    let book: ID<Book>?
    let track: TrackName?
    let seconds: Double?
}

/// Keeps families' words. Another family's, and those that were removed, don't exist.
struct KeptWordStore {
    static let mostOfFamily = 20_000
    static let keptSeconds = 86_400

    let database: Database
    let now: Int

    private func present(_ family: ID<Family>) -> SQL {
        "w.family_id = \(family.value) AND w.removed_at IS NULL"
    }

    func count(of family: ID<Family>) throws -> Int {
        try database.first(
            "SELECT count(*) FROM kept_words AS w WHERE \(sql: present(family))"
        ) { try $0.int(0) } ?? 0
    }

    /// The latest first.
    func list(of family: ID<Family>, limit: Int, offset: Int = 0) throws -> [KeptWord] {
        try database.all(
            """
            SELECT \(sql: KeptWord.columns)
            FROM kept_words AS w INDEXED BY kept_words_by_family
            LEFT JOIN present_children AS k ON k.id = w.child_id
            LEFT JOIN books AS b ON b.id = w.book_id AND b.deleted_at IS NULL
            WHERE \(sql: present(family))
            ORDER BY w.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            KeptWord.init
        )
    }

    /// Keeps a word. The same word of the same child is kept once: what is known of it is renewed. Nil if
    /// the family has as many as there may be.
    func keep(_ word: NewWord, of family: ID<Family>, by actor: Actor) throws -> (
        id: ID<KeptWord>, isNew: Bool
    )? {
        let key = Folding.fold(word.term)
        return try database.write {
            let known = try database.first(
                """
                SELECT w.id FROM kept_words AS w
                WHERE \(sql: present(family)) AND w.term_key = \(key)
                    AND w.language = \(word.language) AND w.child_id IS \(word.child?.value)
                """
            ) { ID<KeptWord>(try $0.int(0)) }
            if let known {
                try database.execute(
                    """
                    UPDATE kept_words SET
                        meaning = iif(\(word.meaning) = '', meaning, \(word.meaning)),
                        context = iif(\(word.context) = '', context, \(word.context))
                    WHERE id = \(known.value)
                    """
                )
                return (known, false)
            }
            guard try count(of: family) < Self.mostOfFamily else { return nil }
            try database.execute(
                """
                INSERT INTO kept_words (family_id, child_id, term, term_key, meaning, context, language,
                    book_id, track, seconds, created_at, created_by)
                VALUES (\(family.value), \(word.child?.value), \(word.term), \(key),
                    \(word.meaning), \(word.context), \(word.language), \(word.book?.value),
                    \(word.track.map { "\($0)" }), \(word.seconds), \(now), \(actor.name))
                """
            )
            return (ID(Int(database.lastInsertedID)), true)
        }
    }

    /// Removes a word; it can come back for a day. Returns the word.
    func remove(_ id: ID<KeptWord>, of family: ID<Family>) throws -> String {
        try database.write {
            let term = try database.first(
                """
                SELECT w.term FROM kept_words AS w
                WHERE w.id = \(id.value) AND \(sql: present(family))
                """
            ) { try $0.text(0) }
            guard let term else { throw Failure.notFound }
            try database.execute(
                "UPDATE kept_words SET removed_at = \(now) WHERE id = \(id.value)"
            )
            return term
        }
    }

    /// Takes a removal back; false if it is too late.
    func restore(_ id: ID<KeptWord>, of family: ID<Family>) throws -> Bool {
        try database.execute(
            """
            UPDATE kept_words SET removed_at = NULL
            WHERE id = \(id.value) AND family_id = \(family.value) AND removed_at IS NOT NULL
            """
        ) > 0
    }

    /// Deletes for good what was removed a day ago.
    func removeOld() throws {
        let oldest = try database.first(
            "SELECT min(removed_at) FROM kept_words WHERE removed_at IS NOT NULL"
        ) { try $0.intOrNil(0) }.flatMap(\.self)
        guard let oldest, oldest < now - Self.keptSeconds else { return }
        try database.execute(
            "DELETE FROM kept_words WHERE removed_at < \(now - Self.keptSeconds)"
        )
    }
}

extension Visit {
    var keptWords: KeptWordStore { KeptWordStore(database: database, now: now) }
}
