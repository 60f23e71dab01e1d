import SQLite

typealias VideoListAddress = ListAddress<VideoFilter>
typealias VideoListRequest = ListRequest<VideoFilter>

/// A video in lists, with the book that it belongs to.
struct VideoSummary: Sendable {
    let asset: VideoAsset
    /// It may be in the bin.
    let book: BookSummary?
}

/// A page of a list of videos: which ones, and of how many.
struct VideoSlice: Sendable {
    let rows: [VideoSummary]
    let pagination: Pagination
}

/// Reads lists of videos, each by the index that has its order.
struct VideoList {
    let database: Database
    let now: Int

    private var videos: VideoStore { VideoStore(database: database, now: now) }

    /// How many there are; counts by status are kept, not counted.
    func count(_ filter: VideoFilter) throws -> Int {
        switch filter.scope {
        case nil where filter.isEmpty: return try videos.count()
        case .status(let status) where filter == VideoFilter(.status(status)):
            return try videos.count(status)
        default: break
        }
        return try database.first(
            "SELECT count(*) \(sql: source(VideoListRequest(filter: filter)))"
        ) { try $0.int(0) } ?? 0
    }

    func slice(_ request: VideoListRequest) throws -> VideoSlice {
        let total = try count(request.filter)
        let pagination = Pagination(page: request.page, perPage: request.perPage, total: total)
        let assets = try assets(request, pagination)
        return VideoSlice(rows: try summaries(assets), pagination: pagination)
    }

    private func assets(_ request: VideoListRequest, _ pagination: Pagination) throws
        -> [VideoAsset]
    {
        let start = try request.place.flatMap { try videos.first("id = \($0.id.value)") }
        let walk = ListWalk(start == nil ? nil : request.place, pagination)
        var request = request
        if walk.isReversed { request.sort = request.sort.reversed }
        let place: SQL =
            start.map { asset -> SQL in " AND \(sql: request.sort.isBehind(VideoKey(asset)))" }
            ?? ""
        let isFew = pagination.total <= VideoSearch.fewMatches
        let assets = try database.all(
            """
            SELECT \(sql: VideoStore.columns) \(sql: source(request, isFew: isFew)) \(sql: place)
            ORDER BY \(sql: request.sort.columns) LIMIT \(walk.limit) OFFSET \(walk.offset)
            """,
            VideoStore.asset
        )
        return walk.isReversed ? assets.reversed() : assets
    }

    /// The videos with these keys that are not deleted, newest first.
    func find(_ ids: [ID<VideoAsset>]) throws -> [VideoAsset] {
        try database.all(
            """
            SELECT \(sql: VideoStore.columns) FROM video_assets
            WHERE id IN \(list: ids.map(\.value)) AND deleted_at IS NULL
            ORDER BY created_at DESC, id DESC
            """,
            VideoStore.asset
        )
    }

    /// The first videos of a list, or those after one, for code that goes through all of it.
    func next(_ limit: Int, _ request: VideoListRequest, after last: VideoKey?, upTo newest: Int)
        throws -> [VideoAsset]
    {
        let place: SQL = last.map { " AND \(sql: request.sort.isBehind($0))" } ?? ""
        return try database.all(
            """
            SELECT \(sql: VideoStore.columns) \(sql: source(request, isFew: false))
                AND +id <= \(newest)
                \(sql: place)
            ORDER BY \(sql: request.sort.columns) LIMIT \(limit)
            """,
            VideoStore.asset
        )
    }

    /// The key of the video that was added last, by number.
    func newest() throws -> Int {
        try database.first("SELECT coalesce(max(id), 0) FROM video_assets") { try $0.int(0) } ?? 0
    }

    /// Without words, by the index of the order. The matches of words are read one by one and sorted
    /// if they are few; of many, a page's worth is found soon by walking through that index.
    private func source(_ request: VideoListRequest, isFew: Bool = true) -> SQL {
        let condition = request.filter.condition(now: now)
        guard let keys = VideoSearch.keys(request.filter) else {
            return """
                FROM video_assets INDEXED BY \(sql: request.sort.by.index(request.filter))
                WHERE \(sql: condition)
                """
        }
        if isFew {
            return """
                FROM (SELECT id AS match_id FROM (\(sql: keys)))
                CROSS JOIN video_assets ON id = match_id WHERE \(sql: condition)
                """
        }
        return """
            FROM video_assets INDEXED BY \(sql: request.sort.by.index(request.filter))
            WHERE \(sql: condition) AND +id IN (\(sql: keys))
            """
    }

    func summary(_ asset: VideoAsset) throws -> VideoSummary {
        try summaries([asset]).first ?? VideoSummary(asset: asset, book: nil)
    }

    /// Adds the books, read in one statement.
    func summaries(_ assets: [VideoAsset]) throws -> [VideoSummary] {
        let ids = Set(assets.compactMap(\.bookID)).map(\.value).sorted()
        guard !ids.isEmpty else { return assets.map { VideoSummary(asset: $0, book: nil) } }
        let books = try database.all(
            """
            SELECT \(sql: BookStore.columns)
            FROM books AS b LEFT JOIN publishers AS p ON p.id = b.publisher_id
            WHERE b.id IN \(list: ids)
            """,
            BookStore.book
        )
        let found = try BookList(database: database).summaries(books)
        let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.book.id, $0) })
        return assets.map { asset in
            VideoSummary(asset: asset, book: asset.bookID.flatMap { byID[$0] })
        }
    }
}

extension VideoList {
    /// The languages in which some videos have captions that can be read, in the order of their tags.
    func captionLanguages(of assets: [VideoAsset]) throws -> [ID<VideoAsset>: [String]] {
        guard !assets.isEmpty else { return [:] }
        let found = try database.all(
            """
            SELECT asset_id, language FROM caption_tracks
            WHERE asset_id IN \(list: assets.map(\.id.value)) AND status = 'ready'
                AND kind IN ('captions', 'subtitles')
            """
        ) { (ID<VideoAsset>(try $0.int(0)), try $0.text(1)) }
        return Dictionary(grouping: found, by: \.0).mapValues { Set($0.map(\.1)).sorted() }
    }
}

extension Visit {
    var videoList: VideoList { VideoList(database: database, now: now) }
}
