/// One time that a story was opened: what the events of one session add up to.
struct Viewing: Sendable, Equatable {
    /// Its identity before it has a number: a child, a book, and the device's name for the
    /// session.
    struct Key: Sendable, Hashable {
        let child: ID<Child>
        let session: String
        let book: ID<Book>
    }

    /// What is computed from its events.
    struct Sums: Sendable, Equatable {
        /// The day on which it began, in the family's zone.
        var day: CalendarDay
        var startedAt: Int
        var endedAt: Int
        var watchedMS: Int
        /// The part that was watched on later days.
        var later: [CalendarDay: Int] = [:]
        /// Where it was left; nil at the end.
        var stoppedPosition: Int?
        var isFinished: Bool
        var eventCount: Int
    }

    let id: ID<Viewing>
    let key: Key
    var sums: Sums
    /// It is in no total, because a parent left it out.
    var isLeftOut = false
    /// Its events are no longer kept, so it stays as it is.
    var isFrozen = false
    /// When it played, whether or not that counts. If it is frozen, when it counts. Nil if it was
    /// computed by the rules of an earlier version.
    var played: PlayedTime?
}

extension Viewing.Sums {
    /// From its first event to its last, in seconds.
    var lasted: ClosedRange<Int> { startedAt...endedAt }
}

extension Viewing.Sums {
    /// What a player's events add up to on their own, in the days of a zone. Nil without any.
    init?(_ events: [TimedEvent], duration: Int?, days: TimeText) {
        guard let time = WatchedTime(events) else { return nil }
        self.init(time, events.count, counted: PlayedTime(time), duration: duration, days: days)
    }

    /// The sums of the part of the time that counts.
    init(
        _ time: WatchedTime,
        _ signCount: Int,
        counted: PlayedTime,
        duration: Int?,
        days: TimeText
    ) {
        startedAt = time.startedMS / 1000
        endedAt = time.endedMS / 1000
        day = days.calendarDay(startedAt)
        watchedMS = 0
        stoppedPosition = time.stoppedPosition
        isFinished = time.isFinished(duration: duration)
        eventCount = signCount
        count(counted, days)
    }

    /// Sets how long it was watched.
    mutating func count(_ counted: PlayedTime, _ days: TimeText) {
        watchedMS = counted.watchedMS
        later = [:]
        guard days.calendarDay(endedAt) != day else { return }
        later = counted.byDay(days)
        later[day] = nil
    }
}

/// How long a viewing lasted, in the classes by which totals are kept, so that a report can leave
/// out short ones.
enum LengthClass {
    /// The upper limits of the classes, in seconds; the last has none. Class 0 is less than 5
    /// seconds.
    static let limits = [5, 10, 30, 60]

    static func of(watchedMS: Int) -> Int {
        limits.firstIndex { watchedMS < $0 * 1000 } ?? limits.count
    }
}
