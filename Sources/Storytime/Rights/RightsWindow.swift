/// From when to when a book may be shown in a territory.
struct RightsWindow: Sendable, Equatable {
    let id: ID<RightsWindow>
    let book: ID<Book>
    var terms: Terms
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a contract says: what a valid form makes of its fields, and what a store accepts.
    struct Terms: Sendable, Equatable {
        var territory: Territory
        var days: DaySpan
        var note = ""

        /// Whether there is a day and a place that belong to both windows: one of them is then too
        /// many, or a mistake.
        func overlaps(_ other: Terms) -> Bool {
            territory.meets(other.territory) && days.meets(other.days)
        }

        /// "Worldwide, from 1 March 2026", as it is kept for everybody, whatever their language.
        var text: String {
            "\(territory.name), "
                + (days.last.map { "\(days.first.words) to \($0.words)" }
                    ?? "from \(days.first.words)")
        }
    }

    var territory: Territory { terms.territory }
    var days: DaySpan { terms.days }
}

/// Days in a row; without a last one they don't end.
struct DaySpan: Sendable, Equatable {
    let first: CalendarDay
    let last: CalendarDay?

    /// Nil when the last day comes before the first.
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

    /// 31 December 9999, the last day that has four digits for its year: what the database keeps
    /// for an open end.
    static let openEnd = CalendarDay(number: 2_932_896)
}
