import Glibc
import HTTP

/// The time as one loop sees it: read once each time it wakes, because between two sleeps it hardly
/// moves, and every request needs it.
struct LoopClock {
    /// Of the clock that only goes forward.
    private(set) var microseconds: Int64 = 0
    private let source: @Sendable () -> Int64
    var milliseconds: Int64 { microseconds / 1_000 }

    /// The `Date` field's value for the present second.
    private(set) var date: [UInt8] = []
    private var second = Int.min

    init(_ source: @escaping @Sendable () -> Int64) {
        self.source = source
        update()
    }

    /// The time has moved on while something was done.
    var millisecondsSinceUpdate: Int64 { source() / 1_000 - milliseconds }

    mutating func update() {
        microseconds = source()
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        guard now.tv_sec != second else { return }
        second = now.tv_sec
        date = Array(HTTPDate.format(second).utf8)
    }
}
