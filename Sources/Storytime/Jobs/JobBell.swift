import Server
import Synchronization

/// Wakes the process's worker when a job was queued. It hangs silent where no worker runs, as in
/// commands: their jobs are found when the server's worker looks the next time.
final class JobBell: Sendable {
    private let listener = Mutex<EventFD?>(nil)

    func wake(_ listener: EventFD) {
        self.listener.withLock { $0 = listener }
    }

    /// Ring after the transaction: before, there is nothing to be found yet.
    func ring() {
        listener.withLock { $0?.signal() }
    }
}
