import SQLite

/// Brings what TMDB says of a series into the catalog. What somebody entered here stays: names, titles
/// and descriptions are taken only where there are none. Dates, lengths, and whether more is to come
/// change, so they follow TMDB. Nothing is deleted.
struct TMDBRefresh {
    let database: Database
    let now: Int
    let actor: Actor

    private var seriesStore: SeriesStore { SeriesStore(database: database, now: now) }
    private var episodeStore: EpisodeStore { EpisodeStore(database: database, now: now) }

    /// The series that has TMDB's number, made if there is none.
    func add(_ found: TMDBSeries) throws -> (series: Series, isNew: Bool) {
        try database.write {
            if let series = try seriesStore.find(externalID: found.id) { return (series, false) }
            // One of ours with its name, which has no number yet, is taken to be the same.
            if let named = try seriesStore.find(named: found.name), named.externalID == nil {
                var draft = Series.Draft(named)
                draft.externalID = found.id
                return (
                    try seriesStore.update(named.id, version: named.version, draft, by: actor),
                    false
                )
            }
            let series = try seriesStore.insert(
                Series.Draft(
                    name: try freeName(found),
                    description: found.overview,
                    externalID: found.id,
                    originalName: found.originalName,
                    airing: found.airing,
                    firstAirDate: found.firstAirDate
                ),
                by: actor
            )
            return (series, true)
        }
    }

    /// Two series may have one name at TMDB: the later one has its year with it.
    private func freeName(_ found: TMDBSeries) throws -> String {
        guard try seriesStore.find(named: found.name) != nil else { return found.name }
        let year = found.firstAirDate.map { "\($0.parts.year)" } ?? "TMDB \(found.id)"
        let name = "\(found.name.prefix(180)) (\(year))"
        guard try seriesStore.find(named: name) != nil else { return name }
        return "\(found.name.prefix(180)) (TMDB \(found.id))"
    }

    /// How many episodes are written at once: everybody else who writes waits meanwhile.
    private static let episodesOfPart = 200

    /// What was new, in the series and its episodes. It is written in parts; whatever ends it between two of them, the
    /// next time continues. It ends early if somebody deletes the series meanwhile.
    func update(_ id: ID<Series>, _ found: TMDBSeries, _ seasons: [TMDBSeason]) throws -> Counts {
        try database.write { try update(id, found) }
        var counts = Counts()
        for season in seasons {
            var start = 0
            repeat {
                let episodes = season.episodes.dropFirst(start).prefix(Self.episodesOfPart)
                let isThere = try database.write {
                    guard try seriesStore.findIfAny(id) != nil else { return false }
                    try take(season, episodes, of: id, &counts)
                    return true
                }
                guard isThere else { return counts }
                start += Self.episodesOfPart
            } while start < season.episodes.count
        }
        try database.write {
            guard try seriesStore.findIfAny(id) != nil else { return }
            try episodeStore.settle(id)
            try database.execute("UPDATE series SET refreshed_at = \(now) WHERE id = \(id.value)")
            try episodeStore.log(
                actor,
                "took episodes from TMDB for",
                try episodeStore.subject(id),
                [
                    Change("episodes_added", nil, String(counts.added)),
                    Change("episodes_changed", nil, String(counts.changed)),
                ]
            )
        }
        return counts
    }

    private func update(_ id: ID<Series>, _ found: TMDBSeries) throws {
        let series = try seriesStore.find(id)
        var draft = Series.Draft(series)
        if draft.description.isEmpty { draft.description = found.overview }
        if draft.originalName.isEmpty { draft.originalName = found.originalName }
        if found.airing != .unknown { draft.airing = found.airing }
        draft.firstAirDate = found.firstAirDate ?? draft.firstAirDate
        _ = try seriesStore.update(id, version: series.version, draft, by: actor)
    }

    /// How many episodes were added and changed.
    struct Counts: Sendable, Equatable {
        var added = 0
        var changed = 0
    }

    private func take(
        _ found: TMDBSeason,
        _ episodes: some Sequence<TMDBEpisode>,
        of id: ID<Series>,
        _ counts: inout Counts
    ) throws {
        try database.execute(
            """
            INSERT INTO seasons (series_id, season_number, name)
            VALUES (\(id.value), \(found.number), \(found.name))
            ON CONFLICT DO UPDATE SET name = excluded.name WHERE name = ''
            """
        )
        for episode in episodes {
            guard let before = try episodeStore.episode(at: episode.place, of: id) else {
                // TMDB may list a number twice; a series that is full takes no more.
                do {
                    _ = try database.write {
                        try episodeStore.add(Episode.Draft(episode), to: id, by: actor)
                    }
                    counts.added += 1
                } catch is EpisodeStore.Refusal {
                    continue
                }
                continue
            }
            var draft = Episode.Draft(before)
            // What is a book of ours has the title of the book.
            if draft.title.isEmpty, before.book == nil { draft.title = episode.title }
            if draft.description.isEmpty { draft.description = episode.overview }
            draft.airDate = episode.airDate ?? draft.airDate
            draft.runtimeMinutes = episode.minutes ?? draft.runtimeMinutes
            if try episodeStore.change(before, to: draft, by: actor) { counts.changed += 1 }
        }
    }
}

extension Episode.Draft {
    fileprivate init(_ found: TMDBEpisode) {
        self.init(
            place: found.place,
            title: found.title,
            description: found.overview,
            airDate: found.airDate,
            runtimeMinutes: found.minutes
        )
    }
}

extension Series.Draft {
    /// As a series is.
    init(_ series: Series) {
        self.init(
            name: series.name,
            slug: series.slug,
            description: series.description,
            externalID: series.externalID,
            originalName: series.originalName,
            airing: series.airing,
            firstAirDate: series.firstAirDate
        )
    }
}
