import HTTP

/// The seasons of a series, for programs of those who keep the catalog.
enum SeasonAPI {
    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/series/{series_id}/seasons",
            "listSeasons",
            "List a series’ seasons",
            "Returns the seasons of a series: newest first, specials last.",
            index
        ),
        operation(
            .post,
            "/api/v1/series/{series_id}/seasons",
            "createSeason",
            "Add a season",
            "Adds a season without episodes. Adding an episode also adds its season.",
            create
        ),
        operation(
            .get,
            "/api/v1/series/{series_id}/seasons/{season_id}",
            "showSeason",
            "Get a season",
            "Returns one of a series’ seasons, without its episodes.",
            show
        ),
        operation(
            .patch,
            "/api/v1/series/{series_id}/seasons/{season_id}",
            "updateSeason",
            "Change a season",
            "Changes only the members you send. With another number, its episodes go along.",
            update
        ),
        operation(
            .delete,
            "/api/v1/series/{series_id}/seasons/{season_id}",
            "deleteSeason",
            "Delete a season",
            "Deletes a season with its episodes and what children watched of them. Books stay; those "
                + "with a number in the series are then episodes of its first season.",
            refuses: [.changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ id: ID<Series>) throws -> WholeList<SeasonAnswer> {
        _ = try visit.series.find(id)
        return WholeList(
            records: try visit.episodes.seasons(of: id).map { SeasonAnswer(season: $0) }
        )
    }

    static func show(_ visit: Visit, _ series: ID<Series>, _ id: ID<Season>) throws
        -> Details<SeasonAnswer>
    {
        details(try season(visit, series, id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<SeasonForm>>, _ id: ID<Series>) throws
        -> Created<SeasonAnswer>
    {
        _ = try visit.series.find(id)
        let members = try sent.read().members
        let season = try save(SeasonForm(members.fields()), members) { draft in
            try visit.episodes.insert(draft, into: id, by: visit.actor)
        }
        return Created(
            record: SeasonAnswer(season: season),
            location: "/api/v1/series/\(id)/seasons/\(season.id)"
        )
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<SeasonForm>>,
        _ series: ID<Series>,
        _ id: ID<Season>
    ) throws -> Details<SeasonAnswer> {
        let season = try season(visit, series, id)
        let members = try sent.read().members
        try visit.expectMatch(details(season))
        let shown = Season.Draft(number: season.number, name: season.name)
        let fields = members.fields(over: [
            (name: "season_number", value: String(shown.number)), (name: "name", value: shown.name),
        ])
        return details(
            try save(SeasonForm(fields), members) { draft in
                try visit.episodes.update(id, shown: shown, draft, by: visit.actor)
            }
        )
    }

    static func delete(_ visit: Visit, _ series: ID<Series>, _ id: ID<Season>) throws -> NoContent {
        let season = try season(visit, series, id)
        try visit.expectMatch(details(season))
        _ = try visit.episodes.delete(id, by: visit.actor)
        return NoContent()
    }

    // MARK: Parts

    private static func season(_ visit: Visit, _ series: ID<Series>, _ id: ID<Season>) throws
        -> Season
    {
        let season = try visit.episodes.find(id)
        guard season.series == series else { throw Failure.notFound }
        return season
    }

    private static func details(_ season: Season) -> Details<SeasonAnswer> {
        Details(record: SeasonAnswer(season: season))
    }

    private static func save(
        _ form: SeasonForm,
        _ members: SentMembers,
        _ save: (Season.Draft) throws -> Season
    ) throws -> Season {
        var form = form
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            return try save(draft)
        } catch EpisodeStore.Refusal.seasonChangedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch EpisodeStore.Refusal.seasonTaken {
            form.rejectTaken()
            throw members.refusal(form.errors)
        }
    }
}
