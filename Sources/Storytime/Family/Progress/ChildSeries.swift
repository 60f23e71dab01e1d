/// A list of a child's series.
enum SeriesList: String, Sendable, CaseIterable {
    case watchlist, watching, completed, dropped

    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A series of a child: on which of their lists it is, and what is remembered about it.
struct ChildSeries: Sendable, Equatable {
    /// Nil: it is on none.
    var list: SeriesList?
    /// When it came there.
    var listedAt: Int?
    /// The season that was last looked at.
    var season: Int?
    /// What was played last, and when.
    var pointer: EpisodePlace?
    var playedAt: Int?
    /// Rises with every change of the list, the place and the marks.
    var version = 0

    /// What is so before anything is known.
    static let none = ChildSeries()

    /// Whether other devices show something else now than before.
    func isNews(to before: ChildSeries) -> Bool {
        list != before.list || pointer != before.pointer
    }
}
