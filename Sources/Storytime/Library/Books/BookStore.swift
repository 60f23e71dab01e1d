import SQLite

/// Asks the database about books, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct BookStore {
    /// Why the database refused a book.
    enum Refusal: Error, Equatable {
        /// Someone saved in between; that is how the record is now.
        case changedMeanwhile(Book)
        /// It was moved to the bin.
        case isInBin
        /// A category that the form offered was deleted in between.
        case categoryIsGone
        /// So was the publisher that was chosen.
        case publisherIsGone
        /// A book of the same title and author, or with the same ISBN, is there, which may be overruled.
        case twin(Book)
    }

    let database: Database
    let now: Int

    /// What is read of a row `b` of `books` with its publisher `p`.
    static let columns: SQL = """
        b.id, b.title, b.author, b.status, b.description, b.age_min, b.age_max, b.language, p.id,
        p.name, b.cover_key, b.cover_width, b.cover_height, b.cover_is_sized, b.cover_url,
        b.deleted_at, b.version, b.created_at, b.updated_at
        """
    /// How many those are, for whoever reads more behind them.
    static let columnCount = 19

    // MARK: Reading

    /// The books of a category, by title.
    func list(in category: ID<Category>, limit: Int, offset: Int) throws -> [BookSummary] {
        try BookList(database: database).summaries(
            try database.all(
                """
                SELECT \(sql: Self.columns)
                FROM book_categories AS bc CROSS JOIN books AS b ON b.id = bc.book_id
                LEFT JOIN publishers AS p ON p.id = b.publisher_id
                WHERE bc.category_id = \(category.value) AND b.deleted_at IS NULL
                ORDER BY bc.title_key, bc.book_id LIMIT \(limit) OFFSET \(offset)
                """,
                Self.book
            )
        )
    }

    func find(_ id: ID<Book>) throws -> Book {
        let found = try database.first(
            """
            SELECT \(sql: Self.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id = \(id.value)
            """,
            Self.book
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// A book of the catalog with the same ISBN, or with the same title and the same author, case and
    /// accents aside, if there is one besides the book itself.
    func twin(of draft: Book.Draft, besides id: ID<Book>? = nil) throws -> Book? {
        if let isbn = draft.details.isbn, let twin = try twin(isbn, besides: id) { return twin }
        return try database.first(
            """
            SELECT \(sql: Self.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.deleted_at IS NULL AND b.title_key = \(Folding.fold(draft.title))
                AND b.author_key = \(Folding.fold(draft.author)) AND b.id <> \(id?.value ?? 0)
            ORDER BY b.id LIMIT 1
            """,
            Self.book
        )
    }

    private func twin(_ isbn: ISBN, besides id: ID<Book>?) throws -> Book? {
        try database.first(
            """
            SELECT \(sql: Self.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.isbn = \(isbn.digits) AND b.deleted_at IS NULL AND b.id <> \(id?.value ?? 0)
            ORDER BY b.id LIMIT 1
            """,
            Self.book
        )
    }

    /// The categories of a book, in the order of the catalog.
    func categories(of id: ID<Book>) throws -> [CategoryLink] {
        try database.all(
            """
            SELECT c.id, c.name, c.slug, c.icon_name
            FROM book_categories AS bc JOIN categories AS c ON c.id = bc.category_id
            WHERE bc.book_id = \(id.value) ORDER BY c.display_order, c.name_key, c.id
            """
        ) { row in
            CategoryLink(
                id: ID(try row.int(0)),
                name: try row.text(1),
                slug: try row.text(2),
                iconName: try row.textOrNil(3)
            )
        }
    }

    // MARK: Changing

    /// A book that is inserted with many others names their batch.
    func insert(
        _ draft: Book.Draft,
        refusingTwins: Bool = false,
        by actor: Actor,
        in batch: ID<Batch>? = nil
    ) throws -> Book {
        try database.write {
            if refusingTwins, let twin = try twin(of: draft) { throw Refusal.twin(twin) }
            let draft = try withNewRecords(draft, by: actor)
            try refusing {
                try database.execute(
                    """
                    INSERT INTO books (title, title_key, author, author_key, description, age_min,
                        age_max, language, publisher_id, status, created_at, updated_at)
                    VALUES (\(draft.title), \(Folding.fold(draft.title)), \(draft.author),
                        \(Folding.fold(draft.author)), \(draft.description),
                        \(draft.ages.minimum), \(draft.ages.maximum), \(draft.language),
                        \(draft.publisher?.value), \(draft.status.rawValue), \(now), \(now))
                    """
                )
            }
            let id = ID<Book>(Int(database.lastInsertedID))
            let names = try setCategories(draft.categories, of: id, title: draft.title)
            if draft.details != BookDetails() { try set(draft.details, of: id, by: actor) }
            try BookIndex(database: database).write(id)
            let book = try find(id)
            try AuditLog(database, now).write(
                actor,
                "created",
                book.subject,
                Self.changes(from: nil, to: book)
                    + BookDetail.changes(from: BookDetails(), to: try details(of: id))
                    + Self.categoryChanges([], names),
                in: batch
            )
            return book
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<Book>,
        version: Int,
        _ draft: Book.Draft,
        refusingTwins: Bool = false,
        by actor: Actor
    ) throws -> Book {
        try database.write {
            let before = try find(id)
            guard before.deletedAt == nil else { throw Refusal.isInBin }
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            // Two that were alike before may be saved as they are.
            let detailsBefore = try details(of: id)
            if refusingTwins,
                !before.isTwin(of: draft) || detailsBefore.isbn != draft.details.isbn,
                let twin = try twin(of: draft, besides: id)
            {
                throw Refusal.twin(twin)
            }
            let linksBefore = try categories(of: id)
            let draft = try withNewRecords(draft, by: actor)
            let isLinkedAnew = Set(linksBefore.map(\.id)) != draft.categories
            guard
                isLinkedAnew || before.differs(from: draft)
                    || detailsBefore.differs(from: draft.details)
            else { return before }
            try refusing {
                try database.execute(
                    """
                    UPDATE books SET title = \(draft.title),
                        title_key = \(Folding.fold(draft.title)), author = \(draft.author),
                        author_key = \(Folding.fold(draft.author)),
                        description = \(draft.description), age_min = \(draft.ages.minimum),
                        age_max = \(draft.ages.maximum), language = \(draft.language),
                        publisher_id = \(draft.publisher?.value),
                        status = \(draft.status.rawValue), version = version + 1,
                        updated_at = \(now)
                    WHERE id = \(id.value)
                    """
                )
            }
            let names = try setCategories(draft.categories, of: id, title: draft.title)
            if detailsBefore.differs(from: draft.details) {
                try set(draft.details, of: id, by: actor)
            }
            try BookIndex(database: database).write(id)
            let after = try find(id)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                Self.changes(from: before, to: after)
                    + BookDetail.changes(from: detailsBefore, to: try details(of: id))
                    + Self.categoryChanges(linksBefore.map(\.name), names)
            )
            return after
        }
    }

    // MARK: Parts

    /// A publisher that the form offered was deleted in between.
    private func refusing(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as SQLiteError where error.isForeignKeyViolation {
            throw Refusal.publisherIsGone
        }
    }

    /// Links the book to exactly these categories; their names, in the order of the catalog.
    private func setCategories(
        _ wanted: Set<ID<Category>>,
        of book: ID<Book>,
        title: String
    ) throws -> [String] {
        let present = Set(try categories(of: book).map(\.id))
        for category in present.subtracting(wanted) {
            try database.execute(
                """
                DELETE FROM book_categories
                WHERE book_id = \(book.value) AND category_id = \(category.value)
                """
            )
        }
        for category in wanted.subtracting(present) {
            do {
                try database.execute(
                    """
                    INSERT INTO book_categories (book_id, category_id, title_key, created_at)
                    VALUES (\(book.value), \(category.value), \(Folding.fold(title)),
                        \(now))
                    """
                )
            } catch let error as SQLiteError where error.isForeignKeyViolation {
                throw Refusal.categoryIsGone
            }
        }
        return try categories(of: book).map(\.name)
    }

    private static func changes(from before: Book?, to after: Book?) -> [Change] {
        [
            Change("title", before?.title, after?.title),
            Change("author", text(before?.author), text(after?.author)),
            Change("description", text(before?.description), text(after?.description)),
            Change("age_min", number(before?.ages.minimum), number(after?.ages.minimum)),
            Change("age_max", number(before?.ages.maximum), number(after?.ages.maximum)),
            Change("language", before?.language, after?.language),
            Change("publisher", before?.publisher?.name, after?.publisher?.name),
            Change("status", before?.status.rawValue, after?.status.rawValue),
        ].filter(\.isReal)
    }

    private static func categoryChanges(_ before: [String], _ after: [String]) -> [Change] {
        guard before != after else { return [] }
        let text = { (names: [String]) in names.isEmpty ? nil : names.joined(separator: ", ") }
        return [Change("categories", text(before), text(after))]
    }

    private static func text(_ value: String?) -> String? { value == "" ? nil : value }

    private static func number(_ value: Int?) -> String? { value.map { String($0) } }

    static func book(_ row: Row) throws -> Book {
        Book(
            id: ID(try row.int(0)),
            title: try row.text(1),
            author: try row.text(2),
            status: Book.Status(rawValue: try row.text(3)) ?? .draft,
            description: try row.text(4),
            ages: AgeRange(minimum: try row.intOrNil(5), maximum: try row.intOrNil(6)),
            language: try row.textOrNil(7),
            publisher: try publisher(row),
            cover: try Book.Cover(row, from: 10),
            deletedAt: try row.intOrNil(15),
            version: try row.int(16),
            createdAt: try row.int(17),
            updatedAt: try row.int(18)
        )
    }

    private static func publisher(_ row: Row) throws -> PublisherLink? {
        guard let id = try row.intOrNil(8) else { return nil }
        return PublisherLink(id: ID(id), name: try row.text(9))
    }
}

extension Book {
    /// Whether the title and the author are the same, case and accents aside.
    fileprivate func isTwin(of draft: Draft) -> Bool {
        Folding.fold(title) == Folding.fold(draft.title)
            && Folding.fold(author) == Folding.fold(draft.author)
    }

    fileprivate func differs(from draft: Draft) -> Bool {
        // Bytes, because Swift takes an accented letter and the same one in two parts for equal.
        Array(title.utf8) != Array(draft.title.utf8)
            || Array(author.utf8) != Array(draft.author.utf8)
            || Array(description.utf8) != Array(draft.description.utf8)
            || ages != draft.ages || language != draft.language
            || publisher?.id != draft.publisher || status != draft.status
    }
}
