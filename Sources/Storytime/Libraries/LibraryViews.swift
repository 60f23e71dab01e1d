import Quill

/// A book of a library as its grid shows it.
struct LibraryCard: Record {
    let shelved: ShelvedBook
    let child: Child
    let scope: FamilyScope
    let address: LibraryAddress

    private var book: Book { shelved.summary.book }
    private var path: String { "\(address.path)/\(book.id)" }

    /// How long it is; or why it can't be watched.
    private var badge: (text: String, kind: String)? {
        if hiddenText != nil { return ("Hidden", "busy") }
        guard shelved.isOpen else { return ("Not available now", "busy") }
        guard let video = shelved.video, video.isReady else { return ("No film yet", "busy") }
        return video.seconds.map { (DurationText.short($0), "quiet") }
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
            title: book.title,
            author: book.author,
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
        .text("remove_href") { $0.path + "/remove" },
        .text("hide_href") { $0.path + "/hide" },
        .text("forget_href") { $0.path + "/forget" },
    ]
}

/// A child's library.
struct LibraryPage: PageWithCovers {
    static let template = "libraries/show.html"

    let child: Child
    let scope: FamilyScope
    let address: LibraryAddress
    let continued: [LibraryCard]
    let rows: [LibraryCard]
    let changes: [RecentLibraryChangeRow]
    /// How many of all its books the child doesn't see.
    let hiddenCount: Int
    let pagination: PaginationView

    private var sorts: [ChipLink] {
        LibrarySort.allCases.map {
            ChipLink(label: $0.label, href: address.href($0), isCurrent: $0 == address.sort)
        }
    }

    static let fields: [Field<LibraryPage>] = [
        .text("library_name") { Possessive.text($0.child.name) + " Library" },
        .text("avatar") { $0.child.avatar.rawValue },
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.scope.childrenHref },
        .text("catalog_href") { $0.scope.catalogPath },
        .int("total") { $0.pagination.total },
        .int("hidden_count") { $0.hiddenCount },
        .text("child_name") { $0.child.name },
        .text("edit_href") { "\($0.scope.childrenPath)/\($0.child.id)/edit" },
        .list("sorts") { $0.sorts },
        .text("list") { $0.address.carried },
        .list("continued") { $0.continued },
        .list("rows") { $0.rows },
        .list("changes") { $0.changes },
        .record("pagination") { $0.pagination },
    ]
}

/// One choice of several, as a chip that leads to it.
struct ChipLink: Record {
    let label: String
    let href: String
    let isCurrent: Bool
    var icon: String?
    /// Whether choosing it again takes it off.
    var isRemovable = false

    static let fields: [Field<ChipLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("is_current") { $0.isCurrent },
        .optionalText("icon") { $0.icon },
        .bool("is_removable") { $0.isRemovable },
    ]
}
