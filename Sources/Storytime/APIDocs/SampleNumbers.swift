import SQLite

/// Numbers of records that are there for whoever reads, so that what is pasted finds something: of a
/// parent's first child and of a book that they may see, or of an admin's first records.
struct SampleNumbers {
    /// By what the API calls them, like `child_id`.
    private var numbers: [String: Int] = [:]

    /// The number for a parameter or a member: `hidden_category_ids` holds numbers of categories.
    func number(named name: Substring) -> Int? {
        let single = name.hasSuffix("_ids") ? name.dropLast() : name
        if let number = numbers[String(single)] { return number }
        return numbers.first { single.hasSuffix("_" + $0.key) }?.value
    }

    /// Nobody's: the examples keep theirs.
    static let none = SampleNumbers()

    private init() {}

    init(_ entry: APIReference.Entry, for visit: Visit) throws {
        let path = entry.route.pattern.description
        switch visit.session?.user.role {
        case .parent?: try addFamily(visit, needsLibrary: path.contains("/{book_id}"))
        case .admin?: try addCatalog(visit.database)
        case nil: break
        }
    }

    /// The first child; a book of their library, or of the catalog where the address names none.
    private mutating func addFamily(_ visit: Visit, needsLibrary: Bool) throws {
        guard let scope = try visit.familyIfAny() else { return }
        let child = try visit.children.list(of: scope.family.id).first
        numbers["child_id"] = child?.id.value
        let shelf = visit.shelf(of: scope.family)
        numbers["book_id"] = try Self.catalogBook(visit, shelf)
        guard needsLibrary, let child else { return }
        let library = LibraryList(database: visit.database, shelf: shelf, child: child.id)
        let books = try library.page(.added, limit: LibraryList.perPage, offset: 0)
        guard let book = books.first(where: \.isPlayable) ?? books.first else { return }
        numbers["book_id"] = book.summary.book.id.value
    }

    private static func catalogBook(_ visit: Visit, _ shelf: FamilyShelf) throws -> Int? {
        let address = CatalogAddress(path: CatalogAddress.path)
        let books = try visit.catalog(shelf).slice(address, BookFilter()).books
        return books.first?.book.id.value
    }

    private mutating func addCatalog(_ database: Database) throws {
        let queries: [(name: String, sql: SQL)] = [
            ("book_id", "SELECT id FROM books WHERE deleted_at IS NULL ORDER BY id LIMIT 1"),
            ("category_id", "SELECT id FROM categories ORDER BY id LIMIT 1"),
            ("publisher_id", "SELECT id FROM publishers ORDER BY id LIMIT 1"),
        ]
        for (name, sql) in queries {
            numbers[name] = try database.first(sql) { try $0.int(0) }
        }
    }
}

extension ShelvedBook {
    fileprivate var isPlayable: Bool { isOpen && video?.isReady == true }
}
