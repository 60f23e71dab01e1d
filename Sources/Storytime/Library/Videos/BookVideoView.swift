import Quill

/// The video of a book, on the book's page: its status, why it can't be watched, and earlier ones.
struct BookVideoView: Record {
    /// More than these are only in the list of videos.
    fileprivate static let mostOlder = 20

    let book: Book
    let current: VideoAsset?
    /// The others, newest first.
    let older: [VideoAsset]
    let diagnosis: VideoDiagnosis

    private var now: Int { diagnosis.now }
    private var times: TimeText { diagnosis.times }

    private func line(_ asset: VideoAsset) -> BookVideoLine {
        BookVideoLine(asset: asset, now: now, times: times)
    }

    static let fields: [Field<BookVideoView>] = [
        .optionalRecord("current") { view in view.current.map(view.line) },
        .optionalText("diagnosis") { $0.diagnosis.line },
        .list("older") { view in view.older.map(view.line) },
        .text("add_href") { "\(BookListAddress.path)/\($0.book.id)/video/new" },
    ]
}

/// One of the videos of a book.
struct BookVideoLine: Record {
    let asset: VideoAsset
    let now: Int
    let times: TimeText

    private var poster: String? {
        let hasOne =
            asset.provider == .local
            ? asset.files.shownPoster != nil
            : asset.mux.signedPlaybackID != nil || asset.mux.publicPlaybackID != nil
        return hasOne && asset.status == .ready ? asset.href + "/poster" : nil
    }

    static let fields: [Field<BookVideoLine>] = [
        .text("href") { $0.asset.href },
        .record("status") { VideoStatusView(asset: $0.asset, now: $0.now, times: $0.times) },
        .optionalText("duration") { $0.asset.durationSeconds.map(PlayingTime.exact) },
        .bool("has_captions") { $0.asset.hasCaptions },
        .optionalText("poster") { $0.poster },
        .text("provider") { $0.asset.provider.place },
        .optionalText("source") { $0.asset.source },
        .text("added") { $0.times.exact($0.asset.createdAt) },
    ]
}

extension Visit {
    func bookVideo(of book: Book) throws -> BookVideoView {
        let assets = try videos.all(of: book.id)
        let current = assets.first(where: \.isCurrent)
        let windows = try rightsStore.windows(of: book.id)
        return BookVideoView(
            book: book,
            current: current,
            older: Array(assets.filter { !$0.isCurrent }.prefix(BookVideoView.mostOlder)),
            diagnosis: VideoDiagnosis(
                book: book,
                video: current,
                hasRights: try audience().reach(windows) != .nobody,
                now: now,
                times: times
            )
        )
    }
}
