import Quill

/// What families see: stories of the catalog, what a child goes on with, faces.
struct FamilySamples: Record {
    private static let ages =
        [ChipLink(label: AgeBand.allLabel, href: "#stories", isCurrent: false)]
        + AgeBand.allCases.map {
            ChipLink(
                label: $0.rawValue,
                href: "#stories",
                isCurrent: $0 == .preschool,
                isRemovable: $0 == .preschool
            )
        }

    private static let libraries = [
        TargetLibrary(ID(1), "James", .fox, StyleguidePages.path),
        TargetLibrary(ID(2), "ليلى", .owl, StyleguidePages.path),
    ]

    private static let place = CatalogPlace(CatalogAddress(path: StyleguidePages.path))

    private static func row(
        _ id: Int,
        _ title: String,
        _ author: String,
        _ video: StoryVideo?,
        addedFor added: [Bool],
        hidden: String? = nil
    ) -> CatalogRow {
        let book = Book(
            id: ID(id),
            title: title,
            author: author,
            status: .active,
            description: "",
            ages: AgeRange(minimum: 3, maximum: 6),
            version: 1,
            createdAt: 0,
            updatedAt: 0
        )
        let targets = zip(libraries, added).map {
            AddTarget(library: $0, isAdded: $1, hiddenText: hidden, book: book.id)
        }
        return CatalogRow(BookSummary(book: book, categories: []), video, targets, place)
    }

    private static let rows = [
        row(
            11,
            "The Lantern Fox",
            "Mira Holm",
            StoryVideo(isReady: true, seconds: 330, hasCaptions: true),
            addedFor: [false]
        ),
        row(
            12,
            "Twelve Boats",
            "Ines Prado",
            StoryVideo(isReady: true, seconds: 754, hasCaptions: false),
            addedFor: [true, false]
        ),
        row(
            13,
            "ألف ليلة وليلة",
            "ليلى حداد",
            nil,
            addedFor: [false],
            hidden: "Hidden from James (Fairy Tales)"
        ),
        row(
            14,
            "What the Lighthouse Keeper’s Cat Saw on the Longest Night of the Year",
            "Josephine Adler-Whittington",
            StoryVideo(isReady: true, seconds: 60, hasCaptions: false),
            addedFor: [true, true]
        ),
    ]

    private static func story(_ title: String, _ palette: Int, _ minutes: Int) -> StoryCard {
        StoryCard(
            title: title,
            author: "Mira Holm",
            href: "#stories",
            palette: palette,
            badge: "12 min",
            progress: Progress(
                label: "Watched",
                value: minutes,
                maximum: 12,
                text: "\(minutes) of 12 minutes"
            )
        )
    }

    private static let continued = [story("The Lantern Fox", 5, 3), story("The Red Kite", 3, 11)]

    static let fields: [Field<FamilySamples>] = [
        .list("ages") { _ in ages },
        .list("rows") { _ in rows },
        .list("continued") { _ in continued },
        .list("avatars") { _ in Avatar.allCases.map(AvatarSample.init) },
    ]
}

/// A face, with its name.
struct AvatarSample: Record {
    let avatar: Avatar

    static let fields: [Field<AvatarSample>] = [
        .text("name") { $0.avatar.rawValue },
        .text("label") { $0.avatar.label },
    ]
}
