import Quill

/// A season on the page of its series.
struct SeasonRow: Record {
    let season: Season

    static let fields: [Field<SeasonRow>] = [
        .text("title") { $0.season.title },
        .text("name") { row in
            Season.isPlain(row.season.name, row.season.number) ? "" : row.season.name
        },
        .int("episodes_count") { $0.season.episodeCount },
        .text("href") { $0.season.href },
        .text("edit_href") { $0.season.href + "/edit" },
    ]
}

/// A season with its episodes, in their order.
struct SeasonShowPage: Page {
    static let template = "library/series/season.html"

    let place: SeriesPlace
    let rows: [KnownEpisodeRow]
    let pagination: PaginationView

    private var season: SeasonRow? { place.season.map { SeasonRow(season: $0) } }
    private var number: String { place.season.map { String($0.number) } ?? "" }

    static let fields: [Field<SeasonShowPage>] = [
        .optionalRecord("season") { $0.season },
        .text("series_name") { $0.place.series.name },
        .text("series_href") { $0.place.series.href },
        .list("rows") { $0.rows },
        .text("change_href") { ($0.place.season?.href ?? "") + "/bulk" },
        .text("delete_href") { ($0.place.season?.href ?? "") + "/delete" },
        .text("new_href") { "\($0.place.series.href)/episodes/new?season=\($0.number)" },
        .text("run_href") { "\($0.place.series.href)/episodes/run?season=\($0.number)" },
        .list("acts") { _ in
            EpisodesChange.Act.allCases.map {
                Choice(value: $0.rawValue, label: $0.label, isChosen: false)
            }
        },
        .record("pagination") { $0.pagination },
    ]
}

/// The form of a new season.
struct SeasonNewPage: Page {
    static let template = "library/series/season-new.html"

    let series: Series
    let form: SeasonForm
    private let token: FormToken

    init(series: Series, form: SeasonForm) throws {
        self.series = series
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<SeasonNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { $0.series.href + "/seasons" },
        .text("series_name") { $0.series.name },
        .text("series_href") { $0.series.href },
    ]
}

/// The form of a season that is there.
struct SeasonEditPage: Page {
    static let template = "library/series/season-edit.html"

    let place: SeriesPlace
    var form: SeasonForm
    /// What the form was made of; after a conflict, how it is now.
    var shown: Season.Draft
    var conflict: Conflict?

    /// What differs from what somebody else saved.
    func differences(from theirs: Season) -> [ConflictRow] {
        [
            ConflictRow(
                field: form.number.spec.label,
                theirs: String(theirs.number),
                yours: form.number.typed
            ),
            ConflictRow(field: form.name.spec.label, theirs: theirs.name, yours: form.name.typed),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<SeasonEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("shown_number") { String($0.shown.number) },
        .text("shown_name") { $0.shown.name },
        .text("action") { $0.place.href },
        .text("title") { $0.place.season?.title ?? "" },
        .text("delete_href") { $0.place.href + "/delete" },
        .text("back_label") { $0.place.label },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// The question before a season is deleted.
struct SeasonDeletePage: Page {
    static let template = "library/series/season-delete.html"

    let place: SeriesPlace
    /// How many children have watched something of it.
    let watchers: Int

    static let fields: [Field<SeasonDeletePage>] = [
        .text("title") { $0.place.season?.title ?? "" },
        .text("series_name") { $0.place.series.name },
        .int("episodes_count") { $0.place.season?.episodeCount ?? 0 },
        .int("watchers") { $0.watchers },
        .text("action") { $0.place.href + "/delete" },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
    ]
}

/// The question about many episodes, with what has to be filled in for it.
struct EpisodesChangePage: Page {
    static let template = "library/series/episodes.html"

    let place: SeriesPlace
    let change: EpisodesChange
    let episodes: [Episode]
    /// How many children have watched something of them.
    let watchers: Int

    private var count: String { Counted.text(episodes.count, "episode", "episodes") }

    private var heading: String {
        switch change.act {
        case .dates: "Set the dates of \(count)"
        case .link: "Link \(count) to books"
        case .unlink: "Unlink \(count) from \(episodes.count == 1 ? "its book" : "their books")"
        case .delete: "Delete \(count)?"
        }
    }

    private var button: String {
        switch change.act {
        case .dates: "Set dates"
        case .link: "Link books"
        case .unlink: "Unlink books"
        case .delete: "Delete \(count)"
        }
    }

    static let fields: [Field<EpisodesChangePage>] = [
        .text("heading") { $0.heading },
        .text("button") { $0.button },
        .text("act") { $0.change.act.rawValue },
        .bool("is_deletion") { $0.change.act == .delete },
        .bool("is_link") { $0.change.act == .link },
        .bool("is_dates") { $0.change.act == .dates },
        .record("days") { $0.change.days },
        .list("rows") { page in
            page.episodes.map { ChangedEpisodeRow(episode: $0, book: page.change.books[$0.id]) }
        },
        .int("watchers") { $0.watchers },
        .int("kept_count") { $0.episodes.count { $0.isOfBook } },
        .list("errors") { $0.change.errors },
        .list("books") { $0.place.suggestions },
        .text("action") { $0.place.href + "/bulk" },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
    ]
}

/// An episode of that question.
struct ChangedEpisodeRow: Record {
    let episode: Episode
    let book: FormField?

    static let fields: [Field<ChangedEpisodeRow>] = [
        .text("id") { String($0.episode.id.value) },
        .text("code") { $0.episode.place.description },
        .text("title") { $0.episode.title },
        .optionalRecord("book") { $0.book },
    ]
}
