/// The days of a report, and those that it is compared with.
struct ReportRange: Sendable, Equatable {
    /// Ten years: what is kept about days is small, but a page of them must have an end.
    static let maximumDays = 3660

    /// Common ranges of days, by their names in the address.
    enum Preset: String, Sendable, CaseIterable {
        case thisWeek = "this-week"
        case lastWeek = "last-week"
        case thirtyDays = "30-days"
        case thisMonth = "this-month"
        case custom

        var label: String {
            switch self {
            case .thisWeek: "This week"
            case .lastWeek: "Last week"
            case .thirtyDays: "30 days"
            case .thisMonth: "This month"
            case .custom: "From … to"
            }
        }
    }

    let preset: Preset
    let days: ReportDays
    /// As long as `days`, unless the month before was shorter: a week that has just begun is not
    /// compared with one that is over.
    let previous: ReportDays

    /// What the days are compared with: "the week before, 9 to 15 November 2026".
    var previousWords: String {
        let name =
            switch preset {
            case .thisWeek: "the same days of last week"
            case .lastWeek: "the week before"
            case .thisMonth: "the same days of last month"
            case .thirtyDays, .custom:
                days.count == 1
                    ? "the day before" : "the \(Counted.number(days.count)) days before"
            }
        return "\(name), \(previous.words)"
    }

    /// A preset other than `custom`, relative to a day. Weeks begin on Monday (ISO 8601).
    init(_ preset: Preset, today: CalendarDay) {
        self.preset = preset
        switch preset {
        case .thisWeek, .custom:
            days = ReportDays(first: today.startOfWeek, last: today)
            previous = days.moved(by: -7)
        case .lastWeek:
            let monday = today.startOfWeek.adding(-7)
            days = ReportDays(first: monday, last: monday.adding(6))
            previous = days.moved(by: -7)
        case .thirtyDays:
            days = ReportDays(first: today.adding(-29), last: today)
            previous = days.moved(by: -30)
        case .thisMonth:
            days = ReportDays(first: today.startOfMonth, last: today)
            let end = today.startOfMonth.adding(-1)
            let start = end.startOfMonth
            previous = ReportDays(first: start, last: min(end, start.adding(days.count - 1)))
        }
    }

    /// Days that somebody chose; nil if they are too many or end before they begin.
    init?(from first: CalendarDay, to last: CalendarDay) {
        guard first <= last, last.number - first.number < Self.maximumDays else { return nil }
        preset = .custom
        days = ReportDays(first: first, last: last)
        previous = days.moved(by: -days.count)
    }
}
