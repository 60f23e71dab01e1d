/// A book in the API's answers to families.
struct CatalogBookAnswer: NamedRecord {
    let summary: BookSummary
    /// Its video, ready or not.
    let video: StoryVideo?
    /// Whether the family may watch it today.
    let hasRights: Bool
    /// The whole address of its cover.
    let coverAddress: String?

    static let schemaName = "Book"
    static let example = CatalogBookAnswer(
        summary: BookSummary(
            book: Book(
                id: ID(1),
                title: "Goodnight, Lantern",
                author: "Mara Lindqvist",
                status: .active,
                description: "A lantern that is afraid of the dark.",
                ages: AgeRange(minimum: 2, maximum: 5),
                language: "en",
                publisher: PublisherLink(id: ID(1), name: "Alder House"),
                version: 1,
                createdAt: 1_795_248_000,
                updatedAt: 1_795_248_000
            ),
            categories: [BookCategoryAnswer.example.link]
        ),
        video: StoryVideo(isReady: true, seconds: 340, hasCaptions: true),
        hasRights: true,
        coverAddress: "https://stories.example.org/media/covers/"
            + "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567-480.webp"
    )

    private var book: Book { summary.book }

    /// How long the video is, if there is one to play.
    var seconds: Int? { video.flatMap { $0.isReady ? $0.seconds : nil } }

    static let json: [JSONField<CatalogBookAnswer>] = [
        .integer("id", "The book’s id.") { $0.book.id.value },
        .text("title", "The title.") { $0.book.title },
        .text("author", "The author; empty if unknown.") { $0.book.author },
        .text("description", "The description; empty if there is none.") { $0.book.description },
        .optionalInteger("age_min", "The youngest age; null: no limit.") { $0.book.ages.minimum },
        .optionalInteger("age_max", "The oldest age; null: no limit.") { $0.book.ages.maximum },
        .optionalText("language", "Its language, as a tag (BCP 47).") { $0.book.language },
        .optionalText(
            "cover_image_url",
            "The cover’s address; null if there is none. Covers on this server need the same token.",
            format: "uri-reference"
        ) { $0.coverAddress },
        .optionalRecord("publisher", "Who published it.") {
            $0.book.publisher.map(BookPublisherAnswer.init)
        },
        .list("categories", "Its categories.") {
            $0.summary.categories.map(BookCategoryAnswer.init)
        },
        .choice("status", "`active`; otherwise only a library of the family still has it.") {
            $0.book.status
        },
        .optionalInteger("duration_seconds", "The length of the video; null until it is ready.") {
            $0.seconds
        },
        .bool("has_captions", "Whether the video has captions.") {
            $0.video?.hasCaptions ?? false
        },
        .bool("rights_available", "Whether there are rights to show it today.") {
            $0.hasRights
        },
    ]
}

/// A category as everybody sees it.
struct CatalogCategoryAnswer: NamedRecord {
    let category: Category

    static let schemaName = "Category"
    static let example = CatalogCategoryAnswer(
        category: Category(
            id: ID(1),
            name: "Bedtime Stories",
            slug: "bedtime-stories",
            displayOrder: 1,
            iconName: "moon.stars",
            bookCount: 0,
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        )
    )

    static let json: [JSONField<CatalogCategoryAnswer>] = [
        .integer("id", "The category’s id.") { $0.category.id.value },
        .text("name", "Its name.") { $0.category.name },
        .text("slug", "Its slug in addresses.") { $0.category.slug },
        .optionalText("icon_name", "The name of its icon.") { $0.category.iconName },
    ]
}

extension Visit {
    /// Books in the API's answers to families: one statement per kind of record, however many books
    /// there are.
    func catalogAnswers(_ books: [BookSummary], on shelf: FamilyShelf) throws
        -> [CatalogBookAnswer]
    {
        let videos = try shelf.videos(of: books.map(\.book.id))
        return try catalogAnswers(books, videos, on: shelf)
    }

    /// The same, where their videos are known.
    func catalogAnswers(
        _ books: [BookSummary],
        _ videos: [ID<Book>: StoryVideo],
        on shelf: FamilyShelf
    ) throws -> [CatalogBookAnswer] {
        let open = try shelf.rights.open(among: books.map(\.book.id), in: database)
        return books.map { summary in
            CatalogBookAnswer(
                summary: summary,
                video: videos[summary.book.id],
                hasRights: open.contains(summary.book.id),
                coverAddress: coverAddress(of: summary.book)
            )
        }
    }

    /// The absolute address of a cover in its largest prepared size.
    func coverAddress(of book: Book) -> String? {
        switch book.cover {
        case .file(let key, _, _, let isSized):
            CoverName(key: key).map { absolute((isSized ? $0.sized(.large) : $0).href) }
        case .address(let text): text
        case nil: nil
        }
    }
}
