import SQLite

/// Keeps how far children are with series, and their lists: each change in a transaction of its own,
/// together with what is needed to take it back.
///
/// Every question names the family; a child or a series that it doesn't see is not found. Two devices
/// that tap different episodes at once are carried out one after the other: the last one wins, and is
/// told what the other one had set.
struct ProgressStore {
    /// Why something can't be done.
    enum Refusal: Error, Equatable {
        /// It was taken back already, or that is too long ago.
        case cantBeUndone
        /// Something was changed since.
        case isOvertaken
        /// The child has as many series on lists as `maximumSeries`.
        case isFull
    }

    /// More than anybody follows; pages and counts stay quick up to it.
    static let maximumSeries = 2000
    /// Why nothing can be put on a list.
    static let fullness =
        "A child can have up to \(Counted.number(maximumSeries)) series on lists."
        + " Remove some first."

    /// Whose eyes decide what there is to mark.
    let episodes: SeriesEpisodes
    let family: ID<Family>
    let now: Int

    var database: Database { episodes.database }

    // MARK: Reading

    /// A child's series; `.none` if nothing is known about it.
    func state(of series: ID<Series>, for child: ID<Child>) throws -> ChildSeries {
        try database.first(
            """
            SELECT \(sql: ChildSeries.columns) FROM child_series
            WHERE child_id = \(child.value) AND series_id = \(series.value)
            """
        ) { try ChildSeries($0) } ?? .none
    }

    /// Everything that is seen of a series, and how far a child is with it.
    func progress(of series: SeenSeries, for child: ID<Child>) throws -> SeriesProgress {
        try episodes.progress(of: series, for: child, try state(of: series.id, for: child))
    }

    func child(_ id: ID<Child>) throws -> Child {
        try ChildStore(database: database, now: now).find(id, of: family)
    }

    // MARK: Marking

    /// Marks everything up to an episode as watched, everything before it as watched and it as being
    /// watched, or it and what follows as unwatched.
    func set(
        _ status: EpisodeStatus,
        at place: EpisodePlace,
        of series: ID<Series>,
        for child: ID<Child>,
        seen version: Int? = nil,
        by actor: Actor
    ) throws -> ProgressChange {
        try change(series, of: child, at: place, seen: version, by: actor) { season, _ in
            try season.setting(status, at: place.episode)
        }
    }

    /// Makes an episode the next one.
    func setNext(
        _ place: EpisodePlace,
        of series: ID<Series>,
        for child: ID<Child>,
        seen version: Int? = nil,
        by actor: Actor
    ) throws -> ProgressChange {
        try change(series, of: child, at: place, seen: version, by: actor) { season, progress in
            guard progress.mayLeadOn(season) else { throw SeasonProgress.Refusal.isSpecial }
            return try season.settingNext(place.episode)
        }
    }

    private func change(
        _ series: ID<Series>,
        of child: ID<Child>,
        at place: EpisodePlace,
        seen version: Int?,
        by actor: Actor,
        _ rule: (SeasonProgress, SeriesProgress) throws -> SeasonProgress.Outcome
    ) throws -> ProgressChange {
        try database.write {
            let child = try self.child(child)
            let series = try episodes.find(series)
            let state = try state(of: series.id, for: child.id)
            let progress = try episodes.progress(of: series, for: child.id, state)
            guard let season = progress.season(place.season) else {
                throw SeasonProgress.Refusal.noSuchSeason(place.season)
            }
            let outcome = try rule(season, progress)
            let change = try apply(outcome, to: series, of: child, state, seen: version)
            if change.id != nil {
                try audit(child, series, outcome.message, by: actor)
            }
            return change
        }
    }

    /// Writes what a rule comes to. No version rises if all of it is so already.
    func apply(
        _ outcome: SeasonProgress.Outcome,
        to series: SeenSeries,
        of child: Child,
        _ state: ChildSeries,
        seen version: Int? = nil,
        playedAt: Int? = nil
    ) throws -> ProgressChange {
        var after = state
        // Where nothing could be marked, nothing was played; what was played elsewhere stays so.
        if outcome.pointer != nil || state.pointer.map(outcome.cleared.contains) == true {
            after.pointer = outcome.pointer
        }
        if after.pointer != state.pointer || playedAt != nil {
            after.playedAt = after.pointer == nil ? nil : playedAt ?? now
        }
        let before = try marks(outcome.changes.map(\.id), of: child.id)
        try mark(outcome.changes, of: child.id)
        let progress = try episodes.progress(of: series, for: child.id, after)
        after.list = progress.list(after: state.list, outcome.status)
        if after.list != state.list { after.listedAt = after.list == nil ? nil : now }
        let id = try save(after, over: state, marks: before, series.id, child.id)
        return ProgressChange(
            id: id,
            series: series.id,
            updatedCount: outcome.changes.count,
            requestedCount: outcome.requested,
            status: outcome.status,
            message: outcome.message,
            standing: outcome.standing,
            version: id == nil ? state.version : state.version + 1,
            overtaken: version.flatMap {
                $0 < state.version ? ProgressChange.Overtaken(pointer: state.pointer) : nil
            }
        )
    }

    /// How episodes are marked, those without a mark included.
    private func marks(_ ids: [ID<SeriesEpisode>], of child: ID<Child>) throws -> String {
        guard !ids.isEmpty else { return "[]" }
        return try database.first(
            """
            SELECT json_group_array(json_array(k.value, p.status))
            FROM \(eachOf: ids.map(\.value)) AS k
            LEFT JOIN episode_progress AS p
                ON p.child_id = \(child.value) AND p.episode_id = k.value
            """
        ) { try $0.text(0) } ?? "[]"
    }

    private func mark(
        _ changes: [(id: ID<SeriesEpisode>, status: EpisodeStatus)],
        of child: ID<Child>
    ) throws {
        for status in EpisodeStatus.allCases {
            let ids = changes.lazy.filter { $0.status == status }.map(\.id.value)
            guard !ids.isEmpty else { continue }
            if status == .unwatched {
                try database.execute(
                    """
                    DELETE FROM episode_progress
                    WHERE child_id = \(child.value)
                        AND episode_id IN (SELECT value FROM \(eachOf: ids))
                    """
                )
            } else {
                try database.execute(
                    """
                    INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
                    SELECT \(child.value), value, \(status.rawValue), \(now) FROM \(eachOf: ids)
                    WHERE true
                    ON CONFLICT DO UPDATE
                    SET status = excluded.status, updated_at = excluded.updated_at
                    """
                )
            }
        }
    }

    /// Saves a child's series and what it was before; nil if nothing changed.
    func save(
        _ after: ChildSeries,
        over before: ChildSeries,
        marks: String,
        _ series: ID<Series>,
        _ child: ID<Child>
    ) throws -> ID<ProgressChange>? {
        guard after.isNews(to: before) || marks != "[]" else {
            try rememberPlaying(after, over: before, series, child)
            return nil
        }
        try database.execute(
            """
            INSERT INTO child_series (child_id, series_id, status, listed_at, played_season,
                played_episode, played_at, version, updated_at)
            VALUES (\(child.value), \(series.value), \(after.list?.rawValue), \(after.listedAt),
                \(after.pointer?.season), \(after.pointer?.episode), \(after.playedAt),
                \(before.version + 1), \(now))
            ON CONFLICT DO UPDATE SET (status, listed_at, played_season, played_episode, played_at,
                version, updated_at) = (excluded.status, excluded.listed_at, excluded.played_season,
                excluded.played_episode, excluded.played_at, excluded.version, excluded.updated_at)
            """
        )
        if before.list == nil, after.list != nil { try expectRoom(child) }
        try database.execute(
            """
            INSERT INTO progress_changes (child_id, series_id, at, before, version)
            VALUES (\(child.value), \(series.value), \(now), json_object(
                'list', \(before.list?.rawValue), 'listed_at', \(before.listedAt),
                'played_season', \(before.pointer?.season),
                'played_episode', \(before.pointer?.episode), 'played_at', \(before.playedAt),
                'marks', json(\(marks))), \(before.version + 1))
            """
        )
        let id = ID<ProgressChange>(Int(database.lastInsertedID))
        try trimChanges(of: child)
        return id
    }

    /// Keeps the latest changes of a child, to take them back: so many, and no more marks than a long series has
    /// episodes. They are read with each story that begins.
    private func trimChanges(of child: ID<Child>) throws {
        try database.execute(
            """
            DELETE FROM progress_changes WHERE id IN (
                SELECT id FROM (
                    SELECT id, row_number() OVER latest AS place, sum(length(before)) OVER latest AS size
                    FROM progress_changes WHERE child_id = \(child.value)
                    WINDOW latest AS (ORDER BY at DESC, id DESC))
                WHERE place > 1 AND (place > \(RemovedRows.mostKept) OR size > \(Self.mostKeptBytes)))
            """
        )
    }

    /// An episode that is played on and on is no news to other devices.
    private func rememberPlaying(
        _ after: ChildSeries,
        over before: ChildSeries,
        _ series: ID<Series>,
        _ child: ID<Child>
    ) throws {
        guard after.playedAt != before.playedAt else { return }
        try database.execute(
            """
            UPDATE child_series SET played_at = \(after.playedAt)
            WHERE child_id = \(child.value) AND series_id = \(series.value)
            """
        )
    }

    /// Marks have some twelve bytes each.
    private static let mostKeptBytes = 300_000

    private func expectRoom(_ child: ID<Child>) throws {
        let count = try database.first(
            """
            SELECT count(*) FROM child_series
            WHERE child_id = \(child.value) AND status IS NOT NULL
            """
        ) { try $0.int(0) }
        guard count ?? 0 <= Self.maximumSeries else { throw Refusal.isFull }
    }

    // MARK: The audit log

    func audit(_ child: Child, _ series: SeenSeries, _ text: String, by actor: Actor) throws {
        try AuditLog(database, now).write(
            actor,
            "changed",
            child.subject,
            [Change("series_progress", nil, "\(series.name): \(text)")]
        )
    }
}

extension Visit {
    /// How far the children of a family are with what it sees.
    func progress(of family: Family) -> ProgressStore {
        ProgressStore(episodes: shelf(of: family).episodes, family: family.id, now: now)
    }
}
