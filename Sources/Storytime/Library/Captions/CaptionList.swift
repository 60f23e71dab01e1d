import SQLite

/// A track in lists, with its video and its book.
struct CaptionSummary: Sendable {
    let track: CaptionTrack
    let video: VideoSummary
}

/// A page of a list of tracks: which ones, and of how many.
struct CaptionSlice: Sendable {
    let rows: [CaptionSummary]
    let pagination: Pagination
}

/// Reads lists of caption tracks, each by the index that has its order.
struct CaptionList {
    let database: Database
    let now: Int

    private var videoList: VideoList { VideoList(database: database, now: now) }

    /// How many there are; the number of all is kept.
    func count(_ filter: CaptionFilter) throws -> Int {
        guard !filter.isEmpty else {
            return try database.first(
                "SELECT amount FROM row_counts WHERE name = 'caption_tracks'"
            ) { try $0.int(0) } ?? 0
        }
        return try database.first(
            "SELECT count(*) \(sql: source(CaptionListRequest(filter: filter), isFew: true))"
        ) { try $0.int(0) } ?? 0
    }

    func slice(_ request: CaptionListRequest) throws -> CaptionSlice {
        let total = try count(request.filter)
        let pagination = Pagination(page: request.page, perPage: request.perPage, total: total)
        let rows = try summaries(try tracks(request, pagination))
        return CaptionSlice(rows: rows, pagination: pagination)
    }

    private func tracks(_ request: CaptionListRequest, _ pagination: Pagination) throws
        -> [CaptionTrack]
    {
        let start = try request.place.flatMap { place in try track(place.id) }
        let walk = ListWalk(start == nil ? nil : request.place, pagination)
        var request = request
        if walk.isReversed { request.sort = request.sort.reversed }
        let place: SQL =
            start.map { track -> SQL in " AND \(sql: request.sort.isBehind(track))" } ?? ""
        let isFew = pagination.total <= VideoSearch.fewMatches
        let tracks = try database.all(
            """
            SELECT \(sql: CaptionTrack.columns) \(sql: source(request, isFew: isFew)) \(sql: place)
            ORDER BY \(sql: request.sort.columns) LIMIT \(walk.limit) OFFSET \(walk.offset)
            """,
            CaptionTrack.init
        )
        return walk.isReversed ? tracks.reversed() : tracks
    }

    private func track(_ id: ID<CaptionTrack>) throws -> CaptionTrack? {
        try database.first(
            "SELECT \(sql: CaptionTrack.columns) FROM caption_tracks WHERE id = \(id.value)",
            CaptionTrack.init
        )
    }

    /// The first tracks of a list, or those after one, for code that goes through all of it.
    func next(
        _ limit: Int,
        _ request: CaptionListRequest,
        after last: CaptionTrack?,
        upTo newest: Int
    ) throws -> [CaptionTrack] {
        let place: SQL = last.map { " AND \(sql: request.sort.isBehind($0))" } ?? ""
        return try database.all(
            """
            SELECT \(sql: CaptionTrack.columns) \(sql: source(request, isFew: false))
                AND +id <= \(newest) \(sql: place)
            ORDER BY \(sql: request.sort.columns) LIMIT \(limit)
            """,
            CaptionTrack.init
        )
    }

    /// The number of the track that was added last.
    func newest() throws -> Int {
        try database.first("SELECT coalesce(max(id), 0) FROM caption_tracks") { try $0.int(0) }
            ?? 0
    }

    /// Without words, by the index of the order. The matches of words are read one by one and sorted
    /// if they are few; of many, a page’s worth is found soon by walking through that index.
    private func source(_ request: CaptionListRequest, isFew: Bool) -> SQL {
        let condition = request.filter.condition
        let index = request.sort.by.index(request.filter)
        guard let videos = request.filter.videos else {
            return "FROM caption_tracks INDEXED BY \(sql: index) WHERE \(sql: condition)"
        }
        if isFew {
            return """
                FROM (SELECT id AS match_id FROM (\(sql: videos)))
                CROSS JOIN caption_tracks INDEXED BY caption_tracks_by_asset
                    ON asset_id = match_id WHERE \(sql: condition)
                """
        }
        return """
            FROM caption_tracks INDEXED BY \(sql: index)
            WHERE \(sql: condition) AND +asset_id IN (\(sql: videos))
            """
    }

    /// Adds the videos and the books, each read in one statement.
    func summaries(_ tracks: [CaptionTrack]) throws -> [CaptionSummary] {
        let ids = Set(tracks.map(\.video)).sorted { $0.value < $1.value }
        guard !ids.isEmpty else { return [] }
        let videos = try videoList.summaries(try videoList.find(ids))
        let byID = Dictionary(uniqueKeysWithValues: videos.map { ($0.asset.id, $0) })
        return tracks.compactMap { track in
            byID[track.video].map { CaptionSummary(track: track, video: $0) }
        }
    }

    /// The languages of all tracks, found by one look into an index each.
    func languages() throws -> [String] {
        try database.all(
            """
            WITH RECURSIVE tags (tag) AS (
                SELECT (SELECT min(language) FROM caption_tracks)
                UNION ALL
                SELECT (SELECT min(language) FROM caption_tracks WHERE language > tags.tag)
                FROM tags WHERE tags.tag IS NOT NULL
            )
            SELECT tag FROM tags WHERE tag IS NOT NULL
            """
        ) { try $0.text(0) }
    }

    // MARK: Without captions

    /// How many books have a video that plays, but no captions in a language; in any, if it is nil.
    func countMissing(_ language: String?) throws -> Int {
        try database.first("SELECT count(*) \(sql: missing(language))") { try $0.int(0) } ?? 0
    }

    /// Their videos, those of the newest books first.
    func missing(_ language: String?, _ pagination: Pagination) throws -> [VideoSummary] {
        let ids = try database.all(
            """
            SELECT id \(sql: missing(language))
            ORDER BY book_id DESC LIMIT \(pagination.perPage) OFFSET \(pagination.offset)
            """
        ) { ID<VideoAsset>(try $0.int(0)) }
        guard !ids.isEmpty else { return [] }
        let found = try videoList.summaries(try videoList.find(ids))
        return found.sorted { ($0.book?.book.id.value ?? 0) > ($1.book?.book.id.value ?? 0) }
    }

    private func missing(_ language: String?) -> SQL {
        let isThere: SQL =
            language.map { language -> SQL in
                """
                EXISTS (SELECT 1 FROM caption_tracks AS t INDEXED BY caption_tracks_readable
                    WHERE t.asset_id = video_assets.id AND t.language = \(language)
                        AND t.status = 'ready' AND t.kind IN ('captions', 'subtitles'))
                """
            } ?? "has_captions"
        return """
            FROM video_assets INDEXED BY video_assets_playing
            WHERE is_current = 1 AND status = 'ready' AND NOT \(sql: isThere)
                AND book_id NOT IN (SELECT id FROM books WHERE deleted_at IS NOT NULL)
            """
    }
}

extension Visit {
    var captionList: CaptionList { CaptionList(database: database, now: now) }
}
