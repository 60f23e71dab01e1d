import SQLite

/// The totals for each child, day, book and class of length, which reports read.
///
/// They are never counted up: a change of a viewing gives its old and its new sums, in the same
/// transaction, and the totals get the difference.
struct UsageTotals {
    /// What is counted.
    struct Amount: Sendable, Equatable {
        var watchedMS = 0
        var plays = 0
        var completions = 0

        static func += (left: inout Amount, right: Amount) {
            left.watchedMS += right.watchedMS
            left.plays += right.plays
            left.completions += right.completions
        }

        static prefix func - (amount: Amount) -> Amount {
            Amount(
                watchedMS: -amount.watchedMS,
                plays: -amount.plays,
                completions: -amount.completions
            )
        }
    }

    /// The row to which a viewing contributes, among the totals of its child and book.
    struct Place: Sendable, Hashable {
        let day: CalendarDay
        let lengthClass: Int
    }

    let database: Database

    /// Replaces what a viewing contributed by what it contributes now; nil for nothing.
    func replace(_ old: Viewing.Sums?, by new: Viewing.Sums?, of key: Viewing.Key) throws {
        guard old != new else { return }
        var differences = Self.amounts(new)
        for (place, amount) in Self.amounts(old) {
            differences[place, default: Amount()] += -amount
        }
        for (place, amount) in differences where amount != Amount() {
            try add(amount, to: place, of: key)
        }
    }

    /// What a viewing contributes to each row of the totals. It is one play, on the day it began.
    static func amounts(_ sums: Viewing.Sums?) -> [Place: Amount] {
        guard let sums else { return [:] }
        let lengthClass = LengthClass.of(watchedMS: sums.watchedMS)
        let later = sums.later.values.reduce(0, +)
        var amounts = [
            Place(day: sums.day, lengthClass: lengthClass): Amount(
                watchedMS: sums.watchedMS - later,
                plays: 1,
                completions: sums.isFinished ? 1 : 0
            )
        ]
        for (day, watchedMS) in sums.later {
            amounts[Place(day: day, lengthClass: lengthClass)] = Amount(watchedMS: watchedMS)
        }
        return amounts
    }

    private func add(_ amount: Amount, to place: Place, of key: Viewing.Key) throws {
        let row: SQL = """
            child_id = \(key.child.value) AND day = \(place.day.iso)
                AND book_id = \(key.book.value) AND length_class = \(place.lengthClass)
            """
        let updated = try database.execute(
            """
            UPDATE daily_usage SET watched_ms = watched_ms + \(amount.watchedMS),
                plays = plays + \(amount.plays), completions = completions + \(amount.completions)
            WHERE \(sql: row)
            """
        )
        if updated == 0 {
            try database.execute(
                """
                INSERT INTO daily_usage
                    (child_id, day, book_id, length_class, watched_ms, plays, completions)
                VALUES (\(key.child.value), \(place.day.iso), \(key.book.value),
                    \(place.lengthClass), \(amount.watchedMS), \(amount.plays),
                    \(amount.completions))
                """
            )
        } else if amount.watchedMS < 0 || amount.plays < 0 {
            try database.execute(
                "DELETE FROM daily_usage WHERE \(sql: row) AND watched_ms = 0 AND plays = 0"
            )
        }
    }
}
