import HTTP
import Quill
import Server

/// An admin's first page: what needs attention, how much there is, what was watched and done last.
enum DashboardPages {
    // Sizes come from a file system that may be slow or far away.
    static let routes = [get("/admin", lane: .worker, show)]
    private static let recentEntries = 8

    static func show(_ visit: Visit) throws -> Response {
        let (books, videos) = (try visit.bookList.keptCount("books"), try visit.videos.count())
        let families = try visit.families.count()
        let entries = try RecentChanges(database: visit.database, now: visit.now)
            .latest(recentEntries)
        let steps = try FirstSteps(visit, books: books, videos: videos, families: families)
        return try visit.page(
            DashboardPage(
                warnings: try SystemWarning.pressing(for: visit),
                alerts: try DashboardAlerts(visit, steps),
                books: books,
                statuses: try Book.Status.allCases.map { try scope($0, visit.bookList) },
                videos: videos,
                categories: try visit.categories.count(),
                publishers: try visit.publishers.count(),
                users: try visit.users.count(),
                families: families,
                children: try visit.bookList.keptCount("children"),
                watched: try watched(visit),
                top: try TopStories(visit),
                space: SpaceView(visit.site, now: visit.now),
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
            exportHref: form.exportHref,
            sum: days.sum
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
        let sum: UsageFigures
    }

    let warnings: [SystemWarning]
    let alerts: DashboardAlerts
    let books: Int
    /// The books of each status.
    let statuses: [ScopeLink]
    let videos: Int
    let categories: Int
    let publishers: Int
    let users: Int
    let families: Int
    let children: Int
    let watched: Watched
    let top: TopStories
    let space: SpaceView
    let audit: [AuditRow]

    private var counts: [CountTile] {
        [
            CountTile("/admin/books", "person.2", "books", books, "book", "books"),
            CountTile("/admin/video_assets", "star", "film", videos, "video", "videos"),
            CountTile(
                "/admin/categories",
                "moon.stars",
                "tag",
                categories,
                "category",
                "categories"
            ),
            CountTile(
                "/admin/publishers",
                "leaf",
                "building",
                publishers,
                "publisher",
                "publishers"
            ),
            CountTile("/admin/families", "heart", "heart", families, "family", "families"),
            CountTile(
                "/admin/families?sort=-children",
                "bird",
                "person.2",
                children,
                "child",
                "children"
            ),
            CountTile("/admin/users", "music.note", "users", users, "person", "people"),
            CountTile(
                href: ReportPages.overallPath,
                hue: "airplane",
                icon: "clock",
                number: watched.sum.minutes.number,
                name: "minutes in 30 days"
            ),
        ]
    }

    static let fields: [Field<DashboardPage>] = [
        .list("warnings") { $0.warnings },
        .list("alerts") { $0.alerts.shown },
        .list("hidden") { $0.alerts.hidden },
        .optionalRecord("steps") { $0.alerts.firstSteps },
        .int("books_count") { $0.books },
        .list("statuses") { $0.statuses },
        .int("families_count") { $0.families },
        .list("counts") { $0.counts },
        .bool("was_watched") { $0.watched.sum.watchedMilliseconds > 0 },
        .record("top") { $0.top },
        .record("space") { $0.space },
        .record("watched") { $0.watched.chart },
        .text("export_href") { $0.watched.exportHref },
        .text("usage_href") { _ in ReportPages.overallPath },
        .text("rule") { _ in WatchedTime.rule },
        .text("notes") { $0.watched.notes.text },
        .list("audit") { $0.audit },
    ]
}

/// A number of the dashboard, with the list that it counts.
private struct CountTile: Record {
    let href: String
    /// The icon whose color it has.
    let hue: String
    let icon: String
    let number: String
    let name: String

    static let fields: [Field<CountTile>] = [
        .text("href") { $0.href },
        .text("hue") { $0.hue },
        .text("icon") { $0.icon },
        .text("number") { $0.number },
        .text("name") { $0.name },
    ]
}

extension CountTile {
    init(
        _ href: String,
        _ hue: String,
        _ icon: String,
        _ count: Int,
        _ one: String,
        _ many: String
    ) {
        self.init(
            href: href,
            hue: hue,
            icon: icon,
            number: Counted.number(count),
            name: count == 1 ? one : many
        )
    }
}
