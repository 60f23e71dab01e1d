import SQLite

typealias BulkTarget = ListTarget<BookFilter>

extension BulkTarget {
    private static var mostExamples: Int { 5 }

    /// A query for their keys.
    var keys: SQL {
        switch self {
        case .checked(let ids):
            "SELECT id FROM books WHERE id IN \(list: ids.map(\.value)) AND deleted_at IS NULL"
        case .matching(let filter): BookList.keys(filter)
        }
    }

    /// The number of books now.
    func count(in database: Database) throws -> Int {
        switch self {
        case .checked:
            try database.first("SELECT count(*) FROM (\(sql: keys))") { try $0.int(0) } ?? 0
        case .matching(let filter): try BookList(database: database).count(filter)
        }
    }

    /// How many of them, as rows `b` of `books`, meet a condition.
    func count(where condition: SQL, in database: Database) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM books AS b
            WHERE b.id IN (\(sql: keys)) AND \(sql: condition)
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The titles of a few of them.
    func examples(in database: Database) throws -> [String] {
        try database.all(
            """
            SELECT title FROM books WHERE id IN (\(sql: keys) LIMIT \(Self.mostExamples))
            ORDER BY title_key, id
            """
        ) { try $0.text(0) }
    }
}

/// Takes an action on many books after it was confirmed.
struct BulkStore {
    /// Why nothing was done.
    enum Refusal: Error, Equatable {
        /// The number of books is this now, and not the one that was confirmed.
        case countIsAnother(Int)
        /// The chosen action isn't valid.
        case noAct
    }

    let database: Database
    let now: Int

    /// Looks for the books again, in the same transaction, and changes nothing unless there are as
    /// many as were confirmed. Nil if none of them needs a change.
    func run(
        _ choice: BulkChoice,
        on target: BulkTarget,
        expecting count: Int,
        by actor: Actor
    ) throws -> Batch? {
        try database.write {
            guard let act = try choice.act(in: database) else { throw Refusal.noAct }
            let found = try target.count(in: database)
            guard found == count else { throw Refusal.countIsAnother(found) }
            return try BatchStore(database: database, now: now).make(
                .bulk,
                by: actor,
                summary: act.summary,
                { try act.plan($0, for: target.keys) }
            )
        }
    }
}

extension Visit {
    var bulk: BulkStore { BulkStore(database: database, now: now) }
}
