import SQLite

/// Makes batches, undoes them, and reads their results.
struct BatchStore {
    /// Why a batch can't be undone.
    enum Refusal: Error, Equatable {
        case isUndone(Batch)
        case isTooOld(Batch)
    }

    /// The result of undoing a batch.
    struct Undone: Sendable, Equatable {
        /// The batch that did it; nil if there was nothing left to restore.
        let batch: Batch?
        /// How many books were left alone because somebody has changed them since.
        let left: Int
    }

    /// A field of a book that could not be restored.
    struct Left: Sendable, Equatable {
        let book: ID<Book>
        /// Nil if the book is gone for good.
        let title: String?
        let field: BatchField
        /// The category of a link.
        let category: String?
    }

    let database: Database
    let now: Int

    private static let columns: SQL =
        "id, at, actor_name, kind, summary, row_count, undone_at, undone_by"

    // MARK: Reading

    func find(_ id: ID<Batch>) throws -> Batch {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM batches WHERE id = \(id.value)",
            Self.batch
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    func count() throws -> Int {
        try database.first(
            "SELECT count(*) FROM batches WHERE at > \(Batch.earliest(now: now))"
        ) { try $0.int(0) } ?? 0
    }

    /// Those that are kept, newest first.
    func list(limit: Int, offset: Int) throws -> [Batch] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM batches WHERE at > \(Batch.earliest(now: now))
            ORDER BY at DESC, id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.batch
        )
    }

    /// The parts of a batch that could not be restored when it was undone.
    func left(of id: ID<Batch>, limit: Int, offset: Int) throws -> [Left] {
        try database.all(
            """
            SELECT r.book_id, b.title, r.field, c.name
            FROM batch_rows AS r LEFT JOIN books AS b ON b.id = r.book_id
            LEFT JOIN categories AS c ON c.id = r.category_id
            WHERE r.batch_id = \(id.value) AND r.is_overtaken = 1
            ORDER BY r.book_id, r.field, r.category_id LIMIT \(limit) OFFSET \(offset)
            """
        ) { row in
            try BatchField(row, 2).map {
                Left(
                    book: ID(try row.int(0)),
                    title: try row.textOrNil(1),
                    field: $0,
                    category: try row.textOrNil(3)
                )
            }
        }.compactMap(\.self)
    }

    /// How many fields, of how many books, could not be restored.
    func leftCount(of id: ID<Batch>) throws -> (fields: Int, books: Int) {
        try database.first(
            """
            SELECT count(*), count(DISTINCT book_id) FROM batch_rows
            WHERE batch_id = \(id.value) AND is_overtaken = 1
            """
        ) { (fields: try $0.int(0), books: try $0.int(1)) } ?? (0, 0)
    }

    // MARK: Changing

    /// Makes the changes that `plan` gathers, in one transaction; nil if there are none. The
    /// summary gets the number of books.
    @discardableResult
    func make(
        _ kind: Batch.Kind,
        by actor: Actor,
        summary: (Int) -> String,
        _ plan: (BatchPlan) throws -> Void
    ) throws -> Batch? {
        try database.write {
            let batch = try begin(kind, by: actor)
            let planned = BatchPlan(database: database, batch: batch, now: now)
            try plan(planned)
            let count = try planned.bookCount()
            guard count > 0 else {
                try database.execute("DELETE FROM batches WHERE id = \(batch.value)")
                return nil
            }
            try BatchRun(database: database, batch: batch, actor: actor, now: now).run()
            try database.execute(
                """
                UPDATE batches SET summary = \(summary(count)), row_count = \(count)
                WHERE id = \(batch.value)
                """
            )
            return try find(batch)
        }
    }

    /// Restores the books that still have everything that the batch changed, and marks the
    /// obstacles for the others. Whatever else must be undone at once joins the plan.
    func undo(
        _ id: ID<Batch>,
        by actor: Actor,
        with more: (BatchPlan) throws -> Void = { _ in }
    ) throws -> Undone {
        try database.write {
            let batch = try find(id)
            guard batch.undoneAt == nil else { throw Refusal.isUndone(batch) }
            guard batch.canBeUndone(now: now) else { throw Refusal.isTooOld(batch) }
            try markOvertaken(id)
            let undo = try make(.undo, by: actor, summary: { _ in batch.reversal }) {
                try $0.reverse(id)
                try more($0)
            }
            try database.execute(
                """
                UPDATE batches SET undone_at = \(now), undone_by = \(actor.name)
                WHERE id = \(id.value)
                """
            )
            return Undone(batch: undo, left: try leftCount(of: id).books)
        }
    }

    /// Removes batches that are too old to be undone, at most a thousand rows at a time, so that
    /// nobody waits long for the writer's turn.
    func removeOld() throws {
        let old = try database.first(
            """
            SELECT id FROM batches WHERE at <= \(Batch.earliest(now: now)) ORDER BY at LIMIT 1
            """
        ) { try $0.int(0) }
        guard let old else { return }
        try database.write {
            let removed = try database.execute(
                """
                DELETE FROM batch_rows WHERE (batch_id, book_id, field, category_id) IN (
                    SELECT batch_id, book_id, field, category_id FROM batch_rows
                    WHERE batch_id = \(old) LIMIT \(Self.rowsAtATime))
                """
            )
            guard removed < Self.rowsAtATime else { return }
            try database.execute("DELETE FROM batches WHERE id = \(old)")
        }
    }

    // MARK: Parts

    private static let rowsAtATime = 1000

    private func begin(_ kind: Batch.Kind, by actor: Actor) throws -> ID<Batch> {
        try database.execute(
            """
            INSERT INTO batches (at, actor_id, actor_name, kind, summary, row_count)
            VALUES (\(now), \(actor.id), \(actor.name), \(kind.rawValue), \(kind.rawValue), 0)
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    /// Marks what somebody has changed since: the value is neither the batch's nor the old one. A
    /// book, a publisher or a category that is gone can't be restored either.
    private func markOvertaken(_ id: ID<Batch>) throws {
        try database.execute(
            """
            UPDATE batch_rows AS r SET is_overtaken = 1
            WHERE r.batch_id = \(id.value) AND NOT coalesce(
                (SELECT \(sql: BatchField.currentValue) IS r.was
                        OR \(sql: BatchField.currentValue) IS r.now
                            AND \(sql: BatchField.canBeHadAgain)
                    FROM books AS b WHERE b.id = r.book_id),
                r.field = 'creation')
            """
        )
    }

    private static func batch(_ row: Row) throws -> Batch {
        Batch(
            id: ID(try row.int(0)),
            at: try row.int(1),
            actorName: try row.text(2),
            kind: Batch.Kind(rawValue: try row.text(3)) ?? .bulk,
            summary: try row.text(4),
            rowCount: try row.int(5),
            undoneAt: try row.intOrNil(6),
            undoneBy: try row.textOrNil(7)
        )
    }
}

extension Visit {
    var batches: BatchStore { BatchStore(database: database, now: now) }
}
