import SQLite
import Server
import Synchronization

/// Why nothing is written down now.
struct LivePause: Error, Equatable {
    let message: String
    /// When to try again, in seconds.
    let retryAfter: Int
}

/// What is being transcribed and explained live: how much there may be, of whom, and the threads for it.
/// One for the whole program.
///
/// A service may need long, or never answer. So each piece of sound has a thread of its own, of which
/// there are few, with its own connection to the database; no loop and no worker waits for any of it.
final class LiveDesk: Sendable {
    /// A local service transcribes one after the other; a few more wait for it there.
    static let mostAtOnce = 6
    /// Two parents, each with a piece on its way while the next one is spoken.
    static let mostOfFamily = 4
    /// Two microphones, without a pause.
    static let hourlySounds = HourlyLimit(name: "live sounds", most: 1500, words: words)
    /// Recognized words come in shorter pieces.
    static let hourlyTexts = HourlyLimit(name: "live texts", most: 6000, words: words)
    private static let words = "sent as much live transcription as it can"
    private static let soon = 2

    typealias Opener = @Sendable () throws -> Database
    typealias Work = @Sendable (Database, _ isWanted: @escaping @Sendable () -> Bool) -> Void

    private struct State {
        var open: Opener?
        var isStopping = false
        var lastKey = 0
        var running: [Int: ID<Family>] = [:]
        var threads: [Int: Thread] = [:]
        /// Threads that have nothing left to do.
        var ended: [Thread] = []
    }

    private let state = Mutex(State())

    /// Gives it the way to open a connection; without one nothing is transcribed.
    func begin(_ open: @escaping Opener) {
        state.withLock { $0.open = open }
    }

    /// Gives everything up and waits for it.
    func stop() {
        let threads = state.withLock { state in
            state.isStopping = true
            defer {
                state.threads = [:]
                state.ended = []
            }
            return Array(state.threads.values) + state.ended
        }
        threads.forEach { $0.join() }
    }

    /// A number that no explanation has that is kept.
    func passingNumber() -> Int {
        state.withLock { state in
            state.lastKey += 1
            return -state.lastKey
        }
    }

    /// Whether a family may send another piece now.
    func expectRoom(for family: ID<Family>) throws(LivePause) {
        let pause = state.withLock { Self.pause(of: family, $0) }
        if let pause { throw pause }
    }

    private static func pause(of family: ID<Family>, _ state: State) -> LivePause? {
        guard state.running.count < mostAtOnce, state.open != nil, !state.isStopping,
            state.running.values.count(where: { $0 == family }) < mostOfFamily
        else {
            return LivePause(
                message: "The transcription service is still busy with what was said before.",
                retryAfter: soon
            )
        }
        return nil
    }

    /// Starts to transcribe a piece on a thread of its own.
    func start(for family: ID<Family>, _ work: @escaping Work) throws(LivePause) {
        // Those that have ended let go of their memory only when somebody asks how they ended.
        let ended = state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
        ended.forEach { $0.join() }
        let pause = state.withLock { state -> LivePause? in
            if let pause = Self.pause(of: family, state) { return pause }
            guard let open = state.open else { return nil }
            state.lastKey += 1
            let key = state.lastKey
            guard let thread = try? Thread("live", { [self] in run(key, open, work) }) else {
                return LivePause(
                    message: "The server has no room for it now.",
                    retryAfter: Self.soon
                )
            }
            state.running[key] = family
            state.threads[key] = thread
            return nil
        }
        if let pause { throw pause }
    }

    private func run(_ key: Int, _ open: Opener, _ work: Work) {
        if let database = try? open() {
            work(database) { [self] in state.withLock { !$0.isStopping } }
        }
        state.withLock { state in
            state.running[key] = nil
            if let thread = state.threads.removeValue(forKey: key) { state.ended.append(thread) }
        }
    }

    var count: Int { state.withLock { $0.running.count } }
}
