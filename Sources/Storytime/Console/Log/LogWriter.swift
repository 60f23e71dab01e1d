import Glibc
import Server

/// Writes the log's lines to standard error on a thread of its own, so that a slow terminal or a
/// full pipe holds up nobody.
final class LogWriter: Sendable {
    /// How many lines may wait; further ones are left out rather than kept in memory.
    private static let queueLimit = 10_000

    private let lines = Channel<String>(limit: queueLimit)

    var log: Log {
        Log { [lines] line in _ = lines.push(line) }
    }

    /// Starts writing, until the channel is closed.
    func start() throws -> Thread {
        try Thread("log") { [lines] in
            while let line = lines.pop() { Console.error(line) }
        }
    }

    /// Accepts no more lines; the thread writes those that are left and ends.
    func finish() {
        lines.close()
    }
}

/// Standard output and standard error, a line at a time and unbuffered: people must see a line at
/// once, even if the output is a pipe.
enum Console {
    static func print(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    static func error(_ line: String) {
        write(line, to: STDERR_FILENO)
    }

    private static func write(_ line: String, to file: Int32) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }
}
