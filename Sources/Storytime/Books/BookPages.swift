import HTTP
import Quill
import Server

/// The pages on which admins keep the books.
enum BookPages {
    static let routes = [
        get("/admin/books", index),
        post("/admin/books", keepsText: true, create),
        get("/admin/books/new", new),
        get("/admin/books/{id}", show),
        get("/admin/books/{id}/edit", edit),
        post("/admin/books/{id}", keepsText: true, update),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = BookListAddress(try visit.query())
        let slice = try visit.bookList.slice(address.request)
        let all = try visit.bookList.keptCount("books")
        return try visit.page(
            BookIndexPage(
                rows: slice.rows.map {
                    BookRow(
                        summary: $0,
                        address: address,
                        changedText: visit.times.relative($0.book.updatedAt, now: visit.now)
                    )
                },
                form: BookFilterForm(
                    address: address,
                    categories: try visit.categories.all(),
                    publishers: try visit.publishers.offered(),
                    languages: try visit.bookList.languages()
                ),
                scopes: try scopes(visit, address, all: all),
                pagination: slice.pagination.view(
                    path: BookListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.book.id.value) },
                    lastKey: slice.rows.last.map { String($0.book.id.value) }
                ),
                hasAnyBook: all > 0
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(BookNewPage(form: BookForm(offering: try choices(visit))))
    }

    static func create(_ visit: Visit) throws -> Response {
        var form = BookForm(try visit.fields(), offering: try choices(visit))
        guard let draft = form.draft, !visit.isResumed,
            try !hasTwin(draft, &form, visit)
        else {
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
        do {
            let book = try visit.books.insert(draft, by: visit.actor)
            return try visit.redirect(
                to: "/admin/books/\(book.id)",
                notice: Flash(.good, "Book “\(book.title)” added." + form.trimmingNote)
            )
        } catch let refusal as BookStore.Refusal where form.reject(refusal) {
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        return try visit.page(
            BookShowPage(
                summary: BookSummary(book: book, categories: try visit.books.categories(of: id)),
                back: BookWayBack(try visit.query()),
                times: visit.times,
                history: try visit.history(of: book.subject)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        let links = try visit.books.categories(of: id)
        return try visit.page(
            BookEditPage(
                summary: BookSummary(book: book, categories: links),
                form: BookForm(book, in: links, offering: try choices(visit)),
                back: BookWayBack(try visit.query())
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try visit.books.find(id)
        let summary = BookSummary(book: book, categories: try visit.books.categories(of: id))
        let version = fields.text("version")
        let back = BookWayBack(fields)
        var form = BookForm(fields, book, offering: try choices(visit))
        let again = { (form: BookForm) in
            try visit.page(
                BookEditPage(summary: summary, form: form, back: back, version: version),
                status: visit.formStatus
            )
        }
        guard let draft = form.draft, !visit.isResumed,
            try !hasTwin(draft, &form, visit, besides: book)
        else { return try again(form) }
        do {
            let saved = try visit.books.update(
                id,
                version: version.flatMap { Int($0) } ?? book.version,
                draft,
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
                conflict: try visit.conflict(
                    on: current.subject,
                    form.differences(from: current, in: links)
                )
            )
            return try visit.page(page, status: 409)
        } catch let refusal as BookStore.Refusal where form.reject(refusal) {
            return try again(form)
        }
    }

    // MARK: Parts

    private static func choices(_ visit: Visit) throws -> BookChoices {
        BookChoices(
            categories: try visit.categories.all(),
            publishers: try visit.publishers.offered()
        )
    }

    /// Warns of a book of the same title and author, unless someone said that it is another one or
    /// the two were alike before.
    private static func hasTwin(
        _ draft: Book.Draft,
        _ form: inout BookForm,
        _ visit: Visit,
        besides book: Book? = nil
    ) throws -> Bool {
        guard !form.isAnother else { return false }
        if let book, Folding.fold(book.title) == Folding.fold(draft.title),
            Folding.fold(book.author) == Folding.fold(draft.author)
        {
            return false
        }
        guard let twin = try visit.books.twin(of: draft, besides: book?.id) else { return false }
        form.warn(of: twin)
        return true
    }

    /// All books and those of each status, with the other filters kept; the counts are of the whole
    /// catalog.
    private static func scopes(_ visit: Visit, _ address: BookListAddress, all: Int) throws
        -> [ScopeLink]
    {
        let current = address.request.filter.status
        let statuses = try [.active, .draft, .archived].map { (status: Book.Status) in
            ScopeLink(
                label: status.label,
                href: address.href { $0.status = status },
                count: try visit.bookList.keptCount("books_" + status.rawValue),
                isCurrent: current == status
            )
        }
        let whole = ScopeLink(
            label: "All",
            href: address.href { $0.status = nil },
            count: all,
            isCurrent: current == nil
        )
        return [whole] + statuses
    }
}

extension BookForm {
    /// Says beside its field what the database refused; false for what isn't a matter of the form.
    fileprivate mutating func reject(_ refusal: BookStore.Refusal) -> Bool {
        switch refusal {
        case .categoryIsGone: rejectCategories()
        case .publisherIsGone: rejectPublisher()
        case .changedMeanwhile: return false
        }
        return true
    }
}

extension Visit {
    var books: BookStore { BookStore(database: database, now: now) }
}
