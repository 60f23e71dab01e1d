import SQLite

/// Puts series on children's lists and takes changes back.
extension ProgressStore {
    /// Puts a series on a list, or on none. It can be on one of them at a time; nothing happens the
    /// second time.
    func list(
        _ series: ID<Series>,
        on list: SeriesList?,
        for child: ID<Child>,
        seen version: Int? = nil,
        by actor: Actor
    ) throws -> ProgressChange {
        try database.write {
            let child = try self.child(child)
            let series = try episodes.find(series)
            let before = try state(of: series.id, for: child.id)
            var after = before
            after.list = list
            if before.list != list { after.listedAt = list == nil ? nil : now }
            let id = try save(after, over: before, marks: "[]", series.id, child.id)
            if id != nil {
                try AuditLog(database, now).write(
                    actor,
                    "changed",
                    child.subject,
                    [
                        Change(
                            "series_list",
                            before.list.map { "\(series.name): \($0.label)" },
                            list.map { "\(series.name): \($0.label)" }
                        )
                    ]
                )
            }
            return ProgressChange(
                id: id,
                series: series.id,
                updatedCount: 0,
                requestedCount: 0,
                status: .unwatched,
                message: Self.listText(series.name, list, before.list),
                isOfList: true,
                version: id == nil ? before.version : before.version + 1,
                overtaken: nil
            )
        }
    }

    private static func listText(_ name: String, _ list: SeriesList?, _ before: SeriesList?)
        -> String
    {
        switch (list, before) {
        case (let list?, let before) where list == before: "\(name) is already on \(list.label)"
        case (let list?, _): "\(name) moved to \(list.label)"
        case (nil, let before?): "\(name) removed from \(before.label)"
        case (nil, nil): "\(name) isn’t on a list"
        }
    }

    /// Remembers the season that was looked at. That is no change: no other device needs to know.
    func remember(season: Int, of series: ID<Series>, for child: ID<Child>) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO child_series (child_id, series_id, season_number, version, updated_at)
                VALUES (\(child.value), \(series.value), \(season), 0, \(now))
                ON CONFLICT DO UPDATE SET season_number = excluded.season_number
                WHERE season_number IS NOT excluded.season_number
                """
            )
        }
    }

    // MARK: Playing

    /// Notes that an episode was begun, or played to its end, at a time. What is known already, or
    /// older than what was played last, changes no place; an episode that was watched stays so.
    func play(
        _ place: EpisodePlace,
        of series: ID<Series>,
        for child: ID<Child>,
        toEnd: Bool,
        at time: Int
    ) throws -> ProgressChange {
        try database.write {
            let child = try self.child(child)
            let series = try episodes.find(series)
            let state = try state(of: series.id, for: child.id)
            let progress = try episodes.progress(of: series, for: child.id, state)
            guard let season = progress.season(place.season) else {
                throw SeasonProgress.Refusal.noSuchSeason(place.season)
            }
            var outcome = try season.playing(place.episode, toEnd: toEnd)
            guard let playedAt = state.playedAt, time <= playedAt else {
                return try apply(outcome, to: series, of: child, state, playedAt: time)
            }
            // Late news: only that it was watched is still worth knowing.
            if !toEnd { outcome.changes = [] }
            outcome.pointer = state.pointer
            return try apply(outcome, to: series, of: child, state)
        }
    }

    // MARK: Undo

    /// Whose series a change was about.
    func subject(of change: ID<ProgressChange>) throws -> (child: ID<Child>, series: ID<Series>) {
        let found = try database.first(
            """
            SELECT c.child_id, c.series_id
            FROM progress_changes AS c CROSS JOIN present_children AS k ON k.id = c.child_id
            WHERE c.id = \(change.value) AND k.family_id = \(family.value)
            """
        ) { (child: ID<Child>(try $0.int(0)), series: ID<Series>(try $0.int(1))) }
        guard let found else { throw Failure.notFound }
        return found
    }

    /// The change that a second tap repeats: the one that led to the place a moment ago, and that can
    /// still be taken back.
    func repeated(_ place: EpisodePlace, of series: ID<Series>, for child: ID<Child>) throws
        -> ID<ProgressChange>?
    {
        let state = try state(of: series, for: child)
        guard state.pointer == place else { return nil }
        return try database.first(
            """
            SELECT id FROM progress_changes
            WHERE child_id = \(child.value) AND at >= \(now - ProgressChange.doubleTapSeconds)
                AND series_id = \(series.value) AND version = \(state.version) AND undone_at IS NULL
            """
        ) { ID(try $0.int(0)) }
    }

    /// Makes the list, the place and the marks as they were before a change, as long as nothing else
    /// was changed since.
    func undo(_ id: ID<ProgressChange>, of child: ID<Child>, by actor: Actor) throws
        -> ProgressChange
    {
        try database.write {
            let child = try self.child(child)
            let found = try database.first(
                """
                SELECT series_id, at, version, undone_at FROM progress_changes
                WHERE id = \(id.value) AND child_id = \(child.id.value)
                """
            ) { row in
                guard try row.isNull(3), try row.int(1) > now - ProgressChange.keptSeconds else {
                    throw Refusal.cantBeUndone
                }
                return (series: ID<Series>(try row.int(0)), version: try row.int(2))
            }
            guard let (seriesID, version) = found else { throw Failure.notFound }
            let series = try episodes.find(seriesID)
            let state = try state(of: series.id, for: child.id)
            guard state.version == version else { throw Refusal.isOvertaken }
            let count = try putBack(id, child.id, series.id)
            try database.execute(
                "UPDATE progress_changes SET undone_at = \(now) WHERE id = \(id.value)"
            )
            try audit(child, series, "undone", by: actor)
            return ProgressChange(
                id: nil,
                series: series.id,
                updatedCount: count,
                requestedCount: count,
                status: .unwatched,
                message: "Undone",
                version: version + 1,
                overtaken: nil
            )
        }
    }

    private func putBack(_ id: ID<ProgressChange>, _ child: ID<Child>, _ series: ID<Series>) throws
        -> Int
    {
        let marks: SQL = """
            SELECT json_extract(m.value, '$[0]') AS episode_id,
                json_extract(m.value, '$[1]') AS status
            FROM progress_changes AS c, json_each(c.before, '$.marks') AS m
            WHERE c.id = \(id.value)
            """
        let count = try database.first("SELECT count(*) FROM (\(sql: marks))") { try $0.int(0) }
        try database.execute(
            """
            DELETE FROM episode_progress
            WHERE child_id = \(child.value)
                AND episode_id IN (SELECT episode_id FROM (\(sql: marks)))
            """
        )
        try database.execute(
            """
            INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
            SELECT \(child.value), m.episode_id, m.status, \(now) FROM (\(sql: marks)) AS m
            WHERE m.status IS NOT NULL AND m.episode_id IN (SELECT id FROM episodes)
            """
        )
        try database.execute(
            """
            UPDATE child_series AS s SET (status, listed_at, played_season, played_episode,
                played_at, version, updated_at) = (
                SELECT json_extract(before, '$.list'), json_extract(before, '$.listed_at'),
                    json_extract(before, '$.played_season'),
                    json_extract(before, '$.played_episode'), json_extract(before, '$.played_at'),
                    s.version + 1, \(now)
                FROM progress_changes WHERE id = \(id.value))
            WHERE s.child_id = \(child.value) AND s.series_id = \(series.value)
            """
        )
        return count ?? 0
    }

    /// Removes what can't be taken back any more, a bounded number at once.
    static func removeOld(_ database: Database, now: Int) throws {
        try RowSlices(database: database).remove(
            ErasedTable("progress_changes"),
            where: "at <= \(now - ProgressChange.keptSeconds)"
        )
    }
}
