import SQLite

/// Who reads along: a child of the family, or a parent by themselves.
enum Reader: Sendable, Equatable {
    case child(ID<Child>)
    case parent(ID<User>)
}

/// How fast a story plays, in quarters of the usual speed: from half of it to twice as fast.
struct ReadingSpeed: Sendable, Equatable {
    static let choices = (2...8).map(ReadingSpeed.init(quarters:))
    static let usual = ReadingSpeed(quarters: 4)

    let quarters: Int

    private init(quarters: Int) { self.quarters = quarters }

    /// Reads "0.75"; nil for a speed that nobody can choose.
    init?(_ text: String) {
        guard let choice = Self.choices.first(where: { $0.text == text }) else { return nil }
        self = choice
    }

    /// Reads what is kept.
    init(kept quarters: Int) {
        self = Self.choices.first { $0.quarters == quarters } ?? .usual
    }

    /// "0.75", as scripts and people read it.
    var text: String {
        let rest = ["", ".25", ".5", ".75"][quarters % 4]
        return String(quarters / 4) + rest
    }
}

/// Keeps where parents left stories that they look at by themselves, and how fast each reader likes
/// a series.
struct ReadingStore {
    let database: Database
    let now: Int

    // MARK: Places

    /// Where a parent left a story, in seconds.
    func place(of user: ID<User>, in book: ID<Book>) throws -> Int? {
        try database.first(
            """
            SELECT seconds FROM parent_places
            WHERE user_id = \(user.value) AND book_id = \(book.value)
            """
        ) { try $0.int(0) }
    }

    func setPlace(_ seconds: Int, of user: ID<User>, in book: ID<Book>) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO parent_places (user_id, book_id, seconds, recorded_at)
                VALUES (\(user.value), \(book.value), \(seconds), \(now))
                ON CONFLICT (user_id, book_id) DO UPDATE
                SET seconds = excluded.seconds, recorded_at = excluded.recorded_at
                """
            )
        }
    }

    // MARK: Speeds

    /// The speed of a story's series, or of a story that belongs to none.
    func speed(of reader: Reader, in book: ID<Book>) throws -> ReadingSpeed {
        let quarters = try database.first(
            "SELECT quarters FROM reading_speeds WHERE \(sql: try condition(reader, book))"
        ) { try $0.int(0) }
        return quarters.map(ReadingSpeed.init(kept:)) ?? .usual
    }

    func setSpeed(_ speed: ReadingSpeed, of reader: Reader, in book: ID<Book>) throws {
        try database.write {
            try database.execute(
                "DELETE FROM reading_speeds WHERE \(sql: try condition(reader, book))"
            )
            guard speed != .usual else { return }
            let (user, child) = Self.keys(reader)
            let series = try series(of: book)
            try database.execute(
                """
                INSERT INTO reading_speeds (user_id, child_id, series_id, book_id, quarters,
                    updated_at)
                VALUES (\(user), \(child), \(series), \(series == nil ? book.value : nil),
                    \(speed.quarters), \(now))
                """
            )
        }
    }

    private func series(of book: ID<Book>) throws -> Int? {
        try database.first("SELECT series_id FROM books WHERE id = \(book.value)") {
            try $0.intOrNil(0)
        } ?? nil
    }

    private static func keys(_ reader: Reader) -> (user: Int?, child: Int?) {
        switch reader {
        case .parent(let user): (user.value, nil)
        case .child(let child): (nil, child.value)
        }
    }

    /// As the unique index has it.
    private func condition(_ reader: Reader, _ book: ID<Book>) throws -> SQL {
        let (user, child) = Self.keys(reader)
        let series = try series(of: book)
        return """
            coalesce(user_id, 0) = \(user ?? 0) AND coalesce(child_id, 0) = \(child ?? 0)
                AND coalesce(series_id, 0) = \(series ?? 0)
                AND coalesce(book_id, 0) = \(series == nil ? book.value : 0)
            """
    }
}

extension Visit {
    var reading: ReadingStore { ReadingStore(database: database, now: now) }
}
