import HTTP
import Synchronization

/// The lanes in which jobs wait while nobody has been served for long. The watchdog writes them, and
/// anyone may read them.
package final class StalledLanes: Sendable {
    /// Longer than anything that visitors are content to wait for, and than what most handlers take.
    package static let milliseconds: Int64 = 10_000

    private let lanes = Mutex<[Lane]>([])

    package init() {}

    package var all: [Lane] { lanes.withLock { $0 } }

    package func set(_ lanes: [Lane]) {
        self.lanes.withLock { $0 = lanes }
    }
}

/// What is known about a lane from looking at it now and then.
struct LaneWatch {
    private var last = LaneQueue.Progress()
    /// When jobs waited first, since the last one was taken; nil if none do.
    private var waitingSince: Int64?

    /// Whether nobody has been served for long, at a moment of the server's clock.
    mutating func isStalled(_ progress: LaneQueue.Progress, at milliseconds: Int64) -> Bool {
        if !progress.isWaiting {
            waitingSince = nil
        } else if progress.taken != last.taken || waitingSince == nil {
            waitingSince = milliseconds
        }
        last = progress
        return waitingSince.map { milliseconds - $0 >= StalledLanes.milliseconds } ?? false
    }
}
