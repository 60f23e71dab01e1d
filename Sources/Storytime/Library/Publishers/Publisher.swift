import Quill
import SQLite

/// Who published a book, as the catalog names them.
struct Publisher: ShelfRecord {
    let id: ID<Publisher>
    var name: String
    var slug: String
    /// Without the books in the bin.
    var bookCount: Int
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: one that the name suggests.
        var slug: String?
    }

    static let kind = Subject.Kind.publisher
    static let table: SQL = "publishers AS p"
    static let columns: SQL =
        "p.id, p.name, p.slug, p.book_count, p.version, p.created_at, p.updated_at"

    static let audited: [AuditedField<Publisher>] = [
        AuditedField("name") { $0.name },
        AuditedField("slug") { $0.slug },
    ]

    var subject: Subject { Subject(.publisher, id.value, name) }

    /// The address of its own page.
    var href: String { "\(PublisherOrder.path)/\(id)" }

    static let fields: [Field<Publisher>] = [
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .int("books_count") { $0.bookCount },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
    ]
}

extension Publisher {
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            bookCount: try row.int(3),
            version: try row.int(4),
            createdAt: try row.int(5),
            updatedAt: try row.int(6)
        )
    }
}

extension Publisher: ToldRecord {
    static let told: [RecordColumn<Publisher>] = [
        .integer("id", "The publisher’s id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .integer(
            "books_count",
            inFiles: "books",
            "The number of its books, not counting the bin."
        ) { $0.bookCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    static let json = told.map(\.json)
    static let schemaName = "AdminPublisher"
    static let example = Publisher(
        id: ID(1),
        name: "Alder House",
        slug: "alder-house",
        bookCount: 31,
        version: 1,
        createdAt: 1_795_248_000,
        updatedAt: 1_795_248_000
    )
}
