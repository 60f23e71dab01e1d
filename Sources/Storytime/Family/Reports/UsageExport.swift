import SQLite

/// Which part of a report a file contains: what its chart shows, or one of its tables.
enum ReportFile: String, Sendable {
    /// The bars of the chart, including days on which nothing was watched.
    case parts
    case books
    case series
    case children
    /// The rows of the report over all, by its division.
    case rows
    /// Where stories were left.
    case stops
    /// When in the week they are watched.
    case hours
    /// The stories in a child's library that were never opened.
    case unopened
}

/// The chart of a report: a row for each of its bars.
struct UsagePartExport: ExportedList {
    struct Row: Sendable {
        let days: ReportDays
        let figures: UsageFigures
    }

    /// As many as fit into a chart as bars, or as ten years have months.
    private var rest: ArraySlice<Row>

    static let name = "usage"

    static let columns: [CSVColumn<Row>] = [
        .text("first_day", "The first day of the period, like `2026-03-04`.") { $0.days.first.iso },
        .text("last_day", "The last day of the period; for days, the same day.") {
            $0.days.last.iso
        },
        .integer("watched_seconds", "The time watched, in full seconds.") {
            $0.figures.seconds
        },
        .integer("plays", "The number of plays started.") { $0.figures.plays },
        .integer("completions", "How many of these plays reached the end.") {
            $0.figures.completions
        },
    ]

    init(_ report: UsageReport, _ form: ReportForm) throws {
        let days = try report.days(form.range.days).figures
        rest =
            form.grouping.parts(of: form.range.days).map {
                Row(days: $0.days, figures: ReportSummary.sum(of: days, in: $0.days))
            }[...]
    }

    /// The chart of a week: all of its days, including those still to come.
    init(_ week: WeekReport) {
        rest =
            (0..<7).map { offset in
                let day = week.range.days.first.adding(offset)
                return Row(
                    days: ReportDays(first: day, last: day),
                    figures: week.days.figures[day] ?? UsageFigures()
                )
            }[...]
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        defer { rest = rest.dropFirst(limit) }
        return Array(rest.prefix(limit))
    }
}

/// A table of a report: a row for each book, series, child, family, category or publisher.
///
/// The figures are added up once, at the beginning, so that all rows are from the same moment. A
/// row takes some 50 bytes until it is written, and there are as many as records, not as plays.
/// Names are read as the file is made.
struct UsageRowExport: ExportedList {
    /// What a row is about.
    enum Kind: String, Sendable {
        case book, series, child, family, category, publisher
    }

    struct Row: Sendable {
        let kind: Kind
        let id: Int?
        let name: String?
        let figures: UsageFigures
    }

    private let kind: Kind
    private var rest: ArraySlice<UsageReport.Row<Any>>

    static let name = "usage"

    static let columns: [CSVColumn<Row>] = [
        .text(
            "kind",
            "What it is: `book`, `series`, `child`, `family`, `category` or `publisher`."
        ) { $0.kind.rawValue },
        .integer("id", "Its id; empty for books without a series, a category or a publisher.") {
            $0.id
        },
        .text("name", "Its name or title; empty if it was deleted.") { $0.name },
        .integer("watched_seconds", "The time watched, in full seconds.") {
            $0.figures.seconds
        },
        .integer("plays", "The number of plays started.") { $0.figures.plays },
        .integer("completions", "How many of these plays reached the end.") {
            $0.figures.completions
        },
    ]

    init(_ kind: Kind, _ rows: [UsageReport.Row<Any>]) {
        self.kind = kind
        rest = rows[...]
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        let piece = rest.prefix(limit)
        rest = rest.dropFirst(limit)
        let names = try kind.names(of: piece.compactMap(\.id?.value), in: database)
        return piece.map { row in
            Row(
                kind: kind,
                id: row.id?.value,
                name: row.id.flatMap { names[$0.value] },
                figures: row.figures
            )
        }
    }
}

extension UsageRowExport.Kind {
    /// The names of these records, as far as they exist.
    func names(of ids: [Int], in database: Database) throws -> [Int: String] {
        guard !ids.isEmpty else { return [:] }
        let statement: SQL =
            switch self {
            case .book: "SELECT id, title FROM books WHERE id IN \(list: ids)"
            case .series: "SELECT id, name FROM series WHERE id IN \(list: ids)"
            case .child: "SELECT id, name FROM present_children WHERE id IN \(list: ids)"
            case .family: "SELECT id, name FROM present_families WHERE id IN \(list: ids)"
            case .category: "SELECT id, name FROM categories WHERE id IN \(list: ids)"
            case .publisher: "SELECT id, name FROM publishers WHERE id IN \(list: ids)"
            }
        let names = try database.all(statement) { (try $0.int(0), try $0.text(1)) }
        return Dictionary(uniqueKeysWithValues: names)
    }

    init(_ division: ReportDivision) {
        switch division {
        case .family: self = .family
        case .book: self = .book
        case .series: self = .series
        case .category: self = .category
        case .publisher: self = .publisher
        }
    }
}
