import Quill

/// A book of a library as its grid shows it, or a series with the story to watch next.
struct LibraryCard: Record {
    let cover: ShelfCover
    let child: Child
    let scope: FamilyScope
    let address: LibraryAddress
    /// Whether devices keep it for a journey; nil if they can't.
    var isPacked: Bool?

    private var shelved: ShelvedBook { cover.shelved }
    private var book: Book { shelved.summary.book }
    private var path: String { "\(address.path)/\(book.id)" }

    /// How long it is; or why it can't be watched.
    private var badge: (text: String, kind: String)? {
        if let series = cover.series {
            return ("\(series.watchedCount) of \(series.count) watched", "quiet")
        }
        if hiddenText != nil { return ("Hidden", "busy") }
        guard shelved.isOpen else { return ("Not available now", "busy") }
        if let lack = StoryVideo.lack(of: shelved.video) { return (lack, "busy") }
        return (shelved.video?.seconds).map { (DurationText.short($0), "quiet") }
    }

    /// "Next: E5, The Owl’s Lantern"
    private var nextText: String? {
        cover.series.map { series in
            "Next: " + (series.next.map { "\($0.shelfText), " } ?? "") + book.title
        }
    }

    /// Where all stories of the series are.
    private var seriesHref: String? {
        cover.series.map { series in
            address.href {
                $0.filter = LibraryFilter()
                $0.filter.series = series.id
            }
        }
    }

    /// That the child doesn't see it, and why.
    private var hiddenText: String? { child.hiddenText(shelved.summary.categories) }

    private var progress: Progress? {
        guard shelved.isOpen, let place = shelved.place, let seconds = shelved.video?.seconds else {
            return nil
        }
        return Progress(
            label: "Watched",
            value: place,
            maximum: seconds,
            text: "\(DurationText.short(place)) of \(DurationText.short(seconds))"
        )
    }

    private var story: StoryCard {
        StoryCard(
            title: cover.series?.name ?? book.title,
            author: nextText ?? book.author,
            href: scope.storyHref(book.id, with: child.id),
            palette: book.palette,
            icon: shelved.summary.icon,
            picture: CoverPicture(book.cover),
            badge: badge?.text,
            badgeKind: badge?.kind ?? "quiet",
            progress: progress
        )
    }

    static let fields: [Field<LibraryCard>] = [
        .record("story") { $0.story },
        .optionalText("hidden_text") { $0.hiddenText },
        .optionalText("series_href") { $0.seriesHref },
        .text("series_text") { card in
            card.cover.series.map { "All \(Counted.text($0.count, "story", "stories"))" } ?? ""
        },
        .bool("has_place") { $0.shelved.item.position != nil },
        .text("remove_href") { $0.path + "/remove" },
        .text("hide_href") { $0.path + "/hide" },
        .text("forget_href") { $0.path + "/forget" },
        .bool("is_packed") { $0.isPacked == true },
        .optionalText("pack_href") { card in
            card.isPacked.map { card.path + ($0 ? "/unpack" : "/pack") }
        },
    ]
}

/// A child's library.
struct LibraryPage: PageWithCovers {
    static let template = "family/libraries/show.html"

    let child: Child
    let scope: FamilyScope
    let address: LibraryAddress
    let continued: [LibraryCard]
    let rows: [LibraryCard]
    /// How many stories these covers are, on all pages.
    let storyCount: Int
    /// The name of the series of which only the stories are shown.
    let seriesName: String?
    let journey: JourneyPanel
    let changes: [RecentLibraryChangeRow]
    /// How many of all its books the child doesn't see; 0 where only some of them are shown.
    let hiddenCount: Int
    let pagination: PaginationView

    /// A few stories are seen at once: there is nothing to look for.
    private static let seenAtOnce = 6
    private var isSearched: Bool {
        address.isFiltered || storyCount > Self.seenAtOnce
    }

    private var sorts: [ChipLink] {
        LibrarySort.allCases.map { sort in
            ChipLink(
                label: sort.label,
                href: address.href { $0.sort = sort },
                isCurrent: sort == address.sort
            )
        }
    }

    private var filters: [ChipLink] {
        (seriesName.map { [chip($0, true) { $0.filter.series = nil }] } ?? []) + [
            chip("With a video", address.filter.hasFilm) { $0.filter.hasFilm.toggle() },
            chip("Not watched yet", address.filter.isUnwatched) { $0.filter.isUnwatched.toggle() },
        ]
    }

    /// One that is chosen is taken off by choosing it again.
    private func chip(
        _ label: String,
        _ isCurrent: Bool,
        _ change: (inout LibraryAddress) -> Void
    ) -> ChipLink {
        ChipLink(
            label: label,
            href: address.href(change),
            isCurrent: isCurrent,
            isRemovable: isCurrent
        )
    }

    static let fields: [Field<LibraryPage>] = [
        .text("library_name") { Possessive.text($0.child.name) + " Library" },
        .text("avatar") { $0.child.avatar.rawValue },
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.scope.childrenHref },
        .text("catalog_href") { $0.scope.catalogPath },
        .int("total") { $0.storyCount },
        .int("hidden_count") { $0.hiddenCount },
        .text("child_name") { $0.child.name },
        .optionalText("kids_href") { page in
            page.scope.isOnBehalf ? nil : "\(page.scope.childrenPath)/\(page.child.id)/kids"
        },
        .text("edit_href") { "\($0.scope.childrenPath)/\($0.child.id)/edit" },
        .bool("is_searched") { $0.isSearched },
        .bool("is_filtered") { $0.address.isFiltered },
        .text("path") { $0.address.path },
        .text("words") { $0.address.filter.words },
        .text("clear_href") { $0.address.href { $0.filter.words = "" } },
        .list("carried") {
            $0.address.query.filter { $0.name != "q" }
                .map { HiddenField(name: $0.name, value: $0.value) }
        },
        .list("filters") { $0.filters },
        .list("sorts") { $0.sorts },
        .text("list") { $0.address.carried },
        .list("continued") { $0.continued },
        .list("rows") { $0.rows },
        .record("journey") { $0.journey },
        .list("changes") { $0.changes },
        .record("pagination") { $0.pagination },
    ]
}

extension EpisodePlace {
    /// As a shelf says it: "E5", "S2 E5", "Special 5".
    fileprivate var shelfText: String {
        switch season {
        case 0: "Special \(episode)"
        case 1: "E\(episode)"
        default: description
        }
    }
}
