import SQLite

/// How much players can send of one child. A family's devices stay far below all of it; what is
/// above comes from a broken player, or from somebody who wants to keep the database busy: taking an
/// event costs as much as what is around it.
extension UsageStore {
    /// A day of heartbeats is 1,920. A viewing also has at most so many played times.
    static let maximumEventsPerSession = 2000
    /// A child who opens a story every minute and a half, day and night. Counted on the day on
    /// which they began.
    static let mostViewingsADay = 1000
    /// Five devices that play day and night.
    static let mostEventsADay = 10_000
    /// How many others a viewing may overlap with, or with those whose time it shares: a player
    /// that is left open for two weeks, while a child watches 35 stories a day.
    static let mostViewingsTogether = 500
    /// Their played times. A browser that slows down the timer of its heartbeats has one for each:
    /// some 1,400 in a day.
    static let mostTimesTogether = 20_000
    /// The sessions of a request that are taken in one transaction: an afternoon without a network
    /// is one or two.
    static let mostSessionsAtOnce = 5

    /// The places of events in a request, for one transaction after the other.
    static func portions(_ events: [UsageEvent]) -> [[Int]] {
        var numbers: [Viewing.Key: Int] = [:]
        var portions: [[Int]] = []
        for (index, event) in events.enumerated() {
            let number = numbers[event.key] ?? numbers.count
            numbers[event.key] = number
            let portion = number / mostSessionsAtOnce
            if portion == portions.count { portions.append([]) }
            portions[portion].append(index)
        }
        return portions
    }

    /// Throws a refusal if a viewing with so many events no longer fits into a child's day. One
    /// that is there already, however many others there are, can still grow.
    func expectRoom(
        for eventCount: Int,
        of child: ID<Child>,
        on day: CalendarDay,
        besides own: ID<Viewing>?
    ) throws {
        let others = try database.first(
            """
            SELECT count(*), coalesce(sum(event_count), 0)
            FROM viewings INDEXED BY viewings_with_events
            WHERE child_id = \(child.value) AND day = \(day.iso) AND is_frozen = 0
                AND id <> \(own?.value ?? 0)
            """
        ) { (viewings: try $0.int(0), events: try $0.int(1)) }
        guard let others else { return }
        guard own != nil || others.viewings < Self.mostViewingsADay,
            others.events + eventCount <= Self.mostEventsADay
        else { throw UsageRefusal.dayFull }
    }
}
