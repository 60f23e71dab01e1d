import Server
import Synchronization

/// Wakes the process's workers when a job was queued. Without a worker in the process, as in
/// commands, it does nothing: the server's workers find those jobs when they look the next time.
final class JobBell: Sendable {
    private let listeners = Mutex<[JobLane: EventFD]>([:])

    func wake(_ lane: JobLane, _ listener: EventFD) {
        listeners.withLock { $0[lane] = listener }
    }

    /// Call it after the transaction: before that, there is nothing to find yet.
    func ring() {
        listeners.withLock { $0.values.forEach { $0.signal() } }
    }
}
