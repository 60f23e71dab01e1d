import HTTP
import SQLite

/// Which viewings of a child a list shows.
struct ViewingFilter: Sendable {
    let child: ID<Child>
    let days: ReportDays
    var book: ID<Book>?
    /// Only those that began on these days, and not those that continued on them.
    var isOfBeginnings = false

    /// A condition on a row `v` of `viewings`.
    fileprivate var condition: SQL {
        let first = isOfBeginnings ? days.first : days.withBeginnings.first
        let days: SQL = """
            v.child_id = \(child.value) AND v.day >= \(first.iso) AND v.day <= \(self.days.last.iso)
                AND (v.day >= \(self.days.first.iso) OR EXISTS (
                    SELECT 1 FROM viewing_days AS d
                    WHERE d.viewing_id = v.id AND \(sql: dayCondition)))
            """
        return book.map { "\(sql: days) AND v.book_id = \($0.value)" } ?? days
    }

    /// A condition on a row `d` of `viewing_days`.
    private var dayCondition: SQL { "d.day >= \(days.first.iso) AND d.day <= \(days.last.iso)" }

    /// How much of a viewing `v` was watched on these days, in milliseconds.
    fileprivate var watchedOnDays: SQL {
        """
        iif(v.day >= \(days.first.iso) AND v.day <= \(days.last.iso), v.watched_ms - coalesce((
                SELECT sum(d.watched_ms) FROM viewing_days AS d WHERE d.viewing_id = v.id), 0), 0)
            + coalesce((SELECT sum(d.watched_ms) FROM viewing_days AS d
                WHERE d.viewing_id = v.id AND \(sql: dayCondition)), 0)
        """
    }

    /// The table, by the index that has the list's order; there are few for one story.
    fileprivate var table: SQL {
        book == nil
            ? "viewings AS v INDEXED BY viewings_by_day"
            : "viewings AS v INDEXED BY viewings_by_book"
    }
}

/// Reads the list of a child's viewings, the latest first. It includes those that are left out of
/// statistics, so that they can be counted again.
struct ViewingList {
    /// A viewing, with what is known about its story.
    struct Entry: Sendable {
        let viewing: Viewing
        /// Nil if the book is gone.
        let title: String?
        let durationSeconds: Int?
        /// How much of it was watched on the days of the list.
        let watchedOnDaysMS: Int
    }

    /// A phone shows four of them at once.
    static let perPage = 25
    /// More stories than this are too many to choose from.
    private static let mostStories = 200

    let database: Database
    let filter: ViewingFilter

    func count() throws -> Int { try database.first(countStatement) { try $0.int(0) } ?? 0 }

    var countStatement: SQL {
        "SELECT count(*) FROM \(sql: filter.table) WHERE \(sql: filter.condition)"
    }

    func page(limit: Int, offset: Int) throws -> [Entry] {
        try database.all(pageStatement(limit: limit, offset: offset), Self.entry)
    }

    /// The keys first: rows before the page are not read any further.
    func pageStatement(limit: Int, offset: Int) -> SQL {
        read(
            """
            SELECT v.id FROM \(sql: filter.table) WHERE \(sql: filter.condition)
            ORDER BY v.day DESC, v.started_at DESC, v.id DESC LIMIT \(limit) OFFSET \(offset)
            """
        )
    }

    /// The next ones after one, among those that existed at a moment.
    func next(_ limit: Int, after last: Viewing?, upTo newest: Int) throws -> [Entry] {
        try database.all(nextStatement(limit, after: last, upTo: newest), Self.entry)
    }

    func nextStatement(_ limit: Int, after last: Viewing?, upTo newest: Int) -> SQL {
        let key: SQL =
            if let last {
                """
                AND v.day <= \(last.sums.day.iso) AND (v.day, v.started_at, v.id)
                    < (\(last.sums.day.iso), \(last.sums.startedAt), \(last.id.value))
                """
            } else {
                ""
            }
        return read(
            """
            SELECT v.id FROM \(sql: filter.table)
            WHERE \(sql: filter.condition) \(sql: key) AND v.id <= \(newest)
            ORDER BY v.day DESC, v.started_at DESC, v.id DESC LIMIT \(limit)
            """
        )
    }

    /// A viewing of the child, on any day.
    func find(_ id: ID<Viewing>) throws -> Entry {
        let entry = try database.first(
            read(
                """
                SELECT v.id FROM viewings AS v
                WHERE v.id = \(id.value) AND v.child_id = \(filter.child.value)
                """
            ),
            Self.entry
        )
        guard let entry else { throw Failure.notFound }
        return entry
    }

    private func read(_ keys: SQL) -> SQL {
        """
        SELECT \(sql: UsageStore.columns),
            (SELECT b.title FROM books AS b WHERE b.id = v.book_id),
            (SELECT a.duration_seconds FROM video_assets AS a
                WHERE a.book_id = v.book_id AND a.is_current = 1),
            \(sql: filter.watchedOnDays)
        FROM (\(sql: keys)) AS m CROSS JOIN viewings AS v ON v.id = m.id
        ORDER BY v.day DESC, v.started_at DESC, v.id DESC
        """
    }

    private static func entry(_ row: Row) throws -> Entry {
        Entry(
            viewing: try UsageStore.viewing(row),
            title: try row.textOrNil(13),
            durationSeconds: try row.intOrNil(14),
            watchedOnDaysMS: try row.int(15)
        )
    }

    /// The stories of these days, by title, to choose one.
    func stories() throws -> [(id: ID<Book>, title: String)] {
        let days = ViewingFilter(child: filter.child, days: filter.days)
        return try database.all(
            """
            SELECT b.id, b.title FROM (
                SELECT DISTINCT v.book_id AS id FROM \(sql: days.table)
                WHERE \(sql: days.condition) LIMIT \(Self.mostStories)
            ) AS m CROSS JOIN books AS b ON b.id = m.id ORDER BY b.title_key, b.id
            """
        ) { (ID(try $0.int(0)), try $0.text(1)) }
    }
}

/// The viewings of a list as a file.
struct ViewingExport: ExportedList {
    private let filter: ViewingFilter
    /// The newest viewing at the beginning.
    private let newest: Int
    let rowCount: Int?
    private var last: Viewing?

    static let name = "viewings"

    static let columns: [CSVColumn<ViewingList.Entry>] = [
        .integer("id", "The viewing's id.") { $0.viewing.id.value },
        .text("session_id", "The device's name for the viewing.") { $0.viewing.key.session },
        .integer("book_id", "The book's id.") { $0.viewing.key.book.value },
        .text("book", "The title of the book; empty if it was deleted.") { $0.title },
        .text("day", "The day it started, in the family's time zone.") {
            $0.viewing.sums.day.iso
        },
        .time("started_at", "When it started.") { $0.viewing.sums.startedAt },
        .time("ended_at", "The time of its last event.") { $0.viewing.sums.endedAt },
        .integer("watched_seconds", "How long the story actually played, in full seconds.") {
            $0.viewing.sums.watchedMS / 1000
        },
        .integer(
            "seconds_on_these_days",
            "How much of that is on the days in this file; less if it runs past midnight."
        ) { $0.watchedOnDaysMS / 1000 },
        .integer(
            "stopped_position_seconds",
            "Where it stopped, in seconds; empty at the end or if unknown."
        ) { $0.viewing.sums.stoppedPosition },
        .text("finished", "`yes` if the story was watched to the end.") {
            $0.viewing.sums.isFinished ? "yes" : "no"
        },
        .text("left_out", "`yes` if it is left out of reports.") {
            $0.viewing.isLeftOut ? "yes" : "no"
        },
        .integer("events", "The number of player events it is based on.") {
            $0.viewing.sums.eventCount
        },
    ]

    init(_ filter: ViewingFilter, from database: Database) throws {
        self.filter = filter
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM viewings") { try $0.int(0) } ?? 0
        rowCount = try ViewingList(database: database, filter: filter).count()
    }

    var columns: [CSVColumn<ViewingList.Entry>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [ViewingList.Entry] {
        let entries = try ViewingList(database: database, filter: filter)
            .next(limit, after: last, upTo: newest)
        last = entries.last?.viewing ?? last
        return entries
    }
}
