import HTTP

/// A child's viewing report for apps of their parents: the figures of the console's report.
enum UsageReportAPI {
    private static let operation = Operations(.usage, for: .parent, scope: .readUsage)

    static let routes = [
        operation(
            .get,
            "/api/v1/children/{child_id}/usage",
            "getUsage",
            "Get a child’s viewing report",
            "Returns the figures of a child’s report in the console: totals for a range of "
                + "days, the same for the days before, one entry for each period, "
                + "and the most watched books and series. Time is counted by the clock on the "
                + "wall, whatever the speed, and days are in the family’s time zone. "
                + "`from` and `to` need `range=custom`.",
            show
        )
    ]

    private static let mostBooks = 10
    private static let mostSeries = 10

    static func show(_ visit: Visit, _ sent: Sent<UsageQuery>, _ id: ID<Child>) throws
        -> Details<UsageReportAnswer>
    {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        let form = try sent.read().form(on: scope.family.today(visit.now))
        let report = UsageReport(
            database: visit.database,
            subject: .child(child.id),
            leastClass: form.leastClass
        )
        let (days, previous) = (form.range.days, form.range.previous)
        let tally = try report.tally(days)
        let top = tally.topBooks(mostBooks)
        let named = try visit.shelf(of: scope.family).named(top.map(\.id))
        return Details(
            record: UsageReportAnswer(
                child: child.id,
                least: form.least,
                grouping: form.grouping,
                sum: UsageSumAnswer(days: days, sum: tally.sum),
                shortPlays: tally.days.shortPlays,
                before: UsageSumAnswer(days: previous, sum: try report.tally(previous).sum),
                parts: form.grouping.parts(of: days).map { part in
                    UsagePartAnswer(
                        days: part.days,
                        figures: ReportSummary.sum(of: tally.days.figures, in: part.days)
                    )
                },
                books: top.map { id, figures in
                    UsageBookAnswer(id: id, title: named[id]?.title, figures: figures)
                },
                series: try topSeries(report, tally)
            )
        )
    }

    private static func topSeries(_ report: UsageReport, _ tally: UsageTally) throws
        -> [UsageSeriesAnswer]
    {
        try report.series(of: tally.books).lazy
            .compactMap { row in
                guard let id = row.id, let name = row.name else { return nil }
                return UsageSeriesAnswer(id: id, name: name, figures: row.figures)
            }
            .prefix(mostSeries).map(\.self)
    }
}

/// The days that a program asks for, in which parts, and how short a play may be to count.
struct UsageQuery: QueryContent {
    private let range: ReportRange.Preset?
    private let from: CalendarDay?
    private let to: CalendarDay?
    private let grouping: ReportGrouping?
    private let least: LeastSeconds

    init?(_ query: inout QueryFields) {
        range = query.choice("range", ReportRange.Preset.self)
        from = query.day("from")
        to = query.day("to")
        grouping = query.choice("group", ReportGrouping.self)
        guard let least = query.choice("least", LeastSeconds.self, else: .usual) else { return nil }
        self.least = least
        judgeDays(&query)
    }

    /// Days contradict a range that has its own.
    private func judgeDays(_ query: inout QueryFields) {
        guard let range, range != .custom else { return }
        for (name, day) in [("from", from), ("to", to)] where day != nil {
            query.reject(name, "invalid", "can only be sent with the range “custom”.")
        }
    }

    static let meanings = [
        "range": "Which days; by default this week. `custom` uses `from` and `to`.",
        "from": "The first day, like 2026-03-04.",
        "to": "The last day.",
        "group": "The length of the periods; by default the shortest that doesn’t give too many.",
        "least": "Ignore plays shorter than this, in seconds.",
    ]

    /// The report's own form, which judges the days. Values that its page would correct are
    /// refused here.
    func form(on today: CalendarDay) throws -> ReportForm {
        let pairs: [(name: String, value: String?)] = [
            (name: "range", value: range?.rawValue), (name: "from", value: from?.iso),
            (name: "to", value: to?.iso), (name: "group", value: grouping?.rawValue),
            (name: "least", value: least.rawValue),
        ]
        let form = ReportForm(
            Fields(pairs.compactMap { pair in pair.value.map { (name: pair.name, value: $0) } }),
            path: "",
            today: today
        )
        var details = form.errors.map { error in
            let name = error.href.replacing("#report-", with: "")
            return ErrorDetail(field: name, code: "invalid", message: error.message)
        }
        if details.isEmpty, let grouping, form.grouping != grouping {
            details.append(
                ErrorDetail(
                    field: "group",
                    code: "out_of_range",
                    message: "These days have more than \(ReportGrouping.maximumParts) periods by "
                        + "\(grouping.rawValue)."
                )
            )
        }
        guard details.isEmpty else { throw APIFailure.invalid(details) }
        return form
    }
}

/// The shortest plays that can be left out, in seconds, as words of a query.
struct LeastSeconds: RawRepresentable, CaseIterable, Sendable {
    let rawValue: String

    static let usual = LeastSeconds(seconds: ReportForm.usualLeast)
    static let allCases = ReportForm.leasts.map(LeastSeconds.init(seconds:))

    private init(seconds: Int) { rawValue = String(seconds) }

    init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = known
    }
}
