import Glibc
import Received

/// Dates as HTTP writes them (RFC 9110 §5.6.7), to and from seconds since 1970.
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The range that a year of four digits can express: 0000-01-01 to 9999-12-31.
    private static let representable = -62_167_219_200...253_402_300_799

    /// IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`. Times outside the years 0 to 9999
    /// become the nearest one within.
    package static func format(_ epochSeconds: Int) -> String {
        let seconds = min(max(epochSeconds, representable.lowerBound), representable.upperBound)
        let civil = CivilTime(epochSeconds: seconds)
        let time = "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
        let year = String(repeating: "0", count: 4 - String(civil.year).count) + String(civil.year)
        return
            "\(days[civil.weekday]), \(two(civil.day)) \(months[civil.month - 1]) \(year) \(time) GMT"
    }

    /// Reads all three forms: IMF-fixdate, RFC 850's with its two-digit year, and asctime's. Nil for
    /// anything else, which the preconditions then ignore.
    package static func parse(_ text: String) -> Int? {
        parse(text, now: time(nil))
    }

    /// `now` decides the century of a two-digit year.
    static func parse(_ text: String, now: Int) -> Int? {
        let fields = text.utf8.split(separator: ASCII.space, omittingEmptySubsequences: false)
            .map { Substring($0) }
        switch fields.count {
        // asctime pads the day of the month with a space, which makes an empty field.
        case 6 where fields[2].isEmpty: return parseAsctime(fields)
        case 6: return parseFixdate(fields)
        case 4: return parseRFC850(fields, now: now)
        case 5: return parseAsctime(fields)
        default: return nil
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func parseFixdate(_ fields: [Substring]) -> Int? {
        guard fields[5] == "GMT", fields[0].hasSuffix(","),
            days.contains(String(fields[0].dropLast())),
            let day = number(fields[1], digits: 2),
            let month = months.firstIndex(of: String(fields[2])),
            let year = number(fields[3], digits: 4)
        else { return nil }
        return seconds(year: year, month: month + 1, day: day, time: fields[4])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`. RFC 9110: a year that seems to be more than 50 years ahead is
    /// the most recent past one with the same last two digits.
    private static func parseRFC850(_ fields: [Substring], now: Int) -> Int? {
        let date = fields[1].split(separator: "-", omittingEmptySubsequences: false)
        guard fields[3] == "GMT", fields[0].hasSuffix(","), date.count == 3,
            longDays.contains(String(fields[0].dropLast())),
            let day = number(date[0], digits: 2),
            let month = months.firstIndex(of: String(date[1])),
            let shortYear = number(date[2], digits: 2)
        else { return nil }
        let present = CivilTime(epochSeconds: now).year
        var year = present - present % 100 + shortYear
        if year > present + 50 { year -= 100 }
        return seconds(year: year, month: month + 1, day: day, time: fields[2])
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private static func parseAsctime(_ fields: [Substring]) -> Int? {
        let isPadded = fields.count == 6
        let rest = fields.dropFirst(isPadded ? 3 : 2)
        guard days.contains(String(fields[0])),
            let month = months.firstIndex(of: String(fields[1])),
            let day = number(rest[rest.startIndex], digits: isPadded ? 1 : 2),
            let year = number(rest[rest.startIndex + 2], digits: 4)
        else { return nil }
        return seconds(year: year, month: month + 1, day: day, time: rest[rest.startIndex + 1])
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return ReceivedNumber.integer(text)
    }

    private static func seconds(year: Int, month: Int, day: Int, time: Substring) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2), hour < 24,
            let minute = number(parts[1], digits: 2), minute < 60,
            // 60 is a leap second.
            let second = number(parts[2], digits: 2), second <= 60,
            day >= 1, day <= CivilTime.days(inMonth: month, year: year)
        else { return nil }
        let date = CivilTime.epochDays(year: year, month: month, day: day)
        return date * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
