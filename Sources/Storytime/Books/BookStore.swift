import SQLite

/// Asks the database about books, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct BookStore {
    /// Why the database refused a book.
    enum Refusal: Error, Equatable {
        /// Someone saved in between; that is how the record is now.
        case changedMeanwhile(Book)
        /// A category that the form offered was deleted in between.
        case categoryIsGone
    }

    /// Which books a list shows.
    enum Scope: Equatable {
        case all
        case withoutCategory
        case matching(String)
    }

    let database: Database
    let now: Int

    private static let columns: SQL =
        "b.id, b.title, b.author, b.status, b.version, b.created_at, b.updated_at"

    // MARK: Reading

    func count(_ scope: Scope) throws -> Int {
        switch scope {
        case .all: try keptCount("books")
        case .withoutCategory: try keptCount("books_without_category")
        case .matching(let words):
            try database.first(
                "SELECT count(*) FROM books_search WHERE books_search MATCH \(words)"
            ) { try $0.int(0) } ?? 0
        }
    }

    /// A part of the list, by title.
    func list(_ scope: Scope, limit: Int, offset: Int) throws -> [BookSummary] {
        let filter: SQL =
            switch scope {
            case .all: ""
            case .withoutCategory: "WHERE b.category_count = 0"
            case .matching(let words):
                """
                WHERE b.id IN
                    (SELECT rowid FROM books_search WHERE books_search MATCH \(words))
                """
            }
        return try summaries(
            try database.all(
                """
                SELECT \(sql: Self.columns) FROM books AS b \(sql: filter)
                ORDER BY b.title_key, b.id LIMIT \(limit) OFFSET \(offset)
                """,
                Self.book
            )
        )
    }

    /// The books of a category, by title.
    func list(in category: ID<Category>, limit: Int, offset: Int) throws -> [BookSummary] {
        try summaries(
            try database.all(
                """
                SELECT \(sql: Self.columns)
                FROM book_categories AS bc JOIN books AS b ON b.id = bc.book_id
                WHERE bc.category_id = \(category.value)
                ORDER BY bc.title_key, bc.book_id LIMIT \(limit) OFFSET \(offset)
                """,
                Self.book
            )
        )
    }

    func find(_ id: ID<Book>) throws -> Book {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM books AS b WHERE b.id = \(id.value)",
            Self.book
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The categories of a book, in the order of the catalog.
    func categories(of id: ID<Book>) throws -> [CategoryLink] {
        try database.all(
            """
            SELECT c.id, c.name, c.icon_name
            FROM book_categories AS bc JOIN categories AS c ON c.id = bc.category_id
            WHERE bc.book_id = \(id.value) ORDER BY c.display_order, c.name_key, c.id
            """
        ) { row in
            CategoryLink(
                id: ID(try row.int(0)),
                name: try row.text(1),
                iconName: try row.textOrNil(2)
            )
        }
    }

    // MARK: Changing

    func insert(_ draft: Book.Draft, by actor: Actor) throws -> Book {
        try database.write {
            try database.execute(
                """
                INSERT INTO books (title, title_key, author, author_key, created_at, updated_at)
                VALUES (\(draft.title), \(Folding.fold(draft.title)), \(draft.author),
                    \(Folding.fold(draft.author)), \(now), \(now))
                """
            )
            let book = try find(ID(Int(database.lastInsertedID)))
            try makeSearchable(book)
            let names = try setCategories(draft.categories, of: book)
            try AuditLog(database, now).write(
                actor,
                "created",
                book.subject,
                Self.changes(from: nil, to: book) + Self.categoryChanges([], names)
            )
            return book
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(_ id: ID<Book>, version: Int, _ draft: Book.Draft, by actor: Actor) throws
        -> Book
    {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let linksBefore = try categories(of: id)
            let isLinkedAnew = Set(linksBefore.map(\.id)) != draft.categories
            let changed = try database.execute(
                """
                UPDATE books SET title = \(draft.title), title_key = \(Folding.fold(draft.title)),
                    author = \(draft.author), author_key = \(Folding.fold(draft.author)),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(id.value) AND (\(isLinkedAnew)
                    OR (title, author) IS NOT (\(draft.title), \(draft.author)))
                """
            )
            guard changed > 0 else { return before }
            let after = try find(id)
            try makeSearchable(after)
            let names = try setCategories(draft.categories, of: after)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                Self.changes(from: before, to: after)
                    + Self.categoryChanges(linksBefore.map(\.name), names)
            )
            return after
        }
    }

    // MARK: Parts

    /// Puts the book's words into the search index, in place of those that were there.
    private func makeSearchable(_ book: Book) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO books_search (rowid, title_key, author_key)
            VALUES (\(book.id.value), \(Folding.fold(book.title)), \(Folding.fold(book.author)))
            """
        )
    }

    /// Links the book to exactly these categories; their names, in the order of the catalog.
    private func setCategories(_ wanted: Set<ID<Category>>, of book: Book) throws -> [String] {
        let present = Set(try categories(of: book.id).map(\.id))
        for category in present.subtracting(wanted) {
            try database.execute(
                """
                DELETE FROM book_categories
                WHERE book_id = \(book.id.value) AND category_id = \(category.value)
                """
            )
        }
        for category in wanted.subtracting(present) {
            do {
                try database.execute(
                    """
                    INSERT INTO book_categories (book_id, category_id, title_key, created_at)
                    VALUES (\(book.id.value), \(category.value), \(Folding.fold(book.title)),
                        \(now))
                    """
                )
            } catch let error as SQLiteError where error.isForeignKeyViolation {
                throw Refusal.categoryIsGone
            }
        }
        return try categories(of: book.id).map(\.name)
    }

    /// Adds what lists show beside each book: its categories, read in one statement.
    private func summaries(_ books: [Book]) throws -> [BookSummary] {
        guard !books.isEmpty else { return [] }
        var links: [Int: [CategoryLink]] = [:]
        try database.each(
            """
            SELECT bc.book_id, c.id, c.name, c.icon_name
            FROM book_categories AS bc JOIN categories AS c ON c.id = bc.category_id
            WHERE bc.book_id IN \(list: books.map(\.id.value))
            ORDER BY c.display_order, c.name_key, c.id
            """
        ) { row in
            let link = CategoryLink(
                id: ID(try row.int(1)),
                name: try row.text(2),
                iconName: try row.textOrNil(3)
            )
            links[try row.int(0), default: []].append(link)
        }
        return books.map { BookSummary(book: $0, categories: links[$0.id.value] ?? []) }
    }

    private func keptCount(_ name: String) throws -> Int {
        try database.first("SELECT amount FROM row_counts WHERE name = \(name)") {
            try $0.int(0)
        } ?? 0
    }

    private static func changes(from before: Book?, to after: Book?) -> [Change] {
        [
            Change("title", before?.title, after?.title),
            Change("author", before?.author, after?.author),
        ].filter(\.isOne)
    }

    private static func categoryChanges(_ before: [String], _ after: [String]) -> [Change] {
        guard before != after else { return [] }
        let text = { (names: [String]) in names.isEmpty ? nil : names.joined(separator: ", ") }
        return [Change("categories", text(before), text(after))]
    }

    private static func book(_ row: Row) throws -> Book {
        Book(
            id: ID(try row.int(0)),
            title: try row.text(1),
            author: try row.text(2),
            status: Book.Status(rawValue: try row.text(3)) ?? .draft,
            version: try row.int(4),
            createdAt: try row.int(5),
            updatedAt: try row.int(6)
        )
    }
}

extension BookStore.Scope {
    /// The scope of what someone typed into the search field; all books when they typed no word.
    ///
    /// Each word is quoted, so that nothing in it is taken for FTS5's own syntax (sqlite.org/fts5.html
    /// §3); all must occur, the last one may be the beginning of a word.
    static func search(_ text: String) -> BookStore.Scope {
        let words = Folding.fold(text).unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        }
        guard !words.isEmpty else { return .all }
        return .matching(words.map { "\"\(String($0))\"" }.joined(separator: " ") + "*")
    }
}
