import SQLite

/// A book in the bin, and who put it there.
struct BinnedBook: Sendable {
    let book: Book
    let deletedAt: Int
    let deletedBy: String

    /// When it is removed for good.
    var endsAt: Int { deletedAt + BinStore.keptDays * 86_400 }
}

/// The bin for deleted books: they can be restored as they were, or removed for good, by hand or
/// after thirty days.
struct BinStore {
    /// Why the bin is not emptied.
    enum Refusal: Error, Equatable {
        /// The bin now has this many books, and not the number that was shown.
        case countIsAnother(Int)
    }

    static let keptDays = Batch.keptDays

    /// Whole days, rounded up: what has an hour left has its last day.
    static func daysLeft(_ end: Int, now: Int) -> String {
        let days = (end - now + 86_399) / 86_400
        return days > 1 ? "\(days) days" : "Last day"
    }

    /// How many books the caretaker removes at a time, so that nobody waits long for the writer's
    /// turn.
    private static let booksAtATime = 500

    let database: Database
    let now: Int

    // MARK: Reading

    /// How many books are in it: kept, not counted.
    func count() throws -> Int {
        try BookList(database: database).keptCount("books_binned")
    }

    /// A part of its books, the latest first.
    func list(limit: Int, offset: Int) throws -> [BinnedBook] {
        try database.all(
            """
            SELECT \(sql: BookStore.columns), b.deleted_by
            FROM books AS b INDEXED BY books_in_bin
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.deleted_at IS NOT NULL
            ORDER BY b.deleted_at DESC, b.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            Self.binned
        ).compactMap(\.self)
    }

    /// Nil if the book is not in the bin.
    func find(_ id: ID<Book>) throws -> BinnedBook? {
        try database.first(
            """
            SELECT \(sql: BookStore.columns), b.deleted_by
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id = \(id.value) AND b.deleted_at IS NOT NULL
            """,
            Self.binned
        ).flatMap(\.self)
    }

    // MARK: In and out

    /// Moves a book to the bin; false if it is already there.
    func add(_ id: ID<Book>, by actor: Actor) throws -> Bool {
        try database.write {
            let moved = try database.execute(
                """
                UPDATE books SET deleted_at = \(now), deleted_by = \(actor.name),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value) AND deleted_at IS NULL
                """
            )
            return try finish(moved, "binned", id, actor)
        }
    }

    /// Restores a book from the bin, as it was; false if it is not in it.
    func restore(_ id: ID<Book>, by actor: Actor) throws -> Bool {
        try database.write {
            let restored = try database.execute(
                """
                UPDATE books SET deleted_at = NULL, deleted_by = NULL,
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value) AND deleted_at IS NOT NULL
                """
            )
            return try finish(restored, "restored", id, actor)
        }
    }

    /// Restores several books, as a batch; nil if none of them is in it.
    func restore(_ ids: [ID<Book>], by actor: Actor) throws -> Batch? {
        guard !ids.isEmpty else { return nil }
        return try BatchStore(database: database, now: now).make(
            .bulk,
            by: actor,
            summary: { Counted.text($0, "book", "books") + " restored from the bin" },
            { try $0.restore("SELECT id FROM books WHERE id IN \(list: ids.map(\.value))") }
        )
    }

    private func finish(_ moved: Int, _ action: String, _ id: ID<Book>, _ actor: Actor) throws
        -> Bool
    {
        guard moved > 0 else { return false }
        let book = try BookStore(database: database, now: now).find(id)
        try BookIndex(database: database).write(id)
        try AuditLog(database, now).write(actor, action, book.subject, [])
        return true
    }

    // MARK: For good

    /// Removes a book in the bin for good, with everything that belongs to it; false if it is not
    /// in the bin.
    func purge(_ id: ID<Book>, by actor: Actor) throws -> Bool {
        try database.write { try purge("SELECT \(id.value)", by: actor) > 0 }
    }

    /// Removes everything in the bin, if it is as many books as were shown.
    func empty(expecting count: Int, by actor: Actor) throws {
        try database.write {
            let found = try self.count()
            guard found == count else { throw Refusal.countIsAnother(found) }
            _ = try purge("SELECT id FROM books WHERE deleted_at IS NOT NULL", by: actor)
        }
    }

    /// Removes books that have been in the bin for thirty days, a limited number at once.
    func removeOld() throws {
        let limit = now - Self.keptDays * 86_400
        let old: SQL = """
            SELECT id FROM books WHERE deleted_at <= \(limit)
            ORDER BY deleted_at LIMIT \(Self.booksAtATime)
            """
        // Most rounds find nothing, and then the turn to write isn't taken.
        guard try database.first(old, { _ in true }) != nil else { return }
        try database.write { _ = try purge(old, by: .program) }
    }

    /// Removes those of the given books that are in the bin; returns how many there were. The
    /// schema removes what refers to them (`BookReferences` lists it beforehand).
    private func purge(_ keys: SQL, by actor: Actor) throws -> Int {
        try database.execute(
            """
            INSERT INTO audit_entries (at, actor_id, actor_name, action, record_type, record_id,
                record_label, changes)
            SELECT \(now), \(actor.id), \(actor.name), 'deleted', 'book', b.id, b.title,
                \(sql: Self.lastState)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id IN (\(sql: keys)) AND b.deleted_at IS NOT NULL
            """
        )
        return try database.execute(
            "DELETE FROM books WHERE id IN (\(sql: keys)) AND deleted_at IS NOT NULL"
        )
    }

    /// The book's last state, as changes from that to nothing: the audit log is all that is left
    /// of it.
    private static let lastState: SQL = """
        (SELECT '[' || coalesce(group_concat(
                json_object('field', s.field, 'from', s.was, 'to', NULL), ','), '') || ']'
            FROM (SELECT 'title' AS field, b.title AS was
                UNION ALL SELECT 'author', b.author
                UNION ALL SELECT 'description', b.description
                UNION ALL SELECT 'age_min', CAST(b.age_min AS TEXT)
                UNION ALL SELECT 'age_max', CAST(b.age_max AS TEXT)
                UNION ALL SELECT 'language', b.language
                UNION ALL SELECT 'publisher', p.name
                UNION ALL SELECT 'status', b.status
                UNION ALL SELECT 'original_title', b.original_title
                UNION ALL SELECT 'illustrator', b.illustrator
                UNION ALL SELECT 'translator', b.translator
                UNION ALL SELECT 'narrator', b.narrator
                UNION ALL SELECT 'series', (SELECT name FROM series WHERE id = b.series_id)
                UNION ALL SELECT 'series_number', CAST(b.series_number AS TEXT)
                UNION ALL SELECT 'isbn', b.isbn
                UNION ALL SELECT 'year', CAST(b.year AS TEXT)
                UNION ALL SELECT 'page_count', CAST(b.page_count AS TEXT)
                UNION ALL SELECT 'tags', (SELECT group_concat(t.name, ', ') FROM book_tags AS bt
                    JOIN tags AS t ON t.id = bt.tag_id WHERE bt.book_id = b.id)
                UNION ALL SELECT 'categories', (SELECT group_concat(c.name, ', ')
                    FROM book_categories AS bc JOIN categories AS c ON c.id = bc.category_id
                    WHERE bc.book_id = b.id)) AS s
            WHERE s.was <> '')
        """

    private static func binned(_ row: Row) throws -> BinnedBook? {
        let book = try BookStore.book(row)
        let deletedBy = try row.text(row.count - 1)
        return book.deletedAt.map { BinnedBook(book: book, deletedAt: $0, deletedBy: deletedBy) }
    }
}

extension Visit {
    var bin: BinStore { BinStore(database: database, now: now) }
}
