import Glibc

/// How much processor time an input may take: in proportion to its length. libFuzzer's own time limit is for
/// inputs of any length, and by the clock on the wall.
struct TimeBudget {
    private let target: FuzzTarget

    init(_ target: FuzzTarget) {
        self.target = target
    }

    /// Traps if it takes too long twice: the first time may have been somebody else's.
    func watch(_ count: Int, _ body: () -> Void) {
        let budget = target.floorMilliseconds * 1_000_000 + count * target.nanosecondsPerByte
        let first = Self.time(of: body)
        guard first > budget else { return }
        let second = Self.time(of: body)
        precondition(
            second <= budget,
            "\(count) bytes took \(second / 1_000_000) ms; \(budget / 1_000_000) are enough"
        )
    }

    /// The nanoseconds of this thread.
    private static func time(of body: () -> Void) -> Int {
        let start = now
        body()
        return now - start
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
