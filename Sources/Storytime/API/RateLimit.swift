import Synchronization

/// How often programs may ask: so many times a minute for each token, and for each address without
/// one. A minute's worth may come at once. Shared by all threads; a restart forgets.
///
/// It is the generic cell rate algorithm (ITU-T I.371): of each it remembers one moment, the one up
/// to which its requests so far have used the rate.
final class RateLimit: Sendable {
    /// Some 100 bytes each. Beyond that the ones who have used nothing lately are forgotten.
    private static let maximumRemembered = 10_000
    /// Fine enough for the highest rate that can be set.
    private static let microsecondsPerMinute = 60_000_000

    private let perMinute: Int
    /// In microseconds since 1970.
    private let used = Mutex<[String: Int]>([:])

    /// 0 limits nobody.
    init(perMinute: Int) {
        self.perMinute = perMinute
    }

    /// Counts a request; how many seconds to wait where it is one too many, 0 where it isn't.
    func waitSeconds(_ who: String, now: Int) -> Int {
        guard perMinute > 0 else { return 0 }
        let now = now * 1_000_000
        let cost = Self.microsecondsPerMinute / perMinute
        return used.withLock { used in
            // A moment that is further ahead than any can be was noted by a clock that was wrong.
            let latest = now + Self.microsecondsPerMinute
            let start = used[who].map { $0 > latest ? now : max($0, now) } ?? now
            let excess = start + cost - latest
            guard excess <= 0 else { return (excess + 999_999) / 1_000_000 }
            used[who] = start + cost
            if used.count > Self.maximumRemembered { Self.forget(&used, now) }
            return 0
        }
    }

    private static func forget(_ used: inout [String: Int], _ now: Int) {
        used = used.filter { $0.value > now }
        // More at once than can be remembered: all begin anew rather than one with everybody's rate.
        if used.count > maximumRemembered { used = [:] }
    }
}
