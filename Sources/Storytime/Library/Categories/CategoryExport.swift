import SQLite

/// The categories, in the order that families see.
struct CategoryExport: ExportedList {
    private var last: (order: Int, name: String, id: Int) = (.min, "", 0)
    /// The newest category at the beginning.
    private let newest: Int

    static let name = "categories"

    init(_ database: Database) throws {
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM categories") { try $0.int(0) } ?? 0
    }

    var columns: [CSVColumn<Category>] { Category.csv }

    mutating func next(_ limit: Int, from database: Database) throws -> [Category] {
        try database.all(
            """
            SELECT \(sql: Category.columns), name_key FROM categories
            WHERE id <= \(newest)
                AND (display_order, name_key, id) > (\(last.order), \(last.name), \(last.id))
            ORDER BY display_order, name_key, id LIMIT \(limit)
            """
        ) { row in
            let category = try Category(row)
            last = (category.displayOrder, try row.text(9), category.id.value)
            return category
        }
    }
}
