import HTTP
import SQLite

/// Which videos a list shows. It is in the address of the list.
///
/// The index by which the list is read contains everything that it asks for, so that rows that
/// don't match are skipped there.
struct VideoFilter: ListFilter {
    typealias Row = VideoAsset

    static let path = "/admin/video_assets"

    /// A named part of the list: those with a status, or those that are stuck.
    enum Scope: Sendable, Equatable {
        case status(VideoAsset.Status)
        case stuck

        init?(_ text: String) {
            if text == "stuck" {
                self = .stuck
            } else if let status = VideoAsset.Status(rawValue: text) {
                self = .status(status)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .status(let status): status.rawValue
            case .stuck: "stuck"
            }
        }
    }

    /// A hundred years; more is a typing mistake.
    static let mostDays = 36_500

    /// As typed.
    var words = ""
    /// What else to look for in place of a word that nothing has.
    var spellings: [String: [String]] = [:]
    var scope: Scope?
    var provider: VideoAsset.Provider?
    var hasCaptions: Bool?
    /// Only those that belong to no book.
    var isWithoutBook = false
    /// Only those that were added at least this many days ago.
    var olderThanDays: Int?

    init() {}

    init(_ scope: Scope?) {
        self.scope = scope
    }

    /// Reads the query. An unknown value of a filter is ignored.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "").shown
        scope = query.text("status").flatMap(Scope.init)
        provider = query.text("provider").flatMap(VideoAsset.Provider.init)
        switch query.text("captions") {
        case "yes": hasCaptions = true
        case "no": hasCaptions = false
        default: break
        }
        isWithoutBook = query.text("book") == "none"
        olderThanDays = query.number("older").flatMap {
            (1...Self.mostDays).contains($0) ? $0 : nil
        }
    }

    var isEmpty: Bool { self == VideoFilter() }

    /// Whether the words leave anything to look for.
    var hasWords: Bool { !SearchWords(words).isEmpty }

    /// The newest first.
    var usualSort: VideoSort.Direction { VideoSort.Direction(.added, isDescending: true) }

    /// What the address of the list carries.
    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "status", value: scope?.text ?? ""),
            (name: "provider", value: provider?.rawValue ?? ""),
            (name: "captions", value: captionsText),
            (name: "book", value: isWithoutBook ? "none" : ""),
            (name: "older", value: olderThanDays.map { String($0) } ?? ""),
        ].filter { !$0.value.isEmpty }
    }

    var captionsText: String { hasCaptions.map { $0 ? "yes" : "no" } ?? "" }

    /// The filter as a condition on a row of `video_assets`. It repeats conditions of partial
    /// indexes exactly as the schema has them.
    func condition(now: Int) -> SQL {
        var condition: SQL = "deleted_at IS NULL"
        switch scope {
        case .status(let status): condition = condition + " AND status = \(status.rawValue)"
        case .stuck:
            let latest = now - VideoAsset.stuckAfterSeconds
            condition =
                condition
                    + """
                         AND status IN ('waiting', 'preparing') AND +status = 'preparing'
                        AND news_at <= \(latest)
                    """
        case nil: break
        }
        if let provider { condition = condition + " AND provider = \(provider.rawValue)" }
        if let hasCaptions { condition = condition + " AND has_captions = \(hasCaptions)" }
        if isWithoutBook { condition = condition + " AND book_id IS NULL" }
        // Words without a letter are in nothing.
        if !words.isEmpty, !hasWords { condition = condition + " AND +id < 0" }
        if let olderThanDays {
            condition = condition + " AND created_at <= \(now - olderThanDays * 86_400)"
        }
        return condition
    }
}
