import Quill

/// The video of a book, on the book's page: its status, why it can't be watched, and earlier ones.
struct BookVideoView: Record {
    /// More than these are only in the list of videos.
    fileprivate static let mostOlder = 20

    let book: Book
    let current: VideoAsset?
    /// What was added after the one that plays and doesn’t play, because it isn’t ready or failed.
    let replacement: VideoAsset?
    /// The others, newest first.
    let older: [VideoAsset]
    let diagnosis: VideoDiagnosis

    private var now: Int { diagnosis.now }
    private var times: TimeText { diagnosis.times }

    private var replacing: BookVideoReplacement? {
        guard let current, let replacement else { return nil }
        return BookVideoReplacement(asset: replacement, current: current)
    }

    /// Whether something will change by itself.
    private var isPending: Bool {
        [current, replacement].compactMap(\.self).contains { asset in
            !asset.status.isSettled && !asset.isStuck(now: now)
        }
    }

    private func line(_ asset: VideoAsset) -> BookVideoLine {
        BookVideoLine(asset: asset, now: now, times: times)
    }

    static let fields: [Field<BookVideoView>] = [
        .optionalRecord("current") { view in view.current.map(view.line) },
        .optionalRecord("replacement") { $0.replacing },
        .bool("is_pending") { $0.isPending },
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
        .text("storage") { $0.asset.provider.label },
        .text("provider") { $0.asset.provider.place },
        .optionalText("source") { $0.asset.source },
        .text("added") { $0.times.exact($0.asset.createdAt) },
    ]
}

/// A video that was to take the place of the one that a book plays.
struct BookVideoReplacement: Record {
    let asset: VideoAsset
    let current: VideoAsset

    private var isFailed: Bool { asset.status == .errored }

    private var what: String {
        let reason = asset.trouble?.message ?? "The reason is unknown."
        return isFailed ? " failed: \(reason)" : " is being prepared."
    }

    static let fields: [Field<BookVideoReplacement>] = [
        .text("href") { $0.asset.href },
        .text("name") { $0.asset.name },
        .text("kind") { $0.isFailed ? "bad" : "info" },
        .text("what") { $0.what },
        .text("current") { $0.current.name },
        .text("stays") { $0.isFailed ? "stays in use." : "plays until then." },
        .text("status") { $0.asset.status.label },
    ]
}

extension VideoAsset {
    /// What people call it when they speak of several of a book.
    fileprivate var name: String { source ?? "stored by \(provider.place)" }
}

extension Visit {
    func bookVideo(of book: Book) throws -> BookVideoView {
        let assets = try videos.all(of: book.id)
        let current = assets.first(where: \.isCurrent)
        let windows = try rightsStore.windows(of: book.id)
        return BookVideoView(
            book: book,
            current: current,
            replacement: VideoAsset.replacement(among: assets),
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
