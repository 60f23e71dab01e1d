import Received

/// When a viewing began and at which times it played, to the millisecond: what other viewings of
/// the same child need to know about it.
///
/// A child watches one story at a time. If two devices play at once, each second belongs to the
/// viewing that began later, so the seconds of books and categories add up to those of the day,
/// and no day has more of them than the clock.
struct PlayedTime: Sendable, Equatable {
    /// Of two viewings the one that began later has the seconds of both. If they began in the same
    /// millisecond it is the one with the later name, so that it doesn't matter which is known
    /// first.
    struct Turn: Sendable, Comparable {
        let startedMS: Int
        let session: String
        let book: ID<Book>

        static func < (left: Turn, right: Turn) -> Bool {
            if left.startedMS != right.startedMS { return left.startedMS < right.startedMS }
            if left.session != right.session {
                return left.session.utf8.lexicographicallyPrecedes(right.session.utf8)
            }
            return left.book.value < right.book.value
        }
    }

    let startedMS: Int
    /// Separate from each other, in order.
    var times: [Range<Int>]

    var watchedMS: Int { times.reduce(0) { $0 + $1.count } }

    /// Looks for each time of the one with fewer among those of the other.
    func intersects(_ other: PlayedTime) -> Bool {
        let (few, many) = times.count < other.times.count ? (self, other) : (other, self)
        return few.times.contains { time in
            let index = many.firstIndex(endingAfter: time.lowerBound)
            return index < many.times.count && many.times[index].lowerBound < time.upperBound
        }
    }

    /// The place of the first time that ends after a moment.
    private func firstIndex(endingAfter moment: Int) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].upperBound > moment { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// How much of it falls on each day of a zone: a time that continues past midnight is split
    /// there.
    func byDay(_ days: TimeText) -> [CalendarDay: Int] {
        var sums: [CalendarDay: Int] = [:]
        for time in times {
            let last = days.calendarDay((time.upperBound - 1) / 1000)
            var start = time.lowerBound
            var day = days.calendarDay(start / 1000)
            while day != last {
                let midnight = Self.end(of: day, from: start, before: time.upperBound, days)
                sums[day, default: 0] += midnight - start
                start = midnight
                day = days.calendarDay(start / 1000)
            }
            sums[day, default: 0] += time.upperBound - start
        }
        return sums
    }

    /// The first moment of another day: days have 23, 24 or 25 hours, and some begin at one
    /// o'clock, so it is searched for and not computed.
    private static func end(
        of day: CalendarDay,
        from startMS: Int,
        before endMS: Int,
        _ days: TimeText
    ) -> Int {
        var (low, high) = (startMS / 1000, (endMS - 1) / 1000)
        while high - low > 1 {
            let middle = (low + high) / 2
            if days.calendarDay(middle) == day { low = middle } else { high = middle }
        }
        return high * 1000
    }
}

/// The form in the database: when it began, followed by beginnings and ends, counted from there.
extension PlayedTime {
    var text: String {
        var text = String(startedMS)
        for time in times {
            text += " \(time.lowerBound - startedMS) \(time.upperBound - startedMS)"
        }
        return text
    }

    /// Nil if the text isn't one.
    init?(text: String) {
        let numbers = text.utf8.split(separator: UInt8(ascii: " ")).map {
            ReceivedNumber.integer(Substring($0)) ?? 0
        }
        guard let first = numbers.first, numbers.count % 2 == 1 else { return nil }
        startedMS = first
        times = stride(from: 1, to: numbers.count, by: 2).compactMap { index in
            numbers[index] < numbers[index + 1]
                ? first + numbers[index]..<first + numbers[index + 1] : nil
        }
    }

    init(_ time: WatchedTime) {
        self.init(startedMS: time.startedMS, times: time.played)
    }
}
