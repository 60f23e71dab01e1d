import HTTP
import Quill
import Server
import SQLite

/// How the report over all families is divided.
enum ReportDivision: String, Sendable, CaseIterable {
    case family, book, series, category, publisher

    var label: String {
        switch self {
        case .family: "By family"
        case .book: "By book"
        case .series: "By series"
        case .category: "By category"
        case .publisher: "By publisher"
        }
    }

    var heading: String {
        switch self {
        case .family: "Family"
        case .book: "Book"
        case .series: "Series"
        case .category: "Category"
        case .publisher: "Publisher"
        }
    }

    var note: String? {
        switch self {
        case .category: "A book counts in each of its categories, so these can exceed the total."
        case .family, .book, .series, .publisher: nil
        }
    }

    /// The name of a row whose record is gone, or that has no record.
    var nameless: String {
        switch self {
        case .family: "A deleted family"
        case .book: UsageReport.goneBook
        case .series: UsageReport.noSeries
        case .category: "No category"
        case .publisher: "No publisher"
        }
    }

    /// The record's page in the console.
    func href(_ id: Int) -> String {
        switch self {
        case .family: "/admin/families/\(id)/usage"
        case .book: "/admin/books/\(id)"
        case .series: "/admin/series/\(id)"
        case .category: "/admin/categories/\(id)"
        case .publisher: "/admin/publishers/\(id)"
        }
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
        var page = ReportPage(title: "Usage", form: form)
        page.zoneNote = "Days are in each family’s own time zone."
        page.divisions = ReportDivision.allCases.map { choice in
            ChipLink(
                label: choice.label,
                href: form.href(choice == .family ? [] : [("by", choice.rawValue)]),
                isCurrent: choice == division
            )
        }
        guard form.isValid else { return try visit.page(page, status: 422) }
        let figures = visit.overallFigures(leastClass: form.leastClass)
        let rows = try figures.rows(by: division, form.range.days)
        page.summary = try summary(visit, form, division, figures, rows)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: rows.count
        )
        let shown = rows.dropFirst(pagination.offset).prefix(perPage)
        page.tables = [try table(of: Array(shown), by: division, form, visit)]
        page.eventsHref = EventDays.href("/admin/usage_events.csv", form.range.days)
        page.pagination = pagination.view(path: form.path, query: form.query)
        return try visit.page(page)
    }

    /// The sums of the days, beside those of the days before them.
    private static func summary(
        _ visit: Visit,
        _ form: ReportForm,
        _ division: ReportDivision,
        _ figures: OverallFigures,
        _ rows: [UsageReport.Row<Any>]
    ) throws -> ReportSummary {
        let report = UsageReport(
            database: visit.database,
            subject: .everybody,
            leastClass: form.leastClass
        )
        let (days, previous) = (form.range.days, form.range.previous)
        return ReportSummary(
            try report.days(days),
            bookCount: division == .book ? rows.count : try figures.bookCount(days),
            before: UsageSum(
                figures: try report.days(previous).sum,
                bookCount: try figures.bookCount(previous)
            ),
            form,
            rows: rows.lazy.map(\.figures),
            today: visit.times.calendarDay(visit.now)
        )
    }

    private static func table(
        of rows: [UsageReport.Row<Any>],
        by division: ReportDivision,
        _ form: ReportForm,
        _ visit: Visit
    ) throws -> ReportTable {
        let names = try UsageRowExport.Kind(division)
            .names(of: rows.compactMap(\.id?.value), in: visit.database)
        return ReportTable(
            id: "rows",
            title: division.label,
            heading: division.heading,
            note: division.note,
            rows: rows.map { row in
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
    }
}

extension Visit {
    /// The figures of the report over all, from viewings of this class of lengths or a higher one.
    func overallFigures(leastClass: Int) -> OverallFigures {
        OverallFigures(
            database: database,
            books: site.shared[WatchedTotals.self].books,
            families: site.shared[WatchedTotals.self].families,
            leastClass: leastClass
        )
    }
}
