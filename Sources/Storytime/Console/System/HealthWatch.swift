import Synchronization

/// Who asks for the program's health, and when its database was last read through because of damage. One is
/// shared by all threads.
final class HealthWatch: Sendable {
    /// Writing as a trial keeps a disk awake, so it is only done for somebody who asks now and then.
    private static let askingSeconds = 600
    /// Reading all of a database takes a second for each 100 MB.
    private static let lookingSeconds = 300

    private struct State {
        var askedAt = Int.min
        var lookedAt = Int.min
    }

    private let state = Mutex(State())

    func noteAsked(now: Int) { state.withLock { $0.askedAt = now } }

    func isAsked(now: Int) -> Bool {
        state.withLock { $0.askedAt > now - Self.askingSeconds }
    }

    /// Whether it is time for a look at all of the database; the one who is told so looks.
    func takeLook(now: Int) -> Bool {
        state.withLock { state in
            guard state.lookedAt <= now - Self.lookingSeconds else { return false }
            state.lookedAt = now
            return true
        }
    }
}
