import SQLite

/// Asks the database about publishers, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct PublisherStore {
    /// Why the database refused a publisher.
    enum Refusal: Error, Equatable {
        case nameIsTaken
        case slugIsTaken
        /// Someone saved in between; that is how the record is now.
        case changedMeanwhile(Publisher)
    }

    /// How many a form offers to choose from; where there are more, those with the most books.
    static let maximumOffered = 500

    let database: Database
    let now: Int

    static let columns: SQL =
        "p.id, p.name, p.slug, p.book_count, p.version, p.created_at, p.updated_at"

    // MARK: Reading

    /// All of them (kept, not counted), or those whose names have the words.
    func count(_ words: SearchWords = SearchWords("")) throws -> Int {
        guard words.isEmpty else { return try names.count(.publisher, words) }
        return try database.first("SELECT amount FROM row_counts WHERE name = 'publishers'") {
            try $0.int(0)
        } ?? 0
    }

    /// A part of the list.
    func list(
        _ words: SearchWords = SearchWords(""),
        in order: PublisherOrder = .name,
        limit: Int,
        offset: Int
    ) throws -> [Publisher] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM \(sql: Self.table(words))
            ORDER BY \(sql: order.columns) LIMIT \(limit) OFFSET \(offset)
            """,
            Self.publisher
        )
    }

    /// The keys of the whole list.
    func keys(_ words: SearchWords, in order: PublisherOrder) throws -> [ID<Publisher>] {
        try database.all(
            "SELECT p.id FROM \(sql: Self.table(words)) ORDER BY \(sql: order.columns)"
        ) { ID(try $0.int(0)) }
    }

    /// All of them, or those whose names have the words.
    private static func table(_ words: SearchWords) -> SQL {
        guard let expression = NameIndex.expression(.publisher, words) else {
            return "publishers AS p"
        }
        return """
            names_search AS s CROSS JOIN publishers AS p ON p.id = s.record_id
            WHERE s.names_search MATCH \(expression)
            """
    }

    func find(_ id: ID<Publisher>) throws -> Publisher {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM publishers AS p WHERE p.id = \(id.value)",
            Self.publisher
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The key of the publisher of this slug, or else of this number.
    func key(of text: String) throws -> ID<Publisher>? {
        let found = try database.first("SELECT id FROM publishers WHERE slug = \(text)") {
            ID<Publisher>(try $0.int(0))
        }
        return found ?? ID(pathSegment: text[...])
    }

    /// The publisher of this name, case and accents aside.
    func find(named name: String) throws -> Publisher? {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM publishers AS p
            WHERE p.name_key = \(Folding.fold(name))
            """,
            Self.publisher
        )
    }

    /// The publishers that a form offers, by name.
    func offered() throws -> [PublisherLink] {
        try database.all(
            """
            SELECT m.id, m.name FROM (
                SELECT id, name, name_key FROM publishers
                ORDER BY book_count DESC, name_key DESC LIMIT \(Self.maximumOffered)) AS m
            ORDER BY m.name_key
            """
        ) { PublisherLink(id: ID(try $0.int(0)), name: try $0.text(1)) }
    }

    // MARK: Changing

    func insert(_ draft: Publisher.Draft, by actor: Actor) throws -> Publisher {
        try database.write {
            let slug = try draft.slug ?? freeSlug(for: draft.name)
            try refusing {
                try database.execute(
                    """
                    INSERT INTO publishers (name, name_key, slug, created_at, updated_at)
                    VALUES (\(draft.name), \(Folding.fold(draft.name)), \(slug), \(now), \(now))
                    """
                )
            }
            let publisher = try find(ID(Int(database.lastInsertedID)))
            try names.write(.publisher, publisher.id.value, publisher.name)
            try AuditLog(database, now).write(
                actor,
                "created",
                publisher.subject,
                Self.changes(from: nil, to: publisher)
            )
            return publisher
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(
        _ id: ID<Publisher>,
        version: Int,
        _ draft: Publisher.Draft,
        by actor: Actor
    ) throws -> Publisher {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let slug = try draft.slug ?? freeSlug(for: draft.name, except: id)
            let changed = try refusing {
                try database.execute(
                    """
                    UPDATE publishers SET name = \(draft.name),
                        name_key = \(Folding.fold(draft.name)), slug = \(slug),
                        version = version + 1, updated_at = \(now)
                    WHERE id = \(id.value) AND (name, slug) IS NOT (\(draft.name), \(slug))
                    """
                )
            }
            guard changed > 0 else { return before }
            let after = try find(id)
            try names.write(.publisher, id.value, after.name)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                Self.changes(from: before, to: after)
            )
            return after
        }
    }

    /// Deletes a publisher whose given version was shown; its books stay, without publisher, and so do
    /// those in the bin. What it was is returned, with the number of its books.
    func delete(_ id: ID<Publisher>, version: Int?, by actor: Actor) throws -> Publisher {
        try database.write {
            let publisher = try find(id)
            guard version == nil || version == publisher.version else {
                throw Refusal.changedMeanwhile(publisher)
            }
            // Each of its books says in its history that it lost it.
            try BatchStore(database: database, now: now).make(
                .bulk,
                by: actor,
                summary: { count in
                    "\(Counted.text(count, "book", "books")) left without the publisher "
                        + "“\(publisher.name)”, which was deleted"
                }
            ) { plan in
                let books: SQL = "SELECT id FROM books WHERE publisher_id = \(id.value)"
                try plan.set(.publisher, to: Int?.none, of: books)
            }
            // The schema takes it off those in the bin (ON DELETE SET NULL).
            try database.execute("DELETE FROM publishers WHERE id = \(id.value)")
            try names.remove(.publisher, id.value)
            try AuditLog(database, now).write(
                actor,
                "deleted",
                publisher.subject,
                Self.changes(from: publisher, to: nil)
                    + [Change("books", String(publisher.bookCount), nil)]
            )
            return publisher
        }
    }

    // MARK: Parts

    private var names: NameIndex { NameIndex(database: database) }

    private func freeSlug(for name: String, except id: ID<Publisher>? = nil) throws -> String {
        try Slug.free(
            for: name,
            fallback: "publisher",
            in: "publishers",
            except: id?.value,
            database
        )
    }

    /// What the database says about uniqueness, in our words.
    @discardableResult
    private func refusing<Result>(_ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw error.uniqueColumns.contains("publishers.slug")
                ? Refusal.slugIsTaken : Refusal.nameIsTaken
        }
    }

    private static func changes(from before: Publisher?, to after: Publisher?) -> [Change] {
        [
            Change("name", before?.name, after?.name), Change("slug", before?.slug, after?.slug),
        ].filter(\.isOne)
    }

    static func publisher(_ row: Row) throws -> Publisher {
        Publisher(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            bookCount: try row.int(3),
            version: try row.int(4),
            createdAt: try row.int(5),
            updatedAt: try row.int(6)
        )
    }
}
