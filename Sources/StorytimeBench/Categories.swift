import Glibc
import HTTP
import Quill
import SQLite

/// W1, W1d and W5: the list of categories, and a new one.
enum CategoryPages {
    /// The list with its books counted (W1).
    static let counted = { @Sendable (visit: Visit) in
        try visit.render(
            visit.templates.categories,
            Index(rows: visit.stores.categories.counted()),
            section: "Categories"
        )
    }

    /// The list with the stored number of books (W1d).
    static let index = { @Sendable (visit: Visit) in
        try visit.render(
            visit.templates.categories,
            Index(rows: visit.stores.categories.all()),
            section: "Categories"
        )
    }

    /// A form post that is committed (W5).
    static let create = { @Sendable (visit: Visit) throws -> Response in
        let draft = try CategoryDraft(visit)
        try visit.stores.categories.insert(draft, on: Day(epochSeconds: time(nil)))
        return Response(status: .seeOther, headers: ["Location": "/w1"])
    }

    struct Index: Page {
        static let template = "categories.html"
        let rows: [CategoryRow]

        static let fields: [Field<Index>] = [
            .int("count") { $0.rows.count },
            .list("rows") { $0.rows },
        ]
    }
}

/// One line of the list.
struct CategoryRow: Record {
    let id: Int
    let name: String
    let slug: String
    let description: String
    let isActive: Bool
    let created: String
    let books: Int

    static let fields: [Field<CategoryRow>] = [
        .int("id") { $0.id },
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .text("description") { $0.description },
        .bool("active") { $0.isActive },
        .text("created") { $0.created },
        .int("books") { $0.books },
    ]
}

extension CategoryRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.int(0),
            name: try row.text(1),
            slug: try row.text(2),
            description: try row.text(3),
            isActive: try row.bool(4),
            created: try row.text(5),
            books: try row.int(6)
        )
    }
}

/// A category that may be stored: made from a form only, and only from a good one.
struct CategoryDraft {
    let name: String
    let slug: String
    let description: String

    init(_ visit: Visit) throws(Failure) {
        guard let form = try? URLEncodedForm(visit.request.body.memory ?? []) else {
            throw Failure(status: .badRequest, message: "The form cannot be read.")
        }
        guard form.first("csrf") == visit.session.csrf else {
            throw Failure(status: .forbidden, message: "The form is not from here.")
        }
        name = form.first("name") ?? ""
        slug = form.first("slug") ?? ""
        description = form.first("description") ?? ""
        guard !name.isEmpty, !slug.isEmpty, slug.utf8.allSatisfy(Self.isInSlug) else {
            throw Failure(status: .unprocessableContent, message: "Name or slug is wrong.")
        }
    }

    private static func isInSlug(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}

/// Asks the database about categories.
struct CategoryStore {
    let database: Database

    func all() throws -> [CategoryRow] {
        try database.all(
            """
            SELECT id, name, slug, description, is_active, created_on, book_count
            FROM categories
            ORDER BY sort_order, name, id
            """,
            CategoryRow.init
        )
    }

    /// With the books counted in the index, category by category.
    func counted() throws -> [CategoryRow] {
        try database.all(
            """
            SELECT id, name, slug, description, is_active, created_on,
                (SELECT count(*) FROM book_categories WHERE category_id = categories.id)
            FROM categories
            ORDER BY sort_order, name, id
            """,
            CategoryRow.init
        )
    }

    func insert(_ draft: CategoryDraft, on day: Day) throws {
        do {
            try database.write {
                try database.execute(
                    """
                    INSERT INTO categories
                        (name, slug, description, sort_order, is_active, created_on, book_count)
                    VALUES (\(draft.name), \(draft.slug), \(draft.description), 1000, 1, \(day.text), 0)
                    """
                )
            }
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw Failure(status: .unprocessableContent, message: "This slug is taken.")
        }
    }
}
