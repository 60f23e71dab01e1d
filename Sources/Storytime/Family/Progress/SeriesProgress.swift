/// A whole series as somebody sees it, and how far a child is with it.
struct SeriesProgress: Sendable, Equatable {
    /// By their numbers; specials, which are season 0, come first.
    let seasons: [SeasonProgress]
    /// What was played last.
    var pointer: EpisodePlace?
    /// Whether somebody said that nothing more is to come.
    var hasEnded = false

    /// Seasons without the specials; of a series that has nothing else, those.
    var counted: [SeasonProgress] {
        let regular = seasons.filter { $0.number > 0 }
        return regular.isEmpty ? seasons : regular
    }

    var watchedCount: Int { counted.reduce(0) { $0 + $1.watchedCount } }
    var airedCount: Int { counted.reduce(0) { $0 + $1.airedCount } }
    var episodeCount: Int { seasons.reduce(0) { $0 + $1.episodes.count } }

    func season(_ number: Int) -> SeasonProgress? { seasons.first { $0.number == number } }

    func episode(at place: EpisodePlace) -> SeriesEpisode? {
        season(place.season)?.episodes.first { $0.place == place }
    }

    /// The newest season, and 1 if there is none at all.
    var latestSeason: Int { seasons.last?.number ?? 1 }

    /// The season to show: the one that was chosen; else the one looked at last, until everything in it
    /// was watched and something is left in another; else that of the episode to go on with; else the
    /// newest one.
    func season(toShow chosen: Int?, lastLookedAt last: Int?) -> SeasonProgress? {
        if let chosen = chosen.flatMap(season) { return chosen }
        if let last = last.flatMap(season), !last.isComplete || continuing == nil { return last }
        return season(continuing?.place.season ?? latestSeason)
    }

    /// Whether the child has watched anything of it.
    var hasBegun: Bool {
        pointer != nil
            || seasons.contains { season in
                season.episodes.contains { $0.status != .unwatched }
            }
    }

    /// The first unwatched episode that has aired, where `NextEpisode` looks for it.
    var next: SeriesEpisode? {
        let open = counted.flatMap(\.episodes).filter { $0.isAired && $0.status != .watched }
        return NextEpisode.allCases.lazy.compactMap { step in
            open.first { step.reaches($0.place, from: pointer) }
        }.first
    }

    /// Whether an episode of a season can be next: no special can, unless there is nothing else.
    func mayLeadOn(_ season: SeasonProgress) -> Bool {
        counted.contains { $0.number == season.number }
    }

    /// The one that was played last, if it wasn't watched to its end.
    var current: SeriesEpisode? {
        guard let pointer, let episode = episode(at: pointer) else { return nil }
        return episode.status == .watching ? episode : nil
    }

    /// The one to go on with.
    var continuing: SeriesEpisode? { current ?? next }

    /// Whether everything that has aired was watched, specials aside.
    var isWatched: Bool {
        airedCount > 0 && counted.allSatisfy { $0.airedCount == 0 || $0.isComplete }
    }

    /// Whether nothing more is to come: somebody said so, or all there is are books of ours.
    private var isOver: Bool {
        if hasEnded { return true }
        return counted.allSatisfy { season in
            season.episodes.allSatisfy { $0.isAired && $0.book != nil }
        }
    }

    /// On which list it is after a change, when it was on another one before.
    func list(after before: SeriesList?, _ status: EpisodeStatus) -> SeriesList? {
        if isWatched, isOver || before == .completed { return .completed }
        // Whoever takes something back says nothing about going on.
        if status == .unwatched { return before == .completed ? .watching : before }
        return .watching
    }

    /// What is said of it: "3 of 6 watched", "next: S1 E4".
    var facts: [String] {
        let watched = Counted.number(watchedCount)
        return ["\(watched) of \(Counted.number(airedCount)) watched"]
            + (next.map { ["next: \($0.place)"] } ?? [])
    }
}
