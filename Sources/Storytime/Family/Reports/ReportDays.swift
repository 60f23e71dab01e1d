/// The days of a report, from a first to a last one, both included.
struct ReportDays: Sendable, Equatable {
    let first: CalendarDay
    let last: CalendarDay

    var count: Int { last.number - first.number + 1 }

    func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

    func moved(by days: Int) -> ReportDays {
        ReportDays(first: first.adding(days), last: last.adding(days))
    }

    /// The days of both.
    func clipped(to other: ReportDays) -> ReportDays {
        ReportDays(first: max(first, other.first), last: min(last, other.last))
    }

    /// These days, and those on which what was watched on them may have begun: a device may tell of a
    /// session for so long.
    var withBeginnings: ReportDays {
        ReportDays(first: first.adding(-UsageEvent.maximumAgeDays), last: last)
    }

    /// "21 November 2026", "16 to 21 November 2026", "30 October to 5 November 2026".
    var words: String {
        let (from, to) = (first.parts, last.parts)
        if first == last { return last.words }
        if from.year != to.year { return "\(first.words) to \(last.words)" }
        if from.month != to.month { return "\(from.day) \(first.monthName) to \(last.words)" }
        return "\(from.day) to \(last.words)"
    }
}

extension CalendarDay {
    /// The Monday of its week.
    var startOfWeek: CalendarDay { adding(-weekday) }

    /// The first day of its month.
    var startOfMonth: CalendarDay { adding(1 - parts.day) }

    /// The last day of its month.
    var endOfMonth: CalendarDay {
        // The 28th is in every month, and four days later is in the next.
        startOfMonth.adding(31).startOfMonth.adding(-1)
    }
}
