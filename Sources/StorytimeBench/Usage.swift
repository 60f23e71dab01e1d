import HTTP
import Quill
import SQLite

/// W3 and W4: a child's report, and the export of everything.
enum UsagePages {
    static let show = { @Sendable (visit: Visit) in
        let query = try visit.query()
        guard let child = query.first("child").flatMap({ Int($0) }),
            let from = query.first("from").flatMap({ Day($0) }),
            let days = query.first("days").flatMap({ Int($0) }), (1...366).contains(days)
        else { throw Failure(status: .badRequest, message: "Which child, and when?") }
        guard let name = try visit.stores.usage.child(child) else {
            throw Failure(status: .notFound, message: "This child doesn’t exist.")
        }
        let report = try visit.stores.usage.report(child, from: from, days: days)
        return try visit.render(
            visit.templates.usage,
            Show(child: name, report: report),
            section: "Reports"
        )
    }

    static let export = { @Sendable (visit: Visit) in
        Response(
            headers: ["Content-Type": "text/csv; charset=utf-8"],
            body: .chunks(try UsageExport(visit.stores.usage))
        )
    }

    struct Show: Page {
        static let template = "usage.html"
        let child: String
        let report: UsageReport

        static let fields: [Field<Show>] = [
            .text("child") { $0.child },
            .int("minutes") { $0.report.seconds / 60 },
            .int("count") { $0.report.days.count },
            .list("days") { $0.report.days },
            .list("top") { $0.report.top },
        ]
    }
}

/// What a child read in a span of days.
struct UsageReport: Sendable {
    let days: [DayRow]
    let top: [TopRow]
    let seconds: Int

    struct DayRow: Record {
        let day: String
        let seconds: Int

        static let fields: [Field<DayRow>] = [
            .text("day") { $0.day },
            .int("minutes") { $0.seconds / 60 },
        ]
    }

    struct TopRow: Record {
        let id: Int
        let title: String
        let sessions: Int
        let seconds: Int

        static let fields: [Field<TopRow>] = [
            .int("id") { $0.id },
            .text("title") { $0.title },
            .int("sessions") { $0.sessions },
            .int("minutes") { $0.seconds / 60 },
        ]
    }
}

/// How often and how long one book was read.
private struct BookSum {
    private(set) var sessions = 0
    private(set) var seconds = 0

    mutating func add(_ seconds: Int) {
        sessions += 1
        self.seconds += seconds
    }
}

/// Asks the database what was read.
struct UsageStore {
    let database: Database

    func child(_ id: Int) throws -> String? {
        try database.first("SELECT name FROM children WHERE id = \(id)") { try $0.text(0) }
    }

    /// Adds the events up in one pass over the index, by day and by book.
    func report(_ child: Int, from: Day, days: Int) throws -> UsageReport {
        let end = Day(number: from.number + days)
        var seconds = [Int](repeating: 0, count: days)
        var books: [Int: BookSum] = [:]
        let events: SQL = """
            SELECT started_at, book_id, seconds FROM usage_events
            WHERE child_id = \(child)
                AND started_at >= \(from.epochSeconds) AND started_at < \(end.epochSeconds)
            """
        try database.each(events) { row in
            let time = try row.int(2)
            seconds[try row.int(0) / Day.seconds - from.number] += time
            books[try row.int(1), default: BookSum()].add(time)
        }
        let top = books.sorted { ($1.value.seconds, $0.key) < ($0.value.seconds, $1.key) }.prefix(
            10
        )
        return UsageReport(
            days: seconds.enumerated().map { offset, seconds in
                .init(day: Day(number: from.number + offset).text, seconds: seconds)
            },
            top: try top.map { id, sum in
                .init(id: id, title: try title(id), sessions: sum.sessions, seconds: sum.seconds)
            },
            seconds: seconds.reduce(0, +)
        )
    }

    func lastEvent() throws -> Int {
        try database.first("SELECT max(id) FROM usage_events") { try $0.intOrNil(0) ?? 0 } ?? 0
    }

    /// Calls the body with some events after one, in order, up to the last that counts.
    func events(
        after id: Int,
        upTo last: Int,
        limit: Int,
        _ body: (Row) throws -> Void
    ) throws {
        let sql: SQL = """
            SELECT id, child_id, book_id, started_at, seconds, device
            FROM usage_events
            WHERE id > \(id) AND id <= \(last)
            ORDER BY id
            LIMIT \(limit)
            """
        try database.each(sql, body)
    }

    func names() throws -> UsageNames {
        UsageNames(
            children: try names("SELECT id, name FROM children"),
            books: try names("SELECT id, title FROM books")
        )
    }

    private func names(_ sql: SQL) throws -> NameTable {
        var table = NameTable()
        try database.each(sql) { row in
            let id = try row.int(0)
            try row.withUTF8(1) { table.add(id, $0) }
        }
        return table
    }

    private func title(_ book: Int) throws -> String {
        try database.first("SELECT title FROM books WHERE id = \(book)") { try $0.text(0) } ?? ""
    }
}
