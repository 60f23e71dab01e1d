import SQLite

typealias CaptionListAddress = ListAddress<CaptionFilter>
typealias CaptionListRequest = ListRequest<CaptionFilter>

/// Which caption tracks a list shows. It is in the address of the list.
///
/// The index by which the list is read contains everything that it asks for.
struct CaptionFilter: ListFilter {
    typealias Row = CaptionTrack

    static let path = "/admin/captions"

    /// Words of the book or the video, as typed.
    var words = ""
    var language: String?
    var kind: CaptionTrack.Kind?
    var origin: CaptionTrack.Origin?
    /// Only those with cues that people should look at.
    var hasTrouble = false

    init() {}

    /// Reads the query. An unknown value of a filter is ignored.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "").shown
        language = query.text("language").flatMap { LanguageTag($0) }?.text
        kind = query.text("kind").flatMap(CaptionTrack.Kind.init)
        origin = query.text("origin").flatMap(CaptionTrack.Origin.init)
        hasTrouble = query.text("trouble") == "yes"
    }

    var isEmpty: Bool { self == CaptionFilter() }

    /// Those that were changed last.
    var usualSort: SortDirection<CaptionSort> { SortDirection(.changed, isDescending: true) }

    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "language", value: language ?? ""),
            (name: "kind", value: kind?.rawValue ?? ""),
            (name: "origin", value: origin?.rawValue ?? ""),
            (name: "trouble", value: hasTrouble ? "yes" : ""),
        ].filter { !$0.value.isEmpty }
    }

    /// The videos with the words, as a query; nil without words.
    var videos: SQL? {
        var filter = VideoFilter()
        filter.words = words
        return VideoSearch.keys(filter)
    }

    /// The filter as a condition on a row of `caption_tracks`, apart from the words.
    var condition: SQL {
        var condition: SQL = "1"
        if let language { condition = condition + " AND language = \(language)" }
        if let kind { condition = condition + " AND kind = \(kind.rawValue)" }
        if let origin { condition = condition + " AND origin = \(origin.rawValue)" }
        if hasTrouble { condition = condition + " AND problem_count > 0" }
        // Words without a letter are in nothing.
        if !words.isEmpty, videos == nil { condition = condition + " AND +id < 0" }
        return condition
    }
}

/// The order of a list of caption tracks.
enum CaptionSort: String, ListSort {
    case changed, cues, trouble

    /// The latest, the longest, the most.
    var first: SortDirection<CaptionSort> { SortDirection(self, isDescending: true) }

    /// The index that has this order, and what a filter needs.
    func index(_ filter: CaptionFilter) -> SQL {
        switch self {
        case .changed where filter.language != nil: "caption_tracks_by_language"
        case .changed: "caption_tracks_by_change"
        case .cues: "caption_tracks_by_length"
        case .trouble: "caption_tracks_by_trouble"
        }
    }

    var column: SQL {
        switch self {
        case .changed: "updated_at"
        case .cues: "cue_count"
        case .trouble: "problem_count"
        }
    }

    func value(of track: CaptionTrack) -> Int {
        switch self {
        case .changed: track.updatedAt
        case .cues: track.cueCount
        case .trouble: track.problemCount
        }
    }
}

extension SortDirection<CaptionSort> {
    var columns: SQL {
        isDescending
            ? "\(sql: by.column) DESC, id DESC" : "\(sql: by.column), id"
    }

    /// The condition that a row stands behind that track.
    func isBehind(_ track: CaptionTrack) -> SQL {
        let key: SQL = "(\(by.value(of: track)), \(track.id.value))"
        return isDescending
            ? "(\(sql: by.column), id) < \(sql: key)" : "(\(sql: by.column), id) > \(sql: key)"
    }
}
