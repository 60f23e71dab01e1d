import SQLite

/// Which windows end soon, of all books that are not in the bin, the soonest first.
struct RightsReport {
    /// How soon, in days: what the report can be asked for.
    static let choices = [30, 60, 90]

    /// A window that ends, and what comes after it.
    struct Entry: Sendable {
        let window: RightsWindow
        let book: Book
        /// The last day of another window of the same book that goes on where this one ends, for the
        /// same territory or worldwide; nil when there is none.
        let goesOnUntil: CalendarDay?
    }

    let database: Database
    let day: CalendarDay

    /// How many windows end within each of the choices, counted over an index that ends with the last
    /// of them; those in the bin are few, and taken off.
    func counts() throws -> [Int] {
        let all = try counts("rights_windows AS r")
        let binned = try counts(
            """
            books AS b INDEXED BY books_in_bin
            CROSS JOIN rights_windows AS r ON r.book_id = b.id AND b.deleted_at > 0
            """
        )
        return zip(all, binned).map { $0 - $1 }
    }

    private func counts(_ table: SQL) throws -> [Int] {
        let ends = Self.choices.map { day.adding($0).iso }
        return try database.first(
            """
            SELECT count(*) FILTER (WHERE r.last_day <= \(ends[0])),
                count(*) FILTER (WHERE r.last_day <= \(ends[1])), count(*)
            FROM \(sql: table) WHERE r.last_day BETWEEN \(day.iso) AND \(ends[2])
            """
        ) { row in try Self.choices.indices.map { try row.int($0) } } ?? [0, 0, 0]
    }

    /// A page of the windows that end within so many days.
    func entries(within days: Int, limit: Int, offset: Int) throws -> [Entry] {
        try database.all(
            Self.select(
                from: day,
                to: day.adding(days),
                "LIMIT \(limit) OFFSET \(offset)"
            ),
            Self.entry
        )
    }

    /// The windows that end on the days from one to another, as a statement.
    static func select(
        from first: CalendarDay,
        to last: CalendarDay,
        after place: SQL = "",
        _ limit: SQL
    ) -> SQL {
        """
        SELECT \(sql: BookStore.columns), \(sql: RightsStore.columns),
            (SELECT max(f.last_day) FROM rights_windows AS f
                WHERE f.book_id = r.book_id AND f.last_day > r.last_day
                    AND f.first_day <= date(r.last_day, '+1 day')
                    AND f.territory IN (\(Territory.worldwideCode), r.territory))
        FROM rights_windows AS r CROSS JOIN books AS b ON b.id = r.book_id
        LEFT JOIN publishers AS p ON p.id = b.publisher_id
        WHERE r.last_day BETWEEN \(first.iso) AND \(last.iso) AND b.deleted_at IS NULL
            \(sql: place)
        ORDER BY r.last_day, r.id \(sql: limit)
        """
    }

    static func entry(_ row: Row) throws -> Entry {
        Entry(
            window: try RightsStore.window(row, from: BookStore.columnCount),
            book: try BookStore.book(row),
            goesOnUntil: try row.textOrNil(BookStore.columnCount + RightsStore.columnCount)
                .flatMap(CalendarDay.init(iso:))
        )
    }
}

extension Visit {
    var rightsReport: RightsReport { RightsReport(database: database, day: rights.day) }
}
