import Quill

/// Which category was just moved with a button, and which way: its button keeps the focus.
struct MovedCategory: Equatable {
    let id: Int
    let isUp: Bool

    /// Reads "7-up".
    init?(_ text: String?) {
        let parts = (text ?? "").split(separator: "-")
        guard parts.count == 2, let id = Int(parts[0]), ["up", "down"].contains(parts[1]) else {
            return nil
        }
        self.id = id
        isUp = parts[1] == "up"
    }
}

/// A row of the list of categories.
struct CategoryRow: Record {
    let category: Category
    /// Its place in the whole list, from 0.
    let place: Int
    let total: Int
    let moved: MovedCategory?

    private var isFirst: Bool { place == 0 }
    private var isLast: Bool { place == total - 1 }
    private var wasMoved: Bool { moved?.id == category.id.value }

    /// At an end of the list the button that was used is gone, so the other one takes the focus.
    private var focusesUp: Bool {
        guard wasMoved, let moved else { return false }
        return moved.isUp ? !isFirst : isLast
    }

    static let fields: [Field<CategoryRow>] = [
        .int("id") { $0.category.id.value },
        .text("name") { $0.category.name },
        .text("slug") { $0.category.slug },
        .optionalText("icon") { $0.category.iconName },
        .int("books_count") { $0.category.bookCount },
        .text("href") { "/admin/categories/\($0.category.id)" },
        .text("edit_href") { "/admin/categories/\($0.category.id)/edit" },
        .text("move_href") { "/admin/categories/\($0.category.id)/move" },
        .bool("is_first") { $0.isFirst },
        .bool("is_last") { $0.isLast },
        .bool("focus_up") { $0.focusesUp },
        .bool("focus_down") { $0.wasMoved && !$0.focusesUp },
    ]
}

/// The list of categories.
struct CategoryIndexPage: Page {
    static let template = "categories/index.html"

    let rows: [CategoryRow]
    let pagination: PaginationView

    static let fields: [Field<CategoryIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// The form of a new category.
struct CategoryNewPage: Page {
    static let template = "categories/new.html"

    let form: CategoryForm
    private let token: FormToken

    init(form: CategoryForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<CategoryNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { _ in "/admin/categories" },
    ]
}

/// The form of a category that is there.
struct CategoryEditPage: Page {
    static let template = "categories/edit.html"

    let category: Category
    let form: CategoryForm
    /// The version that the form was made of; after a conflict the one that it is now.
    let version: VersionField
    var conflict: Conflict?

    private var href: String { "/admin/categories/\(category.id)" }

    static let fields: [Field<CategoryEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("action") { $0.href },
        .text("category_name") { $0.category.name },
        .text("category_href") { $0.href },
        .text("version") { $0.version.shown },
        .text("delete_href") { $0.href + "/delete" },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// A category with its books.
struct CategoryShowPage: PageWithCovers {
    static let template = "categories/show.html"

    let category: Category
    let books: [BookSummary]
    let times: TimeText
    let pagination: PaginationView
    let history: History

    static let fields: [Field<CategoryShowPage>] = [
        .record("category") { CategoryView(category: $0.category, times: $0.times) },
        .list("books") { $0.books },
        .record("pagination") { $0.pagination },
        .record("history") { $0.history },
    ]
}

/// A category as its own page shows it.
struct CategoryView: Record {
    let category: Category
    let times: TimeText

    private var href: String { "/admin/categories/\(category.id)" }

    static let fields: [Field<CategoryView>] = [
        .text("name") { $0.category.name },
        .text("slug") { $0.category.slug },
        .optionalText("icon") { $0.category.iconName },
        .int("display_order") { $0.category.displayOrder },
        .int("books_count") { $0.category.bookCount },
        .text("edit_href") { $0.href + "/edit" },
        .text("delete_href") { $0.href + "/delete" },
        .text("created_text") { $0.times.exact($0.category.createdAt) },
        .text("updated_text") { $0.times.exact($0.category.updatedAt) },
    ]
}

/// The question before a category is deleted.
struct CategoryDeletePage: Page {
    static let template = "categories/delete.html"

    let category: Category
    /// Someone changed it since the question was asked, so it is asked again.
    var hasChanged = false

    private var href: String { "/admin/categories/\(category.id)" }

    static let fields: [Field<CategoryDeletePage>] = [
        .text("category_name") { $0.category.name },
        .text("category_href") { $0.href },
        .optionalText("icon") { $0.category.iconName },
        .int("books_count") { $0.category.bookCount },
        .text("action") { $0.href + "/delete" },
        .text("version") { String($0.category.version) },
        .bool("has_changed") { $0.hasChanged },
    ]
}
