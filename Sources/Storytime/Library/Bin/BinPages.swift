import HTTP
import Quill
import Server

/// The pages of the bin, and the forms that move books into it and out of it.
enum BinPages {
    static let routes = [
        get("/admin/books/bin", index),
        post("/admin/books/bin/restore", restoreChecked),
        get("/admin/books/bin/purge", askToEmpty),
        // On a slow worker: it may be a hundred thousand books.
        post("/admin/books/bin/purge", lane: .slow, confirms: .recently, empty),
        post("/admin/books/{id}/delete", delete),
        post("/admin/books/{id}/restore", restore),
        get("/admin/books/{id}/purge", askToPurge),
        post("/admin/books/{id}/purge", confirms: .recently, purge),
    ]

    static let path = "/admin/books/bin"
    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.bin.count()
        )
        let books = try visit.bin.list(limit: perPage, offset: pagination.offset)
        let summaries = try visit.bookList.summaries(books.map(\.book))
        return try visit.page(
            BinPage(
                rows: zip(books, summaries).map { book, summary in
                    BinRow(binned: book, summary: summary, now: visit.now, times: visit.times)
                },
                scopes: try visit.binScopes(at: path),
                pagination: pagination.view(path: path)
            )
        )
    }

    // MARK: In and out

    static func delete(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let list = BookWayBack(try visit.fields()).list
        let book = try visit.books.find(id)
        let back = (list?.href ?? BookListAddress.path) + Flash.anchor
        guard try visit.bin.add(id, by: visit.actor) else {
            return try visit.redirect(
                to: back,
                notice: Flash(.info, "“\(book.title)” is already in the bin.")
            )
        }
        let address = list ?? BookListAddress(Fields([]))
        let undo = address.carry(
            along: "/admin/books/\(id)/restore",
            [(name: "from", value: "list")]
        )
        return try visit.redirect(
            to: back,
            notice: Flash(.good, "“\(book.title)” moved to the bin.", undo: undo)
        )
    }

    /// Redirects to the page where it was requested: the list, with the book in sight, the bin, or
    /// the book.
    static func restore(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        let isFromBin = try visit.fields().text("from") == "bin"
        let isRestored = try visit.bin.restore(id, by: visit.actor)
        return try visit.redirect(
            to: isFromBin ? path : BookWayBack(try visit.query()).href(id),
            notice: isRestored
                ? Flash(.good, "“\(book.title)” restored.")
                : Flash(.info, "“\(book.title)” is not in the bin.")
        )
    }

    static func restoreChecked(_ visit: Visit) throws -> Response {
        let ids = try visit.fields().all("ids").map { ID<Book>(pathSegment: $0[...]) }
        guard ids.count <= perPage, !ids.contains(nil) else {
            throw Failure.badRequest("“ids” must be books on one page of the bin.")
        }
        let restored = try visit.bin.restore(ids.compactMap(\.self), by: visit.actor)
        guard let batch = restored else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "Nothing restored. Select the books to restore.")
            )
        }
        return try visit.redirect(
            to: path,
            notice: Flash(.good, batch.summary + ".", undo: batch.undoHref)
        )
    }

    // MARK: For good

    static func askToPurge(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        guard let binned = try visit.bin.find(id) else {
            let book = try visit.books.find(id)
            return try notInBin(visit, book)
        }
        return try visit.page(
            PurgePage(
                what: .book(
                    BookSummary(
                        book: binned.book,
                        categories: try visit.books.categories(of: id)
                    )
                ),
                references: try BookReferences(database: visit.database).of(binned.book)
            )
        )
    }

    static func purge(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        guard try visit.bin.purge(id, by: visit.actor) else { return try notInBin(visit, book) }
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "“\(book.title)” deleted for good.")
        )
    }

    private static func notInBin(_ visit: Visit, _ book: Book) throws -> Response {
        try visit.redirect(
            to: "/admin/books/\(book.id)",
            notice: Flash(.info, "“\(book.title)” is not in the bin. Move it there first.")
        )
    }

    static func askToEmpty(_ visit: Visit) throws -> Response {
        try emptyingPage(visit, hasChanged: false)
    }

    static func empty(_ visit: Visit) throws -> Response {
        let count = try visit.fields().number("count")
        do {
            try visit.bin.empty(expecting: count ?? -1, by: visit.actor)
            return try visit.redirect(
                to: path,
                notice: Flash(
                    .good,
                    "Bin emptied. \(Counted.text(count ?? 0, "book", "books")) deleted for good."
                )
            )
        } catch BinStore.Refusal.countIsAnother {
            return try emptyingPage(visit, hasChanged: count != nil)
        }
    }

    private static func emptyingPage(_ visit: Visit, hasChanged: Bool) throws -> Response {
        try visit.page(
            PurgePage(
                what: .everything(count: try visit.bin.count()),
                references: try BookReferences(database: visit.database).ofBin(),
                hasChanged: hasChanged
            ),
            status: visit.request.method == .post ? (hasChanged ? 409 : 422) : 200
        )
    }
}

extension Visit {
    /// The parts of the bin; the path is that of the part that is shown.
    func binScopes(at path: String) throws -> [ScopeLink] {
        [
            (label: "Books", path: BinPages.path, count: try bin.count()),
            (
                label: CategoryPages.list.title,
                path: CategoryPages.binHref,
                count: try ShelfBin(categories).count()
            ),
            (
                label: PublisherPages.list.title,
                path: PublisherPages.binHref,
                count: try ShelfBin(publishers).count()
            ),
            (
                label: SeriesPages.list.title,
                path: SeriesPages.binHref,
                count: try ShelfBin(series).count()
            ),
        ].map {
            ScopeLink(label: $0.label, href: $0.path, count: $0.count, isCurrent: $0.path == path)
        }
    }
}
