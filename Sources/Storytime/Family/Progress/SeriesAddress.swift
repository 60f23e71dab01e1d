import HTTP
import Received

/// The address of a child's series: what was searched for, which list, and what is open in it.
struct SeriesAddress: Sendable {
    static let path = "/series"

    /// Where they are for whoever looks: an admin looks at them as a family does.
    let path: String
    var child: ID<Child>?
    var words = ""
    /// Nil for all series.
    var list: SeriesList?
    /// Whether all series are asked for, although the child has a list.
    var showsAll = false
    var page = 1
    /// The series that is open in the list; nil on a page of its own.
    var shown: ID<Series>?
    var season: Int?
    /// The episode whose acts are shown.
    var episode: Int?

    /// A longer one is none that we made.
    private static let maximumCarriedBytes = 1000

    init(_ query: Fields, path: String) {
        self.path = path
        child = query.text("child").flatMap { ID(pathSegment: $0[...]) }
        words = SearchWords(query.text("q") ?? "").shown
        list = query.text("list").flatMap(SeriesList.init)
        showsAll = list == nil && query.text("list") == "all"
        page = query.number("page").map { min(max($0, 1), 1_000_000) } ?? 1
        shown = query.text("show").flatMap { ID(pathSegment: $0[...]) }
        season = Self.number(query.text("season"))
        episode = Self.number(query.text("episode"))
    }

    /// Reads what a form carries in its field `state`.
    init(carriedBy fields: Fields, path: String) {
        let text = fields.text("state") ?? ""
        let pairs =
            text.utf8.count <= Self.maximumCarriedBytes
            ? try? URLEncodedForm(query: text).pairs : nil
        self.init(Fields(pairs ?? []), path: path)
    }

    private static func number(_ text: String?) -> Int? {
        text.flatMap { ReceivedNumber.integer($0) }.flatMap { (0...99_999).contains($0) ? $0 : nil }
    }

    // MARK: Writing

    /// The name of a list in an address.
    var listText: String { list?.rawValue ?? (showsAll ? "all" : "") }

    /// What says which series there are.
    var query: [(name: String, value: String)] {
        [
            (name: "child", value: child.map { String($0.value) } ?? ""),
            (name: "q", value: words), (name: "list", value: listText),
        ].filter { !$0.value.isEmpty }
    }

    /// The same with the page, and what is open.
    private var all: [(name: String, value: String)] {
        query
            + [
                (name: "page", value: page > 1 ? String(page) : ""),
                (name: "show", value: shown.map { String($0.value) } ?? ""),
                (name: "season", value: season.map { String($0) } ?? ""),
                (name: "episode", value: episode.map { String($0) } ?? ""),
            ].filter { !$0.value.isEmpty }
    }

    /// What a form carries.
    var carried: String { PercentEncoding.encodeQuery(all) }

    /// The list.
    var href: String { Self.href(path, all) }

    func href(_ change: (inout SeriesAddress) -> Void) -> String {
        var other = self
        other.page = 1
        (other.shown, other.season, other.episode) = (nil, nil, nil)
        change(&other)
        return other.href
    }

    /// The list as a file.
    var fileHref: String { Self.href(path + ".csv", query.filter { $0.name != "q" }) }

    /// The page of a series, which leads back to the list.
    func seriesHref(_ series: ID<Series>, season: Int? = nil, episode: Int? = nil) -> String {
        var other = self
        (other.shown, other.season, other.episode) = (nil, season, episode)
        return Self.href("\(path)/\(series)", other.all)
    }

    /// Where a form about a series leads: to the list in which it is open, or to its own page.
    func back(to series: ID<Series>) -> String {
        shown == series ? href : seriesHref(series, season: season)
    }

    /// The place of a series in the list.
    static func anchor(_ series: ID<Series>) -> String { "series-\(series)" }

    private static func href(_ path: String, _ pairs: [(name: String, value: String)]) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }
}

extension FamilyScope {
    /// Where the family's series are for whoever acts.
    var seriesPath: String { isOnBehalf ? family.href + "/series" : SeriesAddress.path }
}
