import Glibc
import HTTP

/// The time as one loop sees it: read once each time it wakes, because it hardly moves between two
/// sleeps, and every request needs it.
struct LoopClock {
    /// From the clock that only goes forward.
    private(set) var microseconds: Int64 = 0
    private let source: @Sendable () -> Int64
    var milliseconds: Int64 { microseconds / 1_000 }

    /// The `Date` field's value for the current second.
    private(set) var date: [UInt8] = []
    private var second = Int.min

    init(_ source: @escaping @Sendable () -> Int64) {
        self.source = source
        update()
    }

    /// Read anew, for what happens between two wakings.
    var now: Int64 { source() }

    /// How much time has passed since the loop last read the clock.
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
