import SQLite

/// What a family asked about a cue of a story, and what it was told.
struct Explanation: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        case explain, translate
    }
    enum State: String, Sendable {
        case asking, done, failed
    }

    let id: ID<Explanation>
    /// The first question of the conversation that it belongs to; itself, if it is the first.
    let thread: ID<Explanation>
    let book: ID<Book>
    let track: TrackName
    let cue: Int
    let kind: Kind
    /// The cue, the word or the selection that it is about.
    let text: String
    /// The language of the answer.
    let language: String
    /// What was asked on; empty for the first of a thread.
    let question: String
    /// Empty if the answer is from another caption track.
    let model: String
    var state: State
    var answer: String
    var isCut: Bool
    var trouble: String?
    let askedAt: Int

    static let columns: SQL = """
        id, coalesce(thread_id, id), book_id, track, cue, kind, text, language, question, model, state,
        answer, is_cut, trouble, asked_at
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        thread = ID(try row.int(1))
        book = ID(try row.int(2))
        guard let track = TrackName(pathSegment: try row.text(3)[...]) else { throw Damaged() }
        self.track = track
        cue = try row.int(4)
        kind = Kind(rawValue: try row.text(5)) ?? .explain
        text = try row.text(6)
        language = try row.text(7)
        question = try row.text(8)
        model = try row.text(9)
        state = State(rawValue: try row.text(10)) ?? .failed
        answer = try row.text(11)
        isCut = try row.bool(12)
        trouble = try row.textOrNil(13)
        askedAt = try row.int(14)
    }

    /// A row that this program didn't write.
    private struct Damaged: Error {}

    /// The page of its conversation.
    var href: String { "/watch/\(book)/explanations/\(thread)" }

    private static let mostHeadingCharacters = 60

    /// “Translation of “Twinkle””: what it is, and about which words.
    var heading: String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let short = line.prefix(Self.mostHeadingCharacters)
        let words = short.endIndex == line.endIndex ? line : short + "…"
        return "\(kind == .explain ? "Explanation" : "Translation") of “\(words)”"
    }

    /// Said below an answer that was cut.
    static let cutNote = "The answer was too long, so it ends here."
}

/// What is about to be asked.
struct Question: Sendable {
    let family: ID<Family>
    let user: ID<User>?
    let book: ID<Book>
    let track: TrackName
    let cue: Int
    let kind: Explanation.Kind
    let text: String
    let language: String
    var question = ""
    /// The first question of the conversation that it continues.
    var thread: ID<Explanation>?
    let model: String
    /// SHA-256 of everything that the answer depends on.
    let contentHash: [UInt8]
}

/// A conversation in a list: what it is about, and how long it has become.
struct ConversationSummary: Sendable, Equatable {
    let first: Explanation
    /// Nil if the book is gone.
    let bookTitle: String?
    /// How many questions followed the first one.
    let followUps: Int
}

/// Keeps what families asked. Another family's, and what was deleted, doesn't exist.
struct ExplanationStore {
    /// How long a question without an answer is kept: as long as its page may be looked at.
    static let keptUnfinishedSeconds = 3600
    /// What a family keeps of one cue and of one conversation.
    static let mostOfCue = 50
    static let mostOfThread = 20
    /// How long a conversation that was deleted can come back.
    static let keptSeconds = 86_400

    let database: Database
    let now: Int

    func find(_ id: ID<Explanation>, of family: ID<Family>, in book: ID<Book>) throws -> Explanation
    {
        let found = try database.first(
            """
            SELECT \(sql: Explanation.columns) FROM explanations
            WHERE id = \(id.value) AND family_id = \(family.value) AND book_id = \(book.value)
                AND removed_at IS NULL
            """,
            Explanation.init
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The same question with the same answer to expect, asked before by the family.
    func answered(_ question: Question) throws -> Explanation? {
        try database.first(
            """
            SELECT \(sql: Explanation.columns) FROM explanations
            WHERE family_id = \(question.family.value) AND content_hash = \(question.contentHash)
                AND state = 'done' AND removed_at IS NULL
            ORDER BY id DESC LIMIT 1
            """,
            Explanation.init
        )
    }

    /// What is known of a cue, the latest first.
    func ofCue(_ cue: Int, of track: TrackName, in book: ID<Book>, _ family: ID<Family>) throws
        -> [Explanation]
    {
        try database.all(
            """
            SELECT \(sql: Explanation.columns) FROM explanations
            WHERE family_id = \(family.value) AND book_id = \(book.value)
                AND track = \("\(track)") AND cue = \(cue) AND state = 'done'
                AND removed_at IS NULL
            ORDER BY id DESC LIMIT \(Self.mostOfCue)
            """,
            Explanation.init
        )
    }

    /// A whole conversation, in its order.
    func thread(_ first: ID<Explanation>, of family: ID<Family>) throws -> [Explanation] {
        try database.all(
            """
            SELECT \(sql: Explanation.columns) FROM explanations
            WHERE family_id = \(family.value)
                AND (id = \(first.value) OR thread_id = \(first.value)) AND removed_at IS NULL
            ORDER BY id
            """,
            Explanation.init
        )
    }

    /// How many conversations the family has.
    func count(of family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM explanations INDEXED BY explanations_begun
            WHERE family_id = \(family.value) AND thread_id IS NULL AND state = 'done'
                AND removed_at IS NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The family's conversations, the one that was begun last first.
    func list(of family: ID<Family>, limit: Int, offset: Int = 0) throws -> [ConversationSummary] {
        let page = try database.all(
            """
            SELECT e.id, (SELECT title FROM books AS b WHERE b.id = e.book_id AND b.deleted_at IS NULL),
                (SELECT count(*) FROM explanations AS t
                    WHERE t.thread_id = e.id AND t.state = 'done')
            FROM explanations AS e INDEXED BY explanations_begun
            WHERE e.family_id = \(family.value) AND e.thread_id IS NULL AND e.state = 'done'
                AND e.removed_at IS NULL
            ORDER BY e.id DESC LIMIT \(limit) OFFSET \(offset)
            """
        ) { (id: try $0.int(0), title: try $0.textOrNil(1), followUps: try $0.int(2)) }
        return try page.compactMap { row in
            let first = try database.first(
                "SELECT \(sql: Explanation.columns) FROM explanations WHERE id = \(row.id)",
                Explanation.init
            )
            return first.map {
                ConversationSummary(first: $0, bookTitle: row.title, followUps: row.followUps)
            }
        }
    }

    /// Notes a question; its answer follows.
    func begin(_ question: Question) throws -> ID<Explanation> {
        try database.write {
            try database.execute(
                """
                INSERT INTO explanations (family_id, user_id, thread_id, book_id, track, cue, kind,
                    text, language, question, content_hash, model, state, asked_at)
                VALUES (\(question.family.value), \(question.user?.value),
                    \(question.thread?.value), \(question.book.value), \("\(question.track)"),
                    \(question.cue), \(question.kind.rawValue), \(question.text),
                    \(question.language), \(question.question), \(question.contentHash),
                    \(question.model), 'asking', \(now))
                """
            )
            return ID(Int(database.lastInsertedID))
        }
    }

    func finish(_ id: ID<Explanation>, _ answer: String, isCut: Bool) throws {
        // Models emphasize with stars, although they are asked for plain text.
        let plain = answer.replacing(/\*\*(?=\S)(.+?)\*\*/) { $0.1 }
        try database.execute(
            """
            UPDATE explanations SET state = 'done', answer = \(plain), is_cut = \(isCut)
            WHERE id = \(id.value) AND state = 'asking'
            """
        )
    }

    func fail(_ id: ID<Explanation>, _ trouble: String) throws {
        try database.execute(
            """
            UPDATE explanations SET state = 'failed', trouble = \(trouble)
            WHERE id = \(id.value) AND state = 'asking'
            """
        )
    }

    /// Deletes a conversation; it can come back for a day.
    func delete(_ thread: ID<Explanation>, of family: ID<Family>) throws {
        try database.execute(
            """
            UPDATE explanations SET removed_at = \(now)
            WHERE family_id = \(family.value) AND (id = \(thread.value) OR thread_id = \(thread.value))
                AND removed_at IS NULL
            """
        )
    }

    /// Takes a deletion back; false if it is too late.
    func restore(_ thread: ID<Explanation>, of family: ID<Family>, in book: ID<Book>) throws -> Bool
    {
        try database.execute(
            """
            UPDATE explanations SET removed_at = NULL
            WHERE family_id = \(family.value) AND book_id = \(book.value)
                AND (id = \(thread.value) OR thread_id = \(thread.value)) AND removed_at IS NOT NULL
            """
        ) > 0
    }

    /// Forgets for good what was deleted a day ago.
    func removeOld() throws {
        try RowSlices(database: database)
            .remove(.explanations, where: "removed_at < \(now - Self.keptSeconds)")
    }

    /// Forgets a question that was canceled, with what followed it.
    func remove(_ id: ID<Explanation>, of family: ID<Family>) throws {
        try database.execute(
            "DELETE FROM explanations WHERE id = \(id.value) AND family_id = \(family.value)"
        )
    }

    /// Forgets what was never answered.
    func removeUnfinished() throws {
        try RowSlices(database: database).remove(
            .explanations,
            where: "state <> 'done' AND asked_at < \(now - Self.keptUnfinishedSeconds)"
        )
    }
}

extension Visit {
    var explanations: ExplanationStore { ExplanationStore(database: database, now: now) }
}
