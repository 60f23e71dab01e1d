import HTTP
import Quill
import Server

/// Parents' playlists: their list, what is in each of them, and its order.
enum PlaylistPages {
    static let path = "/watch/playlists"
    static let perPage = 50

    static let routes = [
        get("/watch/playlists", for: .parent, index),
        get("/watch/playlists/new", for: .parent, new),
        post("/watch/playlists", for: .parent, keepsText: true, create),
        get("/watch/playlists/{id}", for: .parent, show),
        get("/watch/playlists/{id}/edit", for: .parent, edit),
        post("/watch/playlists/{id}", for: .parent, keepsText: true, update),
        post("/watch/playlists/{id}/remove", for: .parent, remove),
        post("/watch/playlists/{id}/restore", for: .parent, restore),
        post("/watch/playlists/{id}/items/undo", for: .parent, takeBack),
        post("/watch/playlists/{id}/items/{id}/remove", for: .parent, removeItem),
        post("/watch/playlists/{id}/items/{id}/restore", for: .parent, restoreItem),
        post("/watch/playlists/{id}/items/{id}/move", for: .parent, moveItem),
        post("/watch/playlists/{id}/order", for: .parent, reorder),
        post("/watch/playlists/{id}/children/{id}", for: .parent, fillLibrary),
    ]

    static func href(_ playlist: ID<Playlist>) -> String { "\(path)/\(playlist)" }

    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let store = try visit.playlists(of: scope)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try store.count()
        )
        let playlists = try store.list(limit: perPage, offset: pagination.offset)
        return try visit.page(
            PlaylistIndexPage(
                head: ReadingHead(path, visit, scope.family),
                playlists: playlists,
                counts: try visit.counts(of: playlists, in: store),
                pagination: pagination,
                children: try visit.children.list(of: scope.family.id),
                user: store.user
            )
        )
    }

    static func show(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        let playlist = try store.find(id)
        let query = try visit.query()
        let moved = MovedItem(query.text("moved"))
        let total = try store.itemCount(of: id)
        // What was moved is seen on the page that it went to.
        let place = try moved.flatMap { try store.place(of: $0.id, in: id) }
        let pagination = Pagination(
            page: try place.map { $0 / perPage + 1 } ?? visit.pageNumber(),
            perPage: perPage,
            total: total
        )
        let children = try visit.children.list(of: scope.family.id)
        return try visit.page(
            PlaylistShowPage(
                playlist: playlist,
                user: store.user,
                items: try store.items(of: id, limit: perPage, offset: pagination.offset),
                watchableCount: try store.watchableCount(of: id),
                pagination: pagination,
                moved: moved,
                shelves: try children.filter { playlist.children.contains($0.id) }.map { child in
                    try PlaylistShelf(child, of: playlist, on: store.videos.shelf)
                }
            )
        )
    }

    // MARK: Adding and editing

    static func new(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let children = try visit.children.list(of: scope.family.id)
        return try visit.page(PlaylistNewPage(form: PlaylistForm(children)))
    }

    static func create(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        var form = PlaylistForm(try visit.children.list(of: scope.family.id))
        form.read(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(PlaylistNewPage(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let added = try visit.playlists(of: scope).add(draft, by: scope.actor)
                return SentForm.Outcome(
                    location: href(added.id),
                    message: "“\(added.name)” created." + [form.name].trimmingNote
                )
            }
        } catch PlaylistStore.Refusal.nameIsTaken {
            form.name.reject(PlaylistForm.nameIsTaken)
        } catch PlaylistStore.Refusal.tooMany {
            form.name.reject(tooMany)
        }
        return try visit.page(PlaylistNewPage(form: form), status: visit.formStatus)
    }

    static let tooMany =
        Allowance.playlists.refusal

    static func edit(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        let playlist = try store.find(id)
        var form = PlaylistForm(try visit.children.list(of: scope.family.id))
        form.show(playlist)
        return try visit.page(
            PlaylistEditPage(
                playlist: playlist,
                form: form,
                version: VersionField(playlist.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        if let gone = try gone(visit, id, store) { return gone }
        let playlist = try store.find(id)
        let fields = try visit.fields()
        var form = PlaylistForm(try visit.children.list(of: scope.family.id))
        form.read(fields)
        let version = VersionField(fields, current: playlist.version)
        var page = PlaylistEditPage(playlist: playlist, form: form, version: version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try store.update(id, version: shown, draft, by: scope.actor)
            return try visit.redirect(
                to: href(id),
                notice: Flash(.good, "“\(saved.name)” saved." + [form.name].trimmingNote)
            )
        } catch PlaylistStore.Refusal.nameIsTaken {
            page.form.name.reject(PlaylistForm.nameIsTaken)
        } catch PlaylistStore.Refusal.isSomebodyElses {
            page.sharingError = "Only \(playlist.ownerName ?? "its owner") can stop sharing this."
        } catch PlaylistStore.Refusal.changedMeanwhile(let current) {
            page = PlaylistEditPage(
                playlist: current,
                form: form,
                version: VersionField(current.version)
            )
            page.conflict = Conflict(
                other: Conflict.Other(name: "Someone", whenText: "meanwhile", isSelf: false),
                changes: form.differences(from: current)
            )
            return try visit.page(page, status: 409)
        }
        return try visit.page(page, status: visit.formStatus)
    }

    // MARK: Removing

    static func remove(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        if let gone = try gone(visit, id, store) { return gone }
        let removed = try store.remove(id, by: scope.actor)
        return try visit.redirect(
            to: path + Flash.anchor,
            notice: Flash(.good, "“\(removed.name)” deleted.", undo: href(id) + "/restore")
        )
    }

    static func restore(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        guard let restored = try visit.playlists(of: scope).restore(id, by: scope.actor) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "It’s too late to bring this playlist back.")
            )
        }
        return try visit.redirect(
            to: href(id),
            notice: Flash(.good, "“\(restored.name)” is back.")
        )
    }

    static func removeItem(_ visit: Visit, _ id: ID<Playlist>, _ item: ID<PlaylistItem>) throws
        -> Response
    {
        let store = try visit.playlists(of: visit.family())
        if let gone = try gone(visit, id, store) { return gone }
        _ = try store.find(id)
        guard try !store.wasRemoved(item, from: id) else {
            return try visit.redirect(
                to: href(id),
                notice: Flash(.info, "This video was already removed.")
            )
        }
        let title = try store.remove(item, from: id)
        return try visit.redirect(
            to: href(id) + Flash.anchor,
            notice: Flash(
                .good,
                "“\(title)” removed from the playlist.",
                undo: "\(href(id))/items/\(item)/restore"
            )
        )
    }

    /// What another tab deleted isn’t a page that was never there: whoever did it can take it back.
    static func gone(_ visit: Visit, _ id: ID<Playlist>, _ store: PlaylistStore) throws -> Response?
    {
        guard try store.wasRemoved(id) else { return nil }
        return try visit.redirect(
            to: path + Flash.anchor,
            notice: Flash(.info, "This playlist was deleted.", undo: href(id) + "/restore")
        )
    }

    /// Takes back that videos were added, from the first to the last of their items.
    static func takeBack(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let store = try visit.playlists(of: visit.family())
        if let gone = try gone(visit, id, store) { return gone }
        let query = try visit.query()
        guard let first = query.number("first"),
            let last = query.number("last"), first <= last
        else { throw Failure.badRequest("The form doesn’t say what to take back.") }
        let count = try store.takeBack(first...last, from: id)
        return try visit.redirect(
            to: href(id),
            notice: count > 0
                ? Flash(
                    .good,
                    "\(Counted.capitalized(count, "video", "videos")) removed from the playlist."
                )
                : Flash(.info, "Nothing to undo: this was already removed.")
        )
    }

    static func takeBackHref(_ added: [ID<PlaylistItem>], _ id: ID<Playlist>) -> String? {
        guard let first = added.first, let last = added.last else { return nil }
        return "\(href(id))/items/undo?first=\(first)&last=\(last)"
    }

    static func restoreItem(_ visit: Visit, _ id: ID<Playlist>, _ item: ID<PlaylistItem>) throws
        -> Response
    {
        let store = try visit.playlists(of: visit.family())
        let isBack = try store.restore(item, to: id)
        return try visit.redirect(
            to: isBack ? "\(href(id))?moved=\(item)" : href(id),
            notice: isBack
                ? Flash(.good, "Video restored.")
                : Flash(.info, "It’s too late to bring this back, or the playlist is full.")
        )
    }

    // MARK: Order

    static func moveItem(_ visit: Visit, _ id: ID<Playlist>, _ item: ID<PlaylistItem>) throws
        -> Response
    {
        let store = try visit.playlists(of: visit.family())
        if let gone = try gone(visit, id, store) { return gone }
        _ = try store.find(id)
        let direction = try visit.fields().text("direction")
        guard direction == "up" || direction == "down" else {
            throw Failure.badRequest("The direction must be up or down.")
        }
        let isUp = direction == "up"
        guard let title = try store.item(item, of: id)?.card.title else { throw Failure.notFound }
        let hasMoved = try store.move(item, in: id, up: isUp)
        return try visit.redirect(
            to: "\(href(id))?moved=\(item)-\(isUp ? "up" : "down")",
            notice: hasMoved
                ? Flash(.good, "“\(title)” moved \(isUp ? "up" : "down").")
                : Flash(.info, "“\(title)” is already \(isUp ? "first" : "last").")
        )
    }

    /// The order of a page, after something was pulled to its place.
    static func reorder(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let store = try visit.playlists(of: visit.family())
        _ = try store.find(id)
        let texts = (try visit.fields().text("ids") ?? "").split(separator: ",")
        let ids = texts.compactMap { ID<PlaylistItem>(pathSegment: $0) }
        guard !ids.isEmpty, ids.count == texts.count, ids.count <= perPage else {
            throw Failure.badRequest("“ids” must be a list of entries, separated by commas.")
        }
        guard try store.reorder(ids, in: id) else {
            throw Failure.conflict("The playlist has changed. Load it again.")
        }
        return Response(status: 204)
    }

    // MARK: A child's shelf

    /// Adds what a child doesn't have of a playlist to their library: only that is on their shelves.
    static func fillLibrary(_ visit: Visit, _ id: ID<Playlist>, _ childID: ID<Child>) throws
        -> Response
    {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        let playlist = try store.find(id)
        let child = try visit.children.find(childID, of: scope.family.id)
        let shelf = store.videos.shelf
        let missing = try PlaylistShelf(child, of: playlist, on: shelf).missing
        do {
            let change = try visit.libraries.add(missing, to: childID, of: shelf, by: scope.actor)
            let stories = Counted.capitalized(change?.count ?? 0, "story", "stories")
            return try visit.redirect(
                to: href(id),
                notice: Flash(
                    change == nil ? .info : .good,
                    "\(stories) added to "
                        + "\(Possessive.text(child.name)) library.",
                    undo: change.map {
                        LibraryWayBack(Fields([]), scope, childID).undoHref($0, nil)
                    }
                )
            )
        } catch LibraryStore.Refusal.isFull {
            return try visit.redirect(to: href(id), notice: LibraryPages.isFull(child))
        }
    }
}

extension Visit {
    /// How many videos each of these playlists has.
    func counts(of playlists: [Playlist], in store: PlaylistStore) throws -> [ID<Playlist>: Int] {
        let sets = try site.shared[BookSets.self].reader(database)
        return try store.counts(
            of: playlists.map(\.id),
            open: sets.open(store.videos.shelf.rights)
        )
    }
}

/// An entry that was just moved, and in which direction: "12-up". Without a direction it came back.
struct MovedItem: Sendable {
    let id: ID<PlaylistItem>
    let isUp: Bool?

    init?(_ text: String?) {
        guard let parts = text?.split(separator: "-"), let first = parts.first,
            let id = ID<PlaylistItem>(pathSegment: first)
        else { return nil }
        self.id = id
        switch parts.dropFirst().first {
        case "up": isUp = true
        case "down": isUp = false
        default: isUp = nil
        }
    }
}
