/// The size of the parts into which a report divides its days.
enum ReportGrouping: String, Sendable, CaseIterable {
    case day, week, month

    /// More bars than this are too thin to distinguish, or to hit with a finger.
    static let maximumParts = 62

    var label: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        }
    }

    /// The finest grouping with few enough parts.
    static func fitting(_ days: ReportDays) -> ReportGrouping {
        allCases.first { $0.parts(of: days).count <= maximumParts / 2 } ?? .month
    }

    /// Whether the days have few enough parts of this size. Months are always allowed: ten years
    /// have 121, and there is nothing larger.
    func fits(_ days: ReportDays) -> Bool {
        self == .month || parts(of: days).count <= Self.maximumParts
    }

    /// The parts in order, the first and the last cut off where the days begin and end.
    func parts(of days: ReportDays) -> [Part] {
        var parts: [Part] = []
        var first = days.first
        let isLong = days.last >= first.adding(365)
        while first <= days.last {
            let span = ReportDays(first: first, last: min(end(of: first), days.last))
            parts.append(Part(days: span, grouping: self, isOfLongReport: isLong))
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

    /// One of the parts, for a chart.
    struct Part: Sendable, Equatable {
        let days: ReportDays
        let grouping: ReportGrouping
        /// Whether the report has a year of days or more, and so some months twice.
        let isOfLongReport: Bool

        /// In full: "Saturday 21 November 2026", "16 to 22 November 2026", "November 2026".
        var name: String {
            switch grouping {
            case .day: days.first.text
            case .week: days.words
            case .month:
                isWholeMonth ? "\(days.first.monthName) \(days.first.parts.year)" : days.words
            }
        }

        private var isWholeMonth: Bool {
            days.first == days.first.startOfMonth && days.last == days.last.endOfMonth
        }

        /// "on" Saturday 21 November 2026, "from" 16 to 22 November 2026, "in" November 2026.
        var preposition: String {
            switch grouping {
            case .day: "on"
            case .week: days.first == days.last ? "on" : "from"
            case .month: isWholeMonth ? "in" : days.first == days.last ? "on" : "from"
            }
        }

        /// Under a bar: "21", "16 Nov", "Nov", "Nov 2026".
        var label: String {
            let (year, _, day) = days.first.parts
            let month = days.first.monthName.prefix(3)
            return switch grouping {
            case .day: String(day)
            case .week: "\(day) \(month)"
            case .month: isOfLongReport ? "\(month) \(year)" : String(month)
            }
        }
    }
}
