import HTTP
import Quill
import SQLite
import Server

/// The viewing reports: of a child and of a family for their parents, and for an admin of each
/// family and of all.
enum ReportPages {
    static let routes: [Route] =
        [get("/admin/usage", lane: .slow, OverallReport.show)]
        + familyPage("/usage", whenNoneYet: { try $0.page(NoFamilyPage()) }) { visit, scope in
            try visit.kept { try family(visit, scope) }
        }
        + familyPage("/children/{id}/usage") { visit, scope, id in
            try visit.kept { try child(visit, scope, id) }
        }

    static let overallPath = "/admin/usage"
    static let familyPath = "/usage"
    private static let topBooks = 10
    private static let topSeries = 10
    private static let unopenedBooks = 10

    // MARK: A family

    static func family(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let today = scope.family.today(visit.now)
        let form = ReportForm(try visit.query(), path: scope.usagePath, today: today)
        var page = ReportPage(title: "Viewing reports", form: form)
        if scope.isOnBehalf {
            page = ReportPage(title: "Viewing reports", form: form)
            page.back = (scope.family.name, scope.family.href)
            page.behalf = scope.behalf
        }
        guard form.isValid else { return try visit.page(page, status: 422) }
        let report = UsageReport(
            database: visit.database,
            subject: .family(scope.family.id),
            leastClass: form.leastClass
        )
        let children = try report.children(of: scope.family.id, form.range.days)
        let tally = try report.tally(form.range.days)
        page.summary = try summary(
            report,
            tally,
            form,
            rows: children.map(\.figures),
            today: today
        )
        page.tables = [
            ReportTable(
                id: "children",
                title: "Each child",
                heading: "Child",
                rows: children.map { row in
                    let path = row.id.map { scope.usagePath(of: $0) }
                    return ReportRow(
                        name: row.name ?? "",
                        href: path.map { form.href(of: $0) },
                        figures: row.figures
                    )
                },
                empty: "No children yet.",
                exportHref: form.exportHref(.children)
            ),
            try books(tally, visit, form, scope),
        ]
        page.tables += try series(report, tally, form)
        page.habits = try habits(report, tally.days, form, scope)
        return try visit.page(page)
    }

    // MARK: A child

    static func child(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let today = scope.family.today(visit.now)
        let form = ReportForm(try visit.query(), path: scope.usagePath(of: id), today: today)
        var page = ReportPage(title: "What \(child.name) watched", form: form)
        page.back = ("Children", scope.childrenHref)
        page.behalf = scope.behalf
        page.avatar = child.avatar.rawValue
        page.links = [
            ReportLink(label: "This week in words", href: scope.weekPath(of: id)),
            ReportLink(label: "Every viewing", href: form.href(of: scope.viewingsPath(of: id))),
        ]
        guard form.isValid else { return try visit.page(page, status: 422) }
        let report = UsageReport(
            database: visit.database,
            subject: .child(id),
            leastClass: form.leastClass
        )
        let tally = try report.tally(form.range.days)
        page.summary = try summary(report, tally, form, today: today)
        page.tables = [try books(tally, visit, form, scope)]
        page.tables += try series(report, tally, form)
        page.unopened = try unopened(of: child, visit, form, scope)
        page.habits = try habits(report, tally.days, form, scope)
        page.corrections = CorrectionsView(try visit.usage.corrections(of: id))
        return try visit.page(page)
    }

    private static func summary(
        _ report: UsageReport,
        _ tally: UsageTally,
        _ form: ReportForm,
        rows: [UsageFigures] = [],
        today: CalendarDay
    ) throws -> ReportSummary {
        ReportSummary(
            tally.days,
            bookCount: tally.books.count,
            before: try report.tally(form.range.previous).sum,
            form,
            rows: rows + tally.books.values,
            today: today
        )
    }

    /// The stories that were watched longest. One that the family may no longer see keeps its name
    /// in the list, but not its link.
    private static func books(
        _ tally: UsageTally,
        _ visit: Visit,
        _ form: ReportForm,
        _ scope: FamilyScope
    ) throws -> ReportTable {
        let rows = tally.topBooks(topBooks)
        let found = try visit.shelf(of: scope.family).named(rows.map(\.id))
        return ReportTable(
            id: "books",
            title: "Most watched",
            heading: "Story",
            rows: rows.map { id, figures in
                let book = found[id]
                return ReportRow(
                    name: book?.title ?? UsageReport.goneBook,
                    href: book?.isSeen == true ? "\(scope.catalogPath)/books/\(id)" : nil,
                    figures: figures
                )
            },
            empty: "Nothing was watched on these days.",
            exportHref: form.exportHref(.books)
        )
    }

    /// What was watched of each series; none if nothing that was watched is of a series.
    private static func series(_ report: UsageReport, _ tally: UsageTally, _ form: ReportForm)
        throws -> [ReportTable]
    {
        let rows = try report.series(of: tally.books)
        guard rows.contains(where: { $0.id != nil }) else { return [] }
        return [
            ReportTable(
                id: "series",
                title: "Most watched series",
                heading: "Series",
                rows: rows.prefix(topSeries).map { row in
                    ReportRow(
                        name: row.name ?? UsageReport.noSeries,
                        href: nil,
                        figures: row.figures
                    )
                },
                empty: "Nothing was watched on these days.",
                exportHref: form.exportHref(.series)
            )
        ]
    }

    private static func unopened(
        of child: Child,
        _ visit: Visit,
        _ form: ReportForm,
        _ scope: FamilyScope
    ) throws -> UnopenedBooks {
        let list = UnopenedList(database: visit.database, child: child.id)
        // One more than are shown: if there are no more than these, nothing has to be counted.
        let books = try list.oldest(unopenedBooks + 1)
        return UnopenedBooks(
            library: Possessive.text(child.name),
            count: books.count > unopenedBooks ? try list.count() : books.count,
            hasStories: try !books.isEmpty || list.hasStories(),
            libraryHref: scope.libraryPath(child.id),
            rows: books.prefix(unopenedBooks).map {
                ReportLink(label: $0.title, href: "\(scope.catalogPath)/books/\($0.book)")
            },
            exportHref: form.wholeExportHref(.unopened)
        )
    }

    /// Nil for more days than single plays are read for.
    private static func habits(
        _ report: UsageReport,
        _ days: UsageDays,
        _ form: ReportForm,
        _ scope: FamilyScope
    ) throws -> ReportHabits? {
        guard form.range.days.count <= ReportHabits.maximumDays else { return nil }
        let habits = try HabitTallies(
            HabitList(database: report.database, subject: report.subject),
            form.range.days,
            days.figures,
            least: form.least,
            TimeText(zone: scope.family.timeZone)
        )
        return habits.isEmpty ? nil : ReportHabits(habits, form)
    }
}

extension FamilyShelf {
    /// Which of these books the family may see.
    func seen(among books: [ID<Book>]) throws -> Set<ID<Book>> {
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

    /// The titles of these books, and whether the family may see them. Books that are gone are
    /// missing.
    func named(_ books: [ID<Book>]) throws -> [ID<Book>: (title: String, isSeen: Bool)] {
        guard !books.isEmpty else { return [:] }
        let found = try database.all(
            """
            SELECT b.id, b.title, coalesce(\(sql: condition), 0) FROM books AS b
            WHERE b.id IN \(list: books.map(\.value))
            """
        ) { (ID<Book>(try $0.int(0)), (title: try $0.text(1), isSeen: try $0.bool(2))) }
        return Dictionary(uniqueKeysWithValues: found)
    }
}

extension FamilyScope {
    /// The address of the family's report for whoever is acting.
    var usagePath: String { isOnBehalf ? family.href + "/usage" : ReportPages.familyPath }

    /// The address of a child's report.
    func usagePath(of child: ID<Child>) -> String { "\(childrenPath)/\(child)/usage" }
}
