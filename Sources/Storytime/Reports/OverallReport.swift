import HTTP
import Quill
import Server
import SQLite

/// By what the report over all families is divided.
enum ReportDivision: String, Sendable, CaseIterable {
    case family, book, category, publisher

    var label: String {
        switch self {
        case .family: "By family"
        case .book: "By book"
        case .category: "By category"
        case .publisher: "By publisher"
        }
    }

    var heading: String {
        switch self {
        case .family: "Family"
        case .book: "Book"
        case .category: "Category"
        case .publisher: "Publisher"
        }
    }

    var note: String? {
        switch self {
        case .category: "A book counts in each of its categories, so these add up to more than all."
        case .family, .book, .publisher: nil
        }
    }

    /// What a row of totals belongs to, as a key beside the alias `u`, and what has to be joined for
    /// it. NULL is what belongs to none.
    var key: (column: SQL, joins: SQL) {
        switch self {
        case .family: ("k.family_id", "JOIN children AS k ON k.id = u.child_id")
        case .book: ("u.book_id", "")
        case .category:
            (
                "c.category_id",
                "LEFT JOIN book_categories AS c ON c.book_id = u.book_id"
            )
        case .publisher: ("b.publisher_id", "LEFT JOIN books AS b ON b.id = u.book_id")
        }
    }

    fileprivate var name: SQL {
        switch self {
        case .family: "(SELECT name FROM families WHERE id = t.id)"
        case .book: "(SELECT title FROM books WHERE id = t.id)"
        case .category: "(SELECT name FROM categories WHERE id = t.id)"
        case .publisher: "(SELECT name FROM publishers WHERE id = t.id)"
        }
    }

    /// What a record without a name is called: it is gone, or there is none.
    func name(_ row: UsageReport.Row<Any>) -> String {
        if let name = row.name { return name }
        return switch self {
        case .family: "A family that is gone"
        case .book: UsageReport.goneBook
        case .category: "No category"
        case .publisher: "No publisher"
        }
    }

    /// The record's page in the console.
    func href(_ id: Int) -> String {
        switch self {
        case .family: "/admin/families/\(id)/usage"
        case .book: "/admin/books/\(id)"
        case .category: "/admin/categories/\(id)"
        case .publisher: "/admin/publishers/\(id)"
        }
    }
}

extension UsageReport {
    /// What a book is called that is no longer there: what was watched stays true.
    static let goneBook = "A story that is gone"

    /// The rows of a report over all, those watched longest first.
    func rows(by division: ReportDivision, _ days: ReportDays, limit: Int, offset: Int) throws
        -> [Row<Any>]
    {
        try rows(
            """
            WITH t AS (
                SELECT \(sql: division.key.column) AS id, sum(u.watched_ms) AS watched_ms,
                    sum(u.plays) AS plays, sum(u.completions) AS completions
                FROM daily_usage AS u \(sql: division.key.joins)
                WHERE \(sql: within(days)) GROUP BY 1 ORDER BY 2 DESC, 1
                LIMIT \(limit) OFFSET \(offset)
            )
            SELECT t.watched_ms, t.plays, t.completions, t.id, \(sql: division.name)
            FROM t ORDER BY 1 DESC, 4
            """
        )
    }

    func rowCount(by division: ReportDivision, _ days: ReportDays) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM (
                SELECT DISTINCT \(sql: division.key.column) FROM daily_usage AS u
                \(sql: division.key.joins) WHERE \(sql: within(days)))
            """
        ) { try $0.int(0) } ?? 0
    }
}

/// The report over all families, for admins.
enum OverallReport {
    private static let perPage = 50

    static func form(_ visit: Visit) throws -> (form: ReportForm, division: ReportDivision) {
        let query = try visit.query()
        let division = query.text("by").flatMap(ReportDivision.init) ?? .family
        let form = ReportForm(
            query,
            path: ReportPages.overallPath,
            today: visit.times.calendarDay(visit.now),
            usually: .thirtyDays,
            more: division == .family ? [] : [("by", division.rawValue)]
        )
        return (form, division)
    }

    static func show(_ visit: Visit) throws -> Response {
        let (form, division) = try form(visit)
        let today = visit.times.calendarDay(visit.now)
        var page = ReportPage(title: "Usage", form: form)
        page.zoneNote = "A day is a day of each family’s own time zone."
        page.divisions = ReportDivision.allCases.map { choice in
            ChipLink(
                label: choice.label,
                href: form.href(choice == .family ? [] : [("by", choice.rawValue)]),
                isCurrent: choice == division
            )
        }
        guard form.isValid else { return try visit.page(page, status: 422) }
        let report = UsageReport(
            database: visit.database,
            subject: .everybody,
            leastClass: form.leastClass
        )
        page.summary = try ReportSummary(report, form, today: today)
        let days = form.range.days
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try report.rowCount(by: division, days)
        )
        let rows = try report.rows(
            by: division,
            days,
            limit: perPage,
            offset: pagination.offset
        )
        page.tables = [
            ReportTable(
                id: "rows",
                title: division.label,
                heading: division.heading,
                note: division.note,
                rows: rows.map { row in
                    ReportRow(
                        name: division.name(row),
                        href: row.name == nil ? nil : row.id.map { division.href($0.value) },
                        figures: row.figures
                    )
                },
                empty: "Nothing was watched on these days.",
                exportHref: form.exportHref(.rows)
            )
        ]
        page.eventsHref = EventDays.href("/admin/usage_events.csv", days)
        page.pagination = pagination.view(path: form.path, query: form.query)
        return try visit.page(page)
    }
}
