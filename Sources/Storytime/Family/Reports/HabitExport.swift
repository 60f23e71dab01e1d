import SQLite

/// The chart of where stories were left: a row for each of its bars.
struct StopExport: ExportedList {
    struct Row: Sendable {
        let fromPercent: Int
        let plays: Int
    }

    private var rest: ArraySlice<Row>

    static let name = "usage-stops"

    static let columns: [CSVColumn<Row>] = [
        .integer("from_percent", "Where this tenth of a story starts, in percent of its length.") {
            $0.fromPercent
        },
        .integer("to_percent", "Where it ends.") { $0.fromPercent + 10 },
        .integer("plays", "How many plays stopped in it.") { $0.plays },
    ]

    init(_ habits: HabitTallies) {
        rest =
            habits.stops.enumerated().map { Row(fromPercent: $0.offset * 10, plays: $0.element) }[
                ...
            ]
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        defer { rest = rest.dropFirst(limit) }
        return Array(rest.prefix(limit))
    }
}

/// When in the week stories were watched: a row for each day of the week, as on the page.
struct HoursExport: ExportedList {
    struct Row: Sendable {
        let weekday: String
        /// By part of the day.
        let milliseconds: [Int]

        fileprivate func seconds(_ part: PartOfDay) -> Int { milliseconds[part.rawValue] / 1000 }
    }

    private var rest: ArraySlice<Row>

    static let name = "usage-hours"

    static let columns: [CSVColumn<Row>] = [
        .text("weekday", "The day of the week, like `Monday`.") { $0.weekday },
        .integer(
            "morning_seconds",
            "Seconds watched in plays that started, or continued on a later day, from 5 to 12 o’clock."
        ) { $0.seconds(.morning) },
        .integer("afternoon_seconds", "The same from 12 to 17 o’clock.") {
            $0.seconds(.afternoon)
        },
        .integer("evening_seconds", "The same from 17 to 21 o’clock.") { $0.seconds(.evening) },
        .integer("night_seconds", "The same from 21 to 5 o’clock.") { $0.seconds(.night) },
    ]

    init(_ habits: HabitTallies) {
        rest =
            zip(CalendarDay.weekdays, habits.watchedMilliseconds).map {
                Row(weekday: $0, milliseconds: $1)
            }[...]
    }

    var columns: [CSVColumn<Row>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        defer { rest = rest.dropFirst(limit) }
        return Array(rest.prefix(limit))
    }
}

/// The stories in a child's library that were never opened, those waiting longest first.
struct UnopenedExport: ExportedList {
    private let child: ID<Child>
    /// The newest story in any library at the beginning.
    private let newest: Int
    let rowCount: Int?
    private var last: UnopenedList.Entry?

    static let name = "never-opened"

    static let columns: [CSVColumn<UnopenedList.Entry>] = [
        .integer("book_id", "The book's id.") { $0.book.value },
        .text("book", "Its title.") { $0.title },
        .time("added_at", "When it was added to the library.") { $0.addedAt },
    ]

    init(_ child: ID<Child>, from database: Database) throws {
        self.child = child
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM library_items") {
                try $0.int(0)
            } ?? 0
        rowCount = try UnopenedList(database: database, child: child).count()
    }

    var columns: [CSVColumn<UnopenedList.Entry>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [UnopenedList.Entry] {
        let entries = try UnopenedList(database: database, child: child)
            .next(limit, after: last, upTo: newest)
        last = entries.last ?? last
        return entries
    }
}
