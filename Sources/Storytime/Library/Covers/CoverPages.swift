import HTTP
import Server

/// The page on which a book gets its cover.
enum CoverPages {
    static let routes = [
        get("/admin/books/{id}/cover", edit),
        post("/admin/books/{id}/cover", bodyLimit: CoverForm.bodyLimit, update),
    ]

    static func edit(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        return try visit.page(
            CoverPage(
                summary: BookSummary(book: book, categories: try visit.books.categories(of: id)),
                form: CoverForm(book.cover),
                back: BookWayBack(try visit.query()),
                version: VersionField(book.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try visit.books.find(id)
        let links = try visit.books.categories(of: id)
        let form = try CoverForm(visit, fields, book.cover, visit.covers.folder)
        var page = CoverPage(
            summary: BookSummary(book: book, categories: links),
            form: form,
            back: BookWayBack(fields),
            version: VersionField(fields, current: book.version)
        )
        guard let draft = form.draft, let shown = page.version.value else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.covers.update(id, version: shown, draft, by: visit.actor) {
                try CoverSizing.queue($0, visit.site.configuration, visit.jobs)
            }
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: page.back.bookHref(page.summary.href),
                notice: Flash(.good, notice(of: saved))
            )
        } catch BookStore.Refusal.changedMeanwhile(let current) {
            page.summary = BookSummary(book: current, categories: links)
            page.version = VersionField(current.version)
            page.conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current.cover)
            )
            return try visit.page(page, status: 409)
        }
    }

    private static func notice(of book: Book) -> String {
        book.cover == nil
            ? "Cover of “\(book.title)” removed." : "Cover of “\(book.title)” saved."
    }
}

extension Visit {
    var covers: CoverStore {
        CoverStore(database: database, now: now, folder: CoverFolder(site.configuration))
    }
}
