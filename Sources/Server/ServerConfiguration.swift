import CLinux
import HTTP

/// How a server runs: where it listens, with how many threads, and what it allows.
package struct ServerConfiguration: Sendable {
    package var host: String
    /// 0 lets the system choose; `Server.port` says which.
    package var port: Int
    /// Event loops; usually one for each processor that the process may use.
    package var loops: Int
    package var workers: Int
    package var slowWorkers: Int
    /// Requests that may wait for a worker, per lane. More are answered 503 at once: a queue longer
    /// than what the workers do in a few seconds only makes everybody wait for answers nobody reads.
    package var queueLimit: Int
    /// Connections of all loops together. One more closes the connection that was idle longest.
    package var maxConnections: Int
    package var limits: Limits
    package var deadlines: Deadlines

    package init(
        host: String = "127.0.0.1",
        port: Int = 8080,
        loops: Int = ServerConfiguration.processors,
        workers: Int = 2,
        slowWorkers: Int = 2,
        queueLimit: Int = 1_024,
        maxConnections: Int = 16_000,
        limits: Limits = Limits(),
        deadlines: Deadlines = Deadlines()
    ) {
        self.host = host
        self.port = port
        self.loops = max(1, loops)
        self.workers = max(1, workers)
        self.slowWorkers = max(1, slowWorkers)
        self.queueLimit = max(1, queueLimit)
        self.maxConnections = max(1, maxConnections)
        self.limits = limits
        self.deadlines = deadlines
    }

    /// How many processors this process may run on.
    package static var processors: Int { Int(clinux_processor_count()) }
}

/// How long a client may take. All of it is about clients: how long an answer takes to be made is the
/// application's business.
package struct Deadlines: Sendable {
    /// From the first byte of a head to its last (408): 15 s is plenty for a phone on a train and
    /// little for a client that sends one byte at a time to hold a connection.
    package var headMilliseconds = 15_000

    /// From the connection to its first byte. It is closed without a word then.
    package var firstByteMilliseconds = 15_000

    /// Between two requests: longer than a reader stays on a page, the usual 75 s.
    package var idleMilliseconds = 75_000

    /// Content and responses are measured over windows of this length: a client gets at least one.
    package var rateWindowMilliseconds = 30_000

    /// The least that must move within a window: 500 bytes/s is a tenth of a modem of 1991.
    package var minimumBytesPerSecond = 500

    /// How long a connection that we closed is still read, so that the client gets our last words
    /// before its unread bytes make the kernel reset the connection (RFC 9112 §9.6).
    package var lingerMilliseconds = 5_000

    /// How long a stopping server waits for what has begun.
    package var drainMilliseconds = 30_000

    package init() {}
}
