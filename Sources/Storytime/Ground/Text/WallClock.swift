import FoundationEssentials

/// Reads many moments as a clock in one zone shows them, for code that goes through rows.
///
/// It asks the zone twice for each day (of UTC) instead of once for each moment. If clocks are the
/// same at both ends of a day, they didn't change within it: no zone in the database changed twice
/// on one day. Ask for moments of the same day one after another.
struct WallClock {
    private let zone: TimeZone
    /// The day of the last call, by its number, and how far its clocks are ahead of UTC at its
    /// beginning and at its end, in seconds.
    private var day = Int.min
    private var offsets = (start: 0, end: 0)

    init(_ times: TimeText) {
        zone = times.calendar.timeZone
    }

    /// The calendar's day and the hour, 0 to 23, at `seconds` since 1970.
    mutating func read(_ seconds: Int) -> (day: CalendarDay, hour: Int) {
        let shown = seconds + offset(at: seconds)
        let day = Self.day(of: shown)
        return (CalendarDay(number: day), (shown - day * Self.dayLength) / 3600)
    }

    private static let dayLength = 86_400

    private static func day(of seconds: Int) -> Int {
        seconds / dayLength - (seconds % dayLength < 0 ? 1 : 0)
    }

    private mutating func offset(at seconds: Int) -> Int {
        let asked = Self.day(of: seconds)
        if asked != day {
            // The next day begins as this one ends.
            let start =
                day < asked && day + 1 == asked ? offsets.end : ahead(at: asked * Self.dayLength)
            offsets = (start, ahead(at: (asked + 1) * Self.dayLength))
            day = asked
        }
        return offsets.start == offsets.end ? offsets.start : ahead(at: seconds)
    }

    private func ahead(at seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}
