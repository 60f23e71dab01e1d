import SQLite

/// The publishers, by name.
struct PublisherExport: ExportedList {
    /// What the file says of a publisher.
    struct Row: Sendable {
        let id: Int
        let name: String
        let nameKey: String
        let slug: String
        let bookCount: Int
        let createdAt: Int
        let updatedAt: Int
    }

    private var last = ""
    /// The newest publisher at the beginning.
    private let newest: Int

    static let name = "publishers"

    static let columns: [CSVColumn<Row>] = [
        .integer("id", "The publisher's number.") { $0.id },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, which stands for it in addresses.") { $0.slug },
        .integer("books", "How many books are from it, without those in the bin.") {
            $0.bookCount
        },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    init(_ database: Database) throws {
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM publishers") { try $0.int(0) } ?? 0
    }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        let rows = try database.all(
            """
            SELECT id, name, name_key, slug, book_count, created_at, updated_at FROM publishers
            WHERE id <= \(newest) AND name_key > \(last) ORDER BY name_key LIMIT \(limit)
            """
        ) { row in
            Row(
                id: try row.int(0),
                name: try row.text(1),
                nameKey: try row.text(2),
                slug: try row.text(3),
                bookCount: try row.int(4),
                createdAt: try row.int(5),
                updatedAt: try row.int(6)
            )
        }
        last = rows.last?.nameKey ?? last
        return rows
    }
}
