import Quill

/// The list of publishers.
struct PublisherIndexPage: Page {
    static let template = "library/publishers/index.html"

    let address: PublisherListAddress
    let rows: [Publisher]
    let pagination: PaginationView
    let hasAny: Bool
    /// How many are in the bin.
    let binnedCount: Int

    static let fields: [Field<PublisherIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("words") { $0.address.words.text },
        .text("sort") { $0.address.sortText },
        .text("export_href") { $0.address.exportHref },
        .bool("has_any") { $0.hasAny },
        .int("binned") { $0.binnedCount },
        .record("name_heading") { $0.address.heading("Name", .name, .nameDescending) },
        // A first click asks who has the most.
        .record("books_heading") {
            $0.address.heading("Books", .booksDescending, .books, isNumber: true)
        },
        .record("pagination") { $0.pagination },
    ]
}

/// A publisher with its books.
struct PublisherShowPage: PageWithCovers {
    static let template = "library/publishers/show.html"

    let publisher: Publisher
    /// The first ones by title.
    let books: [BookSummary]
    /// The list of all of them.
    let booksHref: String
    let times: TimeText
    let history: History

    static let fields: [Field<PublisherShowPage>] = [
        .record("publisher") { $0.publisher },
        .text("merge_href") { $0.publisher.href + "/merge" },
        .text("delete_href") { $0.publisher.href + "/delete" },
        .text("created_text") { $0.times.exact($0.publisher.createdAt) },
        .text("updated_text") { $0.times.exact($0.publisher.updatedAt) },
        .list("books") { $0.books },
        .bool("has_more_books") { $0.publisher.bookCount > $0.books.count },
        .text("books_href") { $0.booksHref },
        .record("history") { $0.history },
    ]
}
