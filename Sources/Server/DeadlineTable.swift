/// The deadline of each connection of a loop, by descriptor.
///
/// No wheel and no heap: a dense array of times is scanned about once a second, which for 10,000
/// connections reads 80 KB and takes some ten microseconds. In return, setting a deadline, which
/// every request does, is one store.
struct DeadlineTable {
    /// No deadline.
    private static let never = Int64.max

    private var times: [Int64] = []
    /// No deadline is before this; it may be too early, never too late.
    private var earliest = DeadlineTable.never
    private var lastSweep: Int64 = 0
    private var granularity: Int64

    /// How late a deadline may be noticed: a second, or less if deadlines are as short as in
    /// tests.
    init(_ deadlines: Deadlines) {
        let shortest = [
            deadlines.headMilliseconds, deadlines.firstByteMilliseconds, deadlines.idleMilliseconds,
            deadlines.rateWindowMilliseconds, deadlines.lingerMilliseconds,
            deadlines.heartbeatMilliseconds,
        ].reduce(8_000, min)
        granularity = Int64(max(5, shortest / 8))
    }

    /// Notices deadlines soon from now on, because the program is about to end.
    mutating func hurry() {
        granularity = min(granularity, 20)
    }

    mutating func set(_ descriptor: Int32, _ time: Int64) {
        let index = Int(descriptor)
        if index >= times.count {
            let missing = index + 1 - times.count
            times.append(contentsOf: repeatElement(DeadlineTable.never, count: missing))
        }
        times[index] = time
        if time < earliest { earliest = time }
    }

    /// Whether a descriptor has a deadline.
    func isSet(_ descriptor: Int32) -> Bool {
        let index = Int(descriptor)
        return times.indices.contains(index) && times[index] != DeadlineTable.never
    }

    mutating func clear(_ descriptor: Int32) {
        set(descriptor, DeadlineTable.never)
    }

    /// Gives every connection this much more time.
    mutating func postpone(by milliseconds: Int64) {
        guard earliest != DeadlineTable.never else { return }
        for index in times.indices where times[index] != DeadlineTable.never {
            times[index] += milliseconds
        }
        earliest += milliseconds
    }

    /// How long the loop may sleep: until the next deadline; −1, forever, if there is none.
    func sleep(from now: Int64) -> Int32 {
        guard earliest != DeadlineTable.never else { return -1 }
        let next = max(earliest, lastSweep + granularity)
        return Int32(clamping: max(0, next - now))
    }

    func isDue(_ now: Int64) -> Bool {
        now >= earliest && now >= lastSweep + granularity
    }

    /// The descriptors whose deadline has passed. Their deadlines are cleared.
    mutating func takeExpired(_ now: Int64) -> [Int32] {
        lastSweep = now
        earliest = DeadlineTable.never
        var expired: [Int32] = []
        for index in times.indices {
            let time = times[index]
            if time <= now {
                times[index] = DeadlineTable.never
                expired.append(Int32(index))
            } else if time < earliest {
                earliest = time
            }
        }
        return expired
    }
}
