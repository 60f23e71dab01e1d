import HTTP

/// Children's series for programs: lists, and "watched up to here".
///
/// The operations under `/api` are those that the app was built for, letter by letter: their members
/// are in camel case, and what they answer is `{"success": true, "data": …}`. Under `/api/v1` there
/// are the same ones.
enum WatchlistAPI {
    private static let operation = Operations(
        .watchlist,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/watchlist",
            "getWatchlist",
            listSummary,
            listDetails,
            index
        ),
        operation(
            .post,
            "/api/watchlist",
            "addToWatchlist",
            addSummary,
            addDetails,
            repeats: .asSent,
            refuses: [.conflict],
            create
        ),
        operation(
            .delete,
            "/api/watchlist/{tmdb_id}",
            "removeFromWatchlist",
            removeSummary,
            removeDetails,
            delete
        ),
        operation(
            .get,
            "/api/watchlist/{tmdb_id}/progress",
            "getShowProgress",
            progressSummary,
            progressDetails,
            progress
        ),
        operation(
            .put,
            "/api/watchlist/{tmdb_id}/progress",
            "setEpisodeProgress",
            setSummary,
            setDetails,
            refuses: [.conflict],
            set
        ),
        operation(
            .put,
            "/api/watchlist/{tmdb_id}/progress/exact",
            "setExactProgress",
            exactSummary,
            exactDetails,
            refuses: [.conflict],
            setExact
        ),
        operation(
            .get,
            "/api/v1/watchlist",
            "getSeriesLists",
            listSummary,
            listDetails,
            index
        ),
        operation(
            .post,
            "/api/v1/watchlist",
            "putSeriesOnList",
            addSummary,
            addDetails,
            repeats: .asSent,
            refuses: [.conflict],
            create
        ),
        operation(
            .delete,
            "/api/v1/watchlist/{tmdb_id}",
            "removeSeriesFromList",
            removeSummary,
            removeDetails,
            delete
        ),
        operation(
            .get,
            "/api/v1/watchlist/{tmdb_id}/progress",
            "getSeriesProgress",
            progressSummary,
            progressDetails,
            progress
        ),
        operation(
            .put,
            "/api/v1/watchlist/{tmdb_id}/progress",
            "setSeriesProgress",
            setSummary,
            setDetails,
            refuses: [.conflict],
            set
        ),
        operation(
            .put,
            "/api/v1/watchlist/{tmdb_id}/progress/exact",
            "setExactSeriesProgress",
            exactSummary,
            exactDetails,
            refuses: [.conflict],
            setExact
        ),
    ]

    private static let listSummary = "List a child’s series"
    private static let listDetails =
        "Returns the series on a child’s lists, those listed last first, with what comes next."
    private static let addSummary = "Put a series on a child’s list"
    private static let addDetails =
        "Puts a series on one of a child’s four lists, and takes it off any other. If it is there "
        + "already, nothing changes."
    private static let removeSummary = "Take a series off a child’s lists"
    private static let removeDetails =
        "Takes a series off the list that it is on. The marks of its episodes stay."
    private static let progressSummary = "Get a child’s progress in a series"
    private static let progressDetails =
        "Returns the episodes that are marked, by season. What isn’t listed is unwatched."
    private static let setSummary = "Set a child’s progress in a season"
    private static let setDetails =
        "`watched` marks the episodes of the season up to this one, `watching` those before it as "
        + "watched and this one as being watched, and `unwatched` clears this one and those after "
        + "it. Episodes that haven’t aired are never marked. Other seasons stay as they are. "
        + "The series is on Watching or Completed afterwards, unless marks were cleared."
    private static let exactSummary = "Set the episode a child is at"
    private static let exactDetails =
        "Marks the episodes of the season before this one as watched and this one as being watched; "
        + "later ones stay as they are. One that hasn’t aired is rejected."

    // MARK: Lists

    static func index(_ visit: Visit, _ sent: Sent<WatchlistQuery>) throws
        -> Succeeded<WatchlistAnswer>
    {
        let scope = try visit.family()
        let query = try sent.read()
        let child = try visit.child(query.child, of: scope)
        let finder = visit.series(of: visit.shelf(of: scope.family), for: child.id)
        let slice = try finder.listed(
            on: query.list,
            limit: query.page.perPage,
            offset: query.page.offset
        )
        return Succeeded(
            record: WatchlistAnswer(
                shows: try slice.found.map { found in
                    ShowAnswer(
                        series: found.series,
                        state: found.state,
                        progress: try finder.episodes.progress(
                            of: found.series,
                            for: child.id,
                            found.state
                        )
                    )
                },
                total: slice.total,
                page: query.page
            )
        )
    }

    static func create(_ visit: Visit, _ sent: Sent<ListedShow>) throws -> Succeeded<ListedAnswer> {
        let scope = try visit.family()
        let show = try sent.read()
        let child = try visit.child(show.child, of: scope)
        let store = visit.progress(of: scope.family)
        let series = try series(show.number, store.episodes)
        let change = try refusing {
            try store.list(series.id, on: show.list, for: child.id, by: scope.actor)
        }
        if let season = show.season {
            try store.remember(season: season, of: series.id, for: child.id)
        }
        return Succeeded(
            record: ListedAnswer(number: show.number, list: show.list, message: change.message)
        )
    }

    static func delete(_ visit: Visit, _ sent: Sent<ChildQuery>, _ number: SeriesNumber) throws
        -> Succeeded<ListedAnswer>
    {
        let scope = try visit.family()
        let child = try visit.child(try sent.read().child, of: scope)
        let store = visit.progress(of: scope.family)
        let series = try series(number.value, store.episodes)
        let change = try store.list(series.id, on: nil, for: child.id, by: scope.actor)
        return Succeeded(
            record: ListedAnswer(number: number.value, list: nil, message: change.message)
        )
    }

    // MARK: Progress

    static func progress(_ visit: Visit, _ sent: Sent<ChildQuery>, _ number: SeriesNumber) throws
        -> Succeeded<ShowProgress>
    {
        let scope = try visit.family()
        let child = try visit.child(try sent.read().child, of: scope)
        let episodes = visit.shelf(of: scope.family).episodes
        let series = try series(number.value, episodes)
        return Succeeded(
            record: ShowProgress(seasons: try episodes.seasons(of: series.id, for: child.id))
        )
    }

    static func set(_ visit: Visit, _ sent: Sent<SentProgress>, _ number: SeriesNumber) throws
        -> Succeeded<ProgressAnswer>
    {
        let progress = try sent.read()
        return try set(progress.status, at: progress.place, for: progress.child, visit, number)
    }

    static func setExact(
        _ visit: Visit,
        _ sent: Sent<SentExactProgress>,
        _ number: SeriesNumber
    ) throws -> Succeeded<ProgressAnswer> {
        let progress = try sent.read()
        return try set(.watching, at: progress.place, for: progress.child, visit, number)
    }

    private static func set(
        _ status: EpisodeStatus,
        at place: EpisodePlace,
        for child: ID<Child>?,
        _ visit: Visit,
        _ number: SeriesNumber
    ) throws -> Succeeded<ProgressAnswer> {
        let scope = try visit.family()
        let child = try visit.child(child, of: scope)
        let store = visit.progress(of: scope.family)
        let series = try series(number.value, store.episodes)
        let change = try refusing {
            try store.set(status, at: place, of: series.id, for: child.id, by: scope.actor)
        }
        return Succeeded(record: ProgressAnswer(change: change))
    }

    private static func series(_ number: Int, _ episodes: SeriesEpisodes) throws -> SeenSeries {
        do {
            return try episodes.find(externalID: number)
        } catch Failure.notFound {
            throw APIFailure.missing("This family has no series with the tmdbId \(number).")
        }
    }

    /// What the rules refuse, in the API's words.
    private static func refusing(_ act: () throws -> ProgressChange) throws -> ProgressChange {
        do {
            return try act()
        } catch let refusal as SeasonProgress.Refusal {
            guard case .hasNotAired = refusal else { throw APIFailure.missing(refusal.message) }
            throw APIFailure.invalid([
                ErrorDetail(field: "episodeNumber", code: "invalid", message: refusal.message)
            ])
        } catch ProgressStore.Refusal.isFull {
            throw Failure.conflict(ProgressStore.fullness)
        }
    }
}

/// The number by which programs name a series: that of The Movie Database, or one that an admin chose.
struct SeriesNumber: PathParameter {
    static let range = 1...2_147_483_647
    static let meaning: String? =
        "The number of the series at TMDB, or the one that an admin gave it."

    let value: Int

    init?(pathSegment: Substring) {
        guard let id = ID<Series>(pathSegment: pathSegment) else { return nil }
        value = id.value
    }
}

extension Visit {
    /// The child that a program names, or else the only one of the family.
    ///
    /// What is sent names it in its content, but also in its query: where reading does.
    fileprivate func child(_ id: ID<Child>?, of scope: FamilyScope) throws -> Child {
        let named = try id ?? query().text("child_id").flatMap { ID<Child>(pathSegment: $0[...]) }
        if let id = named {
            do {
                return try children.find(id, of: scope.family.id)
            } catch Failure.notFound {
                throw APIFailure.missing("This family has no child with the id \(id).")
            }
        }
        let all = try children.list(of: scope.family.id)
        if all.count == 1 { return all[0] }
        guard !all.isEmpty else { throw APIFailure.missing("This family has no children yet.") }
        let names = Counted.list(all.map { "\($0.id) (\($0.name))" }, "or")
        throw APIFailure.invalid([
            ErrorDetail(
                field: "child_id",
                code: "required",
                message: "“child_id” must say which child: \(names)."
            )
        ])
    }
}
