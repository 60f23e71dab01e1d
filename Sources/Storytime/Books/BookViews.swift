import Quill

/// A book as lists show it, with its categories.
struct BookSummary: Record {
    let book: Book
    let categories: [CategoryLink]

    var href: String { "/admin/books/\(book.id)" }
    /// What is drawn on a cover that has no picture.
    var icon: String? { categories.lazy.compactMap(\.iconName).first }

    static let fields: [Field<BookSummary>] = [
        .text("title") { $0.book.title },
        .text("author") { $0.book.author },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
        .text("status") { $0.book.status.label },
        .text("status_kind") { $0.book.status.kind },
        .int("palette") { $0.book.palette },
        .optionalText("icon") { $0.icon },
        .list("categories") { $0.categories },
    ]
}

extension CategoryLink: Record {
    static let fields: [Field<CategoryLink>] = [
        .text("name") { $0.name },
        .text("href") { "/admin/categories/\($0.id)" },
        .optionalText("icon") { $0.iconName },
    ]
}

/// A part of a list that has a name and a count, like "Without category".
struct ScopeLink: Record {
    let label: String
    let href: String
    let count: Int
    let isCurrent: Bool

    static let fields: [Field<ScopeLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .int("count") { $0.count },
        .bool("is_current") { $0.isCurrent },
    ]
}

/// The list of books.
struct BookIndexPage: Page {
    static let template = "books/index.html"

    let rows: [BookSummary]
    let query: String
    let scopes: [ScopeLink]
    let pagination: PaginationView

    static let fields: [Field<BookIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("query") { $0.query },
        .list("scopes") { $0.scopes },
        .record("pagination") { $0.pagination },
    ]
}

/// The form of a new book.
struct BookNewPage: Page {
    static let template = "books/new.html"

    let form: BookForm
    private let token: FormToken

    init(form: BookForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<BookNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { _ in "/admin/books" },
    ]
}

/// The form of a book that is there.
struct BookEditPage: Page {
    static let template = "books/edit.html"

    let summary: BookSummary
    let form: BookForm
    /// The version that the form was made of; after a conflict the one that it is now.
    let version: VersionField
    var conflict: Conflict?

    static let fields: [Field<BookEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("action") { $0.summary.href },
        .text("book_title") { $0.summary.book.title },
        .text("book_href") { $0.summary.href },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// A book.
struct BookShowPage: Page {
    static let template = "books/show.html"

    let summary: BookSummary
    let times: TimeText
    let history: History

    static let fields: [Field<BookShowPage>] = [
        .record("book") { BookView(summary: $0.summary, times: $0.times) },
        .record("history") { $0.history },
    ]
}

/// A book as its own page shows it.
struct BookView: Record {
    let summary: BookSummary
    let times: TimeText

    static let fields: [Field<BookView>] = [
        .text("title") { $0.summary.book.title },
        .text("author") { $0.summary.book.author },
        .text("edit_href") { $0.summary.href + "/edit" },
        .text("status") { $0.summary.book.status.label },
        .text("status_kind") { $0.summary.book.status.kind },
        .int("palette") { $0.summary.book.palette },
        .optionalText("icon") { $0.summary.icon },
        .list("categories") { $0.summary.categories },
        .text("created_text") { $0.times.exact($0.summary.book.createdAt) },
        .text("updated_text") { $0.times.exact($0.summary.book.updatedAt) },
    ]
}
