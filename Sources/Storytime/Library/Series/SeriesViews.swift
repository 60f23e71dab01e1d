import Quill

/// The list of series.
struct SeriesIndexPage: Page {
    static let template = "library/series/index.html"

    let address: SeriesListAddress
    let rows: [Series]
    let pagination: PaginationView
    let hasAny: Bool
    /// How many are in the bin.
    let binnedCount: Int
    /// Whether series are looked up at TMDB.
    let asksTMDB: Bool

    static let fields: [Field<SeriesIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("words") { $0.address.words.text },
        .text("sort") { $0.address.sortText },
        .text("export_href") { $0.address.exportHref },
        .bool("has_any") { $0.hasAny },
        .int("binned") { $0.binnedCount },
        .optionalText("tmdb_href") { $0.asksTMDB ? TMDBPages.path : nil },
        .record("name_heading") { $0.address.heading("Name", .name, .nameDescending) },
        // A first click asks who has the most.
        .record("books_heading") {
            $0.address.heading("Books", .booksDescending, .books, isNumber: true)
        },
        .record("episodes_heading") {
            $0.address.heading(
                "Episodes",
                .episodesDescending,
                .episodes,
                isNumber: true
            )
        },
        .record("pagination") { $0.pagination },
    ]
}

/// A series with its books, in their order.
struct SeriesShowPage: PageWithCovers {
    static let template = "library/series/show.html"

    let series: Series
    /// The first ones.
    let books: [SeriesBookRow]
    /// The list of all of them.
    let booksHref: String
    /// The newest first.
    let seasons: [SeasonRow]
    /// Whether series are looked up at TMDB.
    let asksTMDB: Bool
    let times: TimeText
    let history: History

    static let fields: [Field<SeriesShowPage>] = [
        .record("series") { $0.series },
        .text("merge_href") { $0.series.href + "/merge" },
        .text("delete_href") { $0.series.href + "/delete" },
        .text("created_text") { $0.times.exact($0.series.createdAt) },
        .text("updated_text") { $0.times.exact($0.series.updatedAt) },
        .list("books") { $0.books },
        .bool("has_more_books") { $0.series.bookCount > $0.books.count },
        .text("books_href") { $0.booksHref },
        .list("seasons") { $0.seasons },
        .text("new_season_href") { $0.series.href + "/seasons/new" },
        .text("new_episode_href") { $0.series.href + "/episodes/new" },
        .text("episodes_export_href") { $0.series.href + "/episodes.csv" },
        .text("cover_href") { $0.series.href + "/cover" },
        .optionalText("refresh_href") { page in
            page.asksTMDB && page.series.externalID != nil ? page.series.href + "/refresh" : nil
        },
        .optionalText("refreshed_text") { page in
            page.series.refreshedAt.map { page.times.exact($0) }
        },
        .text("attribution") { _ in TMDBSettings.attribution },
        .text("version") { String($0.series.version) },
        .optionalText("first_air_text") { page in
            page.series.firstAirDate.map { page.times.day($0) }
        },
        .record("history") { $0.history },
    ]
}

/// A book on the page of its series.
struct SeriesBookRow: Record {
    /// Its number, or the episode that it is; nil if it has neither.
    let number: String?
    let summary: BookSummary

    static let fields: [Field<SeriesBookRow>] = [
        .optionalText("number") { $0.number },
        .record("book") { $0.summary },
    ]
}

/// The page of a series’ cover.
struct SeriesCoverPage: PageWithCovers {
    static let template = "library/series/cover.html"

    var series: Series
    let form: CoverForm
    /// The version that the form was made of; after a conflict the one that it is now.
    var version: VersionField
    var conflict: Conflict?

    static let fields: [Field<SeriesCoverPage>] = [
        .record("series") { $0.series },
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("action") { $0.series.href + "/cover" },
        .text("version") { $0.version.shown },
        .bool("has_cover") { $0.series.cover != nil },
        .optionalRecord("conflict") { $0.conflict },
    ]
}
