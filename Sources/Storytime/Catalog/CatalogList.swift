import SQLite

/// A part of the catalog: which books, and of how many.
struct CatalogSlice: Sendable {
    let books: [BookSummary]
    let total: Int
    let pageCount: Int
    /// Those that are shown.
    let pages: ClosedRange<Int>
    /// What was looked for instead of words that nobody wrote so; empty when they were found.
    let spellings: [String: [String]]
}

/// Reads the catalog as a family may see it.
///
/// As in `BookList`, words and filters are one expression for the search index. What the family may
/// see is two parts of it: the books that are open today, which are those that are active without
/// those that have no rights there; and the few that are in its libraries though they aren't open.
struct CatalogList {
    let database: Database
    let shelf: FamilyShelf

    /// The pages of an address; the last ones there are where it asks for more.
    func slice(_ address: CatalogAddress, _ filter: BookFilter) throws -> CatalogSlice {
        var matches = try matches(filter)
        if matches.total == 0 {
            let spellings = try spellings(for: filter)
            if !spellings.isEmpty {
                var other = filter
                other.spellings = spellings
                let found = try self.matches(other)
                // What else there is of hidden books is not told.
                if found.total > 0 { matches = found }
            }
        }
        let perPage = CatalogAddress.perPage
        let pageCount = max(1, (matches.total + perPage - 1) / perPage)
        let pages = address.pages(of: pageCount)
        let books = try read(
            matches,
            limit: pages.count * perPage,
            offset: (pages.lowerBound - 1) * perPage
        )
        return CatalogSlice(
            books: try BookList(database: database).summaries(books),
            total: matches.total,
            pageCount: pageCount,
            pages: pages,
            spellings: matches.filter.spellings
        )
    }

    /// The keys of all that match, up to a limit, in the order of the list; nil where there are more.
    func keys(_ filter: BookFilter, limit: Int) throws -> [ID<Book>]? {
        let matches = try matches(filter)
        guard matches.total <= limit else { return nil }
        return try read(matches, limit: limit, offset: 0).map(\.id)
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

    // MARK: What matches

    /// What a filter lets through of the catalog.
    private struct Matches {
        let filter: BookFilter
        let total: Int
        /// Each is a condition on a row of `books_search`; what they let through is disjoint.
        let conditions: [SQL]
    }

    private func matches(_ filter: BookFilter) throws -> Matches {
        var active = filter
        active.rights = nil
        let open = try open(active)
        let kept = try database.all(shelf.kept) { try $0.int(0) }
        guard !kept.isEmpty else {
            return Matches(filter: filter, total: open.total, conditions: [open.condition])
        }
        // Many are asked for by a query, since a statement takes so many values at most.
        let keys: SQL = kept.count <= Self.mostNamed ? "\(list: kept)" : "(\(sql: shelf.kept))"
        var any = active
        any.status = nil
        let among = Self.among(keys, any)
        var condition: SQL = "rowid IN (\(sql: among))"
        if any.hasWords, let words = any.expression {
            // Unary plus: the matches are looked up among the keys, not each key among the matches.
            condition = "books_search MATCH \(words) AND +rowid IN \(sql: keys)"
        }
        return Matches(
            filter: filter,
            total: open.total + (try count(condition)),
            conditions: [open.condition, condition]
        )
    }

    /// More books than a family keeps without rights; each number has a plan of its own.
    private static let mostNamed = 200

    /// The books of a filter of active ones that have rights: how many, and the condition that is the
    /// cheapest to read a page of them by. Few are asked one by one. Of many, those without rights are
    /// counted, which an index knows; a page then passes over those that it meets, unless they are
    /// most of all.
    private func open(_ active: BookFilter) throws -> (total: Int, condition: SQL) {
        // A filter of active books has an expression.
        let matches: SQL = "books_search MATCH \(active.expression ?? "")"
        let oneByOne: SQL = """
            \(sql: matches) AND \(sql: shelf.rights.condition(on: "books_search.rowid"))
            """
        let list = BookList(database: database)
        let activeCount = try list.count(active)
        guard activeCount > BookList.fewMatches else { return (try count(oneByOne), oneByOne) }
        let closedCount = try closedCount(active)
        let total = activeCount - closedCount
        guard closedCount > 0 else { return (total, matches) }
        guard closedCount > total else { return (total, oneByOne) }
        let missing = shelf.rights.missing([.active])
        return (total, "\(sql: matches) AND +rowid NOT IN (\(sql: missing))")
    }

    /// How many books of a filter of active ones have no rights. Where there are few such books at
    /// all, and no words to find in them, their rows say it sooner than the search index.
    private func closedCount(_ active: BookFilter) throws -> Int {
        let list = BookList(database: database)
        var closed = BookFilter(status: active.status)
        closed.rights = RightsFilter(state: .missing, rights: shelf.rights)
        let all = try list.count(closed)
        if all == 0 || active == BookFilter(status: active.status) { return all }
        guard active.hasWords || all > BookList.fewMatches else {
            let keys: SQL = "(\(sql: shelf.rights.missing([.active])))"
            return try database.first(
                "SELECT count(*) FROM (\(sql: Self.among(keys, active)))"
            ) { try $0.int(0) } ?? 0
        }
        closed = active
        closed.rights = RightsFilter(state: .missing, rights: shelf.rights)
        return try list.count(closed)
    }

    /// Those of some books that a filter without words lets through, by their rows.
    private static func among(_ keys: SQL, _ filter: BookFilter) -> SQL {
        "SELECT b.id FROM books AS b WHERE b.id IN \(sql: keys) AND \(sql: filter.condition)"
    }

    private func count(_ condition: SQL) throws -> Int {
        try database.first("SELECT count(*) FROM books_search WHERE \(sql: condition)") {
            try $0.int(0)
        } ?? 0
    }

    /// Other spellings of those words that no book has which the family may see.
    private func spellings(for filter: BookFilter) throws -> [String: [String]] {
        let terms = Set(SearchWords(filter.words).terms)
        // A sentence that was pasted is no search that one letter would help.
        guard (1...Self.mostCorrected).contains(terms.count) else { return [:] }
        var spellings: [String: [String]] = [:]
        for term in terms {
            var alone = BookFilter(status: filter.status)
            alone.words = term
            alone.rights = filter.rights
            guard try matches(alone).total == 0 else { continue }
            let near = try NearWords(database: database).near(term)
            // One word without a neighbour is enough for nothing to be found.
            guard !near.isEmpty else { return [:] }
            spellings[term] = near
        }
        return spellings
    }

    private static let mostCorrected = 6

    // MARK: Ways to read

    /// With words, the best first, or by title where there are too many to judge; without, the newest
    /// first.
    private func read(_ matches: Matches, limit: Int, offset: Int) throws -> [Book] {
        guard matches.total > 0 else { return [] }
        if !matches.filter.hasWords {
            return try books(
                Self.union(matches, ", 0 AS place"),
                order: "id DESC",
                outer: "m.id DESC",
                limit,
                offset
            )
        }
        guard matches.total <= BookList.fewMatches else {
            let keys: SQL = """
                SELECT b.id, b.title_key AS place FROM books AS b INDEXED BY books_by_title
                WHERE b.deleted_at IS NULL
                    AND +b.id IN (SELECT id FROM (\(sql: Self.union(matches, ""))))
                """
            return try books(keys, order: "place, id", outer: "m.place, m.id", limit, offset)
        }
        return try books(
            Self.union(matches, ", \(sql: BookList.rank) AS place"),
            order: "place, id",
            outer: "m.place, m.id",
            limit,
            offset
        )
    }

    private static func union(_ matches: Matches, _ column: SQL) -> SQL {
        let parts = matches.conditions.map { condition -> SQL in
            "SELECT rowid AS id\(sql: column) FROM books_search WHERE \(sql: condition)"
        }
        return parts.dropFirst().reduce(parts[0]) { "\(sql: $0) UNION ALL \(sql: $1)" }
    }

    private func books(_ keys: SQL, order: SQL, outer: SQL, _ limit: Int, _ offset: Int) throws
        -> [Book]
    {
        try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM (\(sql: keys) ORDER BY \(sql: order) LIMIT \(limit) OFFSET \(offset)) AS m
            CROSS JOIN books AS b ON b.id = m.id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY \(sql: outer)
            """,
            BookStore.book
        )
    }
}
