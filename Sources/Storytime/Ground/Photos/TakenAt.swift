/// When a photo was taken: the time on the clock of the place where it was, because that is the day
/// that a family remembers. Cameras seldom say in which zone that was.
struct TakenAt: Sendable, Hashable, Comparable {
    /// "2024-05-06T07:08:09", or only the day; so written, they sort by time.
    let text: String

    static func < (left: TakenAt, right: TakenAt) -> Bool { left.text < right.text }

    /// Year, month and day; then hour, minute and second, if they are known. A day whose time can’t be is
    /// still a day.
    init?(day: [Int], time: [Int]?) {
        guard let found = time.flatMap({ TakenAt(day + $0) }) ?? TakenAt(day) else { return nil }
        self = found
    }

    private init?(_ numbers: [Int]) {
        guard numbers.count >= 3, numbers[0] >= 1826,
            let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        guard numbers.count >= 6 else {
            text = day.iso
            return
        }
        guard (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
            // 60 is a leap second.
            (0...60).contains(numbers[5])
        else { return nil }
        let time = numbers[3...5].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
        text = "\(day.iso)T\(time)"
    }

    /// One that was kept.
    init?(kept text: String) {
        self.init(
            Self.numbers(in: text, "0000-00-00T00:00:00") ?? Self.numbers(in: text, "0000-00-00")
                ?? []
        )
    }

    /// Seconds since 1970 on that clock; noon if only the day is known.
    var seconds: Int {
        let numbers = Self.numbers(in: text, "0000-00-00T00:00:00")
        let day = CalendarDay(iso: String(text.prefix(10)))?.number ?? 0
        guard let time = numbers?[3...5] else { return day * 86_400 + 43_200 }
        return day * 86_400 + time.reduce(0) { $0 * 60 + $1 }
    }

    /// The latest time at which something that is here can have been taken.
    struct Latest: Sendable {
        /// Where clocks are ahead of all others: on the Line Islands, 14 hours before UTC.
        private static let earliestZoneSeconds = 14 * 3600

        private let today: String
        private let seconds: Int

        /// What is the day where the family lives, and what is the time.
        init(today: CalendarDay, now: Int) {
            self.today = today.iso
            seconds = now + Self.earliestZoneSeconds
        }

        /// Tomorrow is not the day of a photo, unless its clock shows a time that it already is somewhere.
        func allows(_ taken: TakenAt) -> Bool {
            taken.text.prefix(10) <= today || (taken.hasTime && taken.seconds <= seconds)
        }
    }

    /// Whether more than the day is known.
    var hasTime: Bool { text.utf8.count > 10 }

    /// The numbers of a text that looks like the pattern, in which zeros stand for digits.
    private static func numbers(in text: String, _ pattern: String) -> [Int]? {
        guard text.utf8.count == pattern.utf8.count else { return nil }
        var numbers = [0]
        for (byte, expected) in zip(text.utf8, pattern.utf8) {
            if expected == UInt8(ascii: "0") {
                guard (48...57).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte) - 48
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }
}
