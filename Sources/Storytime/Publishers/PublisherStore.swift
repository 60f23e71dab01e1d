import SQLite

/// Asks the database about publishers, and changes them: each change in a transaction of its own,
/// together with its entry in the audit log.
struct PublisherStore {
    /// Why the database refused a publisher.
    enum Refusal: Error, Equatable {
        case nameIsTaken
        case slugIsTaken
    }

    /// How many a form offers to choose from; where there are more, those with the most books.
    static let maximumOffered = 500

    let database: Database
    let now: Int

    private static let columns: SQL =
        "id, name, slug, book_count, version, created_at, updated_at"

    // MARK: Reading

    func find(_ id: ID<Publisher>) throws -> Publisher {
        let found = try database.first(
            "SELECT \(sql: Self.columns) FROM publishers WHERE id = \(id.value)",
            Self.publisher
        )
        guard let found else { throw Failure.notFound }
        return found
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
            try AuditLog(database, now).write(
                actor,
                "created",
                publisher.subject,
                Self.changes(from: nil, to: publisher)
            )
            return publisher
        }
    }

    // MARK: Parts

    /// The slug that the name suggests, or the first numbered one that is free. The write turn
    /// keeps anyone else from taking it before the transaction ends.
    private func freeSlug(for name: String, except id: ID<Publisher>? = nil) throws -> String {
        let slug = Slug.suggested(for: name, fallback: "publisher")
        let taken = try database.all(
            """
            SELECT slug FROM publishers
            WHERE (slug = \(slug) OR slug GLOB \(slug + "-[0-9]*")) AND id <> \(id?.value ?? 0)
            """
        ) { try $0.text(0) }
        return Slug.unique(slug, among: Set(taken))
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

    private static func publisher(_ row: Row) throws -> Publisher {
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

extension Visit {
    var publishers: PublisherStore { PublisherStore(database: database, now: now) }
}
