import SQLite

/// When and where it is asked whether books may be shown. It is worked out whenever it is asked, so
/// that a window opens and closes at midnight without anybody doing anything.
struct Rights: Sendable, Hashable {
    /// Where somebody watches.
    let territory: Territory
    /// The day that it is there.
    let day: CalendarDay

    /// Whether one of these windows, all of one book, lets it be shown.
    func areGiven(by windows: [RightsWindow]) -> Bool {
        windows.contains { $0.territory.includes(territory) && $0.days.contains(day) }
    }

    /// The same as a condition on a row `b` of `books`: one seek in an index that has all it needs.
    var condition: SQL { Self.condition(territory: territory, day: day) }

    static func condition(territory: Territory, day: CalendarDay) -> SQL {
        isOpen(in: Set([.worldwide, territory]), on: day)
    }

    /// The same for the book of that key.
    func condition(on key: SQL) -> SQL {
        Self.isOpen(in: Set([.worldwide, territory]), on: day, key)
    }

    static func isOpen(
        in territories: Set<Territory>,
        on day: CalendarDay,
        _ key: SQL = "b.id"
    ) -> SQL {
        """
        EXISTS (SELECT 1 FROM rights_windows AS r
            WHERE r.book_id = \(sql: key) AND r.last_day >= \(day.iso) AND r.first_day <= \(day.iso)
                AND r.territory IN \(list: territories.map(\.code).sorted()))
        """
    }

    /// The keys of the books of these statuses that have no rights, as a query.
    ///
    /// Asking every book would take 30 ms for 100,000. Only those are asked whose last worldwide
    /// window is not open: they never had one, it has ended, or it has not begun. Of those that have
    /// not begun, an earlier one may be open; of all of them, one for the country.
    func missing(_ statuses: [Book.Status] = Book.Status.allCases) -> SQL {
        let status: SQL = "b.deleted_at IS NULL AND b.status IN \(list: statuses.map(\.rawValue))"
        let closed: SQL =
            territory == .worldwide
            ? status : "\(sql: status) AND NOT \(sql: Self.isOpen(in: [territory], on: day))"
        return """
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_until
            WHERE b.worldwide_until IS NULL AND \(sql: closed)
            UNION ALL
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_until
            WHERE b.worldwide_until < \(day.iso) AND \(sql: closed)
            UNION ALL
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_from
            WHERE b.worldwide_from > \(day.iso) AND \(sql: status) AND NOT \(sql: condition)
            """
    }

    /// The keys of the books of these statuses whose last worldwide window is not open on a day, and that
    /// meet a condition which only such books can meet, as a query.
    static func candidates(_ statuses: [Book.Status], on day: CalendarDay, _ condition: SQL)
        -> SQL
    {
        let these: SQL = """
            b.deleted_at IS NULL AND b.status IN \(list: statuses.map(\.rawValue))
                AND \(sql: condition)
            """
        return """
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_until
            WHERE b.worldwide_until IS NULL AND \(sql: these)
            UNION ALL
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_until
            WHERE b.worldwide_until < \(day.iso) AND \(sql: these)
            UNION ALL
            SELECT b.id FROM books AS b INDEXED BY books_by_worldwide_from
            WHERE b.worldwide_from > \(day.iso) AND \(sql: these)
            """
    }

    /// The keys of the books of these statuses of which a window ends from this day on and before so
    /// many days are over, wherever it is for, as a query.
    func ending(
        withinDays days: Int,
        _ statuses: [Book.Status] = Book.Status.allCases
    ) -> SQL {
        """
        SELECT b.id FROM books AS b
        WHERE b.deleted_at IS NULL AND +b.status IN \(list: statuses.map(\.rawValue)) AND b.id IN (
            SELECT r.book_id FROM rights_windows AS r
            WHERE r.last_day BETWEEN \(day.iso) AND \(day.adding(days).iso))
        """
    }
}

extension Visit {
    /// The place and the day of the configuration. Whether books may be shown is asked for families
    /// (`audience()`, and `shelf(of:)` for one).
    var rights: Rights { Rights(site.configuration, now: now) }
}

extension Rights {
    init(_ configuration: Configuration, now: Int) {
        self.init(
            territory: configuration.territory,
            day: TimeText(zone: configuration.timeZone).calendarDay(now)
        )
    }
}
