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

    private static let perPage = 50
    /// A search of more than this is not one that a person types.
    private static let maximumQueryLength = 200

    static func index(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let words = String((query.text("q") ?? "").prefix(maximumQueryLength))
        var scope = BookStore.Scope.search(words)
        let isWithoutCategory = scope == .all && query.text("scope") == "without_category"
        if isWithoutCategory { scope = .withoutCategory }
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.books.count(scope)
        )
        let rows = try visit.books.list(scope, limit: perPage, offset: pagination.offset)
        return try visit.page(
            BookIndexPage(
                rows: rows,
                query: words,
                scopes: [
                    ScopeLink(
                        label: "All",
                        href: "/admin/books",
                        count: try visit.books.count(.all),
                        isCurrent: scope == .all
                    ),
                    ScopeLink(
                        label: "Without category",
                        href: "/admin/books?scope=without_category",
                        count: try visit.books.count(.withoutCategory),
                        isCurrent: isWithoutCategory
                    ),
                ],
                pagination: pagination.view(
                    path: "/admin/books",
                    query: [
                        ("q", words), ("scope", isWithoutCategory ? "without_category" : ""),
                    ]
                )
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(BookNewPage(form: BookForm(offering: try visit.categories.all())))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = BookForm(fields, offering: try visit.categories.all())
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let book = try visit.books.insert(draft, by: visit.actor)
                return SentForm.Outcome(
                    location: "/admin/books/\(book.id)",
                    message: "Book “\(book.title)” added." + form.trimmingNote
                )
            }
        } catch BookStore.Refusal.categoryIsGone {
            form.rejectCategories()
            return try visit.page(BookNewPage(form: form), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        return try visit.page(
            BookShowPage(
                summary: BookSummary(book: book, categories: try visit.books.categories(of: id)),
                times: visit.times,
                history: try visit.history(of: book.subject)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        let links = try visit.books.categories(of: id)
        let form = BookForm(book, in: links, offering: try visit.categories.all())
        return try visit.page(
            BookEditPage(
                summary: BookSummary(book: book, categories: links),
                form: form,
                version: VersionField(book.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try visit.books.find(id)
        let summary = BookSummary(book: book, categories: try visit.books.categories(of: id))
        let version = VersionField(fields, current: book.version)
        var form = BookForm(fields, offering: try visit.categories.all())
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                BookEditPage(summary: summary, form: form, version: version),
                status: visit.formStatus
            )
        }
        do {
            let saved = try visit.books.update(
                id,
                version: shown,
                draft,
                by: visit.actor
            )
            return try visit.redirect(
                to: "/admin/books/\(id)",
                notice: Flash(.good, "Book “\(saved.title)” saved." + form.trimmingNote)
            )
        } catch BookStore.Refusal.changedMeanwhile(let current) {
            let links = try visit.books.categories(of: id)
            let conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current, in: links)
            )
            return try visit.page(
                BookEditPage(
                    summary: BookSummary(book: current, categories: links),
                    form: form,
                    version: VersionField(current.version),
                    conflict: conflict
                ),
                status: 409
            )
        } catch BookStore.Refusal.categoryIsGone {
            form.rejectCategories()
            return try visit.page(
                BookEditPage(summary: summary, form: form, version: version),
                status: visit.formStatus
            )
        }
    }
}

extension Visit {
    var books: BookStore { BookStore(database: database, now: now) }
}
