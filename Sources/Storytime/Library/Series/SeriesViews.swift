import Quill

/// The list of series.
struct SeriesIndexPage: Page {
    static let template = "library/series/index.html"

    let address: SeriesListAddress
    let rows: [Series]
    let pagination: PaginationView
    let hasAny: Bool
    /// How many are in the bin.
    let binnedCount: Int

    static let fields: [Field<SeriesIndexPage>] = [
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

/// A series with its books, in their order.
struct SeriesShowPage: PageWithCovers {
    static let template = "library/series/show.html"

    let series: Series
    /// The first ones.
    let books: [SeriesBookRow]
    /// The list of all of them.
    let booksHref: String
    let times: TimeText
    let history: History

    static let fields: [Field<SeriesShowPage>] = [
        .record("series") { $0.series },
        .text("merge_href") { $0.series.href + "/merge" },
        .text("delete_href") { $0.series.href + "/delete" },
        .text("created_text") { $0.times.exact($0.series.createdAt) },
        .text("updated_text") { $0.times.exact($0.series.updatedAt) },
        .list("books") { $0.books },
        .bool("has_more_books") { $0.series.bookCount > $0.books.count },
        .text("books_href") { $0.booksHref },
        .record("history") { $0.history },
    ]
}

/// A book on the page of its series.
struct SeriesBookRow: Record {
    let number: Int?
    let summary: BookSummary

    static let fields: [Field<SeriesBookRow>] = [
        .optionalText("number") { $0.number.map { String($0) } },
        .record("book") { $0.summary },
    ]
}
