import HTTP
import Quill
import Server

/// The pages that show batches, and undo them.
enum BatchPages {
    static let routes = [
        get("/admin/batches", index),
        get("/admin/batches/{id}", show),
        // On a slow worker: it may be a hundred thousand books.
        post("/admin/batches/{id}/undo", lane: .slow, undo),
    ]

    static let path = "/admin/batches"
    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.batches.count()
        )
        let batches = try visit.batches.list(limit: perPage, offset: pagination.offset)
        return try visit.page(
            BatchIndexPage(
                rows: batches.map { BatchView(batch: $0, now: visit.now, times: visit.times) },
                pagination: pagination.view(path: path)
            )
        )
    }

    static func show(_ visit: Visit, _ id: ID<Batch>) throws -> Response {
        let batch = try visit.batches.find(id)
        let left = try visit.batches.leftCount(of: id)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: left.fields
        )
        let rows = try visit.batches.left(of: id, limit: perPage, offset: pagination.offset)
        return try visit.page(
            BatchShowPage(
                batch: BatchView(batch: batch, now: visit.now, times: visit.times),
                rows: rows.map { BatchLeftRow(left: $0) },
                leftBooks: left.books,
                pagination: pagination.view(path: "\(path)/\(id)")
            )
        )
    }

    /// Redirects to the list if it was undone from there, and to what could not be restored if
    /// there is any.
    static func undo(_ visit: Visit, _ id: ID<Batch>) throws -> Response {
        // Books can't get back what is in the bin: it comes back with them.
        if let category = try ShelfBin(visit.categories).find(takenBy: id) {
            return try CategoryPages.restore(visit, category)
        }
        if let publisher = try ShelfBin(visit.publishers).find(takenBy: id) {
            return try PublisherPages.restore(visit, publisher)
        }
        if let series = try ShelfBin(visit.series).find(takenBy: id) {
            return try SeriesPages.restore(visit, series)
        }
        let page = "\(path)/\(id)"
        do {
            let undone = try visit.batches.undo(id, by: visit.actor)
            let restored = undone.batch?.rowCount ?? 0
            guard undone.left == 0 else {
                let left = Counted.text(undone.left, "book", "books")
                return try visit.redirect(
                    to: page,
                    notice: Flash(
                        .info,
                        "Undone for \(Counted.text(restored, "book", "books")). Changed since, so "
                            + "left as they are: \(left)."
                    )
                )
            }
            return try visit.redirect(
                to: try back(visit) ?? page,
                notice: undone.batch.map { Flash(.good, $0.summary + ".") }
                    ?? Flash(.info, "Nothing to restore: everything is already as it was.")
            )
        } catch BatchStore.Refusal.isUndone(let batch) {
            return try visit.redirect(
                to: page,
                notice: Flash(.info, "\(batch.undoneBy ?? "Someone") has already undone this.")
            )
        } catch BatchStore.Refusal.isTooOld {
            return try visit.redirect(
                to: page,
                notice: Flash(.info, "It’s too late to undo this.")
            )
        }
    }

    /// The page from which it was undone: the list of books, the list of batches, or the page of
    /// an import.
    private static func back(_ visit: Visit) throws -> String? {
        let way = BookWayBack(try visit.query())
        if way.isFromList { return (way.list?.href ?? BookListAddress.path) + Flash.anchor }
        let fields = try visit.fields()
        if let text = fields.text("import"), let id = ID<Import>(pathSegment: text[...]) {
            return "\(ImportPages.path)/\(id)"
        }
        return fields.text("from") == "batches" ? path : nil
    }
}
