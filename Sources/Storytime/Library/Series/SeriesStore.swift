import SQLite

/// Asks the database about series, and changes them.
struct SeriesStore: NamedStore {
    typealias Kept = Series
    typealias Order = SeriesOrder

    /// How many a form offers to choose from; where there are more, those with the most books.
    static let maximumOffered = 500
    static let plural = "series"

    let database: Database
    let now: Int

    // MARK: Reading

    /// The key of the series of this slug, or else of this number.
    func key(of text: String) throws -> ID<Series>? {
        let found = try database.first("SELECT id FROM series WHERE slug = \(text)") {
            ID<Series>(try $0.int(0))
        }
        return found ?? ID(pathSegment: text[...])
    }

    /// The series of this name, case and accents aside.
    func find(named name: String) throws -> Series? {
        try database.first(
            """
            SELECT \(sql: Series.columns) FROM series AS s
            WHERE s.name_key = \(Folding.fold(name))
            """,
            Series.init
        )
    }

    /// The series to which programs give this number.
    func find(externalID: Int) throws -> Series? {
        try database.first(
            "SELECT \(sql: Series.columns) FROM series AS s WHERE s.external_id = \(externalID)",
            Series.init
        )
    }

    /// The names that a form suggests and a list can be filtered by, in their order.
    func offered() throws -> [SeriesLink] {
        try database.all(
            """
            SELECT m.id, m.name FROM (
                SELECT id, name, name_key FROM series
                ORDER BY book_count DESC, name_key DESC LIMIT \(Self.maximumOffered)) AS m
            ORDER BY m.name_key
            """
        ) { SeriesLink(id: ID(try $0.int(0)), name: try $0.text(1)) }
    }

    /// The first books of a series, by their numbers, with what stands for these: the episodes that
    /// those without a number are. They come last.
    func books(of id: ID<Series>, limit: Int) throws -> [(number: String?, summary: BookSummary)] {
        var numbers: [String?] = []
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns), b.series_number, e.season_number, e.episode_number
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            LEFT JOIN episodes AS e ON e.book_id = b.id
            WHERE b.series_id = \(id.value) AND b.deleted_at IS NULL
            ORDER BY b.series_number IS NULL, b.series_number, b.title_key, b.id LIMIT \(limit)
            """
        ) { row in
            numbers.append(try Self.number(row))
            return try BookStore.book(row)
        }
        let summaries = try BookList(database: database).summaries(books)
        return zip(numbers, summaries).map { (number: $0, summary: $1) }
    }

    private static func number(_ row: Row) throws -> String? {
        if let number = try row.intOrNil(BookStore.columnCount) { return String(number) }
        guard let season = try row.intOrNil(BookStore.columnCount + 1) else { return nil }
        let episode = try row.int(BookStore.columnCount + 2)
        return EpisodePlace(season: season, episode: episode).description
    }

    // MARK: Changing

    func insertion(of draft: Series.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name)
        return """
            INSERT INTO series (name, name_key, slug, description, external_id, original_name, airing,
                first_air_date, created_at, updated_at)
            VALUES (\(draft.name), \(Folding.fold(draft.name)), \(slug), \(draft.description),
                \(draft.externalID), \(draft.originalName), \(draft.airing.rawValue),
                \(draft.firstAirDate?.iso ?? ""), \(now), \(now))
            """
    }

    func update(of id: ID<Series>, to draft: Series.Draft) throws -> SQL {
        let slug = try draft.slug ?? freeSlug(for: draft.name, except: id)
        return """
            UPDATE series SET name = \(draft.name), name_key = \(Folding.fold(draft.name)),
                slug = \(slug), description = \(draft.description),
                external_id = \(draft.externalID), original_name = \(draft.originalName),
                airing = \(draft.airing.rawValue),
                first_air_date = \(draft.firstAirDate?.iso ?? ""), version = version + 1,
                updated_at = \(now)
            WHERE id = \(id.value)
                AND (name, slug, description, external_id, original_name, airing, first_air_date)
                    IS NOT (\(draft.name), \(slug), \(draft.description), \(draft.externalID),
                        \(draft.originalName), \(draft.airing.rawValue),
                        \(draft.firstAirDate?.iso ?? ""))
            """
    }

    /// Its books are found by its name.
    func follow(from before: Series, to after: Series) throws {
        guard before.name != after.name else { return }
        try BookIndex(database: database).writeAll(
            "SELECT id FROM books WHERE series_id = \(after.id.value)"
        )
    }

    func freeSlug(for name: String, except id: ID<Series>? = nil) throws -> String {
        try Slug.free(
            for: name,
            fallback: "series",
            in: "series",
            except: id?.value,
            database
        )
    }
}

extension Visit {
    var series: SeriesStore { SeriesStore(database: database, now: now) }
}

/// A series as books name it.
struct SeriesLink: Sendable, Equatable {
    let id: ID<Series>
    let name: String
}
