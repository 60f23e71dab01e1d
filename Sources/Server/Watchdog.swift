import Glibc
import HTTP
import Synchronization

/// Watches the threads that run handlers: which of them is doing the same thing for more processor
/// time than it may.
///
/// Nothing can end a thread: its locks would stay locked. But its statement can be stopped, which
/// is where most of such time goes; another thread can take its place; and if even that doesn't
/// help, the program can end, to be restarted (docs/decisions/0016).
///
/// It also watches the lanes: whether one has served nobody for long, though somebody waits.
///
/// And it gives memory back that a burst of requests has left over (`HeapWatch`).
///
/// It checks from a thread of its own, twice a second. The others only count their steps
/// (`Occupation`).
final class Watchdog: Sendable {
    private let limits: ProcessorLimits
    /// The server's, in microseconds.
    private let clock: @Sendable () -> Int64
    private let service: Service
    private let wake: EventFD
    private let isEnding = Atomic<Bool>(false)
    private let state = Mutex(State())

    private struct State {
        var watched: [Watched] = []
        var workers: Workers?
        var lanes: [Lane: LaneWatch] = [:]
        var thread: Thread?
        var hasGivenUp = false
    }

    /// A thread, and since when it has been at the same step.
    private struct Watched {
        enum Stage {
            case fine
            /// It was told to stop.
            case interrupted
            /// Another thread is in its place.
            case replaced
        }

        let occupation: Occupation
        var step: UInt64?
        /// The processor time that the thread had used when it was first seen at this step.
        var startMilliseconds: Int64 = 0
        var stage = Stage.fine
        var route = ""
        var usedMilliseconds: Int64 = 0
    }

    init(_ configuration: ServerConfiguration, _ service: Service) throws {
        limits = configuration.processorLimits
        clock = configuration.clock
        self.service = service
        wake = try EventFD()
    }

    /// Starts watching a thread.
    func watch(_ occupation: Occupation) {
        state.withLock { $0.watched.append(Watched(occupation: occupation)) }
    }

    /// Starts watching; the workers start a thread in place of one that is stuck.
    func start(_ workers: Workers) throws {
        let thread = try Thread("watchdog") { [self] in run() }
        state.withLock { state in
            state.workers = workers
            state.thread = thread
        }
    }

    func stop() {
        isEnding.store(true, ordering: .releasing)
        wake.signal()
        state.withLock { $0.thread }?.join()
        state.withLock { $0.workers = nil }
        service.stuck.set([])
        service.stalled.set([])
    }

    /// The heap changes slowly, and looking at it takes its locks: every three seconds.
    private static let looksPerHeapLook = 6

    private func run() {
        var heap = HeapWatch()
        var looks = 0
        var wish = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        while !isEnding.load(ordering: .acquiring) {
            look()
            lookAtLanes()
            looks += 1
            if looks % Self.looksPerHeapLook == 0 { heap.look() }
            poll(&wish, 1, limits.lookMilliseconds)
        }
    }

    // MARK: A look

    private func look() {
        var (watched, workers) = state.withLock { ($0.watched, $0.workers) }
        let count = watched.count
        for index in watched.indices { look(at: &watched[index], workers) }
        let stuck = watched.filter { $0.stage != .fine }
        service.stuck.set(stuck.map(Self.handler))
        giveUpIfNeeded(stuck)
        // A thread that was retired and has come back has ended.
        let kept = watched.filter { !($0.occupation.isRetired && $0.step == nil) }
        state.withLock { $0.watched = kept + $0.watched[count...] }
    }

    private func look(at watched: inout Watched, _ workers: Workers?) {
        let occupation = watched.occupation
        let step = occupation.step
        let used = occupation.usedMilliseconds ?? 0
        guard let step, step == watched.step else {
            if watched.stage != .fine { say(watched, "came to its end") }
            watched.step = step
            watched.startMilliseconds = used
            watched.stage = .fine
            return
        }
        watched.usedMilliseconds = used - watched.startMilliseconds
        let limit = limits.milliseconds(occupation.lane)
        guard watched.usedMilliseconds > limit else { return }
        if watched.stage == .fine {
            watched.stage = .interrupted
            watched.route = occupation.head(of: step).map(service.routeName) ?? "the loop itself"
            say(watched, "its statement is stopped")
        }
        // Each time, because its next step may be another statement. Between this line and the one
        // that saw the step, the handler may have ended; then the next one loses its statement,
        // which its visitor can try again.
        occupation.interrupt()
        if watched.stage == .interrupted, occupation.lane != .loop,
            watched.usedMilliseconds > limit + limits.graceMilliseconds
        {
            watched.stage = .replaced
            occupation.retire()
            say(watched, "another thread takes its place")
            workers?.replace(occupation)
        }
    }

    /// Which lanes have served nobody for long, though somebody waits.
    private func lookAtLanes() {
        guard let workers = state.withLock({ $0.workers }) else { return }
        let now = clock() / 1_000
        let stalled = state.withLock { state in
            Lane.ofWorkers.filter { lane in
                let progress = workers.progress(of: lane)
                return state.lanes[lane, default: LaneWatch()].isStalled(progress, at: now)
            }
        }
        service.stalled.set(stalled)
    }

    private func giveUpIfNeeded(_ stuck: [Watched]) {
        let replaced = stuck.count { $0.stage == .replaced }
        let hasStuckLoop = stuck.contains {
            $0.occupation.lane == .loop
                && $0.usedMilliseconds > limits.loopMilliseconds + limits.loopGraceMilliseconds
        }
        guard replaced >= limits.mostStuck || hasStuckLoop else { return }
        let isFirst = state.withLock { state in
            defer { state.hasGivenUp = true }
            return !state.hasGivenUp
        }
        guard isFirst else { return }
        let list = stuck.map { "\($0.route) on \($0.occupation.name)" }.joined(separator: ", ")
        service.giveUp(
            hasStuckLoop
                ? "a loop is stuck and can't be replaced (\(list))"
                : "too many handlers are stuck (\(list))"
        )
    }

    private static func handler(_ watched: Watched) -> StuckHandler {
        StuckHandler(
            route: watched.route,
            thread: watched.occupation.name,
            lane: watched.occupation.lane,
            milliseconds: watched.usedMilliseconds
        )
    }

    private func say(_ watched: Watched, _ what: String) {
        let seconds = watched.usedMilliseconds / 1_000
        service.note(
            "watchdog: \(watched.route) on \(watched.occupation.name) has used a processor for "
                + "\(seconds) s; \(what)"
        )
    }
}
