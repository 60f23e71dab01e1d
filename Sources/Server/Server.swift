import Glibc
import HTTP
import Synchronization

/// An HTTP/1.1 server: some event loops that own the sockets, workers that run the application, and a
/// spooler that writes large content to files.
///
///     let server = try Server(configuration, service)   // listening
///     try server.stopOnSignals()                        // before any other thread is started
///     try server.run()                                  // returns when drained
package final class Server: Sendable {
    private let configuration: ServerConfiguration
    private let service: Service
    private let listener: Listener
    private let stopping: StopSignal

    /// Listens at once, unless a listener was made earlier; accepts when `run` is called.
    package init(
        _ configuration: ServerConfiguration,
        _ service: Service,
        _ listener: Listener? = nil
    ) throws {
        self.configuration = configuration
        self.service = service
        // A client that is gone is an error of the call that notices it, not the end of the
        // process.
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
        self.listener =
            try listener ?? Listener(host: configuration.host, port: configuration.port)
        stopping = try StopSignal()
    }

    /// The port listened on.
    package var port: Int { listener.port }

    /// Serves until `stop` is called and everything that had begun by then is answered. Throws if
    /// a responder cannot be made, before anything is accepted. `whenReady` is called on this
    /// thread once all responders exist, before anything is accepted.
    package func run(whenReady: () -> Void = {}) throws {
        let spooler = try service.spoolFolder.map {
            try Spooler(folder: $0, hasRoom: service.hasRoom)
        }
        defer { spooler?.stop(withinMilliseconds: Server.joinMilliseconds) }
        let watchdog = try Watchdog(configuration, service)
        let workers = try Workers(configuration, service, watchdog)
        // Whatever a worker is still doing then is for a client that is gone.
        defer { workers.stop(withinMilliseconds: Server.joinMilliseconds) }
        try watchdog.start(workers)
        defer { watchdog.stop() }
        try runLoops(workers, spooler, watchdog, whenReady)
    }

    /// Refuses new connections and lets `run` return when the current requests are answered. A
    /// second call does not wait for them. Any thread may call it.
    package func stop() {
        stopping.request()
    }

    /// Makes SIGTERM and SIGINT call `stop`. The signals are blocked in this thread and in those that
    /// it starts; call it before there are others.
    package func stopOnSignals() throws {
        try stopping.watchSignals()
    }

    /// How long the workers have to end after the loops; idle ones end at once.
    private static let joinMilliseconds = 1_000

    /// The first loop runs on the calling thread, the others on threads of their own.
    private func runLoops(
        _ workers: Workers,
        _ spooler: Spooler?,
        _ watchdog: Watchdog,
        _ whenReady: () -> Void
    ) throws {
        var threads: [Thread] = []
        defer { threads.forEach { $0.join() } }
        for number in 1..<max(1, configuration.loops) {
            let start = StartSignal()
            let thread = try Thread("loop-\(number)") {
                self.runLoop(number, workers, spooler, watchdog, start)
            }
            threads.append(thread)
            do {
                try start.wait()
            } catch {
                stopping.request()
                throw error
            }
        }
        do {
            let loop = try makeLoop(0, workers, spooler, watchdog)
            whenReady()
            loop.run()
        } catch {
            stopping.request()
            throw error
        }
    }

    private func runLoop(
        _ number: Int,
        _ workers: Workers,
        _ spooler: Spooler?,
        _ watchdog: Watchdog,
        _ start: StartSignal
    ) {
        do {
            let loop = try makeLoop(number, workers, spooler, watchdog)
            start.signal(.success(()))
            loop.run()
        } catch {
            start.signal(.failure(error))
        }
    }

    private func makeLoop(
        _ number: Int,
        _ workers: Workers,
        _ spooler: Spooler?,
        _ watchdog: Watchdog
    ) throws -> EventLoop {
        let occupation = Occupation(.loop, "loop-\(number)")
        let loop = try EventLoop(
            configuration,
            service,
            listener,
            workers,
            spooler,
            stopping,
            occupation,
            watchesSignals: number == 0
        )
        occupation.bind(loop.responder.interrupt)
        watchdog.watch(occupation)
        return loop
    }
}

/// Every connection is a descriptor, and the usual soft limit of 1,024 is for programs that use
/// `select`. If it cannot be raised, fewer connections are accepted.
private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// How many descriptors this process may have.
func descriptorLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    return Int(clamping: limit.rlim_cur)
}
