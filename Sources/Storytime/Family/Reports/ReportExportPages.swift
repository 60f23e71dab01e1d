import HTTP
import Quill
import Server

/// The reports as files: the same rows and filters as on their pages.
enum ReportExportPages {
    static let routes: [Route] =
        [
            get("/admin/usage.csv", lane: .slow, scripts: .readUsage, overall),
            get("/admin/usage_events.csv", lane: .slow, scripts: .readUsage, allEvents),
        ]
        + familyPage("/usage.csv", lane: .slow, scripts: .readUsage, family)
        + familyPage("/children/{id}/usage.csv", lane: .slow, scripts: .readUsage, child)
        + familyPage("/children/{id}/viewings.csv", lane: .slow, scripts: .readUsage, viewings)
        + familyPage("/children/{id}/usage_events.csv", lane: .slow, scripts: .readUsage, events)

    // MARK: Reports

    private static func family(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let form = ReportForm(
            try visit.query(),
            path: scope.usagePath,
            today: scope.family.today(visit.now)
        )
        let family = scope.family.id
        let report = try report(.family(family), form, visit)
        let file = try file(visit, [.parts, .books, .series, .children, .stops, .hours])
        let name = FileName(.family(scope.family), file, form)
        guard file == .children else { return try shared(file, report, form, visit, scope, name) }
        let children = try report.children(of: family, form.range.days).map { row in
            UsageReport.Row<Any>(
                id: row.id.map { ID($0.value) },
                name: row.name,
                figures: row.figures
            )
        }
        return try visit.csv(UsageRowExport(.child, children), named: name)
    }

    private static func child(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> Response
    {
        let child = try visit.children.find(id, of: scope.family.id)
        let today = scope.family.today(visit.now)
        let form = ReportForm(try visit.query(), path: scope.usagePath(of: id), today: today)
        let report = try report(.child(id), form, visit)
        let file = try file(visit, [.parts, .books, .series, .stops, .hours, .unopened])
        guard file == .unopened else {
            let name = FileName(.child(child), file, form)
            return try shared(file, report, form, visit, scope, name)
        }
        let query = try visit.query()
        for name in ["range", "from", "to", "group", "least"] where query.isOn(name) {
            throw Failure.badRequest(
                "“\(name)” doesn’t apply to stories that were never opened. Leave it out."
            )
        }
        return try visit.csv(
            try UnopenedExport(id, from: visit.database),
            named: FileName(.child(child), "never-opened", today.iso)
        )
    }

    /// The parts that reports of a child and of a family have in common; every report has the
    /// chart.
    private static func shared(
        _ file: ReportFile,
        _ report: UsageReport,
        _ form: ReportForm,
        _ visit: Visit,
        _ scope: FamilyScope,
        _ name: FileName
    ) throws -> Response {
        switch file {
        case .books:
            try visit.csv(UsageRowExport(.book, try report.books(form.range.days)), named: name)
        case .series:
            try visit.csv(
                UsageRowExport(
                    .series,
                    try report.series(of: report.tally(form.range.days).books).map { row in
                        UsageReport.Row(
                            id: row.id.map { ID($0.value) },
                            name: row.name,
                            figures: row.figures
                        )
                    }
                ),
                named: name
            )
        case .stops:
            try visit.csv(StopExport(try habits(report, form, scope)), named: name)
        case .hours:
            try visit.csv(HoursExport(try habits(report, form, scope)), named: name)
        case .parts, .children, .rows, .unopened:
            try visit.csv(try UsagePartExport(report, form), named: name)
        }
    }

    /// The page leaves these out for more days than single plays are read for.
    private static func habits(_ report: UsageReport, _ form: ReportForm, _ scope: FamilyScope)
        throws -> HabitTallies
    {
        guard form.range.days.count <= ReportHabits.maximumDays else {
            throw Failure.badRequest("Choose at most \(ReportHabits.maximumDays) days for this.")
        }
        return try HabitTallies(
            HabitList(database: report.database, subject: report.subject),
            form.range.days,
            try report.days(form.range.days).figures,
            least: form.least,
            TimeText(zone: scope.family.timeZone)
        )
    }

    private static func overall(_ visit: Visit) throws -> Response {
        let (form, division) = try OverallReport.form(visit)
        if let text = try visit.query().text("by"), text != division.rawValue {
            let choices = ReportDivision.allCases.map(\.rawValue)
            throw Failure.badRequest(ReportForm.complaint("by", choices: choices))
        }
        let report = try report(.everybody, form, visit)
        let file = try file(visit, [.parts, .rows])
        let name = FileName(.everybody, file, form, by: division)
        guard file == .rows else {
            return try visit.csv(try UsagePartExport(report, form), named: name)
        }
        return try visit.csv(
            UsageRowExport(
                UsageRowExport.Kind(division),
                try visit.overallFigures(leastClass: form.leastClass)
                    .rows(by: division, form.range.days)
            ),
            named: name
        )
    }

    private static func report(_ subject: ReportSubject, _ form: ReportForm, _ visit: Visit) throws
        -> UsageReport
    {
        if let complaint = form.complaint { throw Failure.badRequest(complaint) }
        return UsageReport(
            database: visit.database,
            subject: subject,
            leastClass: form.leastClass
        )
    }

    /// Which part of the report the address asks for; the chart by default.
    private static func file(_ visit: Visit, _ choices: [ReportFile]) throws -> ReportFile {
        guard let text = try visit.query().text("table") else { return .parts }
        guard let file = ReportFile(rawValue: text), choices.contains(file) else {
            let names = choices.map(\.rawValue).joined(separator: ", ")
            throw Failure.badRequest("“table”: This report doesn’t have it. It has: \(names).")
        }
        return file
    }

    // MARK: Single viewings

    private static func viewings(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> Response
    {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = ViewingAddress(try visit.query(), scope, id, now: visit.now)
        if let complaint = address.form.complaint { throw Failure.badRequest(complaint) }
        let content = "viewings" + (address.book.map { "-of-story-\($0)" } ?? "")
        return try visit.csv(
            try ViewingExport(address.filter, from: visit.database),
            named: FileName(.child(child), content, address.form.range.days)
        )
    }

    private static func events(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> Response
    {
        let child = try visit.children.find(id, of: scope.family.id)
        let today = scope.family.today(visit.now)
        let days = try EventDays(try visit.query(), today: today)
        return try visit.csv(
            try EventExport(.child(id), days, from: visit.database),
            named: days.fileName(.child(child), today: today)
        )
    }

    /// Of everybody, or of a family.
    private static func allEvents(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        var (subject, name) = (ReportSubject.everybody, FileSubject.everybody)
        var today = visit.times.calendarDay(visit.now)
        if let text = query.text("family") {
            guard let id = ID<Family>(pathSegment: text[...]) else {
                throw Failure.badRequest("This family doesn’t exist.")
            }
            let family = try visit.families.find(id)
            (subject, name) = (.family(family.id), .family(family))
            today = family.today(visit.now)
        }
        let days = try EventDays(query, today: today)
        return try visit.csv(
            try EventExport(subject, days, from: visit.database),
            named: days.fileName(name, today: today)
        )
    }
}
