import SQLite

/// The categories, in the order that families see.
struct CategoryExport: ExportedList {
    private var last: (order: Int, name: String, id: Int) = (.min, "", 0)
    /// The newest category at the beginning.
    private let newest: Int

    static let name = "categories"

    static let columns: [CSVColumn<Category>] = [
        .integer("id", "The category's id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .integer("display_order", "Its position among the categories, smallest first.") {
            $0.displayOrder
        },
        .text("icon_name", "The name of its icon.") { $0.iconName },
        .integer("books", "The number of books in it, not counting the bin.") { $0.bookCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    init(_ database: Database) throws {
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM categories") { try $0.int(0) } ?? 0
    }

    var columns: [CSVColumn<Category>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Category] {
        try database.all(
            """
            SELECT \(sql: CategoryStore.columns), name_key FROM categories
            WHERE id <= \(newest)
                AND (display_order, name_key, id) > (\(last.order), \(last.name), \(last.id))
            ORDER BY display_order, name_key, id LIMIT \(limit)
            """
        ) { row in
            let category = try CategoryStore.category(row)
            last = (category.displayOrder, try row.text(9), category.id.value)
            return category
        }
    }
}
