import SQLite

/// The order of the list of series, as its address spells it.
enum SeriesOrder: String, NamedListOrder {
    case name
    case nameDescending = "-name"
    case books
    case booksDescending = "-books"
    case episodes
    case episodesDescending = "-episodes"

    static let path = "/admin/series"

    /// Names are unique, so no two series stand at one place.
    var columns: SQL {
        switch self {
        case .name: "s.name_key"
        case .nameDescending: "s.name_key DESC"
        case .books: "s.book_count, s.name_key"
        case .booksDescending: "s.book_count DESC, s.name_key DESC"
        case .episodes: "s.episode_count, s.name_key"
        case .episodesDescending: "s.episode_count DESC, s.name_key DESC"
        }
    }
}

typealias SeriesListAddress = NamedListAddress<SeriesOrder>
