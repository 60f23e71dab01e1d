import HTTP
import Quill

/// The place on a book's page where parents watch the story before they add it, or with a child
/// (`Templates/family/catalog/player.html`); or why they can't.
enum CatalogPlayer: Record {
    case plays(Playback, WatchingWith)
    /// There is no video, or it isn't ready.
    case notYet
    /// It is ready, but has no address: to sign one, a setting is missing, of which the video's own page
    /// tells an admin.
    case notNow
    /// It is in a library, but may not be shown to the family today.
    case closed

    private var film: PlayerView? {
        guard case .plays(let playback, let company) = self else { return nil }
        return PlayerView(playback: playback, startsAt: company.start)
    }

    private var company: WatchingWith? {
        if case .plays(_, let company) = self { company } else { nil }
    }

    private var note: String? {
        switch self {
        case .plays: nil
        case .notYet: "No video yet."
        case .notNow: "This story can’t be played just now. Please try again later."
        case .closed:
            "This story isn’t available now. It stays in the library and can be watched as soon as "
                + "it is available again."
        }
    }

    static let fields: [Field<CatalogPlayer>] = [
        .optionalRecord("film") { $0.film },
        .optionalRecord("company") { $0.company },
        .optionalText("note") { $0.note },
    ]
}

/// With whom a parent watches a story on its page: a child, for whom it counts and whose place in the
/// story it starts at, or nobody.
///
/// An admin who acts for a family chooses nobody: what they look at, no child has watched.
struct WatchingWith: Record {
    /// The children to choose from.
    let children: [Child]
    let child: Child?
    let book: ID<Book>
    /// Whether the child has the story, so that their place in it is kept.
    let isKept: Bool
    /// Where the child left it, if it is to be gone on with.
    let place: Int?
    /// The moment that a shared link leads to, in seconds.
    let moment: Int?
    /// Whether it starts at its beginning all the same.
    let startsOver: Bool
    /// How the child wants the captions of the story's series; nil without a child or a series.
    let captions: CaptionMemory?
    /// Why the child doesn't see it.
    let hiddenText: String?
    /// The page, as the list leads to it.
    let list: CatalogPlace

    /// Where the film starts; nil at its beginning.
    var start: Int? { moment ?? (startsOver ? nil : place) }

    private func href(_ child: ID<Child>?, startsOver: Bool = false) -> String {
        var choice: [(name: String, value: String)] = []
        if let child {
            choice.append((name: "child", value: String(child.value)))
        } else if list.child != nil {
            choice.append((name: "child", value: Self.nobody))
        }
        if startsOver { choice.append((name: "start", value: Self.beginning)) }
        return list.href(book, choice)
    }

    /// What the address says when nobody was chosen, although the list is one for a child.
    private static let nobody = "none"
    /// What the address says of a film that starts over.
    private static let beginning = "beginning"

    private var companions: [Companion] {
        guard !children.isEmpty else { return [] }
        return children.map { child in
            Companion(
                label: child.name,
                avatar: child.avatar,
                href: href(child.id),
                isCurrent: child.id == self.child?.id
            )
        } + [Companion(label: "Nobody", avatar: nil, href: href(nil), isCurrent: child == nil)]
    }

    private var resumption: Resumption? {
        guard let child, let place else { return nil }
        return Resumption(
            seconds: place,
            href: href(child.id),
            beginningHref: href(child.id, startsOver: true)
        )
    }

    /// What is true while no script runs.
    private var note: String {
        if child != nil { return "Without JavaScript, viewing isn’t counted." }
        return children.isEmpty
            ? "Not counted."
            : "Not saved to anyone’s history. Choose a child to save this viewing."
    }

    /// What is true while a script tells the server of it.
    private var countedNote: String {
        guard let child else { return note }
        let owner = Possessive.text(child.name)
        let counted = "This counts as \(owner) watching time"
        return isKept
            ? counted + ", and \(owner) place in the story is saved."
            : counted + ". To save the place, add the story to \(owner) library."
    }

    static let fields: [Field<WatchingWith>] = [
        .list("companions") { $0.companions },
        .optionalText("child_id") { ($0.child?.id).map(String.init(describing:)) },
        .text("book_id") { String($0.book.value) },
        .text("events_href") { _ in WatchingPages.path },
        .optionalText("captions_href") { $0.captions == nil ? nil : SeriesCaptionPages.path },
        .optionalRecord("resumption") { $0.resumption },
        .optionalText("hidden_text") { $0.hiddenText },
        .text("start") { $0.start.map(String.init) ?? "" },
        .text("note") { $0.note },
        .text("counted_note") { $0.countedNote },
        .text("lost_note") { _ in
            "Counting has stopped. Reload the page to count this viewing."
        },
    ]

    /// A child to choose, or nobody.
    struct Companion: Record {
        let label: String
        /// Nil for nobody.
        let avatar: Avatar?
        let href: String
        let isCurrent: Bool

        static let fields: [Field<Companion>] = [
            .text("label") { $0.label },
            .optionalText("avatar") { $0.avatar?.rawValue },
            .text("href") { $0.href },
            .bool("is_current") { $0.isCurrent },
        ]
    }

    /// The two places where a story that was begun may start.
    struct Resumption: Record {
        let seconds: Int
        let href: String
        let beginningHref: String

        static let fields: [Field<Resumption>] = [
            .text("time") { PlayingTime.text($0.seconds) },
            .text("seconds") { String($0.seconds) },
            .text("href") { $0.href },
            .text("beginning_href") { $0.beginningHref },
        ]
    }
}

extension WatchingWith {
    /// Reads who was chosen in the address (`?child=3`), or else in the list that led here. Somebody who
    /// is no child of the family is nobody.
    init(
        _ query: Fields,
        _ scope: FamilyScope,
        _ owners: LibraryOwners,
        _ book: ID<Book>,
        _ categories: [CategoryLink],
        from list: CatalogPlace,
        captions: (ID<Child>) throws -> CaptionMemory?,
        place: (ID<Child>) throws -> Int?
    ) rethrows {
        let children = scope.isOnBehalf ? [] : owners.children
        let chosen = query.text("child")
        let id: ID<Child>? = chosen.map { ID(pathSegment: $0[...]) } ?? list.child
        let child = children.first { $0.id == id }
        self.init(
            children: children,
            child: child,
            book: book,
            isKept: child.map { owners.has($0, book) } ?? false,
            place: try child.flatMap { try place($0.id) },
            moment: query.moment,
            startsOver: query.text("start") == Self.beginning,
            captions: try child.flatMap { try captions($0.id) },
            hiddenText: child?.hiddenText(categories),
            list: list
        )
    }
}

extension Visit {
    /// The player for a family, whoever looks: an admin sees here what the parents see.
    func player(
        of video: VideoAsset?,
        _ book: ID<Book>,
        on shelf: FamilyShelf,
        with company: WatchingWith
    ) throws -> CatalogPlayer {
        guard try shelf.mayWatch(book) else { return .closed }
        guard let video, video.status == .ready else { return .notYet }
        let playback = try playback(
            of: video,
            videos.captions(of: video.id),
            for: .family(shelf),
            hasFrames: false
        )
        guard let playback else { return .notNow }
        switch company.captions?.choice {
        case .off?: return .plays(playback.withoutDefaultTrack, company)
        case let choice: return .plays(playback.beginning(with: choice), company)
        }
    }
}
