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
    /// Two, because one party may hold all but one of them. A hash needs a processor and 16 MB.
    package var signInWorkers = 2
    /// They wait and hardly use a processor; but each has a connection to the database, which takes
    /// up to a megabyte. One party may hold a third of them: what it asks may be slow to answer.
    package var outgoingWorkers = 6
    /// Requests that may wait for a worker, per lane. More are answered with 503 at once: a queue
    /// longer than a few seconds of work only makes everybody wait for answers nobody reads.
    package var queueLimit: Int
    /// Connections of all loops together. One more closes the connection that was idle longest.
    package var maxConnections: Int
    /// Connections of one network together, an IPv4 address or an IPv6 /64: a browser opens six at
    /// most, so this is for a school behind one address. A proxy's aren't limited
    /// (`Service.isUnlimited`).
    package var maxConnectionsOfNetwork = 1_000
    package var limits: Limits
    package var deadlines: Deadlines
    package var processorLimits = ProcessorLimits()
    package var answerLimits = MemoryLimits()
    /// For content that isn't large enough for a file. A form of 64 KiB comes with the next few packets;
    /// 1,000 connections of one network that hold as much have no more than 64 MB.
    package var contentLimits = MemoryLimits(smallBytes: 64 << 10)
    /// Uploads of one party that go to files at the same time: a browser sends three at once, and
    /// parents have a phone and a computer each.
    package var maxUploadsOfParty = 8
    /// The clock of the deadlines, in microseconds. A test has its own, so that none depends on
    /// how fast a machine is.
    package var clock: @Sendable () -> Int64 = { monotonicMicroseconds() }

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

    /// How many threads a lane has; the loops have theirs.
    func workers(in lane: Lane) -> Int {
        switch lane {
        case .loop: loops
        case .worker: workers
        case .slow: slowWorkers
        case .signIn: signInWorkers
        case .outgoing: outgoingWorkers
        }
    }

    /// How many processors this process may run on.
    package static var processors: Int { Int(clinux_processor_count()) }
}
