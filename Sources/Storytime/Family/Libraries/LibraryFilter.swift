import HTTP
import SQLite

/// Which stories of a library its page shows.
struct LibraryFilter: Sendable, Equatable {
    /// As typed: words of titles and authors.
    var words = ""
    /// Only what can be watched.
    var hasFilm = false
    /// Only what the child has not watched yet, or what was forgotten.
    var isUnwatched = false
    /// Only the stories of a series: what is behind its cover.
    var series: ID<Series>?

    init() {}

    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "").shown
        hasFilm = query.text("film") == "yes"
        isUnwatched = query.text("watched") == "no"
        series = query.text("series").flatMap { ID(pathSegment: $0[...]) }
    }

    /// What an address says of it.
    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "film", value: hasFilm ? "yes" : ""),
            (name: "watched", value: isUnwatched ? "no" : ""),
            (name: "series", value: series.map { String($0.value) } ?? ""),
        ].filter { !$0.value.isEmpty }
    }

    /// A condition on an item `i` and its book `b`; nil where nothing is asked for.
    func condition(on shelf: FamilyShelf) -> SQL? {
        var parts: [SQL] = []
        if let words = SearchWords(words).expression(in: "title_key author_key", spelled: [:]) {
            parts.append(
                "b.id IN (SELECT rowid FROM books_search WHERE books_search MATCH \(words))"
            )
        }
        if hasFilm {
            parts.append(
                """
                EXISTS (SELECT 1 FROM video_assets AS v
                    WHERE v.book_id = b.id AND v.is_current = 1
                        AND \(sql: shelf.films.condition))
                """
            )
        }
        if isUnwatched { parts.append("i.last_played_at IS NULL") }
        if let series { parts.append("b.series_id = \(series.value)") }
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) { "\(sql: $0) AND \(sql: $1)" }
    }
}
