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

    /// What the totals of a book belong to, as a key beside the alias `t`, and what has to be joined
    /// for it. NULL is what belongs to none. A family's totals are kept by themselves.
    fileprivate var key: (column: SQL, joins: SQL) {
        switch self {
        case .family: ("t.family_id", "")
        case .book: ("t.book_id", "")
        case .category:
            ("c.category_id", "LEFT JOIN book_categories AS c ON c.book_id = t.book_id")
        case .publisher: ("b.publisher_id", "LEFT JOIN books AS b ON b.id = t.book_id")
        }
    }

    /// What a record without a name is called: it is gone, or there is none.
    var nameless: String {
        switch self {
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

    /// All rows of a report that is divided so, without their names, those watched longest first.
    ///
    /// Books are added up before anything is joined to them: that is then looked up once for each.
    func rows(by division: ReportDivision, _ days: ReportDays) throws -> [Row<Any>] {
        let (column, joins) = division.key
        return try rows(
            """
            SELECT sum(t.watched_ms), sum(t.plays), sum(t.completions), \(sql: column), NULL
            FROM (\(sql: sums(by: division, days))) AS t \(sql: joins)
            GROUP BY 4 ORDER BY 1 DESC, 4
            """
        )
    }

    /// What everybody watched on these days, for a comparison.
    func overallSum(_ days: ReportDays) throws -> UsageSum {
        UsageSum(
            figures: try self.days(days).values.reduce(UsageFigures(), +),
            bookCount: try overallBookCount(days)
        )
    }

    /// How many different books were watched.
    func overallBookCount(_ days: ReportDays) throws -> Int {
        // Half as long as count(DISTINCT …), which puts each row into an index of its own.
        try database.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM usage_books AS u WHERE \(sql: within(days)) GROUP BY u.book_id)
            """
        ) { try $0.int(0) } ?? 0
    }

    private func sums(by division: ReportDivision, _ days: ReportDays) -> SQL {
        let (column, table): (SQL, SQL) =
            switch (division, subject) {
            case (.family, _): ("family_id", "usage_families")
            case (_, .everybody): ("book_id", "usage_books")
            default: ("book_id", "daily_usage")
            }
        return """
            SELECT u.\(sql: column), sum(u.watched_ms) AS watched_ms, sum(u.plays) AS plays,
                sum(u.completions) AS completions
            FROM \(sql: table) AS u
            WHERE \(sql: subject.condition) AND \(sql: within(days)) GROUP BY 1
            """
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
        let days = form.range.days
        let rows = try report.rows(by: division, days)
        page.summary = ReportSummary(
            try report.days(days),
            bookCount: division == .book ? rows.count : try report.overallBookCount(days),
            before: try report.overallSum(form.range.previous),
            form,
            today: today
        )
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: rows.count
        )
        let shown = rows.dropFirst(pagination.offset).prefix(perPage)
        let names = try UsageRowExport.Kind(division)
            .names(of: shown.compactMap(\.id?.value), in: visit.database)
        page.tables = [
            ReportTable(
                id: "rows",
                title: division.label,
                heading: division.heading,
                note: division.note,
                rows: shown.map { row in
                    let name = row.id.flatMap { names[$0.value] }
                    return ReportRow(
                        name: name ?? division.nameless,
                        href: name == nil ? nil : row.id.map { division.href($0.value) },
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
