import Quill

extension Publisher {
    /// The address of its own page.
    var href: String { "\(PublisherListAddress.path)/\(id)" }
}

/// A publisher in the list of publishers.
extension Publisher: Record {
    static let fields: [Field<Publisher>] = [
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .int("books_count") { $0.bookCount },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
    ]
}

/// The list of publishers.
struct PublisherIndexPage: Page {
    static let template = "publishers/index.html"

    let address: PublisherListAddress
    let rows: [Publisher]
    let pagination: PaginationView
    let hasAny: Bool

    private var nameHeading: ColumnHeading {
        let order = address.order
        return ColumnHeading(
            label: "Name",
            href: address.href(in: order == .name ? .nameDescending : .name),
            order: order == .name ? .ascending : order == .nameDescending ? .descending : nil
        )
    }

    /// A first click asks who has the most.
    private var booksHeading: ColumnHeading {
        let order = address.order
        return ColumnHeading(
            label: "Books",
            href: address.href(in: order == .booksDescending ? .books : .booksDescending),
            order: order == .books ? .ascending : order == .booksDescending ? .descending : nil,
            isNumber: true
        )
    }

    static let fields: [Field<PublisherIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("query") { $0.address.words.text },
        .text("sort") { $0.address.sortText },
        .text("export_href") { $0.address.exportHref },
        .bool("has_any") { $0.hasAny },
        .record("name_heading") { $0.nameHeading },
        .record("books_heading") { $0.booksHeading },
        .record("pagination") { $0.pagination },
    ]
}

/// The form of a new publisher.
struct PublisherNewPage: Page {
    static let template = "publishers/new.html"

    let form: PublisherForm
    private let token: FormToken

    init(form: PublisherForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<PublisherNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { _ in PublisherListAddress.path },
    ]
}

/// The form of a publisher that is there.
struct PublisherEditPage: Page {
    static let template = "publishers/edit.html"

    let publisher: Publisher
    let form: PublisherForm
    /// The version that the form was made of; after a conflict the one that it is now.
    let version: VersionField
    var conflict: Conflict?

    static let fields: [Field<PublisherEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("publisher_name") { $0.publisher.name },
        .text("publisher_href") { $0.publisher.href },
        .text("version") { $0.version.shown },
        .text("delete_href") { $0.publisher.href + "/delete" },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// A publisher with its books.
struct PublisherShowPage: PageWithCovers {
    static let template = "publishers/show.html"

    let publisher: Publisher
    /// The first ones by title.
    let books: [BookSummary]
    /// The list of all of them.
    let booksHref: String
    let times: TimeText
    let history: History

    static let fields: [Field<PublisherShowPage>] = [
        .record("publisher") { $0.publisher },
        .text("delete_href") { $0.publisher.href + "/delete" },
        .text("created_text") { $0.times.exact($0.publisher.createdAt) },
        .text("updated_text") { $0.times.exact($0.publisher.updatedAt) },
        .list("books") { $0.books },
        .bool("has_more_books") { $0.publisher.bookCount > $0.books.count },
        .text("books_href") { $0.booksHref },
        .record("history") { $0.history },
    ]
}

/// The question before a publisher is deleted.
struct PublisherDeletePage: Page {
    static let template = "publishers/delete.html"

    let publisher: Publisher
    /// Someone changed it since the question was asked, so it is asked again.
    var hasChanged = false

    static let fields: [Field<PublisherDeletePage>] = [
        .text("publisher_name") { $0.publisher.name },
        .text("publisher_href") { $0.publisher.href },
        .int("books_count") { $0.publisher.bookCount },
        .text("action") { $0.publisher.href + "/delete" },
        .text("version") { String($0.publisher.version) },
        .bool("has_changed") { $0.hasChanged },
    ]
}
