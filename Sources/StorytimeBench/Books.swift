import HTTP
import Quill
import SQLite

/// W2: search in 100,000 books.
enum BookPages {
    static let index = { @Sendable (visit: Visit) in
        let search = try BookSearch(visit.query())
        let store = visit.stores.books
        let total = try store.count(search)
        let page = Index(
            search: search,
            total: total,
            rows: try store.find(search),
            categories: try store.categories()
        )
        return try visit.render(visit.templates.books, page, section: "Books")
    }

    struct Index: Page {
        static let template = "books.html"
        let search: BookSearch
        let total: Int
        let rows: [BookRow]
        let categories: [Choice]

        var pages: Int { max(1, (total + BookSearch.rowsPerPage - 1) / BookSearch.rowsPerPage) }

        static let fields: [Field<Index>] = [
            .text("q") { $0.search.words },
            .texts("ages") { _ in (0..<15).map(String.init) },
            .text("age") { $0.search.age.map(String.init) ?? "" },
            .list("categories") { $0.categories },
            .int("category") { $0.search.category ?? 0 },
            .int("total") { $0.total },
            .int("page") { $0.search.page },
            .int("pages") { $0.pages },
            .list("rows") { $0.rows },
            .optionalText("previous") {
                $0.search.page > 1 ? $0.search.link($0.search.page - 1) : nil
            },
            .optionalText("next") {
                $0.search.page < $0.pages ? $0.search.link($0.search.page + 1) : nil
            },
        ]
    }
}

/// What somebody looks for.
struct BookSearch: Sendable {
    static let rowsPerPage = 20

    let words: String
    let age: Int?
    let category: Int?
    let page: Int

    init(_ query: URLEncodedForm) throws(Failure) {
        words = query.first("q") ?? ""
        age = try Self.number(query, "age")
        category = try Self.number(query, "category")
        page = try max(1, Self.number(query, "page") ?? 1)
    }

    /// The address of another page of the same search.
    func link(_ page: Int) -> String {
        let words = PercentEncoding.encodeComponent(words)
        let age = age.map(String.init) ?? ""
        let category = category.map(String.init) ?? ""
        return "/w2?q=\(words)&age=\(age)&category=\(category)&page=\(page)"
    }

    private static func number(_ query: URLEncodedForm, _ name: String) throws(Failure) -> Int? {
        guard let text = query.first(name), !text.isEmpty else { return nil }
        guard let number = Int(text), (0...1_000_000).contains(number) else {
            throw Failure(status: .badRequest, message: "\(name) is no number.")
        }
        return number
    }
}

/// One line of the result.
struct BookRow: Record {
    let id: Int
    let title: String
    let author: String
    let ageMin: Int
    let ageMax: Int
    let language: String
    let pages: Int
    let isPublished: Bool

    static let fields: [Field<BookRow>] = [
        .int("id") { $0.id },
        .text("title") { $0.title },
        .text("author") { $0.author },
        .int("age_min") { $0.ageMin },
        .int("age_max") { $0.ageMax },
        .text("language") { $0.language },
        .int("pages") { $0.pages },
        .bool("published") { $0.isPublished },
    ]
}

/// A line of a drop-down list.
struct Choice: Record {
    let id: Int
    let name: String

    static let fields: [Field<Choice>] = [
        .int("id") { $0.id },
        .text("name") { $0.name },
    ]
}

/// Asks the database about books.
struct BookStore {
    let database: Database

    func count(_ search: BookSearch) throws -> Int {
        try database.first(counting(search)) { try $0.int(0) } ?? 0
    }

    /// With one condition only, its own index knows the number, and no book needs to be read.
    private func counting(_ search: BookSearch) -> SQL {
        switch (search.words.isEmpty, search.age, search.category) {
        case (true, nil, nil):
            "SELECT count(*) FROM books"
        case (true, nil, let category?):
            "SELECT count(*) FROM book_categories WHERE category_id = \(category)"
        case (false, nil, nil):
            "SELECT count(*) FROM books_fts WHERE books_fts MATCH \(Self.match(search.words))"
        default:
            "SELECT count(*) FROM books AS b \(sql: condition(search))"
        }
    }

    func find(_ search: BookSearch) throws -> [BookRow] {
        let sql: SQL = """
            SELECT b.id, b.title, b.author, b.age_min, b.age_max, b.language, b.pages, b.is_published
            FROM books AS b \(sql: condition(search))
            ORDER BY b.title, b.id
            LIMIT \(BookSearch.rowsPerPage) OFFSET \((search.page - 1) * BookSearch.rowsPerPage)
            """
        return try database.all(sql) {
            BookRow(
                id: try $0.int(0),
                title: try $0.text(1),
                author: try $0.text(2),
                ageMin: try $0.int(3),
                ageMax: try $0.int(4),
                language: try $0.text(5),
                pages: try $0.int(6),
                isPublished: try $0.bool(7)
            )
        }
    }

    func categories() throws -> [Choice] {
        try database.all("SELECT id, name FROM categories ORDER BY sort_order, name, id") {
            Choice(id: try $0.int(0), name: try $0.text(1))
        }
    }

    private func condition(_ search: BookSearch) -> SQL {
        var sql: SQL = "WHERE true"
        if !search.words.isEmpty {
            sql =
                sql + """
                     AND b.id IN (
                        SELECT rowid FROM books_fts WHERE books_fts MATCH \(Self.match(search.words))
                    )
                    """
        }
        if let age = search.age {
            sql = sql + " AND b.age_min <= \(age) AND b.age_max >= \(age)"
        }
        if let category = search.category {
            // Asked book by book, so that the books can come in the order of their titles.
            sql =
                sql + """
                     AND EXISTS (
                        SELECT 1 FROM book_categories WHERE book_id = b.id AND category_id = \(category)
                    )
                    """
        }
        return sql
    }

    /// Every word must match, the last one as a beginning. In quotes, a word means nothing but
    /// itself: https://sqlite.org/fts5.html#full_text_query_syntax.
    private static func match(_ words: String) -> String {
        let quoted = words.split(separator: " ").map { word in
            "\""
                + word.split(separator: "\"", omittingEmptySubsequences: false).joined(
                    separator: "\"\""
                )
                + "\""
        }
        return quoted.joined(separator: " ") + "*"
    }
}
