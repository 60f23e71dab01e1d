import SQLite

/// Where the next episode of a series is looked for, one place after the other: the one home of that
/// rule, for the series' own page, which has all episodes at hand, and for the shelves of a library,
/// which ask the database about many series at once.
///
/// Each place is looked through in the order of the episodes, for the first one that can be watched and
/// wasn't. Specials are left out, unless the series has nothing else: nobody gets to them by watching on.
enum NextEpisode: CaseIterable {
    /// Behind the one that was played last, in its season.
    case behind
    /// In the seasons that follow that one.
    case later
    /// Anywhere: what was skipped, or everything if nothing was played yet.
    case skipped

    /// Whether a place is looked at in this step.
    func reaches(_ place: EpisodePlace, from pointer: EpisodePlace?) -> Bool {
        guard self != .skipped else { return true }
        guard let pointer else { return false }
        return self == .later
            ? place.season > pointer.season
            : place.season == pointer.season && place.episode > pointer.episode
    }

    /// The same of a row `e` of `episodes`, from the row `c` of `child_series`, which may be missing.
    var condition: SQL {
        switch self {
        case .behind:
            """
            e.season_number = c.played_season AND e.episode_number > c.played_episode
                AND \(sql: Self.isCounted)
            """
        case .later: "e.season_number > c.played_season AND \(sql: Self.isCounted)"
        case .skipped: Self.isCounted
        }
    }

    /// Whether a row `e` of `episodes` is no special, or its series has only these.
    private static let isCounted: SQL = """
        (e.season_number > 0 OR NOT EXISTS (SELECT 1 FROM episodes AS o
            WHERE o.series_id = e.series_id AND o.season_number > 0 AND o.is_hidden = 0))
        """
}
