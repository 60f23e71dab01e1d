import Received

/// Changes of many times at once. They are nil if a cue would begin before the video.
extension Captions {
    /// Moves all cues, or those from one on.
    package func shifted(by shift: MediaTime, from first: Int = 0) -> Captions? {
        mapped(from: first) { $0.adding(shift) }
    }

    /// By how much the cues from one on can be moved to an earlier time.
    package func roomBefore(_ first: Int = 0) -> MediaTime {
        cues.dropFirst(first).map { min($0.start, $0.end ?? $0.start) }.min() ?? 0
    }

    /// Moves everything so that two moments come at their right times, and the rest in proportion: for
    /// captions that drift.
    package func stretched(_ first: TimePoint, _ second: TimePoint) -> Captions? {
        let (from, to) = (second.is - first.is, second.shouldBe - first.shouldBe)
        guard from != 0, to != 0, (from > 0) == (to > 0) else { return nil }
        let ratio = Rational(to.milliseconds, from.milliseconds)
        return mapped { ratio.applied(to: $0 - first.is)?.adding(first.shouldBe) }
    }

    /// For captions that were made for a film with other frames per second.
    package func changed(from old: FrameRate, to new: FrameRate) -> Captions {
        let ratio = Rational(
            old.numerator * new.denominator,
            old.denominator * new.numerator
        )
        return mapped { ratio.applied(to: $0) } ?? self
    }

    /// The map is nil for what would be no time any more.
    private func mapped(from first: Int = 0, _ map: (MediaTime) -> MediaTime?) -> Captions? {
        var result = self
        for index in result.cues.indices.dropFirst(first) {
            guard result.cues[index].mapTimes(map) else { return nil }
            let cue = result.cues[index]
            guard cue.start >= 0, cue.end ?? 0 >= 0 else { return nil }
        }
        return result
    }
}

/// When something is said in the captions, and when it is said in the video.
package struct TimePoint: Equatable, Sendable {
    package var `is`: MediaTime
    package var shouldBe: MediaTime

    package init(is now: MediaTime, shouldBe right: MediaTime) {
        self.is = now
        shouldBe = right
    }
}

/// How many frames a second has, exactly: NTSC’s 23.976 is 24,000 in 1,001 seconds.
package enum FrameRate: String, CaseIterable, Sendable {
    case film23 = "23.976"
    case film24 = "24"
    case pal = "25"
    case ntsc29 = "29.97"
    case video30 = "30"

    fileprivate var numerator: Int {
        switch self {
        case .film23: 24_000
        case .film24: 24
        case .pal: 25
        case .ntsc29: 30_000
        case .video30: 30
        }
    }

    fileprivate var denominator: Int { self == .film23 || self == .ntsc29 ? 1_001 : 1 }
}

/// A ratio that times are multiplied by and then rounded once, half up.
private struct Rational {
    private let numerator: Int
    private let denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        self.numerator = denominator < 0 ? -numerator : numerator
        self.denominator = Int(clamping: denominator.magnitude)
    }

    func applied(to time: MediaTime) -> MediaTime? {
        let doubled = Int128(denominator) * 2
        let sum = Int128(numerator) * Int128(time.milliseconds) * 2 + Int128(denominator)
        let quotient = sum / doubled - (sum % doubled < 0 ? 1 : 0)
        return Int(exactly: quotient).flatMap { MediaTime(exactly: $0) }
    }
}
