import Quill
import SQLite

/// Who published a book, as the catalog names them.
struct Publisher: ShelfRecord {
    let id: ID<Publisher>
    var name: String
    var slug: String
    /// Its address on the web; empty if there is none.
    var website: String
    /// For admins; empty if there is none.
    var note: String
    /// Without the books in the bin.
    var bookCount: Int
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: one that the name suggests.
        var slug: String?
        var website = ""
        var note = ""
    }

    static let kind = Subject.Kind.publisher
    static let nameSpec = PublisherForm.nameSpec
    static let table: SQL = "publishers AS p"
    static let columns: SQL =
        """
        p.id, p.name, p.slug, p.website, p.note, p.book_count, p.version, p.created_at, p.updated_at
        """

    static let audited: [AuditedField<Publisher>] = [
        AuditedField("name") { $0.name },
        AuditedField("slug") { $0.slug },
        AuditedField("website") { $0.website.isEmpty ? nil : $0.website },
        AuditedField("note") { $0.note.isEmpty ? nil : $0.note },
    ]

    var subject: Subject { Subject(.publisher, id.value, name) }

    /// The address of its own page.
    var href: String { "\(PublisherOrder.path)/\(id)" }

    static let fields: [Field<Publisher>] = [
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .text("website") { $0.website },
        .text("note") { $0.note },
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
            website: try row.text(3),
            note: try row.text(4),
            bookCount: try row.int(5),
            version: try row.int(6),
            createdAt: try row.int(7),
            updatedAt: try row.int(8)
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
        .text("website", "Its address on the web; empty if there is none.") { $0.website },
        .text("note", "A note for admins; empty if there is none.") { $0.note },
    ]

    static let json = told.map(\.json)
    static let schemaName = "AdminPublisher"
    static let example = Publisher(
        id: ID(1),
        name: "Alder House",
        slug: "alder-house",
        website: "https://alder-house.example",
        note: "Sends new books each March.",
        bookCount: 31,
        version: 1,
        createdAt: 1_795_248_000,
        updatedAt: 1_795_248_000
    )
}
