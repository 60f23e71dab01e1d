import Synchronization

/// What all threads know of the catalog elsewhere: how soon it may be asked again, and what it has
/// just answered.
///
/// Open Library asks for one request a second at most. A book takes three, so that a few may come at
/// once, as long as the average is kept.
final class LookupDesk: Sendable {
    /// How many may come at once.
    static let burst = 10
    /// Nobody waits longer than this for their turn.
    static let longestWaitMilliseconds = 5000
    static let pauseMilliseconds = 1000

    /// Answers of the last hour; a longer one than this is asked for again.
    private static let maximumAnswers = 100
    private static let maximumAnswerBytes = 128 << 10
    private static let keptMilliseconds = 3_600_000
    /// “I don’t know it” may mean that something went wrong there.
    static let keptEmptyMilliseconds = 60_000

    private struct Kept {
        let answer: OutgoingAnswer
        let until: Int
    }

    private struct State {
        /// When the last of the requests so far would be due if one came each second.
        var due = Int.min
        var kept: [String: Kept] = [:]
    }

    private let state = Mutex(State())

    /// How long to wait before the next request; nil if that is too long. Times are milliseconds of a
    /// clock that never goes back.
    func wait(at now: Int) -> Int? {
        state.withLock { state in
            let due =
                max(state.due, now - Self.burst * Self.pauseMilliseconds)
                + Self.pauseMilliseconds
            let wait = max(due - now, 0)
            guard wait <= Self.longestWaitMilliseconds else { return nil }
            state.due = due
            return wait
        }
    }

    func answer(to url: String, at now: Int) -> OutgoingAnswer? {
        state.withLock { state in
            state.kept[url].flatMap { $0.until > now ? $0.answer : nil }
        }
    }

    func keep(_ answer: OutgoingAnswer, to url: String, at now: Int) {
        guard [200, 404].contains(answer.status), answer.body.count <= Self.maximumAnswerBytes
        else { return }
        let isEmpty = answer.status == 404 || answer.body.count < 3
        let until = now + (isEmpty ? Self.keptEmptyMilliseconds : Self.keptMilliseconds)
        state.withLock { state in
            if state.kept.count >= Self.maximumAnswers {
                state.kept = state.kept.filter { $0.value.until > now }
                let oldest = state.kept.min { $0.value.until < $1.value.until }
                if state.kept.count >= Self.maximumAnswers, let oldest {
                    state.kept[oldest.key] = nil
                }
            }
            state.kept[url] = Kept(answer: answer, until: until)
        }
    }
}
