import Quill

/// The form of a book, new or there already: its title, its author and its categories.
struct BookForm: Record {
    /// From this many categories on, a field to filter them by helps.
    private static let filterBoxFrom = 20

    var title: FormField
    var author: FormField
    private let chosen: Set<ID<Category>>
    private let offered: [Category]
    private(set) var categoriesError: String?

    private static let titleSpec = FieldSpec(
        name: "title",
        label: "Title",
        maximumLength: 200,
        autocomplete: "off"
    )

    private static let authorSpec = FieldSpec(
        name: "author",
        label: "Author",
        hint: "Leave it empty when nobody knows.",
        isRequired: false,
        maximumLength: 200,
        autocomplete: "off"
    )

    /// An empty form.
    init(offering categories: [Category]) {
        title = FormField(Self.titleSpec)
        author = FormField(Self.authorSpec)
        chosen = []
        offered = categories
    }

    /// The form of a book as it is.
    init(_ book: Book, in links: [CategoryLink], offering categories: [Category]) {
        title = FormField(Self.titleSpec, initially: book.title)
        author = FormField(Self.authorSpec, initially: book.author)
        chosen = Set(links.map(\.id))
        offered = categories
    }

    /// The form that was sent.
    init(_ fields: Fields, offering categories: [Category]) {
        title = FormField(Self.titleSpec, fields)
        author = FormField(Self.authorSpec, fields)
        let ids = fields.all("category_ids").map { ID<Category>(pathSegment: $0[...]) }
        chosen = Set(ids.compactMap(\.self))
        offered = categories
        let known = Set(categories.map(\.id))
        if ids.contains(nil) || !chosen.isSubset(of: known) { rejectCategories() }
    }

    var draft: Book.Draft? {
        guard categoriesError == nil, let title = title.value, let author = author.value else {
            return nil
        }
        return Book.Draft(title: title, author: author, categories: chosen)
    }

    var errors: [FormError] {
        [title, author].errors
            + (categoriesError.map { [FormError(href: "#categories", message: $0)] } ?? [])
    }

    var trimmingNote: String { [title, author].trimmingNote }

    /// Says that a category which was ticked is no longer there.
    mutating func rejectCategories() {
        categoriesError = "One of the categories was deleted in between. Choose again."
    }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(from theirs: Book, in links: [CategoryLink]) -> [ConflictRow] {
        let yours = offered.filter { chosen.contains($0.id) }.map(\.name)
        return [
            ConflictRow(field: "Title", theirs: theirs.title, yours: title.typed),
            ConflictRow(field: "Author", theirs: theirs.author, yours: author.typed),
            ConflictRow(
                field: "Categories",
                theirs: links.map(\.name).joined(separator: ", "),
                yours: yours.joined(separator: ", ")
            ),
        ].filter { $0.theirs != $0.yours }
    }

    private var rows: [CheckboxRow] {
        offered.map { category in
            CheckboxRow(
                id: "category-\(category.id)",
                value: String(category.id.value),
                label: category.name,
                icon: category.iconName,
                isChecked: chosen.contains(category.id)
            )
        }
    }

    static let fields: [Field<BookForm>] = [
        .record("title") { $0.title },
        .record("author") { $0.author },
        .list("categories") { $0.rows },
        .optionalText("categories_error") { $0.categoriesError },
        .bool("has_filter_box") { $0.offered.count > filterBoxFrom },
    ]
}

/// One of a group of checkboxes.
struct CheckboxRow: Record {
    let id: String
    let value: String
    let label: String
    let icon: String?
    let isChecked: Bool

    static let fields: [Field<CheckboxRow>] = [
        .text("id") { $0.id },
        .text("value") { $0.value },
        .text("label") { $0.label },
        .optionalText("icon") { $0.icon },
        .bool("is_checked") { $0.isChecked },
    ]
}
