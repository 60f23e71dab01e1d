/// How far a child is with an episode. What nobody marked is unwatched.
enum EpisodeStatus: String, Sendable, CaseIterable {
    case watched, watching, unwatched
}

/// Which episode of a series: "S1 E4".
struct EpisodePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    let season: Int
    let episode: Int

    static func < (left: EpisodePlace, right: EpisodePlace) -> Bool {
        (left.season, left.episode) < (right.season, right.episode)
    }

    var description: String { "S\(season) E\(episode)" }
}
