import HTTP
import Quill

/// A playlist among those of a parent.
struct PlaylistRow: Record {
    let playlist: Playlist
    let count: Int
    let children: [String]
    let user: ID<User>

    static let fields: [Field<PlaylistRow>] = [
        .text("name") { $0.playlist.name },
        .text("href") { PlaylistPages.href($0.playlist.id) },
        .text("count") { Counted.capitalized($0.count, "video", "videos") },
        .optionalText("sharing") { PlaylistRow.sharing($0.playlist, $0.user) },
        .optionalText("children") { $0.children.isEmpty ? nil : Counted.list($0.children) },
    ]

    /// With whom it is shared, and whose it is if it isn't the reader's.
    static func sharing(_ playlist: Playlist, _ user: ID<User>) -> String? {
        guard playlist.isShared else { return nil }
        guard let name = playlist.ownerName, playlist.owner != user else {
            return "Shared with your family"
        }
        return "Shared by \(name)"
    }
}

/// The playlists of a parent.
struct PlaylistIndexPage: Page {
    static let template = "family/playlists/index.html"

    let head: ReadingHead
    let playlists: [Playlist]
    let counts: [ID<Playlist>: Int]
    let pagination: Pagination
    let children: [Child]
    let user: ID<User>

    static let fields: [Field<PlaylistIndexPage>] = [
        .record("head") { $0.head },
        .text("new_href") { _ in PlaylistPages.path + "/new" },
        .record("pagination") { $0.pagination.view(path: PlaylistPages.path) },
        .list("playlists") { page in
            page.playlists.map { playlist in
                PlaylistRow(
                    playlist: playlist,
                    count: page.counts[playlist.id] ?? 0,
                    children: page.children.filter { playlist.children.contains($0.id) }
                        .map(\.name),
                    user: page.user
                )
            }
        },
    ]
}

/// A video in a playlist, with what changes its place.
struct PlaylistItemRow: Record {
    let item: PlaylistItem
    let playlist: ID<Playlist>
    /// From 0, over all pages.
    let place: Int
    let total: Int
    let moved: MovedItem?

    private var isFirst: Bool { place == 0 }
    private var isLast: Bool { place == total - 1 }
    private var path: String { "\(PlaylistPages.href(playlist))/items/\(item.id)" }

    /// At an end of the list the button that was used is gone, so the other one takes the focus.
    private var focusesUp: Bool? {
        guard let moved, moved.id == item.id, let isUp = moved.isUp else { return nil }
        return isUp ? !isFirst : isLast
    }

    static let fields: [Field<PlaylistItemRow>] = [
        .text("id") { "\($0.item.id)" },
        .record("card") { WatchedCardView(card: $0.item.card, playlist: $0.playlist) },
        .text("move_href") { $0.path + "/move" },
        .text("remove_href") { $0.path + "/remove" },
        .bool("is_first") { $0.isFirst },
        .bool("is_last") { $0.isLast },
        .bool("focus_up") { $0.focusesUp == true },
        .bool("focus_down") { $0.focusesUp == false },
    ]
}

/// What a child has of a playlist.
struct PlaylistShelfRow: Record {
    let shelf: PlaylistShelf
    let playlist: ID<Playlist>

    private var text: String {
        let name = shelf.child.name
        guard shelf.shown > 0 else { return "\(name) sees none of these yet" }
        return "\(name) sees \(Counted.number(shelf.shown)) of these stories"
    }

    static let fields: [Field<PlaylistShelfRow>] = [
        .text("text") { $0.text },
        .text("avatar") { $0.shelf.child.avatar.rawValue },
        .text("library_name") { Possessive.text($0.shelf.child.name) + " library" },
        .int("missing") { $0.shelf.missing.count },
        .text("fill_href") {
            "\(PlaylistPages.href($0.playlist))/children/\($0.shelf.child.id)"
        },
    ]
}

/// A playlist with its videos.
struct PlaylistShowPage: PageWithCovers {
    static let template = "family/playlists/show.html"

    let playlist: Playlist
    let user: ID<User>
    let items: [PlaylistItem]
    /// Of all that it has, how many can be watched now.
    let watchableCount: Int
    let pagination: Pagination
    let moved: MovedItem?
    let shelves: [PlaylistShelf]

    private var href: String { PlaylistPages.href(playlist.id) }

    private var amount: String {
        let all = Counted.capitalized(pagination.total, "video", "videos")
        let missing = pagination.total - watchableCount
        guard missing > 0 else { return all }
        guard watchableCount > 0 else { return all + " that can’t be watched now" }
        return "\(all), \(Counted.number(missing)) can’t be watched now"
    }

    private var lede: String {
        let first = amount
        return PlaylistRow.sharing(playlist, user).map { "\(first). \($0)." } ?? "\(first)."
    }

    static let fields: [Field<PlaylistShowPage>] = [
        .text("title") { $0.playlist.name },
        .text("back_href") { _ in PlaylistPages.path },
        .text("href") { $0.href },
        .text("lede") { $0.lede },
        .optionalText("play_href") { page in
            page.items.first { $0.card.isOpen }?.video.href(in: page.playlist.id)
        },
        .list("items") { page in
            page.items.enumerated().map { index, item in
                PlaylistItemRow(
                    item: item,
                    playlist: page.playlist.id,
                    place: page.pagination.offset + index,
                    total: page.pagination.total,
                    moved: page.moved
                )
            }
        },
        .list("shelves") { page in
            page.shelves.map { PlaylistShelfRow(shelf: $0, playlist: page.playlist.id) }
        },
        .record("pagination") { $0.pagination.view(path: $0.href) },
    ]
}

/// The form of a new playlist.
struct PlaylistNewPage: Page {
    static let template = "family/playlists/new.html"

    let form: PlaylistForm
    private let token: FormToken

    init(form: PlaylistForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<PlaylistNewPage>] = [
        .text("path") { _ in PlaylistPages.path },
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
    ]
}

/// The form of a playlist that is there already.
struct PlaylistEditPage: Page {
    static let template = "family/playlists/edit.html"

    let playlist: Playlist
    var form: PlaylistForm
    let version: VersionField
    /// Why it stays shared.
    var sharingError: String?
    var conflict: Conflict?

    static let fields: [Field<PlaylistEditPage>] = [
        .text("name") { $0.playlist.name },
        .text("href") { PlaylistPages.href($0.playlist.id) },
        .record("form") { $0.form },
        .text("version") { $0.version.shown },
        .list("errors") { page in
            page.version.errors + page.form.errors
                + (page.sharingError.map { [FormError(href: "#field-is-shared", message: $0)] }
                    ?? [])
        },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// A playlist to which something may be added.
struct PlaylistChoice: Record {
    let playlist: Playlist
    let count: Int
    let isChosen: Bool

    static let fields: [Field<PlaylistChoice>] = [
        .text("id") { "\($0.playlist.id)" },
        .text("name") { $0.playlist.name },
        .text("count") { Counted.text($0.count, "video", "videos") },
        .bool("is_chosen") { $0.isChosen },
    ]
}

/// The question to which playlist a video, or some, are added.
struct PlaylistAddPage: PageWithCovers {
    static let template = "family/playlists/add.html"
    private static let nameSpec = FieldSpec(
        name: "name",
        label: "Playlist name",
        maximumLength: 60,
        autocomplete: "off"
    )

    let cards: [WatchedCard]
    let playlists: [Playlist]
    let counts: [ID<Playlist>: Int]
    let back: PlaylistWayBack
    /// The playlist that was chosen; nil for a new one.
    private(set) var chosen: ID<Playlist>?
    var name = FormField(nameSpec)
    var error: String?
    private let token: FormToken

    init(
        cards: [WatchedCard],
        playlists: [Playlist],
        counts: [ID<Playlist>: Int],
        back: PlaylistWayBack
    ) throws {
        self.cards = cards
        self.playlists = playlists
        self.counts = counts
        self.back = back
        chosen = playlists.first?.id
        token = try FormToken()
    }

    mutating func read(_ fields: Fields) {
        switch fields.text("playlist") {
        case "new", nil: chosen = nil
        case let text?:
            chosen = ID(pathSegment: text[...])
            if chosen == nil || !playlists.contains(where: { $0.id == chosen }) {
                chosen = nil
                error = "This playlist is gone. Choose another one."
            }
        }
        // The field beside “New playlist” only counts if that is chosen.
        if chosen == nil { name = FormField(Self.nameSpec, fields) }
    }

    var isValid: Bool { error == nil && (chosen != nil || name.value != nil) }

    private var errors: [FormError] {
        if let error { return [FormError(href: "#playlist", message: error)] }
        return [name].errors
    }

    static let fields: [Field<PlaylistAddPage>] = [
        .text("action") { _ in PlaylistAddPages.path },
        .text("form_token") { $0.token.text },
        .list("cards") { $0.cards.map { WatchedCardView(card: $0) } },
        .list("carried") { page in
            page.back.carried
                + page.cards.map { HiddenField(name: "video", value: "\($0.video)") }
        },
        .list("playlists") { page in
            page.playlists.map {
                PlaylistChoice(
                    playlist: $0,
                    count: page.counts[$0.id] ?? 0,
                    isChosen: $0.id == page.chosen
                )
            }
        },
        .bool("is_new") { $0.chosen == nil },
        .record("name") { $0.name },
        .optionalText("error") { $0.error },
        .list("errors") { $0.errors },
        .text("back_href") { $0.back.href($0.cards[0].video) ?? PlaylistPages.path },
    ]
}

/// A video that can be checked, to be added to a playlist.
struct PlaylistCandidate: Record {
    let card: WatchedCard
    let isHeld: Bool
    let isChecked: Bool

    static let fields: [Field<PlaylistCandidate>] = [
        .record("card") { WatchedCardView(card: $0.card) },
        .bool("is_held") { $0.isHeld },
        .bool("is_checked") { $0.isChecked },
    ]
}

/// What can be added to a playlist, many at once: what was opened lately, or the catalog.
struct PlaylistChoosePage: PageWithCovers {
    static let template = "family/playlists/choose.html"

    let playlist: Playlist
    let isCatalog: Bool
    let words: String
    let cards: [WatchedCard]
    let held: Set<WatchedVideo>
    /// What was checked so far, also in other lists.
    let checked: [WatchedVideo]
    let pagination: Pagination

    private var href: String { PlaylistPages.href(playlist.id) }

    private var elsewhere: [HiddenField] {
        let shown = Set(cards.map(\.video))
        return checked.filter { !shown.contains($0) && !held.contains($0) }
            .map { HiddenField(name: "video", value: "\($0)") }
    }

    static let fields: [Field<PlaylistChoosePage>] = [
        .text("name") { $0.playlist.name },
        .text("href") { $0.href },
        .text("path") { $0.href + "/add" },
        .text("action") { $0.href + "/items" },
        .bool("is_catalog") { $0.isCatalog },
        .text("words") { $0.words },
        .list("candidates") { page in
            page.cards.map {
                PlaylistCandidate(
                    card: $0,
                    isHeld: page.held.contains($0.video),
                    isChecked: page.checked.contains($0.video)
                )
            }
        },
        .bool("has_free") { page in page.cards.contains { !page.held.contains($0.video) } },
        .list("elsewhere") { $0.elsewhere },
        .int("elsewhere_count") { $0.elsewhere.count },
        .bool("has_pages") { $0.pagination.pageCount > 1 },
        .text("summary") { $0.pagination.summary },
        .optionalText("previous_page") { page in
            page.pagination.page > 1 ? String(page.pagination.page - 1) : nil
        },
        .optionalText("next_page") { page in
            page.pagination.page < page.pagination.pageCount
                ? String(page.pagination.page + 1) : nil
        },
    ]
}
