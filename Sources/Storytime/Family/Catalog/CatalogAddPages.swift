import HTTP
import Quill

/// Adds everything that a search or a filter finds to a child's library. Every one of those books is
/// shown first, and nothing else is added.
enum CatalogAddPages {
    /// As many as somebody reads before they confirm.
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
            return try page(visit, scope, address, nil)
        }
        let shelf = visit.shelf(of: scope.family)
        guard let digest = fields.text("digest") else {
            return try visit.redirect(to: address.addHref(child.id))
        }
        let offer = try offer(visit, scope, address, child)
        guard let books = offer.books, try digest == Self.digest(books)
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

    /// The child who was chosen, or the only one; nil if there are several to choose from.
    private static func child(_ fields: Fields, _ visit: Visit, _ scope: FamilyScope) throws
        -> Child?
    {
        guard let text = fields.text("child") else {
            let children = try visit.children.list(of: scope.family.id)
            return children.count == 1 ? children.first : nil
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
        let children = try visit.children.list(of: scope.family.id)
        guard !children.isEmpty else { return try visit.redirect(to: scope.childrenHref) }
        let today = scope.family.today(visit.now)
        let list = try visit.catalog(visit.shelf(of: scope.family))
        let offer = try child.map { try Self.offer(visit, scope, address, $0) }
        let found = try list.find(offer?.books ?? [])
        return try visit.page(
            CatalogAddPage(
                scope: scope,
                address: address,
                children: children.map { ($0, $0.years(on: today)) },
                child: child,
                books: offer.map { offer in offer.books.map { $0.compactMap { found[$0] } } }
                    ?? [],
                hiddenCount: offer?.hiddenCount ?? 0,
                digest: try digest(offer?.books ?? []),
                hasChanged: hasChanged
            ),
            status: hasChanged ? 409 : 200
        )
    }

    /// The matches that can be added to a child's library.
    private struct Offer {
        /// In the order of the list; nil if there are too many.
        let books: [ID<Book>]?
        /// How many more are left out, because the child would not see them.
        var hiddenCount = 0
    }

    /// The matches that the child doesn't have, except for those hidden from them.
    private static func offer(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ address: CatalogAddress,
        _ child: Child
    ) throws -> Offer {
        let shelf = visit.shelf(of: scope.family)
        let filter = address.filter(try visit.categories.all())
        let list = try visit.catalog(shelf)
        guard let books = try list.keys(filter, limit: maximumBooks) else {
            return Offer(books: nil)
        }
        let owners = try LibraryOwners(visit, scope, of: books)
        let missing = books.filter { !owners.has(child, $0) }
        let hidden = try shelf.visibleBooks(for: child.id).hidden(among: missing)
        return Offer(books: missing.filter { !hidden.contains($0) }, hiddenCount: hidden.count)
    }

    /// A digest of the books that were shown, whatever their order.
    private static func digest(_ books: [ID<Book>]) throws -> String {
        let keys = books.map(\.value).sorted().map { String($0) }.joined(separator: ",")
        return Base64URL.encode(Array(try Digest.sha256(Array(keys.utf8)).prefix(16)))
    }
}

/// The question before all matches are added.
struct CatalogAddPage: PageWithCovers {
    static let template = "family/catalog/add.html"

    let scope: FamilyScope
    let address: CatalogAddress
    /// The children to choose from, with their ages.
    let children: [(child: Child, years: Int)]
    /// Nil until a child is chosen.
    let child: Child?
    /// Nil if there are more than can be added at once.
    let books: [BookSummary]?
    /// How many matches are left out because they are hidden from the child.
    let hiddenCount: Int
    let digest: String
    let hasChanged: Bool

    private var libraryName: String? { child.map { Possessive.text($0.name) + " library" } }

    /// Whether the search follows a child's age; it then follows the age of whoever is chosen.
    private var isForChildsAge: Bool {
        children.contains { address.isFor($0.child, $0.years) }
    }

    private var choices: [AddChoice] {
        children.map { child, years in
            var address = address
            if isForChildsAge { address.look(for: child, years) }
            return AddChoice(
                child: child,
                href: address.addHref(child.id),
                isCurrent: child.id == self.child?.id
            )
        }
    }

    private var title: String {
        let count = child == nil ? 0 : books?.count ?? 0
        let stories = count == 0 ? "all matching stories" : Counted.text(count, "story", "stories")
        return "Add \(stories) to \(libraryName ?? "whose library")?"
    }

    static let fields: [Field<CatalogAddPage>] = [
        .optionalText("behalf") { $0.scope.behalf },
        .text("title") { $0.title },
        .text("back_href") { $0.address.href },
        .text("action") { $0.address.path + "/add" },
        .optionalText("child_id") { $0.child.map { String($0.id.value) } },
        .optionalText("child_name") { $0.child?.name },
        .list("children") { $0.choices },
        .bool("has_choice") { $0.children.count > 1 },
        .bool("is_too_many") { $0.books == nil },
        .int("maximum") { _ in CatalogAddPages.maximumBooks },
        .int("count") { $0.books?.count ?? 0 },
        .int("hidden_count") { $0.hiddenCount },
        .list("books") { $0.books ?? [] },
        .text("list") { $0.address.carried },
        .text("digest") { $0.digest },
        .bool("has_changed") { $0.hasChanged },
    ]
}

/// A child whose library it can be.
struct AddChoice: Record {
    let child: Child
    let href: String
    let isCurrent: Bool

    static let fields: [Field<AddChoice>] = [
        .text("name") { $0.child.name },
        .text("avatar") { $0.child.avatar.rawValue },
        .text("href") { $0.href },
        .bool("is_current") { $0.isCurrent },
    ]
}
