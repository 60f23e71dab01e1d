import FoundationEssentials
import FoundationInternationalization

/// Times for people: "4 March 2026", "5 minutes ago", in the viewer's zone, and dates in the
/// language that they chose.
struct TimeText: Sendable {
    let calendar: Calendar
    /// How another language writes a day; nil for British English, which is written by hand.
    private let style: Date.FormatStyle?

    /// Times in a zone of the time zone database; an unknown name is UTC.
    init(zone: String, language: DateLanguage = .standard) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        self.calendar = calendar
        style =
            language == .standard
            ? nil
            : Date.FormatStyle(
                date: .long,
                time: .omitted,
                locale: Locale(identifier: language.tag),
                calendar: calendar,
                timeZone: calendar.timeZone
            )
    }

    /// The zones to choose from, by name.
    static let zones = TimeZone.knownTimeZoneIdentifiers.sorted()

    static func isZone(_ name: String) -> Bool {
        !name.isEmpty && TimeZone(identifier: name) != nil
    }

    /// "4 March 2026", or as the viewer's language writes it.
    func day(_ seconds: Int) -> String {
        if let style { return Self.date(seconds).formatted(style) }
        let parts = components(seconds)
        return "\(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }

    /// "4 March 2026, 14:05".
    func exact(_ seconds: Int) -> String {
        let parts = components(seconds)
        return "\(day(seconds)), \(Self.twoDigits(parts.hour)):\(Self.twoDigits(parts.minute))"
    }

    /// "14:05" on the same day, else with the day.
    func since(_ seconds: Int, now: Int) -> String {
        guard day(seconds) == day(now) else { return exact(seconds) }
        let parts = components(seconds)
        return "\(Self.twoDigits(parts.hour)):\(Self.twoDigits(parts.minute))"
    }

    /// "just now", "5 minutes ago", "3 hours ago", then the day.
    func relative(_ seconds: Int, now: Int) -> String {
        let age = now - seconds
        switch age {
        case ..<(-60): return exact(seconds)
        case ..<60: return "just now"
        case ..<3600: return Self.ago(age / 60, "minute")
        case ..<86_400: return Self.ago(age / 3600, "hour")
        default: return day(seconds)
        }
    }

    /// "2026-03-04T14:05:00Z" (RFC 3339), always UTC.
    static func iso(_ seconds: Int) -> String {
        let parts = utc.dateComponents(fields, from: date(seconds))
        let day = "\(parts.year ?? 0)-\(twoDigits(parts.month))-\(twoDigits(parts.day))"
        return
            "\(day)T\(twoDigits(parts.hour)):\(twoDigits(parts.minute)):\(twoDigits(parts.second))Z"
    }

    private func components(_ seconds: Int) -> DateComponents {
        calendar.dateComponents(Self.fields, from: Self.date(seconds))
    }

    private static let fields: Set<Calendar.Component> = [
        .year, .month, .day, .hour, .minute, .second,
    ]

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static func date(_ seconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(seconds))
    }

    private static func twoDigits(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : String(number)
    }

    private static func ago(_ count: Int, _ unit: String) -> String {
        "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
}
