/// An episode of a series as somebody sees it, with what a child has watched of it.
struct SeriesEpisode: Sendable, Equatable {
    /// What is said about when it is shown.
    enum Airing: String, Sendable {
        case aired = "Aired"
        case upcoming = "Upcoming"
        /// The first upcoming one of its season that has a date.
        case next = "Airing Next"
    }

    let id: ID<SeriesEpisode>
    let place: EpisodePlace
    /// Its own title, or that of its book; empty if it only has a number.
    var title = ""
    var airDate: CalendarDay?
    var runtimeMinutes: Int?
    /// The book that it is, if it may be seen.
    var book: ID<Book>?
    /// Whether it can have been watched: its day has come, or it is a book of ours.
    var isAired = true
    var status = EpisodeStatus.unwatched

    var number: Int { place.episode }
    var name: String { title.isEmpty ? "Episode \(number)" : title }
}
