import Quill

/// A book of the catalog.
struct CatalogBookPage: PageWithCovers, PageWithVideo {
    static let template = "family/catalog/book.html"

    let summary: BookSummary
    let allCategories: [Category]
    /// What the book plays, or will.
    let video: VideoAsset?
    let player: CatalogPlayer
    let owners: LibraryOwners
    /// The children who have packed it for a journey; nil if it can't be kept.
    let packers: Set<ID<Child>>?
    let scope: FamilyScope
    /// The list that it was reached from.
    let address: CatalogAddress
    /// Whether the parent has playlists turned on.
    let hasPlaylists: Bool

    private var book: Book { summary.book }

    private var pills: [ChipLink] {
        summary.categories.map { link in
            let slug = allCategories.first { $0.id == link.id }?.slug ?? ""
            let catalog = CatalogAddress(path: scope.catalogPath)
            return ChipLink(
                label: link.name,
                href: catalog.href { $0.category = slug },
                isCurrent: false,
                icon: link.iconName
            )
        }
    }

    /// Where parents read it along; an admin who acts for them watches with nobody.
    private var readingHref: String? {
        guard case .plays(_, let company) = player, !scope.isOnBehalf else { return nil }
        return ReadingPages.href(book.id) + (company.child.map { "?child=\($0.id)" } ?? "")
    }

    private var seconds: Int? { video.flatMap { $0.status == .ready ? $0.durationSeconds : nil } }

    static let fields: [Field<CatalogBookPage>] = [
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.address.href + "#" + CatalogAddress.anchor($0.book.id) },
        .text("list") { $0.address.carried },
        .text("id") { String($0.book.id.value) },
        .text("title") { $0.book.title },
        .text("author") { $0.book.author },
        .optionalText("publisher") { $0.book.publisher?.name },
        .optionalText("ages") { $0.book.ages.text },
        .optionalText("duration") { $0.seconds.map(DurationText.short) },
        .optionalText("duration_spoken") { $0.seconds.map(DurationText.spoken) },
        .optionalText("language") { $0.book.language.map { LanguageTag.name(of: $0) ?? $0 } },
        .bool("has_captions") { $0.video?.hasCaptions ?? false },
        .text("description") { $0.book.description },
        .int("palette") { $0.book.palette },
        .optionalText("icon") { $0.summary.icon },
        .optionalRecord("picture") { CoverPicture($0.book.cover) },
        .list("categories") { $0.pills },
        .record("player") { $0.player },
        .optionalText("reading_href") { $0.readingHref },
        .optionalText("playlist_href") { page in
            page.scope.isOnBehalf || !page.hasPlaylists
                ? nil : PlaylistAddPages.href(.book(page.book.id), from: .book)
        },
        .text("share_href") { "\($0.scope.catalogPath)/books/\($0.book.id)" },
        .list("targets") { $0.owners.targets(of: $0.summary, packers: $0.packers) },
        // Only said of what can be watched: of everything else there is nothing to keep anyway.
        .bool("is_only_elsewhere") { $0.packers == nil && $0.video?.status == .ready },
        .text("children_path") { $0.scope.childrenPath },
    ]
}
