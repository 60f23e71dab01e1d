import Quill

/// The series that a page of episodes belongs to, and the way back to it.
struct SeriesPlace: Sendable {
    /// What a form carries of the season that it was reached from.
    static let seasonName = "season"

    let series: Series
    let season: Season?
    /// The books that can be linked.
    var books: [LinkableBook] = []
    /// Those that would become books of the series by it.
    var otherBooks: [LinkableBook] = []
    let times: TimeText

    /// The season that the page was reached from, or the series.
    var href: String { season?.href ?? series.href }
    var label: String { season.map { "\(series.name), \($0.title)" } ?? series.name }
    var suggestions: [BookSuggestion] {
        (books + otherBooks).map { BookSuggestion(value: $0.link.written) }
    }
}

/// A book that a field suggests.
struct BookSuggestion: Record {
    let value: String

    static let fields: [Field<BookSuggestion>] = [.text("value") { $0.value }]
}

/// An episode in a list.
struct KnownEpisodeRow: Record {
    let episode: Episode
    let today: CalendarDay
    let times: TimeText

    private var isAired: Bool { episode.isAired(on: today) }

    static let fields: [Field<KnownEpisodeRow>] = [
        .text("id") { String($0.episode.id.value) },
        .text("anchor") { "episode-\($0.episode.id)" },
        .text("number") { String($0.episode.place.episode) },
        .text("title") { $0.episode.title },
        .text("code") { $0.episode.place.description },
        .text("edit_href") { $0.episode.href + "/edit" },
        .optionalText("book_title") { $0.episode.book?.title },
        .text("book_href") { row in row.episode.book.map { "/admin/books/\($0.id)" } ?? "" },
        .optionalText("air_text") { row in row.episode.airDate.map { row.times.day($0) } },
        .optionalText("air_iso") { $0.episode.airDate?.iso },
        .optionalText("minutes") { $0.episode.runtimeMinutes.map { "\($0) min" } },
        .text("state") { $0.isAired ? "Aired" : "Upcoming" },
        .text("state_kind") { $0.isAired ? "good" : "quiet" },
    ]
}

/// The form of a new episode.
struct EpisodeNewPage: Page {
    static let template = "library/series/episode-new.html"

    let place: SeriesPlace
    let form: EpisodeForm
    private let token: FormToken

    init(place: SeriesPlace, form: EpisodeForm) throws {
        self.place = place
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<EpisodeNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .optionalText("taken_from") { $0.form.takenFrom.map { String($0.value) } },
        .list("books") { $0.place.suggestions },
        .text("action") { $0.place.series.href + "/episodes" },
        .text("series_name") { $0.place.series.name },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
        .optionalText("season") { $0.place.season.map { String($0.number) } },
    ]
}

/// The form of an episode that is there.
struct EpisodeEditPage: Page {
    static let template = "library/series/episode-edit.html"

    let place: SeriesPlace
    let episode: Episode
    var form: EpisodeForm
    /// The version that the form was made of; after a conflict the one that it is now.
    var version: VersionField
    var conflict: Conflict?

    static let fields: [Field<EpisodeEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .optionalText("taken_from") { $0.form.takenFrom.map { String($0.value) } },
        .list("books") { page in
            let own = page.episode.book.map { BookSuggestion(value: $0.written) }
            return [own].compactMap(\.self) + page.place.suggestions
        },
        .text("action") { $0.episode.href },
        .text("title") { $0.episode.title },
        .text("delete_href") { $0.episode.href + "/delete" },
        .bool("is_of_book") { $0.episode.isOfBook },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// The question before an episode is deleted.
struct EpisodeDeletePage: Page {
    static let template = "library/series/episode-delete.html"

    let place: SeriesPlace
    let episode: Episode
    /// How many children have watched something of it.
    let watchers: Int
    /// Someone changed it since the question was asked, so it is asked again.
    var hasChanged = false

    static let fields: [Field<EpisodeDeletePage>] = [
        .text("title") { $0.episode.title },
        .text("code") { $0.episode.place.description },
        .int("watchers") { $0.watchers },
        .bool("is_of_book") { $0.episode.isOfBook },
        .text("book_href") { page in page.episode.book.map { "/admin/books/\($0.id)" } ?? "" },
        .optionalText("book_title") { $0.episode.book?.title },
        .text("action") { $0.episode.href + "/delete" },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
        .text("version") { String($0.episode.version) },
        .bool("has_changed") { $0.hasChanged },
    ]
}

/// The form of a run of new episodes.
struct EpisodeRunPage: Page {
    static let template = "library/series/episode-run.html"

    let place: SeriesPlace
    let form: EpisodeRunForm
    private let token: FormToken

    init(place: SeriesPlace, form: EpisodeRunForm) throws {
        self.place = place
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<EpisodeRunPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { $0.place.series.href + "/episodes/run" },
        .text("series_name") { $0.place.series.name },
        .text("back_href") { $0.place.href },
        .text("back_label") { $0.place.label },
        .optionalText("season") { $0.place.season.map { String($0.number) } },
    ]
}
