import SQLite

/// The file of a story that devices keep for a journey: the one place where it is chosen. It is the
/// video itself; a smaller one, where there is one, would be chosen here.
struct JourneyFilm: Sendable, Equatable {
    /// Its name in the folder of videos. It changes with every file that is made, and so tells devices
    /// that theirs is an old one.
    let file: String
    let mediaType: String
    /// Its size, as far as the video's row says: pages needn't wait for a disk.
    let bytes: Int?

    /// Nil for a video that can't be kept: one at Mux, whose files are not ours to hand out whole.
    init?(_ asset: VideoAsset) {
        guard asset.status == .ready, let film = VideoMedia(asset)?.film else { return nil }
        file = film.file
        mediaType = film.mediaType
        bytes = asset.picture.sizeBytes
    }

    /// Whether a row `v` of `video_assets` has such a file.
    static let condition: SQL = """
        v.is_current = 1 AND v.status = 'ready' AND v.file_key IS NOT NULL
        """
}

extension Visit {
    /// What devices keep of a book's video; nil if it can't be kept.
    func journeyFilm(of book: ID<Book>) throws -> JourneyFilm? {
        try videos.current(of: book).flatMap(JourneyFilm.init)
    }
}
