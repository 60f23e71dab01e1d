import HTTP
import Quill
import Server

/// The pages on which admins keep the windows of a book. They are all a part of the book's page: they
/// come from it and lead back to it.
enum RightsPages {
    static let routes = [
        get("/admin/books/{id}/rights/new", new),
        post("/admin/books/{id}/rights", keepsText: true, create),
        get("/admin/rights/{id}/edit", edit),
        post("/admin/rights/{id}", keepsText: true, update),
        get("/admin/rights/{id}/delete", askToDelete),
        post("/admin/rights/{id}/delete", delete),
    ]

    static func new(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let place = try place(visit, id, visit.query())
        return try visit.page(RightsNewPage(place: place, form: RightsForm()))
    }

    static func create(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let place = try place(visit, id, fields)
        var form = RightsForm().reading(fields)
        guard let terms = form.draft, !visit.isResumed else {
            return try visit.page(
                RightsNewPage(place: place, form: form),
                status: visit.formStatus
            )
        }
        do {
            return try visit.once(fields) {
                _ = try visit.rightsStore.insert(
                    terms,
                    for: id,
                    refusingOverlaps: !form.mayOverlap,
                    by: visit.actor
                )
                return SentForm.Outcome(
                    location: place.href,
                    message: "Rights window added." + form.trimmingNote
                )
            }
        } catch let refusal as RightsStore.Refusal where form.reject(refusal) {
            return try visit.page(
                RightsNewPage(place: place, form: form),
                status: visit.formStatus
            )
        }
    }

    static func edit(_ visit: Visit, _ id: ID<RightsWindow>) throws -> Response {
        let window = try visit.rightsStore.find(id)
        return try visit.page(
            RightsEditPage(
                place: try place(visit, window.book, visit.query()),
                window: window,
                form: RightsForm().showing(window.terms),
                version: VersionField(window.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<RightsWindow>) throws -> Response {
        let fields = try visit.fields()
        let window = try visit.rightsStore.find(id)
        let place = try place(visit, window.book, fields)
        var page = RightsEditPage(
            place: place,
            window: window,
            form: RightsForm().reading(fields),
            version: VersionField(fields, current: window.version)
        )
        guard let terms = page.form.draft, let shown = page.version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            _ = try visit.rightsStore.update(
                id,
                version: shown,
                terms,
                refusingOverlaps: !page.form.mayOverlap,
                by: visit.actor
            )
            return try visit.redirect(
                to: place.href,
                notice: Flash(.good, "Rights window saved." + page.form.trimmingNote)
            )
        } catch RightsStore.Refusal.changedMeanwhile(let current) {
            page.version = VersionField(current.version)
            page.conflict = try visit.conflict(
                on: place.book.subject,
                page.form.differences(from: current.terms)
            )
            return try visit.page(page, status: 409)
        } catch let refusal as RightsStore.Refusal where page.form.reject(refusal) {
            return try visit.page(page, status: visit.formStatus)
        }
    }

    static func askToDelete(_ visit: Visit, _ id: ID<RightsWindow>) throws -> Response {
        let window = try visit.rightsStore.find(id)
        return try visit.page(
            try question(visit, window, place(visit, window.book, visit.query()))
        )
    }

    static func delete(_ visit: Visit, _ id: ID<RightsWindow>) throws -> Response {
        let fields = try visit.fields()
        let place = try place(visit, visit.rightsStore.find(id).book, fields)
        do {
            _ = try visit.rightsStore.delete(
                id,
                version: fields.number("version"),
                by: visit.actor
            )
            return try visit.redirect(
                to: place.href,
                notice: Flash(.good, "Rights window deleted.")
            )
        } catch RightsStore.Refusal.changedMeanwhile(let current) {
            var page = try question(visit, current, place)
            page.hasChanged = true
            return try visit.page(page, status: 409)
        }
    }

    // MARK: Parts

    /// The book that the page belongs to. One in the bin is given no rights, so it has no such page.
    private static func place(_ visit: Visit, _ id: ID<Book>, _ fields: Fields) throws
        -> RightsPlace
    {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else { throw Failure.notFound }
        return RightsPlace(book: book, back: BookWayBack(fields), times: visit.times)
    }

    /// What becomes of the book without the window.
    private static func question(
        _ visit: Visit,
        _ window: RightsWindow,
        _ place: RightsPlace
    ) throws -> RightsDeletePage {
        let others = try visit.rightsStore.windows(of: window.book).filter { $0.id != window.id }
        return RightsDeletePage(
            place: place,
            window: window,
            standing: try visit.outlook(others).text
        )
    }
}
