import HTTP
import Server

/// The pages on which admins keep the publishers.
enum PublisherPages: RecordPages {
    typealias Form = PublisherForm

    static let routes = [
        get("/admin/publishers", index),
        post("/admin/publishers", keepsText: true, create),
        get("/admin/publishers/new", new),
        get("/admin/publishers/{id}", show),
        get("/admin/publishers/{id}/edit", edit),
        post("/admin/publishers/{id}", keepsText: true, update),
        get("/admin/publishers/{id}/delete", askToDelete),
        // On slow workers: it may be about a hundred thousand books.
        post("/admin/publishers/{id}/delete", lane: .slow, delete),
        get("/admin/publishers/{id}/merge", lane: .worker, askToMerge),
        post("/admin/publishers/{id}/merge", lane: .slow, merge),
        get("/admin/publishers/{id}/versions/{id}", askToRestore),
        post("/admin/publishers/{id}/versions/{id}", restoreVersion),
        get("/admin/publishers/bin", bin),
        post("/admin/publishers/{id}/restore", lane: .slow, restore),
        get("/admin/publishers/{id}/purge", askToPurge),
        post("/admin/publishers/{id}/purge", confirms: .recently, purge),
    ]

    static let templates = "library/publishers"
    static let noun = "publisher"
    static let list = (href: PublisherOrder.path, title: "Publishers")

    private static let perPage = 50
    /// The books that a publisher's own page shows: four rows of a wide window. The list of books has
    /// all of them.
    private static let booksShown = 24

    static func store(_ visit: Visit) -> PublisherStore { visit.publishers }

    static func index(_ visit: Visit) throws -> Response {
        let address = PublisherListAddress(try visit.query())
        let total = try visit.publishers.count(address.words)
        let pagination = Pagination(page: try visit.pageNumber(), perPage: perPage, total: total)
        return try visit.page(
            PublisherIndexPage(
                address: address,
                rows: try visit.publishers.list(address, pagination),
                pagination: pagination.view(path: list.href, query: address.query),
                hasAny: try visit.publishers.count() > 0,
                binnedCount: try ShelfBin(visit.publishers).count()
            )
        )
    }

    static func show(_ visit: Visit, _ id: ID<Publisher>) throws -> Response {
        guard let publisher = try visit.publishers.findIfAny(id) else {
            return try showBinned(visit, id)
        }
        let filter = BookFilter(publisher: .id(id))
        let request = BookListRequest(filter: filter, perPage: booksShown)
        return try visit.page(
            PublisherShowPage(
                publisher: publisher,
                books: try visit.bookList.slice(request).rows,
                booksHref: BookListAddress(filter).href,
                times: visit.times,
                history: try history(visit, of: publisher)
            )
        )
    }
}
