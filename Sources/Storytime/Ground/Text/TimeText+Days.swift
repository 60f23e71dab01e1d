import FoundationEssentials
import Received

/// Written days and moments, converted to seconds.
extension TimeText {
    /// The first second of a day in the viewer's zone, written as a browser's date field sends it
    /// ("2026-03-04"); nil if there is no such day.
    func start(ofDay text: String, offsetDays: Int = 0) -> Int? {
        guard let (year, month, day) = CalendarDay(iso: text)?.parts else { return nil }
        let noon = DateComponents(year: year, month: month, day: day, hour: 12)
        guard let date = calendar.date(from: noon),
            // A zone that moves across the date line skips a day.
            calendar.component(.month, from: date) == month,
            calendar.component(.day, from: date) == day,
            let shifted = calendar.date(byAdding: .day, value: offsetDays, to: date)
        else { return nil }
        return Int(clamping: calendar.startOfDay(for: shifted).timeIntervalSince1970)
    }

    /// The day of a moment in the viewer's zone.
    func calendarDay(_ seconds: Int) -> CalendarDay {
        // Asking a calendar for one component takes ten times as long.
        let date = Date(timeIntervalSince1970: Double(seconds))
        let onTheWall = seconds + calendar.timeZone.secondsFromGMT(for: date)
        return CalendarDay(number: Int(clamping: (Double(onTheWall) / 86_400).rounded(.down)))
    }

    /// The day in the viewer's zone, as "2026-03-04".
    func isoDay(_ seconds: Int) -> String { calendarDay(seconds).iso }

    /// "4 March 2026", or as the viewer's language writes it: a day that is the same in all zones.
    func day(_ day: CalendarDay) -> String {
        let (year, month, day) = day.parts
        let noon = DateComponents(year: year, month: month, day: day, hour: 12)
        return calendar.date(from: noon).map { self.day(Int(clamping: $0.timeIntervalSince1970)) }
            ?? ""
    }

    /// How long something has been going on: "3 days, 4 hours", "2 minutes", "12 seconds".
    static func duration(_ seconds: Int) -> String {
        let parts = [
            (seconds / 86_400, "day"), (seconds / 3600 % 24, "hour"), (seconds / 60 % 60, "minute"),
            (seconds % 60, "second"),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 seconds" }
        return parts[first...].prefix(2).filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
            .joined(separator: ", ")
    }

    /// The seconds of a text that `iso` wrote; nil for any other text.
    static func seconds(iso text: String) -> Int? {
        let parts = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let (year, month, day) = CalendarDay(iso: String(parts[0]))?.parts
        else {
            return nil
        }
        let time = parts[1].split(separator: ":").compactMap { ReceivedNumber.integer($0) }
        guard time.count == 3 else { return nil }
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        let date = utc.date(
            from: DateComponents(
                year: year,
                month: month,
                day: day,
                hour: time[0],
                minute: time[1],
                second: time[2]
            )
        )
        guard let seconds = date.map({ Int(clamping: $0.timeIntervalSince1970) }),
            iso(seconds) == text
        else {
            return nil
        }
        return seconds
    }
}
