import SQLite

/// Finds records of any kind by the words of their names; books have an index of their own.
///
/// The stores write it inside the transaction of each change. Triggers can't: the program opens
/// its database with trusted_schema=OFF, where FTS5 tables are out of a trigger's reach.
struct NameIndex {
    /// How many matches are ranked, which reads each of them. More names than this only match a
    /// letter or two, and then nobody knows which is best.
    static let maximumRanked = 1000

    let database: Database

    // MARK: Reading

    /// The expression for the names of one kind in `names_search`; nil if there are no words.
    static func expression(
        _ kind: Subject.Kind,
        _ words: SearchWords,
        spelled spellings: [String: [String]] = [:]
    ) -> String? {
        words.expression(in: "words", spelled: spellings)
            .map { "\($0) AND kind : \"\(kind.rawValue)\"" }
    }

    func count(
        _ kind: Subject.Kind,
        _ words: SearchWords,
        spelled spellings: [String: [String]] = [:]
    ) throws -> Int {
        guard let expression = Self.expression(kind, words, spelled: spellings) else { return 0 }
        return try database.first(
            "SELECT count(*) FROM names_search WHERE names_search MATCH \(expression)"
        ) { try $0.int(0) } ?? 0
    }

    /// The ids of the records that match the words best.
    func best(
        _ kind: Subject.Kind,
        _ words: SearchWords,
        spelled spellings: [String: [String]] = [:],
        limit: Int
    ) throws -> [Int] {
        guard let expression = Self.expression(kind, words, spelled: spellings) else { return [] }
        return try database.all(
            """
            SELECT m.record_id FROM (
                SELECT record_id, bm25(names_search) AS place FROM names_search
                WHERE names_search MATCH \(expression) LIMIT \(Self.maximumRanked)) AS m
            ORDER BY m.place, m.record_id LIMIT \(limit)
            """
        ) { try $0.int(0) }
    }

    /// What to look for in place of words that no name of this kind has; none if that finds nothing.
    func spellings(
        _ kind: Subject.Kind,
        _ words: SearchWords,
        _ memory: NearWords.Memory? = nil
    ) throws -> [String: [String]] {
        try NearWords(database: database, vocabulary: .names, memory: memory).spellings(
            of: words,
            isKnown: { try count(kind, SearchWords($0)) > 0 },
            isEnough: { try count(kind, words, spelled: $0) > 0 }
        )
    }

    // MARK: Writing

    /// Merges the whole index. Until then, FTS5 keeps what is deleted in its segments
    /// (sqlite.org/fts5.html §6.9).
    func merge() throws {
        try database.execute("INSERT INTO names_search (names_search) VALUES ('optimize')")
    }

    /// Puts a record into the index, replacing its earlier words.
    func write(_ kind: Subject.Kind, _ id: Int, _ words: String) throws {
        try remove(kind, id)
        try database.execute(
            """
            INSERT INTO names_search (words, kind, record_id)
            VALUES (\(Folding.fold(words)), \("\(kind.rawValue) \(kind.rawValue)\(id)"), \(id))
            """
        )
    }

    func remove(_ kind: Subject.Kind, _ id: Int) throws {
        try database.execute(
            """
            DELETE FROM names_search WHERE rowid IN (
                SELECT rowid FROM names_search
                WHERE names_search MATCH \("kind : \"\(kind.rawValue)\(id)\""))
            """
        )
    }
}
