import Quill
import SQLite

/// Books that belong together and have an order, as “Owl at Dusk” 1, 2 and 3.
struct Series: ShelfRecord {
    let id: ID<Series>
    var name: String
    var slug: String
    var description: String
    /// Without the books in the bin.
    var bookCount: Int
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: one that the name suggests.
        var slug: String?
        var description = ""
    }

    static let kind = Subject.Kind.series
    static let nameSpec = SeriesForm.nameSpec
    static let table: SQL = "series AS s"
    static let columns: SQL = """
        s.id, s.name, s.slug, s.description, s.book_count, s.version, s.created_at, s.updated_at
        """

    static let audited: [AuditedField<Series>] = [
        AuditedField("name") { $0.name },
        AuditedField("slug") { $0.slug },
        AuditedField("description") { $0.description.isEmpty ? nil : $0.description },
    ]

    var subject: Subject { Subject(.series, id.value, name) }

    /// The address of its own page.
    var href: String { "\(SeriesOrder.path)/\(id)" }

    static let fields: [Field<Series>] = [
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .text("description") { $0.description },
        .int("books_count") { $0.bookCount },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
    ]
}

extension Series {
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            description: try row.text(3),
            bookCount: try row.int(4),
            version: try row.int(5),
            createdAt: try row.int(6),
            updatedAt: try row.int(7)
        )
    }
}

extension Series: ToldRecord {
    static let told: [RecordColumn<Series>] = [
        .integer("id", "The series’ id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .text("description", "The description; empty if there is none.") { $0.description },
        .integer(
            "books_count",
            inFiles: "books",
            "The number of its books, not counting the bin."
        ) { $0.bookCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    static let json = told.map(\.json)
    static let schemaName = "AdminSeries"
    static let example = Series(
        id: ID(1),
        name: "The Owls of Alder Wood",
        slug: "the-owls-of-alder-wood",
        description: "Six owls, one wood, and a new neighbor in each book.",
        bookCount: 6,
        version: 1,
        createdAt: 1_795_248_000,
        updatedAt: 1_795_248_000
    )
}
