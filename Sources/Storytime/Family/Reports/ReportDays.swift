/// The days of a report, from a first to a last one, both inclusive.
struct ReportDays: Sendable, Equatable {
    let first: CalendarDay
    let last: CalendarDay

    var count: Int { last.number - first.number + 1 }

    func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

    func moved(by days: Int) -> ReportDays {
        ReportDays(first: first.adding(days), last: last.adding(days))
    }

    /// These days, and those on which viewings may have begun that continued on them: a device may
    /// report a session for that long.
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
        // Every month has a 28th, and four days later is in the next one.
        startOfMonth.adding(31).startOfMonth.adding(-1)
    }
}
