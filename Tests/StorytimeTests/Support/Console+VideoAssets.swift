import SQLite

@testable import Storytime

/// Videos as tests want them, whatever made them so.
extension Console {
    var videoList: VideoList { VideoList(database: database, now: time.now) }

    @discardableResult
    func addAsset(
        _ status: VideoAsset.Status = .ready,
        of book: Book? = nil,
        by provider: VideoAsset.Provider = .mux,
        seconds: Int? = nil,
        source: String? = "https://media.example/moon.mp4",
        error: String = "It is no video"
    ) throws -> VideoAsset {
        let id = try videos.insert(
            VideoAsset.Draft(provider: provider, bookID: book?.id, source: source),
            by: .commandLine
        ).id
        try setAsset(id, status, error: error)
        try database.execute(
            "UPDATE video_assets SET duration_seconds = \(seconds) WHERE id = \(id.value)"
        )
        return try videos.find(id)
    }

    /// What a worker or Mux would tell.
    func setAsset(_ id: ID<VideoAsset>, _ status: VideoAsset.Status, error: String = "x") throws {
        let error = status == .errored ? error : nil
        try database.write {
            try database.execute(
                """
                UPDATE video_assets SET status = \(status.rawValue), error = \(error),
                    news_at = \(time.now) WHERE id = \(id.value)
                """
            )
            if let book = try videos.find(id).bookID { try videos.settle(book) }
        }
    }

    /// Gives it a caption track that is ready.
    func addCaptions(to id: ID<VideoAsset>, _ language: String = "en") throws {
        try database.execute(
            """
            INSERT INTO caption_tracks (asset_id, language, label, kind, origin, status,
                mux_track_id, created_at, updated_at)
            VALUES (\(id.value), \(language), 'English', 'subtitles', 'uploaded', 'ready',
                \("track-\(id)-\(language)"), 1, 1)
            """
        )
    }
}
