import SQLite

/// The videos of a list, in its order.
struct VideoExport: ExportedList {
    private let request: VideoListRequest
    private let now: Int
    /// The place of the last one that was read.
    private var last: VideoKey?
    /// The newest video at the beginning: those added later are not included.
    private let newest: Int

    static let name = "videos"

    static let columns: [CSVColumn<VideoSummary>] = [
        .integer("id", "The video's id.") { $0.asset.id.value },
        .integer("book_id", "The id of its book; empty if it has none.") {
            $0.asset.bookID?.value
        },
        .text("book", "The title of the book.") { $0.book?.book.title },
        .text("in_use", "`yes` if it is the one its book plays.") {
            $0.asset.isCurrent ? "yes" : "no"
        },
        .text("provider", "Where it is stored: `local` or `mux`.") { $0.asset.provider.rawValue },
        .text("status", "`waiting`, `preparing`, `ready` or `errored`.") {
            $0.asset.status.rawValue
        },
        .text("error", "Why it failed.") { $0.asset.trouble?.message },
        .integer("duration_seconds", "Its length; empty until known.") {
            $0.asset.durationSeconds
        },
        .text("has_captions", "`yes` if captions are ready.") {
            $0.asset.hasCaptions ? "yes" : "no"
        },
        .integer("width", "The picture's width in pixels.") { $0.asset.picture.width },
        .integer("height", "Its height.") { $0.asset.picture.height },
        .text("aspect_ratio", "Its aspect ratio, like `16:9`.") { $0.asset.picture.aspectRatio },
        .text("codec", "How the picture is encoded.") { $0.asset.picture.codec },
        .integer("size_bytes", "The size of the file.") { $0.asset.picture.sizeBytes },
        .text("source", "The file or address it came from.") { $0.asset.source },
        .text("mux_asset_id", "Its asset id at Mux.") { $0.asset.mux.assetID },
        .time("created_at", "When it was added.") { $0.asset.createdAt },
        .time("news_at", "The time of its last update.") { $0.asset.newsAt },
    ]

    init(_ request: VideoListRequest, _ list: VideoList) throws {
        self.request = request
        now = list.now
        newest = try list.newest()
    }

    var columns: [CSVColumn<VideoSummary>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [VideoSummary] {
        let list = VideoList(database: database, now: now)
        let assets = try list.next(limit, request, after: last, upTo: newest)
        if let asset = assets.last { last = VideoKey(asset) }
        return try list.summaries(assets)
    }
}
