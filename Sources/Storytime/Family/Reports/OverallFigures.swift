import SQLite

/// Answers the questions of the report over all families from sums of days that are kept in memory
/// (`OverallDays`): its cost grows with what was watched since the last look, and hardly with what
/// was watched before.
struct OverallFigures {
    let database: Database
    let books: OverallDays
    let families: OverallDays
    /// The lowest class of lengths (`LengthClass`) that counts.
    let leastClass: Int

    /// How many different books were watched.
    func bookCount(_ days: ReportDays) throws -> Int { try sums(books, days).count }

    /// All rows of a report with this division, without their names, those watched longest first.
    func rows(by division: ReportDivision, _ days: ReportDays) throws -> [UsageReport.Row<Any>] {
        let rows: [(id: Int?, figures: UsageFigures)] =
            switch division {
            case .family: try sums(families, days).rows.map { ($0, $1) }
            case .book: try sums(books, days).rows.map { ($0, $1) }
            case .category:
                try grouped(
                    days,
                    by: "c.category_id",
                    "LEFT JOIN book_categories AS c ON c.book_id = w.value"
                )
            case .series:
                try grouped(days, by: "b.series_id", "LEFT JOIN books AS b ON b.id = w.value")
            case .publisher:
                try grouped(days, by: "b.publisher_id", "LEFT JOIN books AS b ON b.id = w.value")
            }
        return
            rows.sorted { left, right in
                (right.figures.watchedMilliseconds, left.id ?? 0)
                    < (left.figures.watchedMilliseconds, right.id ?? 0)
            }
            .map { UsageReport.Row(id: $0.id.map { ID($0) }, name: nil, figures: $0.figures) }
    }

    /// What was watched, grouped by what books belong to, by joining the books' numbers `w`. Nil
    /// stands for books that belong to none.
    private func grouped(_ days: ReportDays, by key: SQL, _ join: SQL) throws
        -> [(id: Int?, figures: UsageFigures)]
    {
        let watched = Dictionary(uniqueKeysWithValues: try sums(books, days).rows)
        var groups: [Int?: UsageFigures] = [:]
        try database.each(
            """
            SELECT w.value, \(sql: key) FROM \(eachOf: watched.keys) AS w \(sql: join)
            """
        ) { row in
            groups[try row.intOrNil(1), default: UsageFigures()] +=
                watched[try row.int(0)] ?? UsageFigures()
        }
        return groups.map { ($0, $1) }
    }

    private func sums(_ kept: OverallDays, _ days: ReportDays) throws -> OverallSums {
        try kept.sums(days, leastClass: leastClass, in: database)
    }
}
