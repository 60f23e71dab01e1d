import SQLite

/// What a batch is about to change: gathered first, row by row or in one statement for many, and
/// then carried out as a whole (`BatchStore.make`).
///
/// A plan only contains changes, and never books in the bin unless it says so.
struct BatchPlan {
    let database: Database
    let batch: ID<Batch>
    let now: Int

    // MARK: Many at once

    /// Sets a field of these books, unless they already have this value.
    func set(_ field: BatchField, to value: (some SQLValue)?, of keys: SQL) throws {
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, was, now)
            SELECT \(batch.value), b.id, \(field.rawValue), \(sql: field.value), \(value)
            FROM books AS b WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                AND \(sql: Self.isOther(field, than: value))
            """
        )
    }

    /// Whether a book `b` has another value.
    static func isOther(_ field: BatchField, than value: (some SQLValue)?) -> SQL {
        "\(sql: field.value) IS NOT \(value)"
    }

    /// Adds these books to the category, or removes them from it, unless that is already so.
    func link(_ category: ID<Category>, isThere: Bool, of keys: SQL) throws {
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, category_id, was, now)
            SELECT \(batch.value), b.id, \(BatchField.category.rawValue), \(category.value),
                \(!isThere), \(isThere)
            FROM books AS b WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                AND \(sql: Self.isLinked(to: category, !isThere))
            """
        )
    }

    /// Adds a tag to these books, or removes it from them, unless that is already so.
    func tag(_ name: String, isThere: Bool, of keys: SQL) throws {
        let key = Folding.fold(name)
        let name = try TagStore(database: database).find(named: name)?.name ?? name
        let others: SQL = """
            SELECT t.name, t.name_key FROM book_tags AS bt JOIN tags AS t ON t.id = bt.tag_id
            WHERE bt.book_id = b.id AND t.name_key <> \(key)
            """
        let all: SQL = isThere ? "\(sql: others) UNION ALL SELECT \(name), \(key)" : others
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, was, now)
            SELECT \(batch.value), b.id, \(BatchField.tags.rawValue), \(sql: BatchField.tags.value),
                (SELECT group_concat(names.name, '|') FROM (
                    SELECT a.name FROM (\(sql: all)) AS a ORDER BY a.name_key) AS names)
            FROM books AS b WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NULL
                AND \(sql: Self.isTagged(name, !isThere))
            """
        )
    }

    /// Whether a book `b` has the tag, or has not.
    static func isTagged(_ name: String, _ isThere: Bool) -> SQL {
        let negation: SQL = isThere ? "" : "NOT"
        return """
            \(sql: negation) EXISTS (SELECT 1 FROM book_tags AS bt JOIN tags AS t ON t.id = bt.tag_id
                WHERE bt.book_id = b.id AND t.name_key = \(Folding.fold(name)))
            """
    }

    /// Whether a book `b` is in the category, or is not.
    static func isLinked(to category: ID<Category>, _ isThere: Bool) -> SQL {
        let negation: SQL = isThere ? "" : "NOT"
        return """
            \(sql: negation) EXISTS (SELECT 1 FROM book_categories AS bc
                WHERE bc.book_id = b.id AND bc.category_id = \(category.value))
            """
    }

    /// Moves these books to the bin.
    func bin(_ keys: SQL) throws {
        try set(.bin, to: now, of: keys)
    }

    /// Restores these books from the bin.
    func restore(_ keys: SQL) throws {
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, was, now)
            SELECT \(batch.value), b.id, \(BatchField.bin.rawValue), b.deleted_at, NULL
            FROM books AS b WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NOT NULL
            """
        )
    }

    // MARK: One at a time

    /// Sets a field of one book; its old value is looked up.
    func set(_ field: BatchField, to value: (some SQLValue)?, of book: ID<Book>) throws {
        try set(field, to: value, of: "SELECT \(book.value)")
    }

    /// Notes that the book was inserted for this batch, in this transaction and with everything
    /// that belongs to it: undoing the batch moves it to the bin, unless somebody changed it
    /// since.
    func created(_ book: ID<Book>) throws {
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, was, now)
            SELECT \(batch.value), id, \(BatchField.creation.rawValue), NULL, version
            FROM books WHERE id = \(book.value)
            """
        )
    }

    /// Plans to undo another batch, for those books that still have everything that it changed.
    /// Values that are already back need no change.
    func reverse(_ other: ID<Batch>) throws {
        try database.execute(
            """
            INSERT INTO batch_rows (batch_id, book_id, field, category_id, was, now)
            SELECT \(batch.value), r.book_id,
                iif(r.field = 'creation', 'bin', r.field), r.category_id,
                iif(r.field = 'creation', NULL, r.now),
                CASE WHEN r.field = 'creation' OR r.field = 'bin' AND r.was IS NOT NULL
                    THEN \(now) ELSE r.was END
            FROM batch_rows AS r JOIN books AS b ON b.id = r.book_id
            WHERE r.batch_id = \(other.value) AND \(sql: BatchField.currentValue) IS r.now
                AND NOT EXISTS (SELECT 1 FROM batch_rows AS o
                    WHERE o.batch_id = r.batch_id AND o.book_id = r.book_id AND o.is_overtaken)
            """
        )
    }

    /// How many books the plan changes.
    func bookCount() throws -> Int {
        try database.first(
            "SELECT count(DISTINCT book_id) FROM batch_rows WHERE batch_id = \(batch.value)"
        ) { try $0.int(0) } ?? 0
    }
}
