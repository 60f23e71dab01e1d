import Synchronization

/// What the program lacks of what it needs, as of the last look. One is shared by all threads: who asks for
/// the program's health must not wait for a disk.
final class Lacks: Sendable {
    private struct State {
        var all: [Lack] = []
        /// Something could not be put into a folder since.
        var hasNotSaved = false
    }

    private let state = Mutex(State())

    var all: [Lack] { state.withLock(\.all) }

    /// Whether there is a folder to which nothing can be added.
    var hasUnwritableFolder: Bool {
        state.withLock { state in
            state.hasNotSaved
                || state.all.contains { lack in
                    if case .folder = lack.thing { lack.isFault } else { false }
                }
        }
    }

    /// A visitor or a job has met such a folder just now: the next look says which it is.
    func noteNotSaved() { state.withLock { $0.hasNotSaved = true } }

    /// Takes what was found now; returns the lines to log of what has changed.
    func note(_ now: [Lack]) -> [String] {
        let before = state.withLock { state in
            defer { state = State(all: now) }
            return state.all
        }
        let new = now.filter { !before.contains($0) }.map(\.text)
        let gone = before.filter { lack in !now.contains { $0.thing == lack.thing } }
        return new + gone.map { "no longer: \($0.what)" }
    }
}
