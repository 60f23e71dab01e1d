import Quill
import SQLite

/// Where stories are left, and when in the week they are watched.
///
/// Both are read from single plays, so they are shown for a year at most.
struct ReportHabits: Record {
    static let maximumDays = 366

    let stops: BarChart
    /// How many plays are missing in that chart.
    private let unplacedCount: Int
    fileprivate let days: [HabitDay]
    /// Either as a file.
    private let stopsHref: String
    private let hoursHref: String

    static let fields: [Field<ReportHabits>] = [
        .record("stops") { $0.stops },
        // Ten empty bars would show nothing.
        .bool("has_stops") { $0.stops.items.contains { $0.value > 0 } },
        .text("stops_rule") { $0.stopsRule },
        .text("stops_href") { $0.stopsHref },
        .list("parts_of_day") { _ in PartOfDay.allCases.map { PartHeading(part: $0) } },
        .list("days") { $0.days },
        .text("hours_href") { $0.hoursHref },
    ]

    /// What the chart of stops shows, and what it leaves out.
    private var stopsRule: String {
        let rule =
            "Viewings that didn’t reach the end, by how far into the story they stopped."
        guard unplacedCount > 0 else { return rule }
        let more = Counted.number(unplacedCount)
        return "\(rule) We don’t know where \(more) more stopped."
    }

    init(_ habits: HabitTallies, _ form: ReportForm) {
        unplacedCount = habits.leftCount - habits.stops.reduce(0, +)
        stopsHref = form.exportHref(.stops)
        hoursHref = form.exportHref(.hours)
        stops = BarChart(
            id: "stops",
            title: "Where stories were left",
            unit: .plays,
            itemName: "Part of the story",
            items: habits.stops.enumerated().map { index, count in
                BarChart.Item(
                    name: "\(index * 10)–\(index * 10 + 10)%",
                    label: "\(index * 10)",
                    value: count,
                    preposition: "at"
                )
            },
            sentenceOfNothing: Self.sentence(leftCount: habits.leftCount)
        )
        let most = habits.watchedMilliseconds.joined().max() ?? 0
        days = habits.watchedMilliseconds.enumerated().map { index, cells in
            HabitDay(
                name: CalendarDay.weekdays[index],
                cells: cells.map { HabitCell(milliseconds: $0, most: most) }
            )
        }
    }

    /// The sentence in place of an empty chart of stops.
    private static func sentence(leftCount: Int) -> String {
        guard leftCount > 0 else { return "Every viewing that counts reached the end." }
        return Counted.text(leftCount, "viewing", "viewings")
            + " stopped before the end, but we don’t know where."
    }
}

/// Plays, by where they were left and by when they were watched.
struct HabitTallies: Sendable {
    /// How many plays didn't reach the end.
    private(set) var leftCount = 0
    /// How many of these were left in each tenth of the story.
    private(set) var stops = [Int](repeating: 0, count: 10)
    /// The time watched, by day of the week, Monday first, and part of the day.
    private(set) var watchedMilliseconds = [[Int]](
        repeating: [Int](repeating: 0, count: PartOfDay.allCases.count),
        count: CalendarDay.weekdays.count
    )
    /// Whether nothing was watched.
    private(set) var isEmpty = true

    /// `times` are the family's, and `figures` those of the report's days: the tallies add up to
    /// the same on each of them.
    init(
        _ habits: HabitList,
        _ days: ReportDays,
        _ figures: [CalendarDay: UsageFigures],
        least seconds: Int,
        _ times: TimeText
    ) throws {
        var clock = WallClock(times)
        var leftAt: [(book: ID<Book>, position: Int)] = []
        var begun: [CalendarDay: Int] = [:]
        try habits.each(days, least: seconds) { play in
            add(play.watchedMilliseconds, on: play.day, at: clock.read(play.startedAt).hour)
            begun[play.day, default: 0] += play.watchedMilliseconds
            if !play.isFinished { leftCount += 1 }
            if let position = play.stoppedPosition { leftAt.append((play.book, position)) }
        }
        // Hardly any play continues after midnight; if none does, these sums are the report's.
        let counted = figures.mapValues(\.watchedMilliseconds).filter { $0.value > 0 }
        if begun.filter({ $0.value > 0 }) != counted {
            for play in try habits.carried(days, least: seconds, times) {
                if days.contains(play.begun.day) {
                    let hour = clock.read(play.begun.at).hour
                    add(-play.milliseconds, on: play.begun.day, at: hour)
                }
                if days.contains(play.day) {
                    let hour = play.wentOnAt.map { clock.read($0).hour } ?? 0
                    add(play.milliseconds, on: play.day, at: hour)
                }
            }
        }
        isEmpty = begun.isEmpty && counted.isEmpty
        let lengths = try habits.lengths(of: Set(leftAt.map(\.book)))
        for (book, position) in leftAt {
            if let tenth = Self.tenth(position, of: lengths[book]) { stops[tenth] += 1 }
        }
    }

    private mutating func add(_ milliseconds: Int, on day: CalendarDay, at hour: Int) {
        watchedMilliseconds[day.weekday][PartOfDay(hour: hour).rawValue] += milliseconds
    }

    /// The tenth of a story with this length; nil if it is unknown.
    private static func tenth(_ position: Int, of length: Int?) -> Int? {
        guard let length, length > 0, position >= 0 else { return nil }
        return min(9, position.multipliedReportingOverflow(by: 10).partialValue / length)
    }
}

/// The parts of a day.
enum PartOfDay: Int, CaseIterable {
    case morning, afternoon, evening, night

    init(hour: Int) {
        switch hour {
        case 5..<12: self = .morning
        case 12..<17: self = .afternoon
        case 17..<21: self = .evening
        default: self = .night
        }
    }

    var label: String {
        switch self {
        case .morning: "Morning"
        case .afternoon: "Afternoon"
        case .evening: "Evening"
        case .night: "Night"
        }
    }

    var hours: String {
        switch self {
        case .morning: "5–12"
        case .afternoon: "12–17"
        case .evening: "17–21"
        case .night: "21–5"
        }
    }
}

private struct PartHeading: Record {
    let part: PartOfDay

    static let fields: [Field<PartHeading>] = [
        .text("label") { $0.part.label },
        .text("hours") { $0.part.hours },
    ]
}

private struct HabitDay: Record {
    let name: String
    let cells: [HabitCell]

    static let fields: [Field<HabitDay>] = [
        .text("name") { $0.name },
        .list("cells") { $0.cells },
    ]
}

private struct HabitCell: Record {
    let milliseconds: Int
    /// The highest value of all cells.
    let most: Int

    /// How dark the cell is: 0 for nothing, 4 for the most.
    private var level: Int {
        guard milliseconds > 0, most > 0 else { return 0 }
        return max(1, min(4, milliseconds * 4 / most))
    }

    static let fields: [Field<HabitCell>] = [
        .text("minutes") { Minutes(ofMS: $0.milliseconds).number },
        .int("level") { $0.level },
    ]
}
