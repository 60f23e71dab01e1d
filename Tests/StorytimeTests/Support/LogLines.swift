import Synchronization

@testable import Storytime

/// Keeps the lines that were written to the log.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var log: Log { Log { line in self.lines.withLock { $0.append(line) } } }
    var all: [String] { lines.withLock { $0 } }
}
