import Quill

/// A book of the catalog.
struct CatalogBookPage: PageWithCovers, PageWithVideo {
    static let template = "catalog/book.html"

    let summary: BookSummary
    let allCategories: [Category]
    /// What the book plays, or will.
    let video: VideoAsset?
    let player: CatalogPlayer
    let owners: LibraryOwners
    let scope: FamilyScope
    /// The list that it was reached from.
    let address: CatalogAddress

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
        .list("targets") { $0.owners.targets(of: $0.summary) },
        .text("children_path") { $0.scope.childrenPath },
    ]
}

/// The place on a book's page where parents watch the story before they add it
/// (`Templates/catalog/player.html`); or why they can't.
enum CatalogPlayer: Record {
    case plays(Playback)
    /// There is no video, or it is not ready.
    case notYet
    /// It is ready, but has no address: to sign one, a setting is missing, of which the video's own page
    /// tells an admin.
    case notNow
    /// It is in a library, but may not be shown to the family today.
    case closed

    private var film: PlayerView? {
        if case .plays(let playback) = self { PlayerView(playback: playback) } else { nil }
    }

    private var note: String? {
        switch self {
        case .plays: nil
        case .notYet: "This story is not yet playable."
        case .notNow: "This story can’t be played just now. Please try again later."
        case .closed:
            "This story is not available now. It stays in the library, and can be watched as soon as "
                + "it is again."
        }
    }

    static let fields: [Field<CatalogPlayer>] = [
        .optionalRecord("film") { $0.film },
        .optionalText("note") { $0.note },
    ]
}

extension Visit {
    /// The player for a family, whoever looks: an admin sees here what the parents see.
    func player(of video: VideoAsset?, _ book: ID<Book>, on shelf: FamilyShelf) throws
        -> CatalogPlayer
    {
        guard try shelf.mayWatch(book) else { return .closed }
        guard let video, video.status == .ready else { return .notYet }
        let playback = try playback(
            of: video,
            videos.captions(of: video.id),
            for: .family(shelf),
            hasFrames: false
        )
        return playback.map(CatalogPlayer.plays) ?? .notNow
    }
}
