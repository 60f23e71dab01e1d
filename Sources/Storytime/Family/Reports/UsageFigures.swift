/// How much was watched: what every report adds up.
struct UsageFigures: Sendable, Equatable {
    /// By the clock on the wall, at any speed of the film.
    var watchedMilliseconds = 0
    var plays = 0
    /// Plays that came to the end.
    var completions = 0

    static func + (left: UsageFigures, right: UsageFigures) -> UsageFigures {
        UsageFigures(
            watchedMilliseconds: left.watchedMilliseconds + right.watchedMilliseconds,
            plays: left.plays + right.plays,
            completions: left.completions + right.completions
        )
    }

    static func += (left: inout UsageFigures, right: UsageFigures) { left = left + right }

    /// The minutes, as pages have them.
    var minutes: Minutes { Minutes(ofMS: watchedMilliseconds) }

    /// The full seconds, as files have them.
    var seconds: Int { watchedMilliseconds / 1000 }
}
