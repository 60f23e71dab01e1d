/// A day of the calendar, without a time and so without a zone.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1 January 1970.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.number < right.number
    }

    func adding(_ days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// 0 is Monday. 1 January 1970 was a Thursday.
    var weekday: Int { ((number + 3) % 7 + 7) % 7 }
    var weekdayName: String { Self.weekdays[weekday] }
    var monthName: String { Self.months[parts.month - 1] }

    /// Year, month and day by the Gregorian calendar, counted in eras of 400 years that begin on a
    /// 1 March, so that a leap day comes last (Howard Hinnant, "chrono-compatible low-level date
    /// algorithms").
    var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// Reads "2026-11-21" (ISO 8601); nil where there is no such day.
    init?(iso text: String) {
        let digits = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard digits.map(\.count) == [4, 2, 2] else { return nil }
        let numbers = digits.compactMap { Int(Substring($0)) }
        guard numbers.count == 3 else { return nil }
        // The years are counted from March, as `parts` does.
        let year = numbers[1] <= 2 ? numbers[0] - 1 : numbers[0]
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = (numbers[1] + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + numbers[2] - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
        // 31 February, month 13 and "+123-01-01" come out as something else.
        guard iso == text else { return nil }
    }

    /// "21 November 2026".
    var dateText: String { "\(parts.day) \(monthName) \(parts.year)" }

    /// "2026-11-21" (ISO 8601).
    var iso: String {
        let (year, month, day) = parts
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// "Saturday 21 November 2026".
    var text: String {
        "\(weekdayName) \(parts.day) \(monthName) \(parts.year)"
    }
}
