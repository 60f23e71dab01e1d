import HTTP
import Quill
import Server

/// The pages on which parents keep the categories of their photos.
enum PhotoCategoryPages {
    static let path = PhotoPages.path + "/categories"

    static let routes = [
        get("/family/photos/categories", for: .parent, index),
        get("/family/photos/categories/new", for: .parent, new),
        post("/family/photos/categories", for: .parent, keepsText: true, create),
        get("/family/photos/categories/{id}", for: .parent, edit),
        post("/family/photos/categories/{id}", for: .parent, keepsText: true, update),
        post("/family/photos/categories/{id}/move", for: .parent, move),
        get("/family/photos/categories/{id}/delete", for: .parent, askToDelete),
        post("/family/photos/categories/{id}/delete", for: .parent, delete),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let family = try visit.family().family.id
        let categories = try visit.photos.categories(of: family)
        return try visit.page(
            PhotoCategoryIndexPage(
                categories: categories,
                counts: try visit.photos.counts(of: family),
                moved: MovedCategory(try visit.query().text("moved"))
            )
        )
    }

    // MARK: Add and edit

    static func new(_ visit: Visit) throws -> Response {
        _ = try visit.family()
        return try visit.page(PhotoCategoryNewPage(form: form(visit)))
    }

    static func create(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        var form = form(visit).reading(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(PhotoCategoryNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let added = try visit.photos.addCategory(
                    draft,
                    to: scope.family.id,
                    by: scope.actor
                )
                return SentForm.Outcome(
                    location: path,
                    message: "“\(added.name)” added." + form.trimmingNote
                )
            }
        } catch PhotoStore.CategoryRefusal.nameIsTaken {
            form.name.reject(nameIsTaken)
        } catch PhotoStore.CategoryRefusal.tooMany {
            form.name.reject(Allowance.photoCategories.refusal)
        }
        return try visit.page(PhotoCategoryNewPage(form: form), status: visit.formStatus)
    }

    static func edit(_ visit: Visit, _ id: ID<PhotoCategory>) throws -> Response {
        let category = try visit.photos.category(id, of: visit.family().family.id)
        return try visit.page(
            PhotoCategoryEditPage(
                category: category,
                form: form(visit).showing(category),
                version: VersionField(category.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<PhotoCategory>) throws -> Response {
        let scope = try visit.family()
        let family = scope.family.id
        let category = try visit.photos.category(id, of: family)
        let fields = try visit.fields()
        var form = form(visit).showing(category).reading(fields)
        let version = VersionField(fields, current: category.version)
        var page = PhotoCategoryEditPage(category: category, form: form, version: version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.photos.update(
                id,
                of: family,
                version: shown,
                draft,
                by: scope.actor
            )
            return try visit.redirect(
                to: path,
                notice: Flash(.good, "“\(saved.name)” saved." + form.trimmingNote)
            )
        } catch PhotoStore.CategoryRefusal.nameIsTaken {
            form.name.reject(nameIsTaken)
            page.form = form
            return try visit.page(page, status: visit.formStatus)
        } catch PhotoStore.CategoryRefusal.changedMeanwhile(let current) {
            page = PhotoCategoryEditPage(
                category: current,
                form: form,
                version: VersionField(current.version)
            )
            // Whoever changed it is in the history of the family, not of the category.
            page.conflict = Conflict(
                other: Conflict.Other(name: "Someone", whenText: "meanwhile", isSelf: false),
                changes: form.differences(from: current)
            )
            return try visit.page(page, status: 409)
        }
    }

    private static let nameIsTaken =
        "You already have a category with this name. Choose a different one."

    private static func form(_ visit: Visit) -> PhotoCategoryForm {
        PhotoCategoryForm(icons: visit.site.assets.categoryIcons)
    }

    // MARK: Order

    static func move(_ visit: Visit, _ id: ID<PhotoCategory>) throws -> Response {
        let family = try visit.family().family.id
        let direction = try visit.fields().text("direction")
        guard direction == "up" || direction == "down" else {
            throw Failure.badRequest("The direction must be up or down.")
        }
        let isUp = direction == "up"
        let category = try visit.photos.category(id, of: family)
        let hasMoved = try visit.photos.moveCategory(id, of: family, up: isUp)
        return try visit.redirect(
            to: "\(path)?moved=\(id)-\(isUp ? "up" : "down")",
            notice: hasMoved
                ? Flash(.good, "“\(category.name)” moved \(isUp ? "up" : "down").")
                : Flash(.info, "“\(category.name)” is already \(isUp ? "first" : "last").")
        )
    }

    // MARK: Delete

    static func askToDelete(_ visit: Visit, _ id: ID<PhotoCategory>) throws -> Response {
        try visit.page(try question(visit, id))
    }

    private static func question(_ visit: Visit, _ id: ID<PhotoCategory>, error: String? = nil)
        throws -> PhotoCategoryDeletePage
    {
        let family = try visit.family().family.id
        let category = try visit.photos.category(id, of: family)
        let others = try visit.photos.categories(of: family).filter { $0.id != id }
        return PhotoCategoryDeletePage(
            category: category,
            others: others,
            isUsed: try visit.photos.isUsed(id),
            count: try visit.photos.counts(of: family)[id] ?? 0,
            error: error
        )
    }

    static func delete(_ visit: Visit, _ id: ID<PhotoCategory>) throws -> Response {
        let scope = try visit.family()
        let successor = try visit.fields().text("successor").flatMap {
            ID<PhotoCategory>(pathSegment: $0[...])
        }
        do {
            let removal = try visit.photos.removeCategory(
                id,
                of: scope.family.id,
                movingTo: successor,
                by: scope.actor
            )
            return try visit.redirect(
                to: path,
                notice: Flash(.good, removal.words)
            )
        } catch PhotoStore.CategoryRefusal.isLast {
            let error = "This is your only category. Add another one first."
            return try visit.page(try question(visit, id, error: error), status: 422)
        } catch PhotoStore.CategoryRefusal.hasPhotos {
            let error = "Choose a category for its photos."
            return try visit.page(try question(visit, id, error: error), status: 422)
        }
    }
}
