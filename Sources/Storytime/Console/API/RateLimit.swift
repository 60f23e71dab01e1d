import Synchronization

/// How often somebody may do something: programs may make so many requests a minute for each token, and for each
/// address without one; families may save so often within an hour. All of that may come at once. Shared by all
/// threads; a restart forgets.
///
/// It is the generic cell rate algorithm (ITU-T I.371): for each sender it remembers one moment,
/// up to which its requests so far have used the rate.
final class RateLimit: Sendable {
    /// Some 100 bytes each. Beyond that, senders that have used nothing lately are forgotten.
    private static let maximumRemembered = 10_000

    private let most: Int
    /// Fine enough for the highest possible rate.
    private let windowMicroseconds: Int
    /// In microseconds since 1970.
    private let used = Mutex<[String: Int]>([:])

    /// So often within so many seconds; 0 means no limit.
    init(_ most: Int, inSeconds seconds: Int) {
        self.most = most
        windowMicroseconds = seconds * 1_000_000
    }

    convenience init(perMinute: Int) { self.init(perMinute, inSeconds: 60) }

    /// The state after a request: how many are left, in how many seconds all of them are available
    /// again, and how long to wait if it was one too many (0 if it wasn't).
    struct Quota: Sendable, Equatable {
        let most: Int
        var left = 0
        var fullInSeconds = 0
        var waitSeconds = 0
    }

    /// Counts a request; nil if there is no limit.
    func count(_ who: String, now: Int) -> Quota? { quota(of: who, now: now, isCounted: true) }

    private func quota(of who: String, now: Int, isCounted: Bool) -> Quota? {
        guard most > 0 else { return nil }
        let now = now * 1_000_000
        let cost = windowMicroseconds / most
        func seconds(_ microseconds: Int) -> Int { (microseconds + 999_999) / 1_000_000 }
        return used.withLock { used in
            var quota = Quota(most: most)
            // A moment further ahead than possible was noted by a clock that was wrong.
            let latest = now + windowMicroseconds
            let start = used[who].map { $0 > latest ? now : max($0, now) } ?? now
            let excess = start + cost - latest
            guard excess <= 0 else {
                quota.fullInSeconds = seconds(start - now)
                quota.waitSeconds = seconds(excess)
                return quota
            }
            if isCounted { used[who] = start + cost }
            if used.count > Self.maximumRemembered { Self.forget(&used, now) }
            quota.left = -excess / cost
            quota.fullInSeconds = seconds(start + cost - now)
            return quota
        }
    }

    /// Counts a request; returns how many seconds to wait if it is one too many, 0 if it isn't.
    func waitSeconds(_ who: String, now: Int) -> Int { count(who, now: now)?.waitSeconds ?? 0 }

    /// How many seconds to wait before one more; it isn't counted.
    func secondsUntilRoom(_ who: String, now: Int) -> Int {
        quota(of: who, now: now, isCounted: false)?.waitSeconds ?? 0
    }

    private static func forget(_ used: inout [String: Int], _ now: Int) {
        used = used.filter { $0.value > now }
        // If more senders are active than can be remembered, all start over, rather than sharing
        // one rate.
        if used.count > maximumRemembered { used = [:] }
    }
}

extension RateLimit.Quota {
    /// The fields of an answer about this (draft-ietf-httpapi-ratelimit-headers-10): the rule, and
    /// what is left now.
    var headers: [(String, String)] {
        [
            (AnswerHeader.rateLimitPolicy.rawValue, "\"default\";q=\(most);w=60"),
            (AnswerHeader.rateLimit.rawValue, "\"default\";r=\(left);t=\(fullInSeconds)"),
        ]
    }
}
