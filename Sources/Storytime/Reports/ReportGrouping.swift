/// Into how large parts a report divides its days.
enum ReportGrouping: String, Sendable, CaseIterable {
    case day, week, month

    /// More bars than this are too thin to be told apart, or to be hit by a finger.
    static let maximumParts = 62

    var label: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        }
    }

    /// The finest that leaves few enough parts.
    static func fitting(_ days: ReportDays) -> ReportGrouping {
        allCases.first { $0.parts(of: days).count <= maximumParts / 2 } ?? .month
    }

    /// Whether the days have few enough parts of this size. Months always pass: ten years have 121,
    /// and there is nothing larger.
    func fits(_ days: ReportDays) -> Bool {
        self == .month || parts(of: days).count <= Self.maximumParts
    }

    /// The parts in order, the first and the last cut off where the days begin and end.
    func parts(of days: ReportDays) -> [Part] {
        var parts: [Part] = []
        var first = days.first
        while first <= days.last {
            let span = ReportDays(first: first, last: min(end(of: first), days.last))
            parts.append(Part(days: span, grouping: self))
            first = span.last.adding(1)
        }
        return parts
    }

    private func end(of day: CalendarDay) -> CalendarDay {
        switch self {
        case .day: day
        case .week: day.startOfWeek.adding(6)
        case .month: day.endOfMonth
        }
    }

    /// One of the parts, as a chart shows it.
    struct Part: Sendable, Equatable {
        let days: ReportDays
        let grouping: ReportGrouping

        /// In full: "Saturday 21 November 2026", "16 to 22 November 2026", "November 2026".
        var name: String {
            switch grouping {
            case .day: days.first.text
            case .week: days.words
            case .month:
                days.first == days.first.startOfMonth && days.last == days.last.endOfMonth
                    ? "\(days.first.monthName) \(days.first.parts.year)" : days.words
            }
        }

        /// Under a bar: "21", "16 Nov", "Nov".
        var label: String {
            let (_, _, day) = days.first.parts
            let month = days.first.monthName.prefix(3)
            return switch grouping {
            case .day: String(day)
            case .week: "\(day) \(month)"
            case .month: String(month)
            }
        }
    }
}
