import HTTP
import Quill
import Server

/// The first page of an admin: how much there is, what needs attention, what was done last.
enum DashboardPages {
    static let routes = [get("/admin", show)]
    private static let recentEntries = 8

    static func show(_ visit: Visit) throws -> Response {
        let entries = try AuditLog(visit.database, visit.now).latest(recentEntries)
        return try visit.page(
            DashboardPage(
                warnings: SystemWarning.all(for: visit),
                categories: try visit.categories.count(),
                books: try visit.bookList.keptCount("books"),
                withoutCategory: try visit.bookList.count(BookFilter(category: .missing)),
                users: try UserStore(database: visit.database, now: visit.now).count(),
                audit: entries.map { AuditRow($0, now: visit.now, times: visit.times) }
            )
        )
    }
}

/// The dashboard.
struct DashboardPage: Page {
    static let template = "dashboard/show.html"

    let warnings: [SystemWarning]
    let categories: Int
    let books: Int
    let withoutCategory: Int
    let users: Int
    let audit: [AuditRow]

    static let fields: [Field<DashboardPage>] = [
        .list("warnings") { $0.warnings },
        .int("categories_count") { $0.categories },
        .int("books_count") { $0.books },
        .int("books_without_category") { $0.withoutCategory },
        .int("users_count") { $0.users },
        .text("books_without_category_href") { _ in "/admin/books?category=none" },
        .list("audit") { $0.audit },
    ]
}
