/// A child's viewing report, in the API.
struct UsageReportAnswer: NamedRecord {
    let child: ID<Child>
    let least: Int
    let grouping: ReportGrouping
    let sum: UsageSumAnswer
    let shortPlays: Int
    let before: UsageSumAnswer
    let parts: [UsagePartAnswer]
    let books: [UsageBookAnswer]
    let series: [UsageSeriesAnswer]

    static let schemaName = "UsageReport"
    static let example = UsageReportAnswer(
        child: ID(1),
        least: ReportForm.usualLeast,
        grouping: .day,
        sum: .example,
        shortPlays: 0,
        before: .example,
        parts: [.example],
        books: [.example],
        series: [.example]
    )

    static let json: [JSONField<UsageReportAnswer>] =
        [.integer("child_id", "The id of the child who watched.") { $0.child.value }]
        + JSONField.members { $0.sum }
        + [
            .record("before", "The same for the days before, to compare with.") { $0.before },
            .choice("group", "The length of the periods.") { $0.grouping },
            .integer("least", "Plays shorter than this, in seconds, are left out.") { $0.least },
            .integer("short_plays", "How many plays on these days are left out because of that.") {
                $0.shortPlays
            },
            .list("periods", "The periods in order, including those without plays.") {
                $0.parts
            },
            .list("top_books", "The most watched books, at most ten.") { $0.books },
            .list(
                "top_series",
                "The most watched series, at most ten. Books without a series are in none."
            ) { $0.series },
        ]
}

/// What was watched on some days.
struct UsageSumAnswer: NamedRecord {
    let days: ReportDays
    let sum: UsageSum

    static let schemaName = "UsageSum"
    static let example = UsageSumAnswer(
        days: .example,
        sum: UsageSum(figures: .example, bookCount: 1)
    )

    static let json: [JSONField<UsageSumAnswer>] =
        JSONField.members { $0.days } + JSONField.members { $0.sum.figures } + [
            .integer("books", "The number of different books watched.") { $0.sum.bookCount }
        ]
}

/// What was watched in one part of the days.
struct UsagePartAnswer: NamedRecord {
    let days: ReportDays
    let figures: UsageFigures

    static let schemaName = "UsagePeriod"
    static let example = UsagePartAnswer(days: .example, figures: .example)

    static let json: [JSONField<UsagePartAnswer>] =
        JSONField.members { $0.days } + JSONField.members { $0.figures }
}

/// How long a book was watched.
struct UsageBookAnswer: NamedRecord {
    let id: ID<Book>
    let title: String?
    let figures: UsageFigures

    static let schemaName = "UsageBook"
    static let example = UsageBookAnswer(
        id: ID(1),
        title: "Goodnight, Lantern",
        figures: .example
    )

    static let json: [JSONField<UsageBookAnswer>] =
        [
            .integer("book_id", "The book’s id.") { $0.id.value },
            .optionalText("title", "Its title; null if the book was deleted.") { $0.title },
        ] + JSONField.members { $0.figures }
}

/// How long the books of a series were watched.
struct UsageSeriesAnswer: NamedRecord {
    let id: ID<Series>
    let name: String
    let figures: UsageFigures

    static let schemaName = "UsageSeries"
    static let example = UsageSeriesAnswer(
        id: ID(1),
        name: Series.example.name,
        figures: .example
    )

    static let json: [JSONField<UsageSeriesAnswer>] =
        [
            .integer("series_id", "The series’ id.") { $0.id.value },
            .text("name", "Its name.") { $0.name },
        ] + JSONField.members { $0.figures }
}

extension ReportDays: JSONRecord {
    fileprivate static let example = ReportDays(
        first: CalendarDay(number: 20_773),
        last: CalendarDay(number: 20_778)
    )

    static let json: [JSONField<ReportDays>] = [
        .text("from", "The first day.", format: "date") { $0.first.iso },
        .text("to", "The last day.", format: "date") { $0.last.iso },
    ]
}

extension UsageFigures: JSONRecord {
    fileprivate static let example = UsageFigures(
        watchedMilliseconds: 340_000,
        plays: 1,
        completions: 1
    )

    static let json: [JSONField<UsageFigures>] = [
        .integer("watched_seconds", "The time watched, in full seconds.") { $0.seconds },
        .integer("plays", "The number of plays started.") { $0.plays },
        .integer("completions", "How many of these plays reached the end.") { $0.completions },
    ]
}
