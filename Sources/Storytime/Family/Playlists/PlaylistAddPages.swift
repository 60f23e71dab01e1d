import HTTP
import Quill
import Server

/// Adds videos to playlists: from wherever one stands to a playlist that is chosen, and from a
/// playlist many at once.
enum PlaylistAddPages {
    static let path = PlaylistPages.path + "/add"
    static let perPage = 24

    static let routes = [
        // On a worker: all playlists can be chosen, and each says how many videos it has.
        get("/watch/playlists/add", for: .parent, lane: .worker, ask),
        post("/watch/playlists/add", for: .parent, keepsText: true, add),
        get("/watch/playlists/{id}/add", for: .parent, choose),
        post("/watch/playlists/{id}/items", for: .parent, addMany),
    ]

    /// Where a video is added from.
    static func href(_ video: WatchedVideo, from place: PlaylistWayBack.Place) -> String {
        "\(path)?video=\(video)&from=\(place.rawValue)"
    }

    // MARK: One video, or some, to a playlist that is chosen

    static func ask(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        return try visit.page(try page(visit, scope, visit.query()))
    }

    private static func page(_ visit: Visit, _ scope: FamilyScope, _ fields: Fields) throws
        -> PlaylistAddPage
    {
        let store = try visit.playlists(of: scope)
        let videos = WatchedVideo.list(fields)
        let cards = try store.videos.cards(of: videos)
        // What isn't there for the family isn't there.
        let found = videos.compactMap { cards[$0] }
        guard !found.isEmpty else { throw Failure.notFound }
        let playlists = try store.list()
        return try PlaylistAddPage(
            cards: found,
            playlists: playlists,
            counts: visit.counts(of: playlists, in: store),
            back: PlaylistWayBack(fields, scope)
        )
    }

    static func add(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        var page = try page(visit, scope, fields)
        page.read(fields)
        guard page.isValid, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            // Sent twice, the first answer had it.
            var undo: String?
            let outcome = try visit.outcome(fields) {
                let store = try visit.playlists(of: scope)
                let playlist =
                    try page.chosen.map { try store.find($0) }
                    ?? store.add(Playlist.Draft(name: page.name.value ?? ""), by: scope.actor)
                let added = try store.add(page.cards.map(\.video), to: playlist.id)
                undo = PlaylistPages.takeBackHref(added, playlist.id)
                return SentForm.Outcome(
                    location: page.back.href(page.cards[0].video)
                        ?? PlaylistPages.href(playlist.id),
                    message: words(page.cards, added.count, playlist)
                )
            }
            return try visit.redirect(
                to: outcome.location,
                notice: Flash(.good, outcome.message, undo: undo)
            )
        } catch PlaylistStore.Refusal.nameIsTaken {
            page.name.reject(PlaylistForm.nameIsTaken)
        } catch PlaylistStore.Refusal.tooMany {
            page.name.reject(PlaylistPages.tooMany)
        } catch PlaylistStore.Refusal.isFull {
            page.error = isFull
        }
        return try visit.page(page, status: visit.formStatus)
    }

    private static func words(_ cards: [WatchedCard], _ count: Int, _ playlist: Playlist) -> String
    {
        let name = "“\(playlist.name)”"
        guard cards.count == 1 else {
            return "\(Counted.text(count, "video", "videos")) added to \(name)."
        }
        return count == 0
            ? "“\(cards[0].title)” was in \(name) already."
            : "“\(cards[0].title)” added to \(name)."
    }

    static let isFull =
        "A playlist has at most \(PlaylistStore.mostItems) videos. Remove some, or choose fewer."

    // MARK: Many at once

    static func choose(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        let playlist = try store.find(id)
        let query = try visit.query()
        let entries = try visit.watchHistory.list(of: store.user).map(\.video)
        let recent = try store.videos.cards(of: entries)
        // Whoever has opened nothing yet begins with the catalog.
        let isCatalog =
            (query.text("to") ?? query.text("from")).map { $0 == "catalog" }
            ?? (recent.isEmpty || query.isOn("q"))
        let words = SearchWords(query.text("q") ?? "").shown
        var cards = entries.compactMap { recent[$0] }
        // The history is short, and all of it is shown.
        var pagination = Pagination(
            page: 1,
            perPage: WatchHistory.mostEntries,
            total: cards.count
        )
        if isCatalog {
            var filter = BookFilter()
            filter.words = words
            filter.video = .ready
            let page = PageQuery(
                page: min(try visit.pageNumber(), PageQuery.maximumPage),
                perPage: perPage
            )
            let found = try visit.catalog(store.videos.shelf).page(page, filter)
            let known = try store.videos.cards(of: found.books.map { .book($0.book.id) })
            cards = found.books.compactMap { known[.book($0.book.id)] }
            pagination = Pagination(page: page.page, perPage: perPage, total: found.total)
        }
        return try visit.page(
            PlaylistChoosePage(
                playlist: playlist,
                isCatalog: isCatalog,
                words: words,
                cards: cards,
                held: try store.held(by: id),
                checked: WatchedVideo.list(query),
                pagination: pagination
            )
        )
    }

    static func addMany(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let store = try visit.playlists(of: visit.family())
        if let gone = try PlaylistPages.gone(visit, id, store) { return gone }
        _ = try store.find(id)
        let videos = WatchedVideo.list(try visit.fields())
        guard !videos.isEmpty else {
            return try visit.redirect(
                to: PlaylistPages.href(id) + "/add",
                notice: Flash(.info, "Select at least one video to add.")
            )
        }
        do {
            let added = try store.add(videos, to: id)
            return try visit.redirect(
                to: PlaylistPages.href(id),
                notice: Flash(
                    added.isEmpty ? .info : .good,
                    "\(Counted.capitalized(added.count, "video", "videos")) added.",
                    undo: PlaylistPages.takeBackHref(added, id)
                )
            )
        } catch PlaylistStore.Refusal.isFull {
            return try visit.redirect(
                to: PlaylistPages.href(id) + "/add",
                notice: Flash(.bad, isFull)
            )
        }
    }
}

/// Where a parent came from to add something to a playlist, and goes back to.
struct PlaylistWayBack: Sendable {
    enum Place: String, Sendable {
        case home, book, watch, catalog
    }

    let place: Place?
    /// The catalog, as it was looked at.
    private let address: CatalogAddress

    init(_ fields: Fields, _ scope: FamilyScope) {
        place = fields.text("from").flatMap(Place.init)
        address = CatalogAddress(carriedBy: fields, path: scope.catalogPath)
    }

    /// Nil: to the playlist itself.
    func href(_ video: WatchedVideo) -> String? {
        switch (place, video.book) {
        case (.home, _): WatchHomePages.path
        case (.watch, _): video.href
        case (.book, let book?): "\(address.path)/books/\(book)"
        case (.catalog, let book?): address.href + "#" + CatalogAddress.anchor(book)
        case (.book, nil), (.catalog, nil), (nil, _): nil
        }
    }

    /// For the hidden fields of the form.
    var carried: [HiddenField] {
        [
            place.map { HiddenField(name: "from", value: $0.rawValue) },
            address.carried.isEmpty ? nil : HiddenField(name: "list", value: address.carried),
        ].compactMap(\.self)
    }
}
