import Quill
import SQLite

/// A category of the catalog.
struct Category: ShelfRecord {
    let id: ID<Category>
    var name: String
    var slug: String
    var displayOrder: Int
    var iconName: String?
    var bookCount: Int
    /// Rises with every change: a form says which version it showed.
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: made from the name, and made unique.
        var slug: String?
        /// Nil: after all others.
        var displayOrder: Int?
        var iconName: String?
    }

    static let kind = Subject.Kind.category
    static let nameSpec = CategoryForm.nameSpec
    static let table: SQL = "categories"
    static let columns: SQL = """
        id, name, slug, display_order, icon_name, book_count, version, created_at, updated_at
        """

    static let audited: [AuditedField<Category>] = [
        AuditedField("name") { $0.name },
        AuditedField("slug") { $0.slug },
        AuditedField("display_order") { String($0.displayOrder) },
        AuditedField("icon_name") { $0.iconName },
    ]

    var subject: Subject { Subject(.category, id.value, name) }

    /// The address of its own page.
    var href: String { "\(CategoryPages.list.href)/\(id)" }

    static let fields: [Field<Category>] = [
        .int("id") { $0.id.value },
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .optionalText("icon") { $0.iconName },
        .int("display_order") { $0.displayOrder },
        .int("books_count") { $0.bookCount },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
        .text("move_href") { $0.href + "/move" },
        .text("merge_href") { $0.href + "/merge" },
        .text("delete_href") { $0.href + "/delete" },
    ]
}

extension Category {
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            displayOrder: try row.int(3),
            iconName: try row.textOrNil(4),
            bookCount: try row.int(5),
            version: try row.int(6),
            createdAt: try row.int(7),
            updatedAt: try row.int(8)
        )
    }
}

extension Category: ToldRecord {
    static let told: [RecordColumn<Category>] = [
        .integer("id", "The category’s id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .integer("display_order", "Its position: smaller numbers come first.") { $0.displayOrder },
        .optionalText("icon_name", "The name of its icon.") { $0.iconName },
        .integer(
            "books_count",
            inFiles: "books",
            "The number of books in it, not counting the bin."
        ) { $0.bookCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    static let json = told.map(\.json)
    static let schemaName = "AdminCategory"
    static let example = Category(
        id: ID(4),
        name: "Fairy Tales",
        slug: "fairy-tales",
        displayOrder: 4,
        iconName: "wand.and.stars",
        bookCount: 12,
        version: 1,
        createdAt: 1_795_248_000,
        updatedAt: 1_795_248_000
    )
}
