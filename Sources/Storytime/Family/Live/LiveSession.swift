import Quill
import SQLite

/// What a microphone heard from one press of the button to the next, written down.
struct LiveSession: Sendable {
    /// Who listens.
    enum Way: String, Sendable {
        /// The browser’s own speech recognition. Only words come here.
        case browser
        /// The transcription service, by way of this server.
        case service
    }

    let id: ID<LiveSession>
    let title: String
    /// What is spoken; "und" if nobody says.
    let language: String
    let way: Way
    let startedAt: Int
    let pieceCount: Int
    let characterCount: Int
    let lengthMS: Int

    static let columns: SQL =
        "id, title, language, way, started_at, piece_count, character_count, length_ms"

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        title = try row.text(1)
        language = try row.text(2)
        way = Way(rawValue: try row.text(3)) ?? .browser
        startedAt = try row.int(4)
        pieceCount = try row.int(5)
        characterCount = try row.int(6)
        lengthMS = try row.int(7)
    }

    var href: String { "\(LivePages.path)/\(id)" }
}

/// Some words of a session, and when they were said. Times are milliseconds from its beginning.
struct LivePiece: Sendable, Equatable {
    static let mostCharacters = 2000

    /// Its place in the session, as the page counts.
    let number: Int
    let start: Int
    let end: Int
    let text: String

    init(number: Int, start: Int, end: Int, text: String) {
        self.number = number
        self.start = start
        self.end = end
        self.text = text
    }

    init(_ row: Row) throws {
        self.init(
            number: try row.int(0),
            start: try row.int(1),
            end: try row.int(2),
            text: try row.text(3)
        )
    }

    static let columns: SQL = "number, start_ms, end_ms, text"
}

/// Keeps the sessions of parents, each their own: somebody else’s, and what was deleted, don’t exist.
struct LiveStore {
    /// Of each parent, those that were deleted and can still come back included.
    static let mostSessions = 300
    /// A piece takes a second or two at least: some hours.
    static let mostPieces = 5000
    /// As much as somebody says in five hours without a pause.
    static let mostCharacters = 400_000
    static let longestMS = 5 * 3_600_000
    /// How long a deleted session can come back.
    static let keptSeconds = 86_400
    /// A session in which nothing was said is forgotten after so long: it may have only just begun.
    static let keptEmptySeconds = 6 * 3600

    let database: Database
    let now: Int

    /// Why something isn’t kept.
    enum Refusal: Error, Equatable {
        case tooManySessions
        /// The session is as long as one may be.
        case isFull
    }

    // MARK: Sessions

    func begin(_ title: String, _ language: String, _ way: LiveSession.Way, by user: ID<User>)
        throws
        -> LiveSession
    {
        let id = try database.write {
            let count =
                try database.first(
                    """
                    SELECT count(*) FROM live_sessions INDEXED BY live_sessions_of_user
                    WHERE user_id = \(user.value)
                    """
                ) { try $0.int(0) } ?? 0
            guard count < Self.mostSessions else { throw Refusal.tooManySessions }
            try database.execute(
                """
                INSERT INTO live_sessions (user_id, title, language, way, started_at)
                VALUES (\(user.value), \(title), \(language), \(way.rawValue), \(now))
                """
            )
            return ID<LiveSession>(Int(database.lastInsertedID))
        }
        return try find(id, of: user)
    }

    func find(_ id: ID<LiveSession>, of user: ID<User>) throws -> LiveSession {
        let found = try database.first(
            """
            SELECT \(sql: LiveSession.columns) FROM live_sessions
            WHERE id = \(id.value) AND user_id = \(user.value) AND removed_at IS NULL
            """,
            LiveSession.init
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    func count(of user: ID<User>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM live_sessions INDEXED BY live_sessions_by_user
            WHERE user_id = \(user.value) AND removed_at IS NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The newest first.
    func list(of user: ID<User>, limit: Int, offset: Int) throws -> [LiveSession] {
        try database.all(
            """
            SELECT \(sql: LiveSession.columns)
            FROM live_sessions INDEXED BY live_sessions_by_user
            WHERE user_id = \(user.value) AND removed_at IS NULL
            ORDER BY id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            LiveSession.init
        )
    }

    func rename(_ id: ID<LiveSession>, to title: String, _ language: String, of user: ID<User>)
        throws
    {
        try database.execute(
            """
            UPDATE live_sessions SET title = \(title), language = \(language)
            WHERE id = \(id.value) AND user_id = \(user.value) AND removed_at IS NULL
            """
        )
    }

    func remove(_ id: ID<LiveSession>, of user: ID<User>) throws {
        try database.execute(
            """
            UPDATE live_sessions SET removed_at = \(now)
            WHERE id = \(id.value) AND user_id = \(user.value) AND removed_at IS NULL
            """
        )
    }

    /// False if it is too late.
    func restore(_ id: ID<LiveSession>, of user: ID<User>) throws -> Bool {
        try database.execute(
            """
            UPDATE live_sessions SET removed_at = NULL
            WHERE id = \(id.value) AND user_id = \(user.value) AND removed_at IS NOT NULL
            """
        ) > 0
    }

    /// Deletes for good what was deleted a day ago, and sessions in which nothing was said.
    func removeOld() throws {
        let conditions: [SQL] = [
            "removed_at < \(now - Self.keptSeconds)",
            "piece_count = 0 AND started_at < \(now - Self.keptEmptySeconds)",
        ]
        for condition in conditions {
            try RowSlices(database: database).remove(.liveSessions(by: "user_id"), where: condition)
        }
    }

    // MARK: Pieces

    /// Keeps a piece; one that is there already stays as it is. What was said while a session was being
    /// deleted isn’t kept.
    func add(_ piece: LivePiece, to id: ID<LiveSession>, of user: ID<User>) throws {
        try database.write {
            let session = try find(id, of: user)
            guard try self.piece(piece.number, of: id) == nil else { return }
            guard session.pieceCount < Self.mostPieces,
                session.characterCount + piece.text.unicodeScalars.count <= Self.mostCharacters
            else { throw Refusal.isFull }
            try database.execute(
                """
                INSERT INTO live_pieces (session_id, number, start_ms, end_ms, text)
                VALUES (\(id.value), \(piece.number), \(piece.start), \(piece.end), \(piece.text))
                """
            )
        }
    }

    func piece(_ number: Int, of id: ID<LiveSession>) throws -> LivePiece? {
        try database.first(
            """
            SELECT \(sql: LivePiece.columns) FROM live_pieces
            WHERE session_id = \(id.value) AND number = \(number)
            """,
            LivePiece.init
        )
    }

    /// In the order in which they were said.
    func pieces(of id: ID<LiveSession>, limit: Int, offset: Int = 0) throws -> [LivePiece] {
        try database.all(
            """
            SELECT \(sql: LivePiece.columns) FROM live_pieces
            WHERE session_id = \(id.value) ORDER BY number LIMIT \(limit) OFFSET \(offset)
            """,
            LivePiece.init
        )
    }

    /// A piece with those around it.
    func pieces(of id: ID<LiveSession>, around number: Int, _ neighbors: Int) throws -> [LivePiece]
    {
        let before = try database.all(
            """
            SELECT \(sql: LivePiece.columns) FROM live_pieces
            WHERE session_id = \(id.value) AND number < \(number)
            ORDER BY number DESC LIMIT \(neighbors)
            """,
            LivePiece.init
        )
        let after = try database.all(
            """
            SELECT \(sql: LivePiece.columns) FROM live_pieces
            WHERE session_id = \(id.value) AND number >= \(number)
            ORDER BY number LIMIT \(neighbors + 1)
            """,
            LivePiece.init
        )
        return before.reversed() + after
    }
}

extension Visit {
    var live: LiveStore { LiveStore(database: database, now: now) }

    /// The parent whose sessions these are, with their family.
    func liveOwner() throws -> (user: ID<User>, family: ID<Family>) {
        let scope = try family()
        guard let user = session?.user.id else { throw Failure.notSignedIn }
        return (user, scope.family.id)
    }
}
