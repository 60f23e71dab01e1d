import Synchronization

/// Webhooks whose signature was wrong: counted, never kept. One is shared by all threads.
///
/// A stranger can send as many as they like, so they are logged at most once a minute. An admin
/// sees the count: a secret that was copied wrongly looks just like this.
final class RefusedWebhooks: Sendable {
    struct Count: Sendable, Equatable {
        var amount = 0
        var lastAt = 0
        var lastReason = ""
    }

    private struct State {
        var count = Count()
        var loggedAt: Int?
        var unlogged = 0
    }

    private static let logEverySeconds = 60

    private let state = Mutex(State())

    /// Since the program started.
    var count: Count { state.withLock(\.count) }

    /// Counts one. Returns what to log, if it is time.
    func note(_ reason: MuxSignature.Refusal, now: Int) -> String? {
        state.withLock { state in
            state.count.amount += 1
            state.count.lastAt = now
            state.count.lastReason = reason.rawValue
            state.unlogged += 1
            if let loggedAt = state.loggedAt, now - loggedAt < Self.logEverySeconds { return nil }
            defer { (state.loggedAt, state.unlogged) = (now, 0) }
            return "webhook refused: \(reason.rawValue) (\(state.unlogged) since the last note)"
        }
    }
}
