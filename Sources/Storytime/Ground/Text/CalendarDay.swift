/// A day of the calendar, without a time and so without a time zone.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1 January 1970.
    let number: Int

    static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    init(number: Int) {
        self.number = number
    }

    /// A day of the Gregorian calendar; nil if its month has no such day. The reverse of `parts`.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
        // 30 February would be a day of March.
        guard parts.month == month else { return nil }
    }

    /// Reads "2026-11-21" (ISO 8601), as a browser's date field sends it; nil if there is no such
    /// day.
    init?(iso text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
            return nil
        }
        let number = { (range: Range<Int>) in
            // Only digits: a sign would otherwise be read, too.
            bytes[range].allSatisfy { (48...57).contains($0) }
                ? bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } : 0
        }
        self.init(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    }

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

    /// "2026-11-21" (ISO 8601).
    var iso: String {
        let (year, month, day) = parts
        let zeros = String(repeating: "0", count: max(0, 4 - String(year).utf8.count))
        return "\(zeros)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// "Saturday 21 November 2026".
    var text: String { "\(weekdayName) \(words)" }

    /// "21 November 2026".
    var words: String { "\(parts.day) \(monthName) \(parts.year)" }
}
