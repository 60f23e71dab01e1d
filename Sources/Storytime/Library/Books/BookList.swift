import SQLite

/// A page of a list of books: which are shown, of how many, and between which its neighbours lie.
struct BookSlice: Sendable {
    let rows: [BookSummary]
    let pagination: Pagination
}

typealias BookListAddress = ListAddress<BookFilter>
typealias BookListRequest = ListRequest<BookFilter>

/// Reads lists of books.
///
/// The count, which the page shows anyway, says which way is the cheaper one. Few matches are taken
/// from the search index and sorted. Of many, a page's worth is found soon by walking through the
/// table in the order of the list. Ranking by relevance reads every match, so it is for few only.
struct BookList {
    /// Up to so many matches are sorted; above, the table is walked. At 2,000 of 100,000 books both
    /// take about 4 ms.
    static let fewMatches = 2000

    /// How badly a match fits: words of the title count most, those of the description least.
    static let rank: SQL = "bm25(books_search, 10, 5, 1, 0)"

    let database: Database

    func count(_ filter: BookFilter) throws -> Int {
        if filter.isEmpty { return try keptCount("books") }
        if filter == BookFilter(status: filter.status), let status = filter.status {
            return try keptCount("books_" + status.rawValue)
        }
        if let complement = filter.complement {
            var both = filter
            both.rights = nil
            return try complement.reduce(count(both)) { try $0 - count($1) }
        }
        return try database.first("SELECT count(*) FROM (\(sql: Self.keys(filter)))") {
            try $0.int(0)
        } ?? 0
    }

    func slice(_ request: BookListRequest) throws -> BookSlice {
        let total = try count(request.filter)
        let pagination = Pagination(page: request.page, perPage: request.perPage, total: total)
        let books = try books(request, pagination)
        return BookSlice(rows: try summaries(books), pagination: pagination)
    }

    /// The first matches of words in titles, authors and descriptions, and how many there are. The
    /// best come first, or the latest where there are too many to judge.
    func search(_ words: SearchWords, limit: Int) throws -> (books: [BookSummary], total: Int) {
        var filter = BookFilter()
        filter.words = words.text
        filter.spellings = try spellings(for: filter)
        return try search(filter, limit: limit)
    }

    /// The same of a filter that knows how its words are spelled.
    func search(_ filter: BookFilter, limit: Int) throws -> (books: [BookSummary], total: Int) {
        let total = try count(filter)
        let sort: BookSort.Direction =
            total <= Self.fewMatches ? .init(.relevance) : .init(.added, isDescending: true)
        let request = BookListRequest(filter: filter, sort: sort, perPage: limit)
        let pagination = Pagination(page: 1, perPage: limit, total: total)
        return (try summaries(try books(request, pagination)), total)
    }

    /// The keys of everything that a filter lets through, as a query.
    static func keys(_ filter: BookFilter) -> SQL {
        // By the key: what reads all of them goes through the table in its own order.
        filter.keys ?? "SELECT b.id FROM books AS b WHERE b.id > 0 AND \(sql: filter.condition)"
    }

    /// How many books are in the bin, or in a status: kept, not counted.
    func keptCount(_ name: String) throws -> Int {
        try database.first("SELECT amount FROM row_counts WHERE name = \(name)") {
            try $0.int(0)
        } ?? 0
    }

    /// The languages of the catalog's books.
    func languages() throws -> [String] {
        try database.all(
            """
            WITH RECURSIVE tags (tag) AS (
                SELECT (SELECT min(language) FROM books WHERE deleted_at IS NULL)
                UNION ALL
                SELECT (SELECT min(language) FROM books
                    WHERE deleted_at IS NULL AND language > tags.tag)
                FROM tags WHERE tags.tag IS NOT NULL
            )
            SELECT tag FROM tags WHERE tag IS NOT NULL
            """
        ) { try $0.text(0) }
    }

    // MARK: Ways to read

    private func books(_ request: BookListRequest, _ pagination: Pagination) throws -> [Book] {
        var request = request
        if try !isThere(request.place) { request.place = nil }
        let search = request.filter.searchCondition
        if let search, request.sort.by == .added {
            return try walkIndex(search, request, pagination)
        }
        guard let keys = request.filter.keys, pagination.total <= Self.fewMatches else {
            return try walk(request, pagination)
        }
        if let search, request.sort.by == .relevance, request.filter.hasWords {
            return try ranked(search, request.filter, pagination)
        }
        return try sorted(keys, request.sort, pagination)
    }

    /// Whether the book of a place still has one; it keeps it in the bin.
    private func isThere(_ place: ListPlace<Book>?) throws -> Bool {
        guard let place else { return true }
        return try database.first("SELECT 1 FROM books WHERE id = \(place.id.value)") { _ in true }
            ?? false
    }

    /// Few matches, the best first.
    private func ranked(_ search: SQL, _ filter: BookFilter, _ pagination: Pagination) throws
        -> [Book]
    {
        try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM (SELECT rowid AS id, NOT \(sql: filter.isWhole) AS is_begun,
                    \(sql: Self.rank) AS place FROM books_search
                WHERE \(sql: search)
                ORDER BY 2, 3, 1 LIMIT \(pagination.perPage) OFFSET \(pagination.offset)) AS m
            CROSS JOIN books AS b ON b.id = m.id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY m.is_begun, m.place, m.id
            """,
            BookStore.book
        )
    }

    /// Few matches, in another order.
    private func sorted(
        _ keys: SQL,
        _ sort: BookSort.Direction,
        _ pagination: Pagination
    ) throws -> [Book] {
        try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM (SELECT b.id FROM (\(sql: keys)) AS k CROSS JOIN books AS b ON b.id = k.id
                WHERE b.deleted_at IS NULL
                ORDER BY \(sql: sort.columns)
                LIMIT \(pagination.perPage) OFFSET \(pagination.offset)) AS m
            CROSS JOIN books AS b ON b.id = m.id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY \(sql: sort.columns)
            """,
            BookStore.book
        )
    }

    /// Any number of matches by the time at which they were added: the search index itself is in
    /// that order.
    private func walkIndex(
        _ search: SQL,
        _ request: BookListRequest,
        _ pagination: Pagination
    ) throws -> [Book] {
        let walk = ListWalk(request.place, pagination)
        let sort = walk.isReversed ? request.sort.reversed : request.sort
        let place: SQL =
            walk.start.map { id -> SQL in
                sort.isDescending ? "AND rowid < \(id.value)" : "AND rowid > \(id.value)"
            } ?? ""
        let order: SQL = sort.isDescending ? "DESC" : "ASC"
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM (SELECT rowid AS id FROM books_search
                WHERE \(sql: search) \(sql: place)
                ORDER BY rowid \(sql: order) LIMIT \(walk.limit) OFFSET \(walk.offset)) AS m
            CROSS JOIN books AS b ON b.id = m.id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY m.id \(sql: order)
            """,
            BookStore.book
        )
        return walk.isReversed ? books.reversed() : books
    }

    /// Many matches, read from the index that has their order. Only the index is read for the rows
    /// that are passed over, where nothing is filtered.
    private func walk(_ request: BookListRequest, _ pagination: Pagination) throws -> [Book] {
        let walk = ListWalk(request.place, pagination)
        let sort = walk.isReversed ? request.sort.reversed : request.sort
        let by = sort.by
        let place: SQL =
            walk.start.map { id -> SQL in
                let comparison: SQL = sort.isDescending ? "<" : ">"
                return "AND (\(sql: by.columns)) \(sql: comparison) \(sql: by.place(of: id))"
            } ?? ""
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM (SELECT b.id FROM \(sql: by.table)
                WHERE \(sql: condition(request.filter)) \(sql: place)
                ORDER BY \(sql: sort.columns) LIMIT \(walk.limit) OFFSET \(walk.offset)) AS m
            CROSS JOIN books AS b ON b.id = m.id
            LEFT JOIN publishers AS p ON p.id = b.publisher_id
            ORDER BY \(sql: sort.columns)
            """,
            BookStore.book
        )
        return walk.isReversed ? books.reversed() : books
    }

    /// Words can't be judged row by row: their matches are gathered once. Without words, reading
    /// the row is cheaper, and so it is for rights.
    func condition(_ filter: BookFilter) -> SQL {
        guard filter.hasWords else { return filter.condition }
        var search = filter
        search.rights = nil
        let matches: SQL = "b.deleted_at IS NULL AND +b.id IN (\(sql: Self.keys(search)))"
        return filter.rights.map { "\(sql: matches) AND \(sql: $0.condition)" } ?? matches
    }

    /// Adds what lists show beside each book: its categories, read in one statement.
    func summaries(_ books: [Book]) throws -> [BookSummary] {
        guard !books.isEmpty else { return [] }
        var links: [Int: [CategoryLink]] = [:]
        try database.each(
            """
            SELECT bc.book_id, c.id, c.name, c.slug, c.icon_name
            FROM book_categories AS bc JOIN categories AS c ON c.id = bc.category_id
            WHERE bc.book_id IN \(list: books.map(\.id.value))
            ORDER BY c.display_order, c.name_key, c.id
            """
        ) { row in
            let link = CategoryLink(
                id: ID(try row.int(1)),
                name: try row.text(2),
                slug: try row.text(3),
                iconName: try row.textOrNil(4)
            )
            links[try row.int(0), default: []].append(link)
        }
        return books.map { BookSummary(book: $0, categories: links[$0.id.value] ?? []) }
    }
}

extension Visit {
    var bookList: BookList { BookList(database: database) }
}
