import HTTP
import Quill
import Received
import Server

/// The report of rights: what ends soon, and how many books have none.
enum RightsReportPages {
    /// On a worker: in a large catalog much may end on one day, and it is counted.
    static let routes = [
        get("/admin/rights", lane: .worker, index),
        get("/admin/rights.csv", lane: .slow, scripts: .readCatalog, export),
    ]
    private static let path = "/admin/rights"
    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let days = days(try visit.query())
        let counts = try visit.rightsReport.counts()
        let total = zip(RightsReport.choices, counts).first { $0.0 == days }?.1 ?? 0
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: total
        )
        let entries = try visit.rightsReport.entries(
            within: days,
            limit: perPage,
            offset: pagination.offset
        )
        let summaries = try visit.bookList.summaries(entries.map(\.book))
        return try visit.page(
            RightsReportPage(
                days: days,
                scopes: zip(RightsReport.choices, counts).map { choice, count in
                    ScopeLink(
                        label: "Ends within \(choice) days",
                        href: href(path, choice),
                        count: count,
                        isCurrent: choice == days
                    )
                } + (try rightless(visit)),
                rows: zip(entries, summaries).map {
                    RightsReportRow(
                        entry: $0,
                        summary: $1,
                        day: visit.rights.day,
                        times: visit.times
                    )
                },
                exportHref: href(path + ".csv", days),
                pagination: pagination.view(
                    path: path,
                    query: days == RightsReport.choices[0]
                        ? [] : [(name: "within", value: String(days))]
                )
            )
        )
    }

    static func export(_ visit: Visit) throws -> Response {
        try visit.csv(
            try RightsExport(
                from: visit.rights.day,
                within: days(try visit.query()),
                visit.database
            )
        )
    }

    /// What is no choice is the soonest.
    private static func days(_ query: Fields) -> Int {
        let days = query.number("within")
        return RightsReport.choices.first { $0 == days } ?? RightsReport.choices[0]
    }

    private static func href(_ path: String, _ days: Int) -> String {
        days == RightsReport.choices[0] ? path : "\(path)?within=\(days)"
    }

    /// The active books without rights are lists of books: there they can be given some.
    private static func rightless(_ visit: Visit) throws -> [ScopeLink] {
        let audience = try visit.audience()
        let store = visit.rightsStore
        let link = { (label: String, state: RightsFilter.State, count: Int) in
            ScopeLink(
                label: label,
                href: "\(BookListAddress.path)?status=active&rights=\(state.rawValue)",
                count: count,
                isCurrent: false
            )
        }
        let missing = try store.countMissing(.active, audience)
        guard audience.hasFamilies else {
            return [link("Active without rights today", .missing, missing)]
        }
        return [
            link("Active, but no family can see them today", .missing, missing),
            link(
                "Active, visible to some families only",
                .some,
                try store.countPartial(.active, audience)
            ),
        ]
    }
}

/// The report of rights.
struct RightsReportPage: PageWithCovers {
    static let template = "library/rights/index.html"

    let days: Int
    let scopes: [ScopeLink]
    let rows: [RightsReportRow]
    let exportHref: String
    let pagination: PaginationView

    static let fields: [Field<RightsReportPage>] = [
        .int("days") { $0.days },
        .list("scopes") { $0.scopes },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("export_href") { $0.exportHref },
        .record("pagination") { $0.pagination },
    ]
}

/// A window that ends soon.
struct RightsReportRow: Record {
    let entry: RightsReport.Entry
    let summary: BookSummary
    /// Today.
    let day: CalendarDay
    let times: TimeText

    private var last: CalendarDay { entry.window.days.end }

    private var distance: String {
        switch last.number - day.number {
        case 0: "today"
        case 1: "tomorrow"
        case let days: "in \(days) days"
        }
    }

    private var after: String? {
        entry.goesOnUntil.map { until in
            until < DaySpan.openEnd ? "Another until \(times.day(until))" : "Another, no end date"
        }
    }

    static let fields: [Field<RightsReportRow>] = [
        .record("book") { $0.summary },
        .text("href") { $0.summary.href + "#window-\($0.entry.window.id)" },
        .record("words") {
            RightsWords(terms: $0.entry.window.terms, times: $0.times)
        },
        .text("last_day") { $0.times.day($0.last) },
        .text("distance") { $0.distance },
        .optionalText("after") { $0.after },
    ]
}
