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

/// Keeps what families asked. Another family's doesn't exist.
struct ExplanationStore {
    /// How long a question without an answer is kept: as long as its page may be looked at.
    static let keptUnfinishedSeconds = 3600
    /// What a family keeps of one cue and of one conversation.
    static let mostOfCue = 50
    static let mostOfThread = 20

    let database: Database
    let now: Int

    func find(_ id: ID<Explanation>, of family: ID<Family>, in book: ID<Book>) throws -> Explanation
    {
        let found = try database.first(
            """
            SELECT \(sql: Explanation.columns) FROM explanations
            WHERE id = \(id.value) AND family_id = \(family.value) AND book_id = \(book.value)
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
                AND state = 'done'
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
                AND (id = \(first.value) OR thread_id = \(first.value))
            ORDER BY id
            """,
            Explanation.init
        )
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
        try database.execute(
            """
            UPDATE explanations SET state = 'done', answer = \(answer), is_cut = \(isCut)
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

    /// Forgets one that was canceled, or one that somebody doesn't want to keep, with what followed it.
    func remove(_ id: ID<Explanation>, of family: ID<Family>) throws {
        try database.execute(
            "DELETE FROM explanations WHERE id = \(id.value) AND family_id = \(family.value)"
        )
    }

    /// Forgets what was never answered.
    func removeUnfinished() throws {
        let oldest = try database.first(
            "SELECT min(asked_at) FROM explanations WHERE state <> 'done'"
        ) { try $0.intOrNil(0) }.flatMap(\.self)
        // Most rounds find nothing, and then the turn to write isn’t taken.
        guard let oldest, oldest < now - Self.keptUnfinishedSeconds else { return }
        try database.execute(
            """
            DELETE FROM explanations
            WHERE state <> 'done' AND asked_at < \(now - Self.keptUnfinishedSeconds)
            """
        )
    }
}

extension Visit {
    var explanations: ExplanationStore { ExplanationStore(database: database, now: now) }
}
