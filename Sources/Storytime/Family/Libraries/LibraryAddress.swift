import HTTP

/// The address of a child's library: which stories it shows, in which order, and its page.
struct LibraryAddress: Sendable {
    let path: String
    var filter = LibraryFilter()
    var sort = LibrarySort.added
    private(set) var page = 1

    init(_ scope: FamilyScope, _ child: ID<Child>, _ query: Fields = Fields([])) {
        path = scope.libraryPath(child)
        filter = LibraryFilter(query)
        sort = query.text("sort").flatMap(LibrarySort.init) ?? .added
        page = query.number("page").map { min(max($0, 1), 1_000_000) } ?? 1
    }

    /// What says which books there are, and in which order; the usual one needs no words.
    var query: [(name: String, value: String)] {
        filter.query + (sort == .added ? [] : [(name: "sort", value: sort.rawValue)])
    }

    /// Whether anything is asked for but the whole library.
    var isFiltered: Bool { !filter.query.isEmpty }

    private var place: [(name: String, value: String)] {
        page > 1 ? [(name: "page", value: String(page))] : []
    }

    var href: String { Self.href(path, query + place) }

    /// What a form carries of it.
    var carried: String { PercentEncoding.encodeQuery(query + place) }

    /// The first page of other books, or of another order.
    func href(_ change: (inout LibraryAddress) -> Void) -> String {
        var other = self
        change(&other)
        return Self.href(path, other.query)
    }

    private static func href(_ path: String, _ pairs: [(name: String, value: String)]) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }
}

extension FamilyScope {
    /// Where a child's library is for whoever acts.
    func libraryPath(_ child: ID<Child>) -> String { "\(childrenPath)/\(child)/library" }
}

/// Where a form that changes a library leads back to: the catalog just as it was, the book's page, or
/// the library.
struct LibraryWayBack: Sendable {
    enum Place: String, Sendable {
        case catalog, book, library
    }

    private let place: Place
    /// Who watches with, on the book's page; nil for an admin.
    private let child: ID<Child>?
    private let list: String
    private let catalog: CatalogAddress
    private let library: LibraryAddress

    /// Reads what the form carries, or the address of Undo.
    init(_ fields: Fields, _ scope: FamilyScope, _ child: ID<Child>) {
        place = fields.text("from").flatMap(Place.init) ?? .library
        self.child = scope.isOnBehalf ? nil : child
        list = fields.text("list") ?? ""
        catalog = CatalogAddress(carriedBy: fields, path: scope.catalogPath)
        let pairs = list.utf8.count <= 1000 ? try? URLEncodedForm(query: list).pairs : nil
        library = LibraryAddress(scope, child, Fields(pairs ?? []))
    }

    /// To a library just as its page is shown.
    init(to address: LibraryAddress, _ scope: FamilyScope) {
        place = .library
        child = nil
        list = address.carried
        catalog = CatalogAddress(carriedBy: Fields([]), path: scope.catalogPath)
        library = address
    }

    /// The address, at the book that it was about.
    func href(_ book: ID<Book>?) -> String {
        switch (place, book) {
        case (.catalog, let book?): catalog.href + "#" + CatalogAddress.anchor(book)
        case (.catalog, nil): catalog.href
        case (.book, let book?):
            CatalogPlace(catalog).href(
                book,
                child.map { [(name: "child", value: String($0.value))] } ?? []
            )
        // Whoever uses the keyboard comes to Undo next.
        case (.library, _), (.book, nil): library.href + Flash.anchor
        }
    }

    /// What the address of a form carries that leads back to the same place.
    var carried: String {
        let pairs: [(name: String, value: String)] = [
            (name: "from", value: place.rawValue), (name: "list", value: list),
        ]
        return PercentEncoding.encodeQuery(pairs.filter { !$0.value.isEmpty })
    }

    /// The address to which Undo is posted, which leads back to the same place.
    func undoHref(_ change: LibraryChange, _ book: ID<Book>?) -> String {
        let pairs: [(name: String, value: String)] = [
            (name: "from", value: place.rawValue), (name: "list", value: list),
            (name: "book", value: book.map { String($0.value) } ?? ""),
        ]
        return "\(library.path)/changes/\(change.id)/undo?"
            + PercentEncoding.encodeQuery(pairs.filter { !$0.value.isEmpty })
    }
}
