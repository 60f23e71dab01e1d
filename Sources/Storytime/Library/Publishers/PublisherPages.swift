import HTTP
import Quill
import Server

/// The pages on which admins keep the publishers.
enum PublisherPages {
    static let routes = [
        get("/admin/publishers", index),
        post("/admin/publishers", keepsText: true, create),
        get("/admin/publishers/new", new),
        get("/admin/publishers/{id}", show),
        get("/admin/publishers/{id}/edit", edit),
        post("/admin/publishers/{id}", keepsText: true, update),
        get("/admin/publishers/{id}/delete", askToDelete),
        post("/admin/publishers/{id}/delete", delete),
    ]

    private static let perPage = 50
    /// The books that a publisher's own page shows: four rows of a wide window. The list of books has
    /// all of them.
    private static let booksShown = 24

    static func index(_ visit: Visit) throws -> Response {
        let address = PublisherListAddress(try visit.query())
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.publishers.count(address.words)
        )
        return try visit.page(
            PublisherIndexPage(
                address: address,
                rows: try visit.publishers.list(
                    address.words,
                    in: address.order,
                    limit: perPage,
                    offset: pagination.offset
                ),
                pagination: pagination.view(
                    path: PublisherListAddress.path,
                    query: address.query
                ),
                hasAny: try visit.publishers.count() > 0
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(PublisherNewPage(form: PublisherForm()))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = PublisherForm(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(PublisherNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let publisher = try visit.publishers.insert(draft, by: visit.actor)
                return SentForm.Outcome(
                    location: publisher.href,
                    message: "Publisher “\(publisher.name)” added." + form.trimmingNote
                )
            }
        } catch let refusal as PublisherStore.Refusal {
            form.reject(refusal)
            return try visit.page(PublisherNewPage(form: form), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        let publisher = try visit.publishers.find(id)
        let filter = BookFilter(publisher: .id(id))
        let books = try visit.bookList.slice(
            BookListRequest(filter: filter, perPage: booksShown)
        )
        return try visit.page(
            PublisherShowPage(
                publisher: publisher,
                books: books.rows,
                booksHref: BookListAddress(filter).href,
                times: visit.times,
                history: try visit.history(of: publisher.subject)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        let publisher = try visit.publishers.find(id)
        return try visit.page(
            PublisherEditPage(
                publisher: publisher,
                form: PublisherForm(publisher),
                version: VersionField(publisher.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        let fields = try visit.fields()
        let publisher = try visit.publishers.find(id)
        var form = PublisherForm(fields)
        let version = VersionField(fields, current: publisher.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                PublisherEditPage(publisher: publisher, form: form, version: version),
                status: visit.formStatus
            )
        }
        do {
            let saved = try visit.publishers.update(
                id,
                version: shown,
                draft,
                by: visit.actor
            )
            return try visit.redirect(
                to: saved.href,
                notice: Flash(.good, "Publisher “\(saved.name)” saved." + form.trimmingNote)
            )
        } catch PublisherStore.Refusal.changedMeanwhile(let current) {
            let conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current)
            )
            return try visit.page(
                PublisherEditPage(
                    publisher: current,
                    form: form,
                    version: VersionField(current.version),
                    conflict: conflict
                ),
                status: 409
            )
        } catch let refusal as PublisherStore.Refusal {
            form.reject(refusal)
            return try visit.page(
                PublisherEditPage(publisher: publisher, form: form, version: version),
                status: visit.formStatus
            )
        }
    }

    static func askToDelete(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        try visit.page(PublisherDeletePage(publisher: try visit.publishers.find(id)))
    }

    static func delete(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        let version = try visit.fields().text("version").flatMap { Int($0) }
        do {
            let publisher = try visit.publishers.delete(id, version: version, by: visit.actor)
            let books = Counted.text(publisher.bookCount, "book", "books")
            let unlinked = publisher.bookCount == 0 ? "" : " It was removed from \(books)."
            return try visit.redirect(
                to: PublisherListAddress.path,
                notice: Flash(.good, "Publisher “\(publisher.name)” deleted.\(unlinked)")
            )
        } catch PublisherStore.Refusal.changedMeanwhile(let current) {
            return try visit.page(
                PublisherDeletePage(publisher: current, hasChanged: true),
                status: 409
            )
        }
    }
}

extension PublisherForm {
    /// Says what the database didn't accept.
    mutating func reject(_ refusal: PublisherStore.Refusal) {
        switch refusal {
        case .nameIsTaken:
            name.reject("Another publisher has this name. Choose a different one.")
        case .slugIsTaken:
            slug.reject("Choose a slug that no other publisher has.")
        case .changedMeanwhile:
            break
        }
    }
}

extension Visit {
    var publishers: PublisherStore { PublisherStore(database: database, now: now) }
}
