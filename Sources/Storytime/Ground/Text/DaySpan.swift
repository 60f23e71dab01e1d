/// Consecutive days; without a last one they don't end.
struct DaySpan: Sendable, Equatable {
    let first: CalendarDay
    let last: CalendarDay?

    /// Nil if the last day comes before the first.
    init?(_ first: CalendarDay, _ last: CalendarDay? = nil) {
        if let last, last < first { return nil }
        self.first = first
        self.last = last
    }

    /// Days that don't end.
    init(from first: CalendarDay) {
        self.first = first
        last = nil
    }

    func contains(_ day: CalendarDay) -> Bool {
        first <= day && day <= end
    }

    func meets(_ other: DaySpan) -> Bool {
        first <= other.end && other.first <= end
    }

    /// The last day for comparisons: an open end comes after every other.
    var end: CalendarDay { last ?? Self.openEnd }

    /// 31 December 9999, the last day with a year of four digits, which the database stores for an
    /// open end.
    static let openEnd = CalendarDay(number: 2_932_896)
}
