/// How much was watched: what every report adds up.
struct UsageFigures: Sendable, Equatable {
    /// In real time, at any speed of the video.
    var watchedMilliseconds = 0
    var plays = 0
    /// Plays that reached the end.
    var completions = 0

    static func + (left: UsageFigures, right: UsageFigures) -> UsageFigures {
        UsageFigures(
            watchedMilliseconds: left.watchedMilliseconds + right.watchedMilliseconds,
            plays: left.plays + right.plays,
            completions: left.completions + right.completions
        )
    }

    static func += (left: inout UsageFigures, right: UsageFigures) { left = left + right }

    /// The minutes, for pages.
    var minutes: Minutes { Minutes(ofMS: watchedMilliseconds) }

    /// The full seconds, for files.
    var seconds: Int { watchedMilliseconds / 1000 }
}
