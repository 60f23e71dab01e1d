import Quill

/// A report: one page for a child, a family and everybody, with the parts that each of them has.
struct ReportPage: Page {
    static let template = "family/reports/show.html"

    let title: String
    let form: ReportForm
    /// The zone of these days, if the reader may not share it.
    var zoneNote: String?
    var back: (label: String, href: String)?
    var behalf: String?
    var avatar: String?
    /// Nil if the requested days are impossible.
    var summary: ReportSummary?
    var links: [ReportLink] = []
    /// A file with every player event of these days.
    var eventsHref: String?
    /// The divisions of the report over all.
    var divisions: [ChipLink] = []
    var tables: [ReportTable] = []
    var pagination: PaginationView?
    var unopened: UnopenedBooks?
    var habits: ReportHabits?
    /// Days of a child that have been counted differently for some weeks.
    var corrections: CorrectionsView?

    static let fields: [Field<ReportPage>] = [
        .text("title") { $0.title },
        .record("form") { $0.form },
        .text("rule") { _ in WatchedTime.rule },
        .optionalText("zone_note") { $0.zoneNote },
        .optionalText("back_label") { $0.back?.label },
        .optionalText("back_href") { $0.back?.href },
        .optionalText("behalf") { $0.behalf },
        .optionalText("avatar") { $0.avatar },
        .optionalRecord("summary") { $0.summary },
        .list("links") { $0.links },
        .optionalText("events_href") { $0.eventsHref },
        .list("divisions") { $0.divisions },
        .list("tables") { $0.tables },
        .optionalRecord("pagination") { $0.pagination },
        .optionalRecord("unopened") { $0.unopened },
        .optionalRecord("habits") { $0.habits },
        .optionalRecord("corrections") { $0.corrections },
    ]
}

/// A link from a report to something related.
struct ReportLink: Record {
    let label: String
    let href: String

    static let fields: [Field<ReportLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
    ]
}

/// A table of a report, the longest watched first.
struct ReportTable: Record {
    let id: String
    let title: String
    /// The heading of the rows: "Story".
    let heading: String
    /// A note for readers; nil without one.
    var note: String?
    let rows: [ReportRow]
    /// The text in place of no rows.
    let empty: String
    /// A file of all rows.
    let exportHref: String

    static let fields: [Field<ReportTable>] = [
        .text("id") { $0.id },
        .text("title") { $0.title },
        .text("heading") { $0.heading },
        .optionalText("note") { $0.note },
        .list("rows") { $0.rows },
        .text("empty") { $0.empty },
        .text("export_href") { $0.exportHref },
    ]
}

/// The stories in a child's library that were never opened.
struct UnopenedBooks: Record {
    let library: String
    let count: Int
    /// Whether there is anything to open.
    let hasStories: Bool
    let libraryHref: String
    let rows: [ReportLink]
    /// A file of all of them.
    let exportHref: String

    private var sentence: String {
        guard hasStories else { return "There’s nothing to watch in \(library) library yet." }
        if count == 0 { return "Every story in \(library) library has been opened at least once." }
        let stories = Counted.text(count, "story", "stories")
        let rest = count - rows.count
        return "\(stories) in \(library) library "
            + (count == 1 ? "has" : "have") + " never been opened"
            + (rest > 0 ? "; the \(rows.count) added first:" : ":")
    }

    static let fields: [Field<UnopenedBooks>] = [
        .text("sentence") { $0.sentence },
        .text("library_href") { $0.libraryHref },
        .text("export_href") { $0.exportHref },
        .list("rows") { $0.rows },
    ]
}
