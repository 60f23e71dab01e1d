import SQLite

/// A list of books on its way from the first to the last, whatever happens to them meanwhile: what
/// is left of it, as a value.
struct BookRun: Sendable {
    fileprivate let filter: BookFilter
    fileprivate let sort: BookSort.Direction
    /// Few books are named at the beginning, in their order; nil where there are many.
    fileprivate var named: [ID<Book>]?
    /// Where the last one stood that was read.
    fileprivate var last: BookKey?
    /// The newest book at the beginning: those added later are not part of it.
    fileprivate let newest: ID<Book>
}

/// Where a book stands in every order. It holds when the book is changed, or gone.
struct BookKey: Sendable {
    let id: ID<Book>
    let title: String
    let author: String
    let changedAt: Int

    /// What is read of a row `b` of `books` beside the columns of a book.
    fileprivate static let columns: SQL = "b.title_key, b.author_key"

    /// As the database has it: the order is that of its keys, whatever made them.
    fileprivate init(_ book: Book, _ row: Row) throws {
        id = book.id
        changedAt = book.updatedAt
        title = try row.text(BookStore.columnCount)
        author = try row.text(BookStore.columnCount + 1)
    }
}

/// Reading a whole list, some books at a time and each time anew, for an export.
///
/// As for a page, few matches are taken from the search index, and of many the table is walked; so
/// the order is the one that the pages have.
extension BookList {
    func run(_ request: BookListRequest) throws -> BookRun {
        let newest = try database.first("SELECT coalesce(max(id), 0) FROM books") { try $0.int(0) }
        var run = BookRun(
            filter: request.filter,
            sort: request.sort,
            newest: ID(newest ?? 0)
        )
        if let keys = request.filter.keys, try count(request.filter) <= Self.fewMatches {
            run.named = try database.all(Self.matches(keys, request)) { ID(try $0.int(0)) }
        }
        return run
    }

    /// The keys of few matches, in the order of the list.
    static func matches(_ keys: SQL, _ request: BookListRequest) -> SQL {
        if let search = request.filter.searchCondition, request.sort.by == .relevance {
            return """
                SELECT rowid FROM books_search WHERE \(sql: search)
                ORDER BY NOT \(sql: request.filter.isWhole), \(sql: rank), rowid
                """
        }
        return """
            SELECT b.id FROM (\(sql: keys)) AS k CROSS JOIN books AS b ON b.id = k.id
            WHERE b.deleted_at IS NULL
            ORDER BY \(sql: request.sort.columns)
            """
    }

    /// The next books of the run; none at its end. One that went to the bin meanwhile is left out.
    func next(_ limit: Int, of run: inout BookRun) throws -> [Book] {
        guard let named = run.named else { return try walk(limit, of: &run) }
        var books: [Book] = []
        var rest = named[...]
        // All of some books may be gone, and others follow.
        while books.isEmpty, !rest.isEmpty {
            books = try find(rest.prefix(limit))
            rest = rest.dropFirst(limit)
        }
        run.named = Array(rest)
        return books
    }

    private func walk(_ limit: Int, of run: inout BookRun) throws -> [Book] {
        let by = run.sort.by
        let place: SQL =
            run.last.map { key -> SQL in
                let comparison: SQL = run.sort.isDescending ? "<" : ">"
                return "AND (\(sql: by.columns)) \(sql: comparison) \(sql: by.place(of: key))"
            } ?? ""
        return try database.all(
            """
            SELECT \(sql: BookStore.columns), \(sql: BookKey.columns)
            FROM \(sql: by.table) LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE \(sql: condition(run.filter)) AND b.id <= \(run.newest.value) \(sql: place)
            ORDER BY \(sql: run.sort.columns) LIMIT \(limit)
            """
        ) { row in
            let book = try BookStore.book(row)
            run.last = try BookKey(book, row)
            return book
        }
    }

    /// Where a book stands, if the filter lets it through.
    func key(of book: ID<Book>, in filter: BookFilter) throws -> BookKey? {
        try database.first(
            """
            SELECT \(sql: BookStore.columns), \(sql: BookKey.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id = \(book.value) AND \(sql: condition(filter))
            """
        ) { row in try BookKey(BookStore.book(row), row) }
    }

    /// The book after this place.
    func step(from key: BookKey, _ filter: BookFilter, _ sort: BookSort.Direction) throws -> Book? {
        var run = BookRun(filter: filter, sort: sort, last: key, newest: ID(Int(Int64.max)))
        return try walk(1, of: &run).first
    }

    /// The books with these keys, in their order, as far as they are in the catalog.
    func find(_ ids: ArraySlice<ID<Book>>) throws -> [Book] {
        var found: [ID<Book>: Book] = [:]
        try database.each(
            """
            SELECT \(sql: BookStore.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id IN \(list: ids.map(\.value)) AND b.deleted_at IS NULL
            """
        ) { row in
            let book = try BookStore.book(row)
            found[book.id] = book
        }
        return ids.compactMap { found[$0] }
    }
}
