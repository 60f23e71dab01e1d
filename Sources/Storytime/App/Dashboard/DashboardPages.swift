import HTTP
import Quill
import Server

/// An admin's first page: what needs attention, how much there is, what was done last.
enum DashboardPages {
    static let routes = [get("/admin", show)]
    private static let recentEntries = 8

    static func show(_ visit: Visit) throws -> Response {
        let entries = try AuditLog(visit.database, visit.now).latest(recentEntries)
        return try visit.page(
            DashboardPage(
                warnings: try SystemWarning.all(for: visit),
                attention: try visit.site.features.attention(visit),
                books: try visit.bookList.keptCount("books"),
                statuses: try Book.Status.allCases.map { try scope($0, visit.bookList) },
                videos: try visit.videos.count(),
                categories: try visit.categories.count(),
                publishers: try visit.publishers.count(),
                users: try visit.users.count(),
                watched: try watched(visit),
                audit: entries.map {
                    AuditRow($0, now: visit.now, times: visit.times, visit.site.features)
                }
            )
        )
    }

    /// What all families watched in 30 days, as in their report.
    private static func watched(_ visit: Visit) throws -> DashboardPage.Watched {
        let today = visit.times.calendarDay(visit.now)
        let form = ReportForm(
            Fields([]),
            path: ReportPages.overallPath,
            today: today,
            usually: .thirtyDays
        )
        let report = UsageReport(
            database: visit.database,
            subject: .everybody,
            leastClass: form.leastClass
        )
        let days = try report.days(form.range.days)
        return DashboardPage.Watched(
            chart: ReportSummary.chart(days, form, today: today),
            notes: ReportNotes(days, least: form.least),
            exportHref: form.exportHref
        )
    }

    private static func scope(_ status: Book.Status, _ list: BookList) throws -> ScopeLink {
        let filter = BookFilter(status: status)
        return ScopeLink(
            label: status.label,
            href: BookListAddress(filter).href,
            count: try list.count(filter),
            isCurrent: false
        )
    }
}

/// The dashboard.
struct DashboardPage: Page {
    static let template = "app/dashboard/show.html"

    /// The minutes of 30 days, notes about them, and a file of them.
    struct Watched {
        let chart: BarChart
        let notes: ReportNotes
        let exportHref: String
    }

    let warnings: [SystemWarning]
    let attention: [Attention]
    let books: Int
    /// The books of each status.
    let statuses: [ScopeLink]
    let videos: Int
    let categories: Int
    let publishers: Int
    let users: Int
    let watched: Watched
    let audit: [AuditRow]

    static let fields: [Field<DashboardPage>] = [
        .list("warnings") { $0.warnings },
        .list("attention") { $0.attention },
        .int("books_count") { $0.books },
        .list("statuses") { $0.statuses },
        .int("videos_count") { $0.videos },
        .int("categories_count") { $0.categories },
        .int("publishers_count") { $0.publishers },
        .int("users_count") { $0.users },
        .record("watched") { $0.watched.chart },
        .text("export_href") { $0.watched.exportHref },
        .text("usage_href") { _ in ReportPages.overallPath },
        .text("rule") { _ in WatchedTime.rule },
        .text("notes") { $0.watched.notes.text },
        .list("audit") { $0.audit },
    ]
}
