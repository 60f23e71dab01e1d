import HTTP
import Quill
import Server

/// The pages on which admins keep the books.
enum BookPages {
    static let routes = [
        get("/admin/books", index),
        post("/admin/books", keepsText: true, create),
        get("/admin/books/new", new),
        get("/admin/books/columns", ColumnPages<BookColumn>.show),
        post("/admin/books/columns", ColumnPages<BookColumn>.save),
        get("/admin/books/{id}", show),
        get("/admin/books/{id}/edit", edit),
        post("/admin/books/{id}", keepsText: true, update),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = try visit.asked(BookListAddress(visit.query()))
        let slice = try visit.bookList.slice(address.request)
        let columns: [BookColumn] = try visit.chosenColumns()
        let cells = try BookCellMaker(columns, for: slice.rows, visit)
        let all = try visit.bookList.keptCount("books")
        let categories = try visit.categories.all()
        return try visit.page(
            BookIndexPage(
                rows: slice.rows.map {
                    BookRow(summary: $0, address: address, cells: cells.cells(of: $0))
                },
                columns: columns,
                form: BookFilterForm(
                    address: address,
                    categories: categories,
                    publishers: try visit.publishers.offered(),
                    series: try visit.series.offered(),
                    tags: try visit.tags.offered(),
                    languages: try visit.bookList.languages()
                ),
                scopes: try scopes(visit, address, all: all),
                acts: BulkActs(categories).groups,
                pagination: slice.pagination.view(
                    path: BookListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.book.id.value) },
                    lastKey: slice.rows.last.map { String($0.book.id.value) }
                ),
                hasAnyBook: all > 0,
                binned: try visit.bin.count()
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(BookNewPage(form: BookForm(offering: try choices(visit))))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = BookForm(fields, offering: try choices(visit))
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let book = try visit.books.insert(
                    draft,
                    refusingTwins: !form.isAnother,
                    by: visit.actor
                )
                return SentForm.Outcome(
                    location: "/admin/books/\(book.id)",
                    message: "Book “\(book.title)” added." + form.trimmingNote
                )
            }
        } catch let refusal as BookStore.Refusal where form.reject(refusal) {
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        let back = BookWayBack(try visit.query())
        return try visit.page(
            BookShowPage(
                summary: BookSummary(book: book, categories: try visit.books.categories(of: id)),
                details: try visit.bookDetails(of: id),
                back: back,
                times: visit.times,
                video: try visit.bookVideo(of: book),
                rights: try visit.rightsSection(of: book, back),
                bin: try visit.bin.find(id).map { BinNote(binned: $0, times: visit.times) },
                history: try visit.history(of: book.subject)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else {
            return try visit.redirect(
                to: BookWayBack(try visit.query()).bookHref("\(BookListAddress.path)/\(id)"),
                notice: Flash(.info, "“\(book.title)” is in the bin. Restore it to change it.")
            )
        }
        let links = try visit.books.categories(of: id)
        let details = try visit.books.details(of: id)
        return try visit.page(
            BookEditPage(
                summary: BookSummary(book: book, categories: links),
                form: BookForm(book, details, in: links, offering: try choices(visit)),
                back: BookWayBack(try visit.query()),
                version: VersionField(book.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try visit.books.find(id)
        let summary = BookSummary(book: book, categories: try visit.books.categories(of: id))
        let version = VersionField(fields, current: book.version)
        let back = BookWayBack(fields)
        var form = BookForm(fields, book, offering: try choices(visit))
        let again = { (form: BookForm) in
            try visit.page(
                BookEditPage(summary: summary, form: form, back: back, version: version),
                status: visit.formStatus
            )
        }
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try again(form)
        }
        do {
            let saved = try visit.books.update(
                id,
                version: shown,
                draft,
                refusingTwins: !form.isAnother,
                by: visit.actor
            )
            return try visit.redirect(
                to: back.href(id),
                notice: Flash(.good, "Book “\(saved.title)” saved." + form.trimmingNote)
            )
        } catch BookStore.Refusal.changedMeanwhile(let current) {
            let links = try visit.books.categories(of: id)
            let page = BookEditPage(
                summary: BookSummary(book: current, categories: links),
                form: form,
                back: back,
                version: VersionField(current.version),
                conflict: try visit.conflict(
                    on: current.subject,
                    form.differences(
                        from: current,
                        try visit.books.details(of: id),
                        in: links
                    )
                )
            )
            return try visit.page(page, status: 409)
        } catch BookStore.Refusal.isInBin {
            var page = BookEditPage(summary: summary, form: form, back: back, version: version)
            page.isInBin = true
            return try visit.page(page, status: 409)
        } catch let refusal as BookStore.Refusal where form.reject(refusal) {
            return try again(form)
        }
    }

    // MARK: Parts

    private static func choices(_ visit: Visit) throws -> BookChoices {
        BookChoices(
            categories: try visit.categories.all(),
            publishers: try visit.publishers.offered(),
            series: try visit.series.offered().map(\.name),
            tags: try visit.tags.offered().map(\.name)
        )
    }

    /// All books and those of each status, with the other filters kept. The counts are of the whole
    /// catalog, so there are none beside other filters.
    private static func scopes(_ visit: Visit, _ address: BookListAddress, all: Int) throws
        -> [ScopeLink]
    {
        let filter = address.request.filter
        let isWhole = filter == BookFilter(status: filter.status)
        let statuses = try [.active, .draft, .archived].map { (status: Book.Status) in
            ScopeLink(
                label: status.label,
                href: address.href { $0.status = status },
                count: isWhole
                    ? try visit.bookList.keptCount("books_" + status.rawValue) : nil,
                isCurrent: filter.status == status
            )
        }
        let whole = ScopeLink(
            label: "All",
            href: address.href { $0.status = nil },
            count: isWhole ? all : nil,
            isCurrent: filter.status == nil
        )
        return [whole] + statuses
    }
}

extension BookForm {
    /// Says beside its field what the database refused; false for what isn't a matter of the form.
    mutating func reject(_ refusal: BookStore.Refusal) -> Bool {
        switch refusal {
        case .categoryIsGone: rejectCategories()
        case .publisherIsGone: rejectPublisher()
        case .twin(let twin): warn(of: twin)
        case .changedMeanwhile, .isInBin: return false
        }
        return true
    }
}

extension Visit {
    var books: BookStore { BookStore(database: database, now: now) }
}
