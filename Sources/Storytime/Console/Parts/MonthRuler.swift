import Quill

/// A year of months around today, on which spans of days are drawn. Every measure is a percentage,
/// so that the drawing is as wide as its place.
struct MonthRuler: Sendable {
    static let monthCount = 12
    /// Every third month is named: a phone has no room for more.
    private static let monthsPerMark = 3

    private let first: CalendarDay
    /// The day after the last one.
    private let end: CalendarDay

    /// From the first of the month before, so that what has just ended is still visible.
    init(around today: CalendarDay) {
        let (year, month, _) = today.parts
        first = Self.start(year, month - 1)
        end = Self.start(year, month - 1 + Self.monthCount)
    }

    /// The first day of a month, whose number may run over into another year.
    private static func start(_ year: Int, _ month: Int) -> CalendarDay {
        let months = year * 12 + month - 1
        return CalendarDay(year: months / 12, month: months % 12 + 1, day: 1) ?? DaySpan.openEnd
    }

    private func percent(_ day: CalendarDay) -> Double {
        100 * Double(day.number - first.number) / Double(max(end.number - first.number, 1))
    }

    /// The position of the middle of a day.
    func place(of day: CalendarDay) -> String {
        BarChart.percent((percent(day) + percent(day.adding(1))) / 2)
    }

    /// The part of a span within the year; nil if there is none.
    func bar(_ span: DaySpan) -> SpanBar? {
        guard span.first < end, span.end >= first else { return nil }
        let start = percent(max(span.first, first))
        let stop = percent(min(span.end.adding(1), end))
        return SpanBar(x: BarChart.percent(start), width: BarChart.percent(stop - start))
    }

    var marks: [MonthMark] {
        let (year, month, _) = first.parts
        return stride(from: 0, to: Self.monthCount, by: Self.monthsPerMark).map { offset in
            let day = Self.start(year, month + offset)
            return MonthMark(
                label: "\(day.monthName.prefix(3)) \(day.parts.year)",
                x: BarChart.percent(percent(day))
            )
        }
    }
}

/// A span of days at its place on a ruler.
struct SpanBar: Record, Equatable {
    let x: String
    let width: String

    static let fields: [Field<SpanBar>] = [
        .text("x") { $0.x },
        .text("width") { $0.width },
    ]
}

/// A month that a ruler names.
struct MonthMark: Record, Equatable {
    let label: String
    let x: String

    static let fields: [Field<MonthMark>] = [
        .text("label") { $0.label },
        .text("x") { $0.x },
    ]
}
