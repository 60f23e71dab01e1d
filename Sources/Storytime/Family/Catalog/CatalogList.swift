import SQLite

/// A part of the catalog: which books, and of how many.
struct CatalogSlice: Sendable {
    let books: [BookSummary]
    let total: Int
    let pageCount: Int
    /// Those that are shown.
    let pages: ClosedRange<Int>
    /// The spelling that was searched for instead; empty if the words themselves were found.
    let spellings: [String: [String]]
}

/// Reads the catalog as a family may see it.
///
/// Books that the family may see, that have a facet, and that match words are sets (`BookSets`); the page
/// shows their intersection. Its rows are then read by their keys, through the family's shelf like
/// every other row.
struct CatalogList {
    let database: Database
    private let shelf: FamilyShelf
    let sets: BookSetReader
    /// What the family may see.
    private let visible: BookSet

    init(database: Database, shelf: FamilyShelf, sets: BookSetReader) throws {
        self.database = database
        self.shelf = shelf
        self.sets = sets
        visible = try Self.visible(database, shelf, sets)
    }

    /// What the family may see, as `FamilyShelf.condition` says it: what is open today, and what is in
    /// one of its libraries.
    private static func visible(
        _ database: Database,
        _ shelf: FamilyShelf,
        _ sets: BookSetReader
    ) throws -> BookSet {
        let open = try sets.open(shelf.rights)
        // What is in the bin has no facets.
        let statuses = Book.Status.allCases.map { BookFilter.facet(of: $0) }
        var closed = try sets.having(anyOf: statuses)
        closed.subtract(open)
        guard !closed.isEmpty else { return open }
        // Libraries only matter for what isn't open, and that is little of the catalog.
        let few = closed.newest(mostSought + 1)
        var kept = BookSet()
        try database.each(
            few.count > mostSought
                ? shelf.libraries : shelf.libraries + " AND i.book_id IN \(list: few)"
        ) { kept.insert(try $0.int(0)) }
        kept.formIntersection(closed)
        kept.formUnion(open)
        return kept
    }

    /// Up to so many books are looked for in each library; for more, the libraries are read.
    private static let mostSought = 200

    /// The pages of an address; the last ones there are where it asks for more.
    func slice(_ address: CatalogAddress, _ filter: BookFilter) throws -> CatalogSlice {
        let matches = try nearest(filter)
        let perPage = CatalogAddress.perPage
        let pageCount = max(1, (matches.total + perPage - 1) / perPage)
        let pages = address.pages(of: pageCount)
        let keys = try keys(
            of: matches,
            address.sort,
            limit: pages.count * perPage,
            offset: (pages.lowerBound - 1) * perPage
        )
        return CatalogSlice(
            books: try books(keys),
            total: matches.total,
            pageCount: pageCount,
            pages: pages,
            spellings: matches.filter.spellings
        )
    }

    /// One page, of any size, and how many books there are on all of them.
    func page(_ query: PageQuery, _ filter: BookFilter) throws -> (books: [BookSummary], total: Int)
    {
        let matches = try nearest(filter)
        guard query.offset < matches.total else { return ([], matches.total) }
        let keys = try keys(of: matches, limit: query.perPage, offset: query.offset)
        return (try books(keys), matches.total)
    }

    /// The books with these keys, in their order.
    private func books(_ keys: [ID<Book>]) throws -> [BookSummary] {
        let found = try find(keys)
        return keys.compactMap { found[$0] }
    }

    /// The keys of all that match, up to a limit, in the order of the list; nil where there are more.
    func keys(_ filter: BookFilter, limit: Int) throws -> [ID<Book>]? {
        let matches = try matches(filter)
        guard matches.total <= limit else { return nil }
        return try keys(of: matches, limit: limit, offset: 0)
    }

    /// The books with these keys that the family may see, by their keys.
    func find(_ ids: [ID<Book>]) throws -> [ID<Book>: BookSummary] {
        guard !ids.isEmpty else { return [:] }
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id IN \(list: ids.map(\.value)) AND \(sql: shelf.condition)
            """,
            BookStore.book
        )
        let summaries = try BookList(database: database).summaries(books)
        return Dictionary(uniqueKeysWithValues: summaries.map { ($0.book.id, $0) })
    }

    /// Those of some choices with which a filter finds anything that the family may see.
    func offered<Value>(_ choices: [Value], _ filter: (Value) -> BookFilter) throws -> [Value] {
        try choices.filter { choice in
            try filter(choice).facetChoices.allSatisfy { facets in
                !visible.isDisjoint(with: try sets.having(anyOf: facets))
            }
        }
    }

    // MARK: What matches

    /// What a filter lets through of the catalog.
    struct Matches {
        let filter: BookFilter
        let books: BookSet
        let total: Int

        init(_ filter: BookFilter, _ books: BookSet) {
            self.filter = filter
            self.books = books
            total = books.count
        }
    }

    /// The matches; if there are none, those of words that differ by a letter.
    private func nearest(_ filter: BookFilter) throws -> Matches {
        let matches = try matches(filter)
        guard matches.total == 0 else { return matches }
        var other = filter
        other.spellings = try spellings(for: filter)
        return other.spellings.isEmpty ? matches : try self.matches(other)
    }

    private func matches(_ filter: BookFilter) throws -> Matches {
        var books = visible
        for facets in filter.facetChoices {
            books.formIntersection(try sets.having(anyOf: facets))
        }
        if let words = filter.wordsExpression { books.formIntersection(try sets.found(words)) }
        return Matches(filter, books)
    }

    /// Other spellings of words without a match. Only books that the family may see are considered, so
    /// that nothing is given away about the others.
    private func spellings(for filter: BookFilter) throws -> [String: [String]] {
        let near = NearWords(database: database, vocabulary: .books)
        let isKnown = { (term: String) in
            var alone = BookFilter()
            alone.words = term
            return try matches(alone).total > 0
        }
        return try near.spellings(of: SearchWords(filter.words), isKnown: isKnown) { spellings in
            var other = filter
            other.spellings = spellings
            return try matches(other).total > 0
        }
    }
}

extension Visit {
    /// The catalog of a family.
    func catalog(_ shelf: FamilyShelf) throws -> CatalogList {
        try CatalogList(
            database: database,
            shelf: shelf,
            sets: try site.shared[BookSets.self].reader(database)
        )
    }
}
