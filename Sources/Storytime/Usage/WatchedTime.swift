/// For how long a video really played in one session, from what its player told.
///
/// This is the one place where minutes are made. It is a pure function of the events, whatever the
/// order in which they arrived: who computes anew gets the same.
struct WatchedTime: Sendable, Equatable {
    /// The rule, as pages print it.
    static let rule = """
        Counted is the time in which a story really played, at any speed: from one sign of the player \
        to the next, \(gapSeconds) seconds at most, and never while it was paused. What goes on past \
        midnight counts on the day on which each part of it began.
        """

    /// The longest time between two events that counts as played: a heartbeat comes after 45 seconds,
    /// and may be late. Who closes the lid of a laptop does not watch until they open it again.
    static let gapSeconds = UsageEvent.heartbeatSeconds + 5

    /// A sign of the player.
    struct Sign: Sendable, Equatable {
        let clientID: String
        let act: UsageEvent.Act
        /// When it counts as having happened.
        let occurredMS: Int
        var position: Int?
    }

    /// A time in which it played without a sign in between.
    struct Interval: Sendable, Equatable {
        let startMS: Int
        let lengthMS: Int
    }

    private(set) var intervals: [Interval] = []
    private(set) var startedMS = 0
    private(set) var endedMS = 0
    /// Where it was left; nil at its end, and when nobody said.
    private(set) var stoppedPosition: Int?
    /// Whether the player said that the story came to its end.
    private(set) var hasEnded = false

    var watchedMS: Int { intervals.reduce(0) { $0 + $1.lengthMS } }

    /// Nil of no signs.
    init?(_ signs: [Sign]) {
        let signs = signs.sorted(by: Self.isBefore)
        guard let first = signs.first, let last = signs.last else { return nil }
        startedMS = first.occurredMS
        endedMS = last.occurredMS
        var isPlaying = false
        var before = first
        for sign in signs {
            let gap = min(sign.occurredMS - before.occurredMS, Self.gapSeconds * 1000)
            if isPlaying && gap > 0 && sign.act.tellsOfTimeBefore {
                intervals.append(Interval(startMS: before.occurredMS, lengthMS: gap))
            }
            isPlaying = note(sign, isPlaying)
            before = sign
        }
    }

    /// Whether it plays after the sign. One that paused and seeks is still paused; a heartbeat is a
    /// sign of playing even if the one that began it was lost.
    private mutating func note(_ sign: Sign, _ isPlaying: Bool) -> Bool {
        switch sign.act {
        case .seek(_, let to): stoppedPosition = to
        case .playEnd: stoppedPosition = nil
        default: stoppedPosition = sign.position ?? stoppedPosition
        }
        switch sign.act {
        case .playStart, .resume, .heartbeat: return true
        case .seek: return isPlaying
        case .pause: return false
        case .playEnd:
            hasEnded = true
            return false
        }
    }

    /// The order does not depend on what arrived first.
    private static func isBefore(_ left: Sign, _ right: Sign) -> Bool {
        (left.occurredMS, left.act.rank, left.clientID)
            < (right.occurredMS, right.act.rank, right.clientID)
    }

    /// Whether the story counts as watched to its end: its player said so, or it was left so near to
    /// the end that it begins anew.
    func isFinished(duration: Int?) -> Bool {
        if hasEnded { return true }
        guard let stoppedPosition, let duration, stoppedPosition > 0 else { return false }
        return stoppedPosition >= duration - LibraryItem.endSeconds
    }
}
