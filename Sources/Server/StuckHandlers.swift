import HTTP
import Synchronization

/// A handler that has used more processor time than it may.
package struct StuckHandler: Sendable, Equatable {
    /// The route, as the application calls it.
    package let route: String
    /// The name of the thread that it runs on, like "worker-1".
    package let thread: String
    package let lane: Lane
    package let milliseconds: Int64
}

/// The handlers that are stuck at the moment. The watchdog writes them, and anyone may read them.
package final class StuckHandlers: Sendable {
    private let handlers = Mutex<[StuckHandler]>([])

    package init() {}

    package var all: [StuckHandler] { handlers.withLock { $0 } }

    func set(_ handlers: [StuckHandler]) {
        self.handlers.withLock { $0 = handlers }
    }
}
