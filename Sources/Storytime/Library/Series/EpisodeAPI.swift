import HTTP
import SQLite

/// The episodes of a series, for programs of those who keep the catalog.
enum EpisodeAPI {
    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/series/{series_id}/episodes",
            "listEpisodes",
            "List a series’ episodes",
            "Returns the episodes of a series or of one of its seasons, in order and in pages.",
            index
        ),
        operation(
            .post,
            "/api/v1/series/{series_id}/episodes",
            "createEpisode",
            "Add an episode",
            "Adds an episode, and its season if that is new. With the id of a book, it is that book; a "
                + "book without a series then belongs to this one.",
            create
        ),
        operation(
            .get,
            "/api/v1/series/{series_id}/episodes/{episode_id}",
            "showEpisode",
            "Get an episode",
            "Returns one of a series’ episodes.",
            show
        ),
        operation(
            .patch,
            "/api/v1/series/{series_id}/episodes/{episode_id}",
            "updateEpisode",
            "Change an episode",
            "Changes only the members you send. An episode that is there because of the number of its "
                + "book keeps what you send, whatever the book says later.",
            update
        ),
        operation(
            .delete,
            "/api/v1/series/{series_id}/episodes/{episode_id}",
            "deleteEpisode",
            "Delete an episode",
            "Deletes an episode, and what children watched of it. One that is there because of the "
                + "number of its book can’t be deleted: change the book.",
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<EpisodeListQuery>, _ id: ID<Series>) throws
        -> ListPage<EpisodeAnswer>
    {
        let series = try visit.series.find(id)
        let query = try sent.read()
        let total =
            try query.season.map { number in
                try visit.episodes.season(number, of: id)?.episodeCount ?? 0
            } ?? series.episodeCount
        let episodes = try visit.episodes.episodes(
            of: id,
            season: query.season,
            limit: query.page.perPage,
            offset: query.page.offset
        )
        return ListPage(
            records: episodes.map { answer($0, of: series) },
            query: query.page,
            total: total
        )
    }

    static func show(_ visit: Visit, _ series: ID<Series>, _ id: ID<Episode>) throws
        -> Details<EpisodeAnswer>
    {
        try details(visit, try episode(visit, series, id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<EpisodeForm>>, _ id: ID<Series>)
        throws
        -> Created<EpisodeAnswer>
    {
        let series = try visit.series.find(id)
        let members = try sent.read().members
        let episode = try save(EpisodeForm().reading(members.fields()), members) { draft in
            try visit.episodes.insert(draft, into: id, by: visit.actor)
        }
        return Created(
            record: answer(episode, of: series),
            location: "/api/v1/series/\(id)/episodes/\(episode.id)"
        )
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<EpisodeForm>>,
        _ series: ID<Series>,
        _ id: ID<Episode>
    ) throws -> Details<EpisodeAnswer> {
        let episode = try episode(visit, series, id)
        let members = try sent.read().members
        try visit.expectMatch(details(visit, episode))
        let form = EpisodeForm().reading(members.fields(over: EpisodeForm.pairs(episode)))
        let saved = try save(form, members) { draft in
            try visit.episodes.update(id, version: episode.version, draft, by: visit.actor)
        }
        return try details(visit, saved)
    }

    static func delete(_ visit: Visit, _ series: ID<Series>, _ id: ID<Episode>) throws -> NoContent
    {
        let episode = try episode(visit, series, id)
        try visit.expectMatch(details(visit, episode))
        do {
            _ = try visit.episodes.delete(id, version: episode.version, by: visit.actor)
            return NoContent()
        } catch EpisodeStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch EpisodeStore.Refusal.isOfBook {
            throw Failure.conflict(
                "This episode is a book with that number in the series. Change the book’s series or "
                    + "number instead."
            )
        }
    }

    // MARK: Parts

    private static func episode(_ visit: Visit, _ series: ID<Series>, _ id: ID<Episode>) throws
        -> Episode
    {
        let episode = try visit.episodes.find(id)
        guard episode.series == series else { throw Failure.notFound }
        return episode
    }

    private static func answer(_ episode: Episode, of series: Series) -> EpisodeAnswer {
        EpisodeAnswer(
            episode: episode,
            seriesName: series.name,
            externalID: series.externalID
        )
    }

    private static func details(_ visit: Visit, _ episode: Episode) throws -> Details<EpisodeAnswer>
    {
        Details(record: answer(episode, of: try visit.series.find(episode.series)))
    }

    private static func save(
        _ form: EpisodeForm,
        _ members: SentMembers,
        _ save: (Episode.Draft) throws -> Episode
    ) throws -> Episode {
        var form = form
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            return try save(draft)
        } catch EpisodeStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch let refusal as EpisodeStore.Refusal where form.reject(refusal) {
            throw members.refusal(form.errors)
        }
    }
}

/// Which episodes a program lists.
struct EpisodeListQuery: QueryContent {
    let season: Int?
    let page: PageQuery

    init?(_ query: inout QueryFields) {
        season = query.integer("season", EpisodePlace.seasons)
        guard let page = PageQuery(&query) else { return nil }
        self.page = page
    }

    static let meanings = PageQuery.meanings.merging([
        "season": "Only the episodes of the season with this number."
    ]) { $1 }
}
