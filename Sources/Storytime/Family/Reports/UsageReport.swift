import SQLite

/// Whom a report is about.
enum ReportSubject: Sendable, Equatable {
    case child(ID<Child>)
    case family(ID<Family>)
    case everybody

    /// Their part of the kept totals, as a condition on a row `u` of `daily_usage`, which is found
    /// in the table's own order: for a child, or for the few of a family. Tables of their own have
    /// what everybody watched.
    var condition: SQL {
        switch self {
        case .child(let id): "u.child_id = \(id.value)"
        case .family(let id):
            """
            u.child_id IN (SELECT k.id FROM present_children AS k WHERE k.family_id = \(id.value))
            """
        case .everybody: "1"
        }
    }
}

/// Answers a report's questions from the totals that are kept for each child, book and day: its
/// cost grows with the days that are shown, and not with what was ever recorded. `OverallFigures`
/// answers questions about all families at once, except for their days.
struct UsageReport {
    /// The name of a book that no longer exists: what was watched stays true.
    static let goneBook = "A deleted story"
    /// The name of what was watched of books that belong to no series.
    static let noSeries = "No series"

    let database: Database
    let subject: ReportSubject
    /// The lowest class of lengths (`LengthClass`) that counts.
    let leastClass: Int

    /// What was watched on these days, in one pass over their rows.
    func tally(_ days: ReportDays) throws -> UsageTally {
        var tally = UsageTally()
        try database.each(tallyStatement(days)) { row in
            let figures = try Self.figures(row, 3)
            guard try row.int(2) >= leastClass else { return tally.leaveOut(figures.plays) }
            try row.withUTF8(0) { tally.move(toDay: $0) }
            tally.add(figures, of: ID(try row.int(1)))
        }
        tally.closeDay()
        return tally
    }

    /// The rows of a child come in the order of their days, those of a family child after child.
    func tallyStatement(_ days: ReportDays) -> SQL {
        """
        SELECT u.day, u.book_id, u.length_class, u.watched_ms, u.plays, u.completions
        FROM daily_usage AS u WHERE \(sql: subject.condition) AND \(sql: on(days))
        """
    }

    /// What was watched on these days, without books.
    func days(_ days: ReportDays) throws -> UsageDays {
        var found = UsageDays()
        try database.each(daysStatement(days)) { row in
            let figures = try Self.figures(row, 2)
            guard try row.bool(1) else {
                found.shortPlays += figures.plays
                return
            }
            if let day = CalendarDay(iso: try row.text(0)) { found.figures[day] = figures }
        }
        return found
    }

    func daysStatement(_ days: ReportDays) -> SQL {
        // What everybody watched on a day is kept separately.
        let totals: SQL = subject == .everybody ? "usage_days" : "daily_usage"
        return """
            SELECT u.day, u.length_class >= \(leastClass), sum(u.watched_ms), sum(u.plays),
                sum(u.completions)
            FROM \(sql: totals) AS u
            WHERE \(sql: subject.condition) AND \(sql: on(days)) GROUP BY 1, 2
            """
    }

    /// Each child of a family, by name, including those who watched nothing.
    func children(of family: ID<Family>, _ days: ReportDays) throws -> [Row<Child>] {
        try rows(
            """
            SELECT coalesce(sum(u.watched_ms), 0), coalesce(sum(u.plays), 0),
                coalesce(sum(u.completions), 0), k.id, k.name
            FROM present_children AS k LEFT JOIN daily_usage AS u
                ON u.child_id = k.id AND \(sql: within(days))
            WHERE k.family_id = \(family.value) GROUP BY k.id ORDER BY k.name_key, k.id
            """
        )
    }

    /// How many plays of each child were too short to count. Children without any are missing.
    func shortPlays(_ days: ReportDays) throws -> [ID<Child>: Int] {
        let found = try database.all(
            """
            SELECT u.child_id, sum(u.plays) FROM daily_usage AS u
            WHERE \(sql: subject.condition) AND \(sql: on(days)) AND u.length_class < \(leastClass)
            GROUP BY 1 HAVING sum(u.plays) > 0
            """
        ) { (ID<Child>(try $0.int(0)), try $0.int(1)) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// All books that were watched, without their titles, those watched longest first.
    func books(_ days: ReportDays) throws -> [Row<Any>] {
        try rows(
            """
            SELECT sum(u.watched_ms), sum(u.plays), sum(u.completions), u.book_id, NULL
            FROM daily_usage AS u WHERE \(sql: subject.condition) AND \(sql: within(days))
            GROUP BY 4 ORDER BY 1 DESC, 4
            """
        )
    }

    /// The series of these books and what was watched of each, those watched longest first. Nil
    /// stands for books that belong to none, and comes last: it is no series that won. A series is what its books are in now, as a category
    /// is in the report over all.
    func series(of books: [ID<Book>: UsageFigures]) throws -> [Row<Series>] {
        var series: [ID<Series>?: (name: String?, figures: UsageFigures)] = [:]
        try database.each(
            """
            SELECT w.value, s.id, s.name FROM \(eachOf: books.keys.map(\.value)) AS w
            LEFT JOIN books AS b ON b.id = w.value LEFT JOIN series AS s ON s.id = b.series_id
            """
        ) { row in
            let id = try row.intOrNil(1).map { ID<Series>($0) }
            let before = series[id]
            series[id] = (
                try before?.name ?? row.textOrNil(2),
                (before?.figures ?? UsageFigures()) + (books[ID(try row.int(0))] ?? UsageFigures())
            )
        }
        return series.sorted { left, right in
            if (left.key == nil) != (right.key == nil) { return right.key == nil }
            return (right.value.figures.watchedMilliseconds, left.key?.value ?? 0)
                < (left.value.figures.watchedMilliseconds, right.key?.value ?? 0)
        }
        .map { Row(id: $0.key, name: $0.value.name, figures: $0.value.figures) }
    }

    /// The figures of one record of a report. The name is nil if the record is gone: what was
    /// watched stays true.
    struct Row<Record>: Sendable {
        let id: ID<Record>?
        let name: String?
        let figures: UsageFigures
    }

    func rows<Record>(_ statement: SQL) throws -> [Row<Record>] {
        try database.all(statement) {
            Row(
                id: try $0.intOrNil(3).map { ID($0) },
                name: try $0.textOrNil(4),
                figures: try Self.figures($0, 0)
            )
        }
    }

    /// The days and lengths, as a condition on a row `u` of totals.
    func within(_ days: ReportDays) -> SQL {
        "\(sql: on(days)) AND u.length_class >= \(leastClass)"
    }

    private func on(_ days: ReportDays) -> SQL {
        "u.day >= \(days.first.iso) AND u.day <= \(days.last.iso)"
    }

    static func figures(_ row: SQLite.Row, _ column: Int) throws -> UsageFigures {
        UsageFigures(
            watchedMilliseconds: try row.int(column),
            plays: try row.int(column + 1),
            completions: try row.int(column + 2)
        )
    }
}
