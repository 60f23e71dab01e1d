import SQLite

typealias BulkTarget = ListTarget<BookFilter>

extension BulkTarget {
    private static var mostExamples: Int { 5 }

    /// Their keys, as a query.
    var keys: SQL {
        switch self {
        case .checked(let ids):
            "SELECT id FROM books WHERE id IN \(list: ids.map(\.value)) AND deleted_at IS NULL"
        case .matching(let filter): BookList.keys(filter)
        }
    }

    /// How many they are now.
    func count(in database: Database) throws -> Int {
        switch self {
        case .checked:
            try database.first("SELECT count(*) FROM (\(sql: keys))") { try $0.int(0) } ?? 0
        case .matching(let filter): try BookList(database: database).count(filter)
        }
    }

    /// For how many of them, rows `b` of `books`, something is so.
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

/// Does to many books what was confirmed.
struct BulkStore {
    /// Why nothing was done.
    enum Refusal: Error, Equatable {
        /// So many books it would be now, and not the number that was confirmed.
        case countIsAnother(Int)
        /// What was chosen is nothing that can be done.
        case noAct
    }

    let database: Database
    let now: Int

    /// In one transaction: the books are looked for again, and nothing is done unless they are as
    /// many as were confirmed. Nil when all of them are as they should be already.
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
