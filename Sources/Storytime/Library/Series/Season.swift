import Quill
import SQLite

/// A season of a series; number 0 are its specials.
struct Season: Sendable, Equatable {
    let id: ID<Season>
    let series: ID<Series>
    var number: Int
    /// Empty if it is “Season 2” and nothing else.
    var name: String
    /// Without episodes whose book is in the bin.
    var episodeCount: Int

    struct Draft: Sendable, Equatable {
        var number: Int
        var name = ""
    }

    /// “Season 2”, “Specials”: what everybody calls it.
    static func title(_ number: Int) -> String { number == 0 ? "Specials" : "Season \(number)" }

    /// Whether a name says nothing but the number.
    static func isPlain(_ name: String, _ number: Int) -> Bool {
        name.isEmpty || Folding.fold(name) == Folding.fold(title(number))
    }

    var title: String { Self.title(number) }

    var href: String { "/admin/seasons/\(id)" }
}

extension Season {
    static let columns: SQL = "n.id, n.series_id, n.season_number, n.name, n.episode_count"

    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            series: ID(try row.int(1)),
            number: try row.int(2),
            name: try row.text(3),
            episodeCount: try row.int(4)
        )
    }

    static func changes(from before: Season?, to after: Season?) -> [Change] {
        let text = { (text: String?) in text?.isEmpty == true ? nil : text }
        let changes = [Change("season_name", text(before?.name), text(after?.name))]
            .filter(\.isReal)
        let (was, isNow) = (before?.title, after?.title)
        if was == isNow, changes.isEmpty { return [] }
        return [Change("season", was == isNow ? nil : was, isNow)] + changes
    }
}
