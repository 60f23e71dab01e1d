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
    static let mostSoundsPerHour = 1500
    /// Recognized words come in shorter pieces.
    static let mostTextsPerHour = 6000
    private static let hour = 3600
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
        /// When each hour of a family began, and how much it has sent in it.
        var sounds: [ID<Family>: (since: Int, count: Int)] = [:]
        var texts: [ID<Family>: (since: Int, count: Int)] = [:]
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

    /// Counts a text that came ready from a browser.
    func countText(of family: ID<Family>, at now: Int) throws(LivePause) {
        let pause = state.withLock { Self.count(family, now, &$0.texts, Self.mostTextsPerHour) }
        if let pause { throw pause }
    }

    /// Starts to transcribe a piece on a thread of its own.
    func start(for family: ID<Family>, at now: Int, _ work: @escaping Work) throws(LivePause) {
        // Those that have ended let go of their memory only when somebody asks how they ended.
        let ended = state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
        ended.forEach { $0.join() }
        let pause = state.withLock { state -> LivePause? in
            guard state.running.count < Self.mostAtOnce, let open = state.open, !state.isStopping,
                state.running.values.count(where: { $0 == family }) < Self.mostOfFamily
            else {
                return LivePause(
                    message: "The transcription service is still busy with what was said before.",
                    retryAfter: Self.soon
                )
            }
            if let pause = Self.count(family, now, &state.sounds, Self.mostSoundsPerHour) {
                return pause
            }
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

    private static func count(
        _ family: ID<Family>,
        _ now: Int,
        _ counts: inout [ID<Family>: (since: Int, count: Int)],
        _ most: Int
    ) -> LivePause? {
        counts = counts.filter { (0..<hour).contains(now - $0.value.since) }
        let known = counts[family] ?? (since: now, count: 0)
        guard known.count < most else {
            let wait = max(1, known.since + hour - now)
            return LivePause(
                message:
                    "Your family has reached the hourly limit for live transcription. Try again in "
                    + "\(Counted.text((wait + 59) / 60, "minute", "minutes")).",
                retryAfter: wait
            )
        }
        counts[family] = (known.since, known.count + 1)
        return nil
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
