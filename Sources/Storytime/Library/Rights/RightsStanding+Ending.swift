extension RightsStanding {
    /// The moment at which their last day is over, or was; nil where no end is known.
    func end(in timeZone: String) -> Int? {
        switch self {
        case .open(let day?), .ended(let day):
            let zone = TimeText(zone: timeZone)
            // A zone that moves across the date line leaves a day out: its rights end where the next
            // one begins.
            return zone.start(ofDay: day.iso, offsetDays: 1)
                ?? zone.start(ofDay: day.adding(1).iso)
        case .open(nil), .opens, .elsewhere, .none: return nil
        }
    }

    /// The moment at which the last of some windows is over, wherever they are given for; nil where no
    /// end is known.
    static func lastEnd(of windows: [RightsWindow], in timeZone: String) -> Int? {
        windows.map(\.days.end).max().flatMap { last in
            last < DaySpan.openEnd ? RightsStanding.ended(last).end(in: timeZone) : nil
        }
    }
}
