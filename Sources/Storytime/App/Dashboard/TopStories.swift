import Quill

/// The stories that were watched longest in the last days, over all families.
struct TopStories: Record {
    /// How many are listed.
    private static let shown = 5
    /// The first is what the dashboard shows unless it is asked for another.
    private static let spans = [7, 28]

    private let days: Int
    private let rows: [Row]

    /// A story, and how long it was watched.
    struct Row: Record {
        let title: String
        let href: String?
        let minutes: String
        let plays: Int

        static let fields: [Field<Row>] = [
            .text("title") { $0.title },
            .optionalText("href") { $0.href },
            .text("minutes") { $0.minutes },
            .int("plays") { $0.plays },
        ]
    }

    init(_ visit: Visit) throws {
        let asked = try visit.query().number("days")
        days = Self.spans.first { $0 == asked } ?? Self.spans[0]
        let today = visit.times.calendarDay(visit.now)
        let span = ReportDays(first: today.adding(1 - days), last: today)
        let form = ReportForm(
            Fields([]),
            path: ReportPages.overallPath,
            today: today,
            usually: .thirtyDays
        )
        let best = try visit.overallFigures(leastClass: form.leastClass).rows(by: .book, span)
            .prefix(Self.shown)
        let names = try UsageRowExport.Kind.book
            .names(of: best.compactMap(\.id?.value), in: visit.database)
        rows = best.map { row in
            let name = row.id.flatMap { names[$0.value] }
            return Row(
                title: name ?? ReportDivision.book.nameless,
                href: name == nil ? nil : row.id.map { ReportDivision.book.href($0.value) },
                minutes: row.figures.minutes.text,
                plays: row.figures.plays
            )
        }
    }

    private var links: [ChipLink] {
        Self.spans.map { span in
            ChipLink(
                label: "\(span) days",
                href: span == Self.spans[0] ? "/admin#top" : "/admin?days=\(span)#top",
                isCurrent: span == days
            )
        }
    }

    static let fields: [Field<TopStories>] = [
        .int("days") { $0.days },
        .list("rows") { $0.rows },
        .list("links") { $0.links },
        .text("all_href") { _ in ReportPages.overallPath + "?by=book" },
    ]
}
