import HTTP
import Quill
import Server
import SQLite

/// A child's week for its parents: in sentences, in one picture, and with suggestions.
enum WeekPages {
    static let routes =
        familyPage("/children/{id}/week", show)
        + familyPage("/children/{id}/week.csv", lane: .slow, scripts: .readUsage, export)

    /// How many of those never opened are named.
    private static let unopenedNamed = 3

    static func show(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let report = try report(visit, scope, id)
        let unopened = UnopenedList(database: visit.database, child: id)
        let books = report.stories.map(\.book)
        let shelf = visit.shelf(of: scope.family)
        let library = LibraryList(
            database: visit.database,
            shelf: shelf,
            child: id,
            isForChild: true
        )
        return try visit.page(
            WeekPage(
                child: child,
                scope: scope,
                today: scope.family.today(visit.now),
                sentences: WeekSentences(
                    name: child.name,
                    report: report,
                    seen: try shelf.seen(among: books),
                    catalogPath: scope.catalogPath,
                    unopened: (try unopened.count(), try unopened.oldest(unopenedNamed))
                ),
                continued: try library.continued(now: visit.now).map(\.summary.book)
            )
        )
    }

    /// The picture as a file.
    static func export(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let week = try report(visit, scope, id)
        return try visit.csv(
            UsagePartExport(week),
            named: FileName(.child(child), "week", .wholeWeek(week.range))
        )
    }

    /// This week, or the last one.
    private static func report(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> WeekReport
    {
        let query = try visit.query()
        let names = presets.map(\.rawValue)
        let name = query.text("range") ?? names[0]
        guard let preset = presets.first(where: { $0.rawValue == name }) else {
            throw Failure.badRequest(ReportForm.complaint("range", choices: names))
        }
        for name in ["from", "to"] where query.text(name) != nil {
            throw Failure.badRequest("“\(name)” doesn’t apply to a week. Leave it out.")
        }
        return try WeekReport(
            id,
            ReportRange(preset, today: scope.family.today(visit.now)),
            TimeText(zone: scope.family.timeZone),
            in: visit.database
        )
    }

    static let presets = [ReportRange.Preset.thisWeek, .lastWeek]
}

/// A child's week.
struct WeekPage: Page {
    static let template = "family/reports/week.html"

    let child: Child
    let scope: FamilyScope
    let today: CalendarDay
    let sentences: WeekSentences
    /// The stories in "Continue Watching", the latest first.
    let continued: [Book]

    private var report: WeekReport { sentences.report }
    private var range: ReportRange { report.range }
    private var path: String { scope.weekPath(of: child.id) }
    private var rangeQuery: String { "?range=\(range.preset.rawValue)" }

    private var chips: [ChipLink] {
        WeekPages.presets.map { preset in
            ChipLink(
                label: preset.label,
                href: preset == .thisWeek ? path : path + "?range=\(preset.rawValue)",
                isCurrent: preset == range.preset
            )
        }
    }

    /// All seven days, including those still to come.
    private var chart: BarChart {
        BarChart(
            id: "week",
            title: "Minutes watched by day",
            unit: .minutes,
            itemName: "Day",
            items: (0..<7).map { offset in
                let day = range.days.first.adding(offset)
                return BarChart.Item(
                    name: day.text,
                    label: String(day.weekdayName.prefix(3)),
                    value: report.days.figures[day]?.watchedMilliseconds ?? 0,
                    isMarked: day == today
                )
            }
        )
    }

    /// Suggestions for the week, the most likely first.
    private var acts: [ReportLink] {
        let years = AgeRange.nearest(child.years(on: today))
        let catalog = CatalogAddress(path: scope.catalogPath)
        var acts = [
            ReportLink(
                label: years == 0 ? "Find stories for babies" : "Find stories for age \(years)",
                href: catalog.href { $0.look(for: child, years) }
            )
        ]
        // Links that lead nowhere are left out.
        if let book = continued.first {
            // An admin doesn't watch with somebody else's child.
            if !scope.isOnBehalf {
                acts.append(
                    ReportLink(
                        label: "Continue “\(book.title)”",
                        href: scope.storyHref(book.id, with: child.id)
                    )
                )
            }
            acts.append(
                ReportLink(
                    label: "Tidy up Continue Watching",
                    href: scope.libraryPath(child.id)
                )
            )
        }
        if sentences.unopened.count > 0 {
            acts.append(
                ReportLink(
                    label: "See stories never opened",
                    href: scope.usagePath(of: child.id) + rangeQuery + "#unopened-title"
                )
            )
        }
        return acts
    }

    static let fields: [Field<WeekPage>] = [
        .text("title") { Possessive.text($0.child.name) + " week" },
        .text("days") { ReportDays.wholeWeek($0.range).words },
        .text("avatar") { $0.child.avatar.rawValue },
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.scope.childrenHref },
        .list("chips") { $0.chips },
        .text("total") { $0.sentences.total },
        .text("comparison") { $0.sentences.comparison },
        .list("lines") { $0.sentences.lines },
        .record("chart") { $0.chart },
        .text("export_href") { "\($0.path).csv\($0.rangeQuery)" },
        .text("rule") { page in
            let notes = ReportNotes(page.report.days, least: ReportForm.usualLeast)
            return "\(WatchedTime.rule) \(notes.text)"
        },
        .list("acts") { $0.acts },
        .text("report_href") { $0.scope.usagePath(of: $0.child.id) + $0.rangeQuery },
        .text("viewings_href") { $0.scope.viewingsPath(of: $0.child.id) + $0.rangeQuery },
    ]
}

extension ReportDays {
    /// The seven days of a week that may not be over yet.
    fileprivate static func wholeWeek(_ range: ReportRange) -> ReportDays {
        ReportDays(first: range.days.first, last: range.days.first.adding(6))
    }
}

extension FamilyScope {
    /// The address of a child's week.
    func weekPath(of child: ID<Child>) -> String { "\(childrenPath)/\(child)/week" }
}
