import HTTP
import Quill
import Server

/// The pages of a child's library, for its parents and for an admin who acts for them.
///
/// Each exists twice, as those of children do (`ChildPages`): both lead to one function, which gets
/// the family from `FamilyScope`.
enum LibraryPages {
    static let routes =
        familyPage("/children/{id}/library", index)
        + familyForm("/children/{id}/library", add)
        + familyForm("/children/{id}/library/{id}/remove") {
            try change($0, $1, $2, $3, .removed)
        }
        + familyForm("/children/{id}/library/{id}/hide") {
            try change($0, $1, $2, $3, .hidden)
        }
        + familyForm("/children/{id}/library/{id}/forget") {
            try change($0, $1, $2, $3, .forgotten)
        }
        + familyForm("/children/{id}/library/changes/{id}/undo", undo)

    static func index(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = LibraryAddress(scope, id, try visit.query())
        let list = LibraryList(
            database: visit.database,
            shelf: visit.shelf(of: scope.family),
            child: id
        )
        let pagination = Pagination(
            page: address.page,
            perPage: LibraryList.perPage,
            // What is looked for is found story by story; else a series is one cover.
            total: try address.isFiltered ? list.count(address.filter) : list.coverCount()
        )
        let covers =
            try address.isFiltered
            ? list.page(
                address.sort,
                address.filter,
                limit: LibraryList.perPage,
                offset: pagination.offset
            )
            .map { ShelfCover(shelved: $0, series: nil) }
            : list.covers(address.sort, limit: LibraryList.perPage, offset: pagination.offset)
        // What was begun stands above the first page of everything only.
        let isStart = pagination.page == 1 && !address.isFiltered
        let continued = isStart ? try list.continued(now: visit.now) : []
        let packed = try visit.journeyStories(of: child, on: list.shelf, path: address.path)
        // A cover of a series stands for several stories.
        let keepable = try visit.journeys.keepable(
            among: covers.filter { $0.series == nil && $0.shelved.isOpen }.map(\.shelved.item.book)
        )
        let card = { (cover: ShelfCover) in
            let book = cover.shelved.item.book
            let isPacked = cover.series == nil && packed.contains { $0.book == book }
            return LibraryCard(
                cover: cover,
                child: child,
                scope: scope,
                address: address,
                isPacked: isPacked || keepable.contains(book) ? isPacked : nil
            )
        }
        return try visit.page(
            LibraryPage(
                child: child,
                scope: scope,
                address: address,
                continued: continued.map { card(ShelfCover(shelved: $0, series: nil)) },
                rows: covers.map(card),
                storyCount: address.isFiltered ? pagination.total : try list.count(),
                seriesName: try address.filter.series.map {
                    try SeriesSteps(list).name(of: $0) ?? "This series"
                },
                journey: JourneyPanel(
                    child: child,
                    stories: packed,
                    devices: try visit.journeyDevices(of: child, packed),
                    isSecure: visit.client.isTrustworthy,
                    address: address
                ),
                changes: try RecentLibraryChangeRow.all(
                    visit,
                    list.shelf,
                    id,
                    LibraryWayBack(to: address, scope)
                ),
                hiddenCount: address.isFiltered ? 0 : try list.hiddenCount(),
                pagination: pagination.view(path: address.path, query: address.query)
            )
        )
    }

    // MARK: Changing

    static func add(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let fields = try visit.fields()
        guard let text = fields.text("book_id"), let book = ID<Book>(pathSegment: text[...]) else {
            throw Failure.badRequest("The form doesn’t say which story to add.")
        }
        let shelf = visit.shelf(of: scope.family)
        let back = LibraryWayBack(fields, scope, id)
        let library = Possessive.text(child.name) + " library"
        guard let title = try shelf.findIfAny(book)?.title else {
            return try visit.gone(book, in: scope, to: back.href(nil))
        }
        let hiding = child.hiding(try visit.books.categories(of: book))
        do {
            guard
                let change = try visit.libraries.add([book], to: id, of: shelf, by: scope.actor)
            else {
                return try visit.redirect(
                    to: back.href(book),
                    notice: Flash(.info, "“\(title)” is already in \(library).")
                )
            }
            return try visit.redirect(
                to: back.href(book),
                notice: Flash(
                    hiding.isEmpty ? .good : .info,
                    "“\(title)” is in \(library)" + hiddenNote(child, hiding) + ".",
                    undo: back.undoHref(change, book)
                )
            )
        } catch LibraryStore.Refusal.isFull {
            return try visit.redirect(to: back.href(book), notice: isFull(child))
        }
    }

    /// Says that the child doesn't see what was added, and by which categories; empty where they do.
    private static func hiddenNote(_ child: Child, _ categories: [String]) -> String {
        guard !categories.isEmpty else { return "" }
        let isAre = categories.count == 1 ? "is" : "are"
        let names = categories.joined(separator: ", ")
        return ", but \(child.name) can’t see it: \(names) \(isAre) hidden"
    }

    static func isFull(_ child: Child) -> Flash { Flash(.bad, LibraryStore.fullness(of: child)) }

    private static func change(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ book: ID<Book>,
        _ kind: LibraryChange.Kind
    ) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let shelf = visit.shelf(of: scope.family)
        let title = try shelf.findIfAny(book)?.title
        let libraries = visit.libraries
        let change =
            switch kind {
            case .hidden: try libraries.hide(book, of: id, shelf, by: scope.actor)
            case .forgotten: try libraries.forget(book, of: id, shelf, by: scope.actor)
            case .removed, .added: try libraries.remove(book, from: id, of: shelf, by: scope.actor)
            }
        let back = LibraryWayBack(try visit.fields(), scope, id)
        let owner = Possessive.text(child.name)
        let library = owner + " library"
        // A book that nobody but this library had is not there any more for the page to name.
        let isStillSeen = try shelf.maySee(book)
        let target = back.href(isStillSeen ? book : nil)
        guard let change, let title else {
            return try visit.redirect(
                to: target,
                notice: Flash(.info, "That story is no longer in \(library).")
            )
        }
        let message =
            switch kind {
            case .hidden: "“\(title)” is hidden from Continue Watching until it is played again."
            case .forgotten: "\(owner) place in “\(title)” was cleared. Reports aren’t affected."
            case .removed, .added: "“\(title)” removed from \(library)."
            }
        return try visit.redirect(
            to: target,
            notice: Flash(.good, message, undo: back.undoHref(change, isStillSeen ? book : nil))
        )
    }

    static func undo(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ change: ID<LibraryChange>
    ) throws -> Response {
        let query = try visit.query()
        let back = LibraryWayBack(query, scope, id)
        let book = query.text("book").flatMap { ID<Book>(pathSegment: $0[...]) }
        let target: String
        let notice: Flash
        do {
            let undone = try visit.libraries.undo(
                change,
                of: id,
                scope.family.id,
                by: scope.actor
            )
            notice = Flash(.good, message(of: undone))
        } catch LibraryStore.Refusal.cantBeUndone {
            notice = Flash(.info, "This was already undone, or it’s too late to undo it.")
        } catch LibraryStore.Refusal.isOvertaken {
            notice = Flash(.info, "There’s nothing to undo: it has been changed since.")
        }
        let isSeen = try book.map { try visit.shelf(of: scope.family).maySee($0) } ?? false
        target = back.href(isSeen ? book : nil)
        return try visit.redirect(to: target, notice: notice)
    }

    private static func message(of change: LibraryChange) -> String {
        let stories = Counted.text(change.count, "story", "stories")
        let isAre = change.count == 1 ? "is" : "are"
        return switch change.kind {
        case .added: "Undone: \(stories) \(isAre) no longer in the library."
        case .removed: "Undone: \(stories) \(isAre) back in the library."
        case .hidden, .forgotten: "Undone: \(stories) \(isAre) back in Continue Watching."
        }
    }
}

extension Visit {
    /// Leads away from a book that isn't there any more: only a library of the family kept it, and the
    /// other parent took it out before the page was asked for. Any other is not found.
    func gone(_ book: ID<Book>, in scope: FamilyScope, to target: String) throws -> Response {
        guard try libraries.wasThere(book, in: scope.family.id) else { throw Failure.notFound }
        return try redirect(
            to: target,
            notice: Flash(.info, "That story is no longer available.")
        )
    }
}
