import Quill

/// A book in the list of books.
struct BookRow: Record {
    let summary: BookSummary
    let address: BookListAddress
    let cells: [BookCell]

    static let fields: [Field<BookRow>] = [
        .record("book") { $0.summary },
        .text("id") { String($0.summary.book.id.value) },
        .text("list") { $0.address.carried },
        .text("delete_href") { $0.summary.href + "/delete" },
        .text("anchor") { "book-\($0.summary.book.id)" },
        .text("href") { $0.address.carry(along: $0.summary.href) },
        .text("edit_href") {
            $0.address.carry(along: $0.summary.href + "/edit", [(name: "from", value: "list")])
        },
        .list("cells") { $0.cells },
    ]
}

/// The list of books.
struct BookIndexPage: PageWithCovers {
    static let template = "library/books/index.html"

    let rows: [BookRow]
    let columns: [BookColumn]
    let form: BookFilterForm
    let scopes: [ScopeLink]
    let acts: [BulkActGroup]
    let pagination: PaginationView
    let hasAnyBook: Bool
    /// How many are in the bin.
    let binned: Int

    private var address: BookListAddress { form.address }

    /// What was looked for instead of words that no book has, as “paddington”.
    private var corrected: String? {
        SearchWords(address.request.filter.words).corrections(address.request.filter.spellings)
    }

    static let fields: [Field<BookIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("words") { $0.address.request.filter.words },
        .optionalText("corrected") { $0.corrected },
        .bool("has_any_book") { $0.hasAnyBook },
        .int("binned") { $0.binned },
        .record("form") { $0.form },
        .text("export_href") { $0.address.exportHref },
        .list("scopes") { $0.scopes },
        .list("acts") { $0.acts },
        .text("list") { $0.address.carried },
        .bool("is_filtered") { !$0.address.request.filter.isEmpty },
        .record("title_heading") { $0.address.heading("Title", .title) },
        .list("headings") { page in
            page.columns.map { column in
                ListHeading(
                    label: column.label,
                    sort: column.sort.map { page.address.heading(column.label, $0) }
                )
            }
        },
        .bool("has_usual_columns") { $0.columns == BookColumn.usual },
        .text("columns_href") { $0.address.carry(along: ColumnPages<BookColumn>.path) },
        .record("pagination") { $0.pagination },
    ]
}
