import HTTP
import Quill
import Server

/// The pages on which admins keep the categories.
enum CategoryPages {
    static let routes = [
        get("/admin/categories", index),
        post("/admin/categories", keepsText: true, create),
        get("/admin/categories/new", new),
        post("/admin/categories/order", reorder),
        get("/admin/categories/{id}", show),
        get("/admin/categories/{id}/edit", edit),
        post("/admin/categories/{id}", keepsText: true, update),
        get("/admin/categories/{id}/delete", askToDelete),
        post("/admin/categories/{id}/delete", delete),
        post("/admin/categories/{id}/move", move),
    ]

    /// Families have a dozen; a page of this size lets an admin see and drag a large list whole.
    private static let perPage = 200
    private static let booksPerPage = 50

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
                pagination: pagination.view(path: "/admin/categories")
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(CategoryNewPage(form: CategoryForm(icons: visit.site.assets.categoryIcons)))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = CategoryForm(fields, icons: visit.site.assets.categoryIcons)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(CategoryNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let category = try visit.categories.insert(draft, by: visit.actor)
                return SentForm.Outcome(
                    location: "/admin/categories",
                    message: "Category “\(category.name)” added." + form.trimmingNote
                )
            }
        } catch let refusal as CategoryStore.Refusal {
            form.reject(refusal)
            return try visit.page(CategoryNewPage(form: form), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        let category = try visit.categories.find(id)
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
                pagination: pagination.view(path: "/admin/categories/\(id)"),
                history: try visit.history(of: category.subject)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        let category = try visit.categories.find(id)
        return try visit.page(
            CategoryEditPage(
                category: category,
                form: CategoryForm(category, icons: visit.site.assets.categoryIcons),
                version: VersionField(category.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        let fields = try visit.fields()
        let category = try visit.categories.find(id)
        var form = CategoryForm(
            fields,
            icons: visit.site.assets.categoryIcons,
            current: category
        )
        let version = VersionField(fields, current: category.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                CategoryEditPage(category: category, form: form, version: version),
                status: visit.formStatus
            )
        }
        do {
            let saved = try visit.categories.update(
                id,
                version: shown,
                draft,
                by: visit.actor
            )
            return try visit.redirect(
                to: "/admin/categories/\(id)",
                notice: Flash(.good, "Category “\(saved.name)” saved." + form.trimmingNote)
            )
        } catch CategoryStore.Refusal.changedMeanwhile(let current) {
            let conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current)
            )
            return try visit.page(
                CategoryEditPage(
                    category: current,
                    form: form,
                    version: VersionField(current.version),
                    conflict: conflict
                ),
                status: 409
            )
        } catch let refusal as CategoryStore.Refusal {
            form.reject(refusal)
            return try visit.page(
                CategoryEditPage(category: category, form: form, version: version),
                status: visit.formStatus
            )
        }
    }

    static func askToDelete(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        try visit.page(CategoryDeletePage(category: try visit.categories.find(id)))
    }

    static func delete(_ visit: Visit, _ id: ID<Category>) throws -> Response {
        let version = try visit.fields().text("version").flatMap { Int($0) }
        do {
            let category = try visit.categories.delete(id, version: version, by: visit.actor)
            let books = Counted.text(category.bookCount, "book", "books")
            let unlinked = category.bookCount == 0 ? "" : " It was removed from \(books)."
            return try visit.redirect(
                to: "/admin/categories",
                notice: Flash(.good, "Category “\(category.name)” deleted.\(unlinked)")
            )
        } catch CategoryStore.Refusal.changedMeanwhile(let current) {
            return try visit.page(
                CategoryDeletePage(category: current, hasChanged: true),
                status: 409
            )
        }
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

extension Visit {
    var categories: CategoryStore { CategoryStore(database: database, now: now) }
}

extension CategoryForm {
    /// Says what the database didn't accept.
    mutating func reject(_ refusal: CategoryStore.Refusal) {
        switch refusal {
        case .nameIsTaken:
            name.reject("Another category has this name. Choose a different one.")
        case .slugIsTaken:
            slug.reject("Choose a slug that no other category has.")
        case .changedMeanwhile:
            break
        }
    }
}
