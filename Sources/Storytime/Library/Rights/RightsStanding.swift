/// How it stands with the rights of one book, for whoever wonders why it can't be seen.
enum RightsStanding: Sendable, Equatable {
    /// They are given, up to a day or without an end.
    case open(until: CalendarDay?)
    /// They aren't, and the next window opens on that day.
    case opens(CalendarDay)
    /// They aren't any more: the last window ended on that day.
    case ended(CalendarDay)
    /// There are windows, but none for here.
    case elsewhere
    case none

    /// Windows that follow each other without a gap, or lie over each other, are one.
    init(_ rights: Rights, _ windows: [RightsWindow]) {
        let days = windows.filter { $0.territory.includes(rights.territory) }.map(\.days)
            .sorted { $0.first < $1.first }
        var until: CalendarDay?
        for span in days where span.end >= rights.day {
            guard span.first <= until?.adding(1) ?? rights.day else { break }
            until = max(until ?? span.end, span.end)
        }
        if let until {
            self = .open(until: until < DaySpan.openEnd ? until : nil)
        } else if let next = days.first(where: { $0.first > rights.day }) {
            self = .opens(next.first)
        } else if let last = days.map(\.end).max() {
            self = .ended(last)
        } else {
            self = windows.isEmpty ? .none : .elsewhere
        }
    }

    var isOpen: Bool {
        if case .open = self { true } else { false }
    }

    /// "No rights today. The next window opens on 1 March 2027."
    func text(in territory: Territory, _ times: TimeText) -> String {
        switch self {
        case .open(nil): "Rights today, no end date."
        case .open(let until?): "Rights today, until \(times.day(until))."
        case .opens(let day): "No rights today. The next window opens on \(times.day(day))."
        case .ended(let day): "No rights today. The last window ended on \(times.day(day))."
        case .elsewhere:
            territory == .worldwide
                ? "No rights today. No window is worldwide, and no territory is configured."
                : "No rights today. No window is worldwide or for \(territory.name)."
        case .none: "No rights today. This book has no rights window."
        }
    }
}
