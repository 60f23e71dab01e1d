import HTTP

/// An answer as the app was built for: `{"success": true, "data": {…}}`.
struct Succeeded<Content: NamedRecord>: APIAnswer {
    let record: Content

    func response(to visit: Visit) -> Response { Response(json: Self.bytes(record)) }

    private static func bytes(_ record: Content) -> [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.name("success")
                json.bool(true)
                json.name("data")
                json.record(record)
            }
        }
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        let success = SchemaMember(
            name: "success",
            schema: .bool,
            meaning: "Always true; what failed has another status and an `error`.",
            isRequired: true
        )
        return [
            AnswerDescription(
                status: .ok,
                meaning: method == .get ? "Found." : "Done, or so already.",
                schema: .object([success, Schema.dataMember(Content.schema)]),
                example: bytes(Content.example)
            )
        ]
    }
}

// MARK: Sent

/// Whose series a program asks about.
struct ChildQuery: QueryContent {
    let child: ID<Child>?

    init?(_ query: inout QueryFields) {
        child = query.integer("child_id", 1...Int.max).map { ID($0) }
    }

    static let meanings = ["child_id": meaning]
    /// The same wherever a child can be named.
    static let meaning = "The child’s id. Can be left out if the family has one child only."
}

/// Which of a child's lists a program asks for.
struct WatchlistQuery: QueryContent {
    let child: ID<Child>?
    /// Nil for all of them.
    let list: SeriesList?
    let page: PageQuery

    init?(_ query: inout QueryFields) {
        child = query.integer("child_id", 1...Int.max).map { ID($0) }
        list = query.choice("status", SeriesList.self)
        guard let page = PageQuery(&query) else { return nil }
        self.page = page
    }

    static let meanings = [
        "child_id": ChildQuery.meaning,
        "status": "The list; all of them if it is left out.",
    ].merging(PageQuery.meanings) { own, _ in own }
}

/// A series to be put on a list.
struct ListedShow: JSONContent {
    let number: Int
    let list: SeriesList
    let season: Int?
    let child: ID<Child>?

    init?(_ fields: inout JSONFields) {
        let number = fields.integer("tmdbId", SeriesNumber.range)
        let list = fields.choice("status", SeriesList.self)
        season = fields.integer("season", 0...9999, .optional)
        child = fields.integer("child_id", 1...Int.max, .optional).map { ID($0) }
        guard let number, let list else { return nil }
        self.number = number
        self.list = list
    }

    static let meanings = [
        "tmdbId": "The number of the series at TMDB, or the one that an admin gave it.",
        "status": "The list.",
        "season": "The season to show first; remembered for the child.",
        "child_id": ChildQuery.meaning,
    ]
    static let example = #"{"tmdbId": 1, "status": "watching", "child_id": 1}"#
}

/// How far a child is.
struct SentProgress: JSONContent {
    let place: EpisodePlace
    let status: EpisodeStatus
    let child: ID<Child>?

    init?(_ fields: inout JSONFields) {
        let place = EpisodePlace(&fields)
        let status = fields.choice("status", EpisodeStatus.self)
        child = fields.integer("child_id", 1...Int.max, .optional).map { ID($0) }
        guard let place, let status else { return nil }
        self.place = place
        self.status = status
    }

    static let meanings = [
        "status": "What the season’s episodes are set to, up to or from this one.",
        "child_id": ChildQuery.meaning,
    ].merging(EpisodePlace.meanings) { own, _ in own }
    static let example =
        #"{"seasonNumber": 1, "episodeNumber": 3, "status": "watched", "child_id": 1}"#
}

/// The episode that a child is at.
struct SentExactProgress: JSONContent {
    let place: EpisodePlace
    let child: ID<Child>?

    init?(_ fields: inout JSONFields) {
        let place = EpisodePlace(&fields)
        child = fields.integer("child_id", 1...Int.max, .optional).map { ID($0) }
        guard let place else { return nil }
        self.place = place
    }

    static let meanings = ["child_id": ChildQuery.meaning].merging(EpisodePlace.meanings) {
        own,
        _ in own
    }
    static let example = #"{"seasonNumber": 1, "episodeNumber": 3, "child_id": 1}"#
}

extension EpisodePlace {
    /// Reads which episode of a series is meant.
    fileprivate init?(_ fields: inout JSONFields) {
        let season = fields.integer("seasonNumber", 0...9999)
        let episode = fields.integer("episodeNumber", 0...99_999)
        guard let season, let episode else { return nil }
        self.init(season: season, episode: episode)
    }

    fileprivate static let meanings = [
        "seasonNumber": "The season; 0 for specials.",
        "episodeNumber": "The episode’s number in that season.",
    ]
}

// MARK: Answered

/// What a change of progress came to.
struct ProgressAnswer: NamedRecord {
    let change: ProgressChange

    static let schemaName = "ProgressSet"
    static let example = ProgressAnswer(
        change: ProgressChange(
            id: nil,
            series: ID(1),
            updatedCount: 3,
            requestedCount: 3,
            status: .watched,
            message: "Progress updated to S1 E3",
            version: 1,
            overtaken: nil
        )
    )

    static let json: [JSONField<ProgressAnswer>] = [
        .integer("updatedCount", "How many episodes have another mark now; 0 if all had it.") {
            $0.change.updatedCount
        },
        .integer(
            "totalRequested",
            "How many episodes of the season it was about, whether they have aired or not."
        ) { $0.change.requestedCount },
        .choice("status", "The status that was set.") { $0.change.status },
        .text("message", "The same in words.") { $0.change.sentence },
    ]
}

/// An episode with a mark.
struct EpisodeMark: NamedRecord {
    let episode: SeriesEpisode

    static let schemaName = "EpisodeMark"
    static let example = EpisodeMark(
        episode: SeriesEpisode(
            id: ID(1),
            place: EpisodePlace(season: 1, episode: 1),
            status: .watched
        )
    )

    static let json: [JSONField<EpisodeMark>] = [
        .integer("episodeNumber", "Its number in the season.") { $0.episode.number },
        .choice("status", "`watched` or `watching`.") { $0.episode.status },
    ]
}

/// The marks of a series.
struct ShowProgress: NamedRecord {
    let seasons: [SeasonProgress]

    static let schemaName = "ShowProgress"
    static let example = ShowProgress(
        seasons: [SeasonProgress(number: 1, episodes: [EpisodeMark.example.episode])]
    )

    static let json: [JSONField<ShowProgress>] = [
        .lists(
            "seasons",
            "The marked episodes of each season that has any, by its number. Unmarked episodes are "
                + "unwatched."
        ) { progress in
            progress.seasons.compactMap { season in
                let marked = season.episodes.filter { $0.status != .unwatched }
                return marked.isEmpty ? nil : (season.number, marked.map(EpisodeMark.init))
            }
        }
    ]
}

/// On which list a series is now.
struct ListedAnswer: NamedRecord {
    let number: Int
    let list: SeriesList?
    let message: String

    static let schemaName = "ListedShow"
    static let example = ListedAnswer(
        number: 1,
        list: .watching,
        message: "The Owls of Alder Wood moved to Watching"
    )

    static let json: [JSONField<ListedAnswer>] = [
        .integer("tmdbId", "The number of the series.") { $0.number },
        .optionalText("status", "The list it is on now; null if it is on none.") {
            $0.list?.rawValue
        },
        .text("message", "The same in words.") { $0.message },
    ]
}

/// A series on a list.
struct ShowAnswer: NamedRecord {
    let series: SeenSeries
    let state: ChildSeries
    let progress: SeriesProgress

    static let schemaName = "Show"
    static let example = ShowAnswer(
        series: SeenSeries(
            id: ID(1),
            name: "The Owls of Alder Wood",
            externalID: 1,
            description: "",
            hasEnded: false
        ),
        state: ChildSeries(list: .watching, listedAt: 1_795_248_000, version: 1),
        progress: SeriesProgress(
            seasons: [SeasonProgress(number: 1, episodes: [EpisodeMark.example.episode])]
        )
    )

    static let json: [JSONField<ShowAnswer>] = [
        .integer("seriesId", "The series’ id in this console.") { $0.series.id.value },
        .optionalInteger("tmdbId", "The number by which programs name it; null if it has none.") {
            $0.series.externalID
        },
        .text("name", "Its name.") { $0.series.name },
        .optionalText("status", "The list it is on.") { $0.state.list?.rawValue },
        .optionalTime("listedAt", "When it came to that list.") { $0.state.listedAt },
        .integer("watchedCount", "How many episodes were watched, without specials.") {
            $0.progress.watchedCount
        },
        .integer("airedCount", "How many have aired, without specials.") {
            $0.progress.airedCount
        },
        .optionalInteger("nextSeason", "The season of the next episode; null if there is none.") {
            $0.progress.next?.place.season
        },
        .optionalInteger("nextEpisode", "Its number.") { $0.progress.next?.number },
        .optionalTime("lastPlayedAt", "When an episode was last played or marked.") {
            $0.state.playedAt
        },
    ]
}

/// A page of a child's lists.
struct WatchlistAnswer: NamedRecord {
    let shows: [ShowAnswer]
    let total: Int
    let page: PageQuery

    static let schemaName = "Watchlist"
    static let example = WatchlistAnswer(
        shows: [.example],
        total: 1,
        page: PageQuery(page: 1, perPage: PageQuery.standardSize)
    )

    static let json: [JSONField<WatchlistAnswer>] = [
        .list("shows", "The series of this page.") { $0.shows },
        .integer("totalCount", "How many there are on all pages.") { $0.total },
        .integer("page", "The page.") { $0.page.page },
        .integer("perPage", "How many there are on a page.") { $0.page.perPage },
    ]
}
