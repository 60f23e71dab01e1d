import SQLite
import Subtitles

/// The caption tracks of a list, in its order.
struct CaptionExport: ExportedList {
    private let request: CaptionListRequest
    private let now: Int
    private var last: CaptionTrack?
    /// The newest track at the beginning: those added later are not included.
    private let newest: Int

    static let name = "captions"

    static let columns: [CSVColumn<CaptionSummary>] = [
        .integer("id", "The track’s id.") { $0.track.id.value },
        .integer("video_asset_id", "The id of its video.") { $0.track.video.value },
        .integer("book_id", "The id of the book; empty if the video has none.") {
            $0.video.asset.bookID?.value
        },
        .text("book", "The title of the book.") { $0.video.book?.book.title },
        .text("language", "The language tag; `und` if unknown.") { $0.track.language },
        .text("label", "Its name in players; empty for that of the language.") { $0.track.label },
        .text("kind", "`subtitles`, `captions`, `descriptions` or `chapters`.") {
            $0.track.kind.rawValue
        },
        .text("origin", "`uploaded`, `embedded`, `mux`, `generated` or `edited`.") {
            $0.track.origin.rawValue
        },
        .text("status", "`preparing`, `ready` or `errored`.") { $0.track.status.rawValue },
        .text("shown", "`yes` if players get it.") { $0.track.isShown ? "yes" : "no" },
        .text("format", "The format of the file it was read from; empty until it is.") {
            $0.track.format?.rawValue
        },
        .integer("cues", "How many cues it has.") { $0.track.cueCount },
        .integer("cues_with_trouble", "How many of them should be looked at.") {
            $0.track.problemCount
        },
        .time("created_at", "When it was added.") { $0.track.createdAt },
        .time("updated_at", "When it was last changed.") { $0.track.updatedAt },
    ]

    init(_ request: CaptionListRequest, _ list: CaptionList) throws {
        self.request = request
        now = list.now
        newest = try list.newest()
    }

    var columns: [CSVColumn<CaptionSummary>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [CaptionSummary] {
        let list = CaptionList(database: database, now: now)
        let tracks = try list.next(limit, request, after: last, upTo: newest)
        if let track = tracks.last { last = track }
        return try list.summaries(tracks)
    }
}
