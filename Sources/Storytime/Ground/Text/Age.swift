/// How old someone is on a day.
struct Age: Sendable, Equatable {
    let years: Int
    /// Since the last birthday.
    let months: Int

    /// A person born on 29 February has their birthday on 1 March in years without that day. A day
    /// before the birth is age 0.
    init(bornOn birth: CalendarDay, on day: CalendarDay) {
        let (from, to) = (birth.parts, day.parts)
        let total = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0)
        years = max(total, 0) / 12
        months = max(total, 0) % 12
    }

    /// In months until the second birthday, as people say for small children.
    var text: String {
        switch (years, months) {
        case (0, 0): "Newborn"
        case (..<2, _):
            Counted.text(years * 12 + months, "month", "months") + " old"
        default: Counted.text(years, "year", "years") + " old"
        }
    }
}
