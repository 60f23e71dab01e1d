import HTTP
import Quill
import Server

/// The pages on which admins name a list as it is filtered, and keep their names.
enum SavedViewPages {
    static let path = "/admin/views"

    static let routes = [
        get("/admin/views", index),
        get("/admin/views/new", new),
        post("/admin/views", create),
        get("/admin/views/{id}/edit", edit),
        post("/admin/views/{id}", update),
        post("/admin/views/{id}/delete", delete),
    ]

    /// The page that gives a name to the list at this address; nil for a list as it usually is, and for
    /// what is no list. Which of its pages is shown is no part of a view.
    static func newHref(ofListAt path: String, _ query: String, _ lists: [String: String])
        -> String?
    {
        guard lists[path] != nil, let pairs = try? URLEncodedForm(query: query).pairs else {
            return nil
        }
        let kept = pairs.filter { !$0.value.isEmpty && !placeNames.contains($0.name) }
        guard !kept.isEmpty else { return nil }
        let target = [
            (name: "path", value: path), (name: "query", value: PercentEncoding.encodeQuery(kept)),
        ]
        return Self.path + "/new?" + PercentEncoding.encodeQuery(target)
    }

    /// What a list's address says of the page that is shown.
    private static let placeNames: Set = ["page", "after", "before"]

    static func index(_ visit: Visit) throws -> Response {
        let user = try user(visit)
        return try visit.page(
            SavedViewsPage(
                rows: try visit.savedViews.list(for: user).map { view in
                    SavedViewRow(
                        view: view,
                        listName: visit.site.features.lists[view.path] ?? "",
                        isOwn: view.owner == user
                    )
                }
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        guard let target = target(visit, try visit.query()) else {
            return try visit.redirect(to: path)
        }
        return try visit.page(
            SavedViewFormPage(form: SavedViewForm(), target: target, action: path, isNew: true)
        )
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        guard let target = target(visit, fields) else {
            throw Failure.badRequest("This list can’t be saved.")
        }
        var form = SavedViewForm(fields)
        if let name = form.name.value {
            do {
                try visit.savedViews.insert(
                    name,
                    path: target.path,
                    query: target.query,
                    isShared: form.isShared,
                    by: try user(visit)
                )
                return try visit.redirect(
                    to: target.href,
                    notice: Flash(.good, "View “\(name)” saved. It’s in the navigation now.")
                )
            } catch let refusal as SavedViewStore.Refusal {
                form.reject(refusal)
            }
        }
        return try visit.page(
            SavedViewFormPage(form: form, target: target, action: path, isNew: true),
            status: visit.formStatus
        )
    }

    static func edit(_ visit: Visit, _ id: ID<SavedView>) throws -> Response {
        let view = try visit.savedViews.find(id, of: try user(visit))
        return try visit.page(
            SavedViewFormPage(
                form: SavedViewForm(view),
                target: SavedViewTarget(view),
                action: "\(path)/\(id)",
                isNew: false
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<SavedView>) throws -> Response {
        let view = try visit.savedViews.find(id, of: try user(visit))
        var form = SavedViewForm(try visit.fields())
        if let name = form.name.value {
            do {
                try visit.savedViews.update(view, name: name, isShared: form.isShared)
                return try visit.redirect(
                    to: path,
                    notice: Flash(.good, "View “\(name)” saved.")
                )
            } catch let refusal as SavedViewStore.Refusal {
                form.reject(refusal)
            }
        }
        return try visit.page(
            SavedViewFormPage(
                form: form,
                target: SavedViewTarget(view),
                action: "\(path)/\(id)",
                isNew: false
            ),
            status: visit.formStatus
        )
    }

    static func delete(_ visit: Visit, _ id: ID<SavedView>) throws -> Response {
        let view = try visit.savedViews.find(id, of: try user(visit))
        try visit.savedViews.delete(view)
        return try visit.redirect(to: path, notice: Flash(.good, "View “\(view.name)” deleted."))
    }

    // MARK: Parts

    private static func user(_ visit: Visit) throws -> ID<User> {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        return user
    }

    /// Only a list of the console, with a query that is encoded anew; nil for anything else.
    private static func target(_ visit: Visit, _ fields: Fields) -> SavedViewTarget? {
        let path = fields.text("path") ?? ""
        guard visit.site.features.lists[path] != nil,
            let pairs = try? URLEncodedForm(query: fields.text("query") ?? "").pairs
        else { return nil }
        let query = PercentEncoding.encodeQuery(pairs)
        return query.utf8.count <= 4000 ? SavedViewTarget(path: path, query: query) : nil
    }
}

/// The list that gets a name.
struct SavedViewTarget: Sendable {
    let path: String
    let query: String

    init(path: String, query: String) {
        self.path = path
        self.query = query
    }

    init(_ view: SavedView) {
        self.init(path: view.path, query: view.query)
    }

    var href: String { query.isEmpty ? path : path + "?" + query }
}

/// The form of a saved view.
struct SavedViewForm: Record {
    private static let spec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "For example “Drafts without a cover”.",
        maximumLength: SavedView.maximumNameLength,
        autocomplete: "off"
    )

    var name: FormField
    let isShared: Bool

    init() {
        name = FormField(Self.spec)
        isShared = false
    }

    init(_ view: SavedView) {
        name = FormField(Self.spec, initially: view.name)
        isShared = view.isShared
    }

    init(_ fields: Fields) {
        name = FormField(Self.spec, fields)
        isShared = fields.isOn("is_shared")
    }

    mutating func reject(_ refusal: SavedViewStore.Refusal) {
        switch refusal {
        case .isTaken: name.reject("You already have a view with this name. Choose another one.")
        case .tooMany:
            name.reject("You have \(SavedView.maximumPerPerson) views. Delete one first.")
        }
    }

    static let fields: [Field<SavedViewForm>] = [
        .record("name") { $0.name },
        .record("share") {
            CheckField(
                name: "is_shared",
                label: "Share with all admins",
                hint: nil,
                isChecked: $0.isShared
            )
        },
    ]
}

/// The page that names a list, or renames it.
struct SavedViewFormPage: Page {
    static let template = "console/lists/view.html"

    let form: SavedViewForm
    let target: SavedViewTarget
    let action: String
    let isNew: Bool

    static let fields: [Field<SavedViewFormPage>] = [
        .record("form") { $0.form },
        .list("errors") { [$0.form.name].errors },
        .text("action") { $0.action },
        .text("path") { $0.target.path },
        .text("query") { $0.target.query },
        .text("back_href") { $0.isNew ? $0.target.href : SavedViewPages.path },
        .bool("is_new") { $0.isNew },
    ]
}

/// The saved views of a person, and those that others share.
struct SavedViewsPage: Page {
    static let template = "console/lists/views.html"

    let rows: [SavedViewRow]

    static let fields: [Field<SavedViewsPage>] = [
        .list("rows") { $0.rows }
    ]
}

/// A saved view in the list of them.
struct SavedViewRow: Record {
    let view: SavedView
    let listName: String
    let isOwn: Bool

    static let fields: [Field<SavedViewRow>] = [
        .text("name") { $0.view.name },
        .text("href") { $0.view.href },
        .text("list") { $0.listName },
        .text("visibility") {
            $0.isOwn
                ? ($0.view.isShared ? "All admins" : "Only you") : "Shared by \($0.view.ownerName)"
        },
        .bool("is_own") { $0.isOwn },
        .text("edit_href") { "\(SavedViewPages.path)/\($0.view.id)/edit" },
        .text("delete_href") { "\(SavedViewPages.path)/\($0.view.id)/delete" },
    ]
}
