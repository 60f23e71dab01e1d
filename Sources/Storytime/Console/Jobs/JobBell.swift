import Server
import Synchronization

/// Wakes the process's workers when a job was queued. It hangs silent where no worker runs, as in
/// commands: their jobs are found when the server's workers look the next time.
final class JobBell: Sendable {
    private let listeners = Mutex<[JobLane: EventFD]>([:])

    func wake(_ lane: JobLane, _ listener: EventFD) {
        listeners.withLock { $0[lane] = listener }
    }

    /// Ring after the transaction: before, there is nothing to be found yet.
    func ring() {
        listeners.withLock { $0.values.forEach { $0.signal() } }
    }
}
