import SQLite

/// A book as the API tells admins of it: as it tells parents, and how far it is.
struct AdminBookAnswer: NamedRecord {
    let summary: BookSummary
    let details: BookDetails
    /// The address of the picture.
    let coverURL: String?
    /// What the book plays, or will.
    let video: VideoAsset.Status?
    let durationSeconds: Int?
    let hasCaptions: Bool
    /// Whether some family may be shown it today.
    let hasRights: Bool

    private var book: Book { summary.book }

    static let schemaName = "AdminBook"
    static let example = AdminBookAnswer(
        summary: BookSummary(
            book: Book(
                id: ID(12),
                title: "Owl at Dusk",
                author: "Mira Sandberg",
                status: .active,
                description: "An owl who is afraid of the dark.",
                ages: AgeRange(minimum: 2, maximum: 5),
                language: "en",
                publisher: PublisherLink(id: ID(1), name: "Alder House"),
                version: 1,
                createdAt: 1_795_248_000,
                updatedAt: 1_795_248_000
            ),
            categories: [
                CategoryLink(
                    id: ID(1),
                    name: "Bedtime Stories",
                    slug: "bedtime-stories",
                    iconName: "moon.stars"
                )
            ]
        ),
        details: BookDetails(
            originalTitle: "Uggla i skymningen",
            illustrator: "Jon Alder",
            series: "The Owls of Alder Wood",
            seriesNumber: 2,
            isbn: try? ISBN("978-0-306-40615-7"),
            year: 2019,
            pageCount: 32,
            tags: ["dusk", "owls"]
        ),
        coverURL: "https://stories.example.org/media/covers/3f2ac81b.jpg",
        video: .ready,
        durationSeconds: 340,
        hasCaptions: true,
        hasRights: true
    )

    static let json: [JSONField<AdminBookAnswer>] = [
        .integer("id", "The book’s id.") { $0.book.id.value },
        .text("title", "The title.") { $0.book.title },
        .text("author", "The author; empty if unknown.") { $0.book.author },
        .text("description", "The description for parents.") { $0.book.description },
        .optionalInteger("age_min", "The youngest age; null: no limit.") { $0.book.ages.minimum },
        .optionalInteger("age_max", "The oldest age; null: no limit.") { $0.book.ages.maximum },
        .optionalText("language", "A language tag, like `en` or `pt-BR`.") { $0.book.language },
        .optionalText("cover_image_url", "The address of its cover.", format: "uri-reference") {
            $0.coverURL
        },
        .optionalRecord("publisher", "Its publisher.") {
            $0.book.publisher.map(BookPublisherAnswer.init)
        },
        .list("categories", "Its categories, in the order of the catalog.") {
            $0.summary.categories.map(BookCategoryAnswer.init)
        },
        .choice("status", "Families only see active books.") { $0.book.status },
        .optionalInteger("duration_seconds", "The length of its video, once it is ready.") {
            $0.durationSeconds
        },
        .bool("has_captions", "Whether its video has captions.") { $0.hasCaptions },
        .bool("rights_available", "Whether it can be shown to any family today.") { $0.hasRights },
        .optionalText(
            "video_status",
            "The status of its video: `waiting`, `preparing`, `ready`, `errored`; null without one."
        ) { $0.video?.rawValue },
        .optionalTime("deleted_at", "When it was moved to the bin; null if it isn’t there.") {
            $0.book.deletedAt
        },
        .time("created_at", "When it was added.") { $0.book.createdAt },
        .time("updated_at", "When it was last changed.") { $0.book.updatedAt },
        .text("original_title", BookDetail.originalTitle.meaning) { $0.details.originalTitle },
        .text("illustrator", BookDetail.illustrator.meaning) { $0.details.illustrator },
        .text("translator", BookDetail.translator.meaning) { $0.details.translator },
        .text("narrator", BookDetail.narrator.meaning) { $0.details.narrator },
        .optionalText("series", "The name of the series that it belongs to.") {
            $0.details.series.isEmpty ? nil : $0.details.series
        },
        .optionalInteger("series_number", BookDetail.seriesNumber.meaning) {
            $0.details.seriesNumber
        },
        .optionalText("isbn", "The ISBN: 13 digits.") { $0.details.isbn?.digits },
        .optionalInteger("year", BookDetail.year.meaning) { $0.details.year },
        .optionalInteger("page_count", BookDetail.pageCount.meaning) { $0.details.pageCount },
        .texts("tags", BookDetail.tags.meaning) { $0.details.tags },
    ]
}

extension Visit {
    /// Books as the API tells admins of them. Whatever a list doesn't know of them is read in one
    /// statement for all.
    func adminAnswers(_ books: [BookSummary]) throws -> [AdminBookAnswer] {
        let ids = books.map(\.book.id)
        let videos = try bookVideos(of: ids)
        let open = try audience().reached(among: ids, in: database)
        let details = try books.isEmpty ? [:] : self.books.details(of: ids)
        return books.map { summary in
            let video = videos[summary.book.id]
            return AdminBookAnswer(
                summary: summary,
                details: details[summary.book.id] ?? BookDetails(),
                coverURL: coverAddress(of: summary.book),
                video: video?.status,
                durationSeconds: video.flatMap { $0.status == .ready ? $0.seconds : nil },
                hasCaptions: video?.hasCaptions ?? false,
                hasRights: open.contains(summary.book.id)
            )
        }
    }

    func adminAnswer(_ book: Book) throws -> AdminBookAnswer {
        let summary = BookSummary(book: book, categories: try books.categories(of: book.id))
        guard let answer = try adminAnswers([summary]).first else { throw Failure.notFound }
        return answer
    }

    /// What these books play, or will.
    private func bookVideos(of books: [ID<Book>]) throws
        -> [ID<Book>: (status: VideoAsset.Status, seconds: Int?, hasCaptions: Bool)]
    {
        guard !books.isEmpty else { return [:] }
        var videos: [ID<Book>: (status: VideoAsset.Status, seconds: Int?, hasCaptions: Bool)] = [:]
        try database.each(
            """
            SELECT book_id, status, duration_seconds, has_captions FROM video_assets
            WHERE is_current = 1 AND book_id IN \(list: books.map(\.value))
            """
        ) { row in
            videos[ID(try row.int(0))] = (
                VideoAsset.Status(rawValue: try row.text(1)) ?? .waiting, try row.intOrNil(2),
                try row.bool(3)
            )
        }
        return videos
    }
}

extension Rights {
    /// Which of these books may be shown.
    func open(among books: [ID<Book>], in database: Database) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT b.id FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND \(sql: condition)
                """
            ) { ID(try $0.int(0)) }
        )
    }
}
