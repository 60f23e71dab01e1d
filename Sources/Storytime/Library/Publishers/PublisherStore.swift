import SQLite

/// Asks the database about publishers, and changes them.
struct PublisherStore: NamedStore {
    typealias Kept = Publisher
    typealias Order = PublisherOrder

    /// How many a form offers to choose from; where there are more, those with the most books.
    static let maximumOffered = 500
    static let plural = "publishers"

    let database: Database
    let now: Int

    // MARK: Reading

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
            SELECT \(sql: Publisher.columns) FROM publishers AS p
            WHERE p.name_key = \(Folding.fold(name))
            """,
            Publisher.init
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

    func insertion(of draft: Publisher.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name)
        return """
            INSERT INTO publishers (name, name_key, slug, website, note, created_at, updated_at)
            VALUES (\(draft.name), \(Folding.fold(draft.name)), \(slug), \(draft.website),
                \(draft.note), \(now), \(now))
            """
    }

    func update(of id: ID<Publisher>, to draft: Publisher.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name, except: id)
        return """
            UPDATE publishers SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
                slug = \(slug), website = \(draft.website), note = \(draft.note),
                version = version + 1, updated_at = \(now)
            WHERE id = \(id.value) AND (name, slug, website, note)
                IS NOT (\(draft.name), \(slug), \(draft.website), \(draft.note))
            """
    }

    func freeSlug(for name: String, except id: ID<Publisher>? = nil) throws -> String {
        try Slug.free(
            for: name,
            fallback: "publisher",
            in: "publishers",
            except: id?.value,
            database
        )
    }
}

extension Visit {
    var publishers: PublisherStore { PublisherStore(database: database, now: now) }
}
