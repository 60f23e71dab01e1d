import Quill

/// Two weeks of days in a row, each a link with its amount.
struct CalendarStrip: Record {
    static let length = 14
    /// How many heights a day's mark has.
    static let levels = 4

    /// The first day that is shown.
    let first: CalendarDay
    let today: CalendarDay
    /// The day that the page is about.
    var current: CalendarDay?
    /// The amount of each day, such as minutes.
    let amounts: [CalendarDay: Int]
    /// What is counted: "minute", "minutes".
    let units: (one: String, many: String)
    /// The page's address without the day: the query's "day" follows.
    let path: String

    var days: [CalendarStripDay] {
        let most = max(amounts.values.max() ?? 0, 1)
        return (0..<Self.length).map { index in
            let day = first.adding(index)
            let amount = amounts[day] ?? 0
            return CalendarStripDay(
                day: day,
                href: day > today ? nil : href(day),
                note: day > today ? nil : Counted.text(amount, units.one, units.many),
                level: (amount * Self.levels + most - 1) / most,
                showsMonth: index == 0 || day.parts.day == 1,
                isToday: day == today,
                isCurrent: day == current
            )
        }
    }

    private func href(_ day: CalendarDay) -> String { "\(path)?day=\(day.iso)" }

    private var title: String {
        let last = first.adding(Self.length - 1)
        let year = first.parts.year == last.parts.year ? "" : " \(first.parts.year)"
        return "\(first.parts.day) \(first.monthName)\(year) to "
            + "\(last.parts.day) \(last.monthName) \(last.parts.year)"
    }

    static let fields: [Field<CalendarStrip>] = [
        .text("title") { $0.title },
        .list("days") { $0.days },
        .text("earlier_href") { $0.href($0.first.adding(-length)) },
        // There is nothing to see in future days.
        .optionalText("later_href") {
            $0.first.adding(length) > $0.today ? nil : $0.href($0.first.adding(length))
        },
    ]
}

/// A day of a calendar strip.
struct CalendarStripDay: Record {
    let day: CalendarDay
    let href: String?
    let note: String?
    /// From 0 for nothing to 4 for the most.
    let level: Int
    let showsMonth: Bool
    let isToday: Bool
    let isCurrent: Bool

    static let fields: [Field<CalendarStripDay>] = [
        .text("name") { $0.day.text },
        .text("iso") { $0.day.iso },
        .text("weekday") { String($0.day.weekdayName.prefix(3)) },
        .int("number") { $0.day.parts.day },
        .optionalText("month") { $0.showsMonth ? String($0.day.monthName.prefix(3)) : nil },
        .optionalText("href") { $0.href },
        .optionalText("note") { $0.note },
        .int("level") { $0.level },
        .bool("is_today") { $0.isToday },
        .bool("is_current") { $0.isCurrent },
    ]
}
