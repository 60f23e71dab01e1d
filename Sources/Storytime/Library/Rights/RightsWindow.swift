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
