import SQLite

/// What everybody watched: totals that triggers derive from the children's rows of `daily_usage`,
/// so that reports over all need not add up every child.
///
/// Triggers can't forget anything; but somebody may have edited the file by hand, which `storytime
/// usage rebuild` finds and corrects.
enum OverallTotals: CaseIterable {
    case days, books, families

    /// The table, and its columns before the amounts.
    private var table: (name: SQL, columns: SQL) {
        switch self {
        case .days: ("usage_days", "day, length_class")
        case .books: ("usage_books", "day, book_id, length_class")
        case .families: ("usage_families", "day, family_id, length_class")
        }
    }

    private var kept: SQL {
        "SELECT \(sql: table.columns), watched_ms, plays, completions FROM \(sql: table.name)"
    }

    /// The sums of the children's rows.
    private var computed: SQL {
        let source: SQL =
            self == .families
            ? "daily_usage AS u CROSS JOIN children AS k ON k.id = u.child_id" : "daily_usage"
        return """
            SELECT \(sql: table.columns), sum(watched_ms), sum(plays), sum(completions)
            FROM \(sql: source) GROUP BY \(sql: table.columns)
            """
    }

    /// How many of the tables were wrong; they are correct now. A correct one is only read, so
    /// nobody who writes has to wait.
    static func rebuild(_ database: Database) throws -> Int {
        var wrong = 0
        for totals in allCases where try totals.isWrong(database) {
            try database.write { try totals.write(database) }
            wrong += 1
        }
        return wrong
    }

    private func isWrong(_ database: Database) throws -> Bool {
        try database.first(
            """
            SELECT EXISTS (\(sql: computed) EXCEPT \(sql: kept))
                OR EXISTS (\(sql: kept) EXCEPT \(sql: computed))
            """
        ) { try $0.bool(0) } ?? false
    }

    private func write(_ database: Database) throws {
        try database.execute("DELETE FROM \(sql: table.name)")
        try database.execute(
            """
            INSERT INTO \(sql: table.name)
                (\(sql: table.columns), watched_ms, plays, completions) \(sql: computed)
            """
        )
    }
}
