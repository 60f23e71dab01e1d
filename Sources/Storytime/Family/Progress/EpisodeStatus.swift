/// How far a child is with an episode. What nobody marked is unwatched.
enum EpisodeStatus: String, Sendable, CaseIterable {
    case watched, watching, unwatched
}
