import HTTP
import Server

/// How parents pack stories for a journey, on a child's library and on a story's page.
enum JourneyPages {
    static let routes =
        familyForm("/children/{id}/library/{id}/pack", pack)
        + familyForm("/children/{id}/library/{id}/unpack", unpack)

    private static func pack(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ book: ID<Book>
    ) throws -> Response {
        let form = try JourneyForm(visit, scope, id, book)
        guard let title = try form.title else { return try form.refuse() }
        guard try visit.journeyFilm(of: book) != nil else {
            return try form.answer(
                Flash(
                    .bad,
                    "“\(title)” can’t be packed because its video isn’t on this server."
                )
            )
        }
        do {
            let isNew = try visit.journeys.pack(
                book,
                for: id,
                of: scope.family.id,
                by: scope.actor
            )
            guard isNew else {
                return try form.answer(Flash(.info, "“\(title)” is already packed."))
            }
        } catch JourneyStore.Refusal.isFull {
            return try form.answer(
                Flash(
                    .bad,
                    "\(form.child.name) already has \(JourneyStore.maximumStories) stories packed. "
                        + "Unpack one first."
                )
            )
        }
        let keeping =
            visit.client.isTrustworthy
            ? "\(Possessive.text(form.child.name)) devices in Kids Mode keep it for 7 days after "
                + "they were last online."
            : "At this address, devices can’t keep it: that needs HTTPS."
        return try form.answer(
            Flash(
                visit.client.isTrustworthy ? .good : .info,
                "“\(title)” packed for the journey. " + keeping,
                undo: form.undoHref("unpack")
            )
        )
    }

    private static func unpack(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ book: ID<Book>
    ) throws -> Response {
        let form = try JourneyForm(visit, scope, id, book)
        guard let title = try form.title else { return try form.refuse() }
        let wasPacked = try visit.journeys.unpack(
            book,
            of: id,
            in: scope.family.id,
            by: scope.actor
        )
        return try form.answer(
            wasPacked
                ? Flash(
                    .good,
                    "“\(title)” unpacked. Devices delete it when they are next online.",
                    undo: form.undoHref("pack")
                )
                : Flash(.info, "“\(title)” isn’t packed.")
        )
    }
}

/// A form that packs or unpacks a story of a child's library, and where it leads back to.
private struct JourneyForm {
    let visit: Visit
    let scope: FamilyScope
    let child: Child
    let book: ID<Book>
    private let back: LibraryWayBack
    private let shelf: FamilyShelf
    private let list: LibraryList

    init(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>, _ book: ID<Book>) throws {
        self.visit = visit
        self.scope = scope
        self.book = book
        child = try visit.children.find(id, of: scope.family.id)
        // Undo has what the form had in its address.
        let query = try visit.query()
        back = LibraryWayBack(query.text("from") == nil ? try visit.fields() : query, scope, id)
        shelf = visit.shelf(of: scope.family)
        list = LibraryList(database: visit.database, shelf: shelf, child: id)
    }

    /// The title of the story; nil if it isn't in the library any more. One that never was is not
    /// found.
    var title: String? {
        get throws {
            if try list.holds(book) { return try shelf.findIfAny(book)?.title }
            guard try visit.libraries.wasThere(book, in: scope.family.id) || shelf.maySee(book)
            else { throw Failure.notFound }
            return nil
        }
    }

    func refuse() throws -> Response {
        try answer(
            Flash(.info, "That story isn’t in \(Possessive.text(child.name)) library.")
        )
    }

    func answer(_ notice: Flash) throws -> Response {
        let isSeen = try shelf.maySee(book)
        return try visit.redirect(to: back.href(isSeen ? book : nil), notice: notice)
    }

    /// The address of what takes this back, which leads back to the same place.
    func undoHref(_ act: String) -> String {
        "\(scope.libraryPath(child.id))/\(book)/\(act)?\(back.carried)"
    }
}
