import SQLite

/// What a series learns from a viewing of one of its stories: the child is watching it, and in the end
/// has watched it.
extension UsageStore {
    /// As long as a play must be to count in reports: a story that was opened by accident is not
    /// being watched.
    private static let startedMS = ReportForm.usualLeast * 1000

    /// Marks the episode that a session's story is, when the session has just shown that it really
    /// began, or reached its end. So events that come twice say nothing new, and later ones of a
    /// session don't bring back a mark that somebody has removed meanwhile.
    ///
    /// A viewing that is left out was somebody else's, and says nothing. What is deleted or left out
    /// afterwards takes no mark away: reports are about time, and marks about how far the child is.
    func keepProgress(
        _ time: WatchedTime,
        _ key: Viewing.Key,
        _ before: Viewing?,
        _ family: Family
    ) throws {
        guard before?.isLeftOut != true else { return }
        let hasStarted = Self.isStarted(PlayedTime(time)) && !Self.isStarted(before?.played)
        let isFinished =
            try time.isFinished(duration: duration(of: key.book))
            && before?.sums.isFinished != true
        guard hasStarted || isFinished, let episode = try episode(key.book) else { return }
        let playedAt = (time.lastPlayedMS ?? time.endedMS) / 1000
        guard try !wasTakenBack(episode.id, of: episode.series, by: key.child, after: playedAt)
        else { return }
        let progress = ProgressStore(
            episodes: FamilyShelf(family, on: now, in: database).episodes,
            family: family.id,
            now: now
        )
        do {
            _ = try progress.play(
                episode.place,
                of: episode.series,
                for: key.child,
                toEnd: isFinished,
                at: playedAt
            )
        } catch Failure.notFound {
            // The family doesn't see the series any more. What was watched is true all the same.
        } catch is SeasonProgress.Refusal {
        } catch is ProgressStore.Refusal {}
    }

    private static func isStarted(_ played: PlayedTime?) -> Bool {
        played.map { $0.watchedMS >= startedMS } ?? false
    }

    private func episode(_ book: ID<Book>) throws -> (
        id: ID<SeriesEpisode>, series: ID<Series>, place: EpisodePlace
    )? {
        try database.first(
            """
            SELECT id, series_id, season_number, episode_number FROM episodes
            WHERE book_id = \(book.value) AND is_hidden = 0
            """
        ) { row in
            (
                ID(try row.int(0)), ID(try row.int(1)),
                EpisodePlace(season: try row.int(2), episode: try row.int(3))
            )
        }
    }

    /// Whether somebody has taken the episode's mark away after this time: late news don't bring it
    /// back. Of each child the latest changes are kept (`ProgressStore.trimChanges`), so this isn't long.
    private func wasTakenBack(
        _ episode: ID<SeriesEpisode>,
        of series: ID<Series>,
        by child: ID<Child>,
        after time: Int
    ) throws -> Bool {
        let isMarked = try database.first(
            """
            SELECT 1 FROM episode_progress
            WHERE child_id = \(child.value) AND episode_id = \(episode.value)
            """
        ) { _ in true }
        guard isMarked != true else { return false }
        return try database.first(
            """
            SELECT 1 FROM progress_changes AS c, json_each(c.before, '$.marks') AS m
            WHERE c.child_id = \(child.value) AND c.at > \(time) AND c.undone_at IS NULL
                AND c.series_id = \(series.value)
                AND json_extract(m.value, '$[0]') = \(episode.value)
                AND json_extract(m.value, '$[1]') IS NOT NULL
            LIMIT 1
            """
        ) { _ in true } ?? false
    }
}
