import HTTP
import Quill

/// Adds everything that a search or a filter finds to a child's library. Which books that are is
/// shown before, to the last one, and nothing else is added.
enum CatalogAddPages {
    /// As many as somebody looks through before saying yes.
    static let maximumBooks = 500

    static func ask(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let query = try visit.query()
        let address = CatalogAddress(query, path: scope.catalogPath)
        return try page(visit, scope, address, try child(query, visit, scope))
    }

    static func add(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let fields = try visit.fields()
        let address = CatalogAddress(carriedBy: fields, path: scope.catalogPath)
        guard let child = try child(fields, visit, scope) else {
            return try visit.redirect(to: scope.childrenHref)
        }
        let shelf = visit.shelf(of: scope.family)
        guard let digest = fields.text("digest") else {
            return try visit.redirect(to: address.addHref(child.id))
        }
        let books = try missing(visit, scope, address, child)
        guard let books, try digest == Self.digest(books)
        else {
            return try page(visit, scope, address, child, hasChanged: true)
        }
        let library = LibraryAddress(scope, child.id)
        do {
            let change = try visit.libraries.add(books, to: child.id, of: shelf, by: scope.actor)
            let back = LibraryWayBack(Fields([]), scope, child.id)
            let stories = Counted.text(change?.count ?? 0, "story", "stories")
            return try visit.redirect(
                to: library.href + Flash.anchor,
                notice: Flash(
                    change == nil ? .info : .good,
                    "\(stories) added to \(Possessive.text(child.name)) library.",
                    undo: change.map { back.undoHref($0, nil) }
                )
            )
        } catch LibraryStore.Refusal.isFull {
            return try visit.redirect(
                to: library.href,
                notice: LibraryPages.isFull(child)
            )
        }
    }

    /// The child who is asked for, or the first one; nil in a family without children.
    private static func child(_ fields: Fields, _ visit: Visit, _ scope: FamilyScope) throws
        -> Child?
    {
        guard let text = fields.text("child") else {
            return try visit.children.list(of: scope.family.id).first
        }
        guard let id = ID<Child>(pathSegment: text[...]) else { throw Failure.notFound }
        return try visit.children.find(id, of: scope.family.id)
    }

    private static func page(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ address: CatalogAddress,
        _ child: Child?,
        hasChanged: Bool = false
    ) throws -> Response {
        guard let child else { return try visit.redirect(to: scope.childrenHref) }
        let shelf = visit.shelf(of: scope.family)
        let books = try missing(visit, scope, address, child)
        let list = try visit.catalog(shelf)
        let found = try list.find(books ?? [])
        return try visit.page(
            CatalogAddPage(
                scope: scope,
                address: address,
                children: try visit.children.list(of: scope.family.id),
                child: child,
                books: books.map { $0.compactMap { found[$0] } },
                digest: try digest(books ?? []),
                hasChanged: hasChanged
            ),
            status: hasChanged ? 409 : 200
        )
    }

    /// What matches and the child doesn't have, in the order of the list; nil where it is too much.
    private static func missing(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ address: CatalogAddress,
        _ child: Child
    ) throws -> [ID<Book>]? {
        let shelf = visit.shelf(of: scope.family)
        let filter = address.filter(try visit.categories.all())
        let list = try visit.catalog(shelf)
        guard let books = try list.keys(filter, limit: maximumBooks) else { return nil }
        let owners = try LibraryOwners(visit, scope, of: books)
        return books.filter { !owners.has(child, $0) }
    }

    /// Says which books were shown, in the length of a line. Their order is no part of it.
    private static func digest(_ books: [ID<Book>]) throws -> String {
        let keys = books.map(\.value).sorted().map { String($0) }.joined(separator: ",")
        return Base64URL.encode(Array(try Digest.sha256(Array(keys.utf8)).prefix(16)))
    }
}

/// The question before all that match are added.
struct CatalogAddPage: PageWithCovers {
    static let template = "catalog/add.html"

    let scope: FamilyScope
    let address: CatalogAddress
    let children: [Child]
    let child: Child
    /// Nil where there are more than can be added at once.
    let books: [BookSummary]?
    let digest: String
    let hasChanged: Bool

    static let fields: [Field<CatalogAddPage>] = [
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.address.href },
        .text("action") { $0.address.path + "/add" },
        .text("child_id") { String($0.child.id.value) },
        .text("library_name") { Possessive.text($0.child.name) + " Library" },
        .list("children") { page in
            page.children.map {
                ChipLink(
                    label: $0.name,
                    href: page.address.addHref($0.id),
                    isCurrent: $0.id == page.child.id
                )
            }
        },
        .bool("has_choice") { $0.children.count > 1 },
        .bool("is_too_many") { $0.books == nil },
        .int("maximum") { _ in CatalogAddPages.maximumBooks },
        .int("count") { $0.books?.count ?? 0 },
        .list("books") { $0.books ?? [] },
        .text("list") { $0.address.carried },
        .text("digest") { $0.digest },
        .bool("has_changed") { $0.hasChanged },
    ]
}
