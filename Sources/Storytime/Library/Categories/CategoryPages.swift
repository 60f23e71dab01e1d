import HTTP
import Quill
import Server

/// The pages on which admins keep the categories.
enum CategoryPages: RecordPages {
    typealias Form = CategoryForm

    static let routes = [
        get("/admin/categories", index),
        post("/admin/categories", keepsText: true, create),
        get("/admin/categories/new", new),
        post("/admin/categories/order", reorder),
        get("/admin/categories/{id}", show),
        get("/admin/categories/{id}/edit", edit),
        post("/admin/categories/{id}", keepsText: true, update),
        get("/admin/categories/{id}/delete", askToDelete),
        // On slow workers: it may be about a hundred thousand books.
        post("/admin/categories/{id}/delete", lane: .slow, delete),
        get("/admin/categories/{id}/merge", lane: .worker, askToMerge),
        post("/admin/categories/{id}/merge", lane: .slow, merge),
        get("/admin/categories/{id}/versions/{id}", askToRestore),
        post("/admin/categories/{id}/versions/{id}", restoreVersion),
        get("/admin/categories/bin", bin),
        post("/admin/categories/{id}/restore", lane: .slow, restore),
        get("/admin/categories/{id}/purge", askToPurge),
        post("/admin/categories/{id}/purge", confirms: .recently, purge),
        post("/admin/categories/{id}/move", move),
    ]

    static let templates = "library/categories"
    static let noun = "category"
    static let list = (href: "/admin/categories", title: "Categories")

    /// Families have a dozen; a page of this size lets an admin see and drag a large list whole.
    private static let perPage = 200
    private static let booksPerPage = 50

    static func store(_ visit: Visit) -> CategoryStore { visit.categories }

    static func form(_ visit: Visit, of category: Category?) throws -> CategoryForm {
        CategoryForm(icons: visit.site.assets.categoryIcons).showing(category)
    }

    static func href(afterAdding category: Category) -> String { list.href }

    static func index(_ visit: Visit) throws -> Response {
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.categories.count()
        )
        let moved = MovedCategory(try visit.query().text("moved"))
        let categories = try visit.categories.list(limit: perPage, offset: pagination.offset)
        let rows = categories.enumerated().map { index, category in
            CategoryRow(
                category: category,
                place: pagination.offset + index,
                total: pagination.total,
                moved: moved
            )
        }
        return try visit.page(
            CategoryIndexPage(
                rows: rows,
                pagination: pagination.view(path: list.href),
                binnedCount: try ShelfBin(visit.categories).count()
            )
        )
    }

    static func show(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        guard let category = try visit.categories.findIfAny(id) else {
            return try showBinned(visit, id)
        }
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: booksPerPage,
            total: category.bookCount
        )
        let books = try visit.books.list(
            in: id,
            limit: booksPerPage,
            offset: pagination.offset
        )
        return try visit.page(
            CategoryShowPage(
                category: category,
                books: books,
                times: visit.times,
                pagination: pagination.view(path: category.href),
                history: try history(visit, of: category)
            )
        )
    }

    // MARK: Order

    static func move(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        let direction = try visit.fields().text("direction")
        guard direction == "up" || direction == "down" else {
            throw Failure.badRequest("The direction must be up or down.")
        }
        let isUp = direction == "up"
        let category = try visit.categories.find(id)
        let hasMoved = try visit.categories.move(id, up: isUp, by: visit.actor)
        let notice =
            hasMoved
            ? Flash(.good, "“\(category.name)” moved \(isUp ? "up" : "down").")
            : Flash(.info, "“\(category.name)” is already \(isUp ? "first" : "last").")
        let page = try visit.categories.place(of: id) / perPage + 1
        let query = page > 1 ? "page=\(page)&" : ""
        return try visit.redirect(
            to: "/admin/categories?\(query)moved=\(id)-\(isUp ? "up" : "down")",
            notice: notice
        )
    }

    /// The new order of the categories of one page, sent by a script after a drag.
    static func reorder(_ visit: Visit) throws -> Response {
        let texts = (try visit.fields().text("ids") ?? "").split(separator: ",")
        let ids = texts.compactMap { ID<Category>(pathSegment: $0)?.value }
        guard !ids.isEmpty, ids.count == texts.count, ids.count <= perPage else {
            throw Failure.badRequest("“ids” must be a list of categories, separated by commas.")
        }
        guard try visit.categories.reorder(ids, by: visit.actor) else {
            throw Failure.conflict("The list has changed. Load it again.")
        }
        return Response(status: 204)
    }
}
