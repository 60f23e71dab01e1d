import SQLite

/// What people do with one video, wherever it is kept: at Mux, this calls Mux, and blocks until it
/// has answered.
struct VideoActions {
    let database: Database
    let client: MuxClient
    let now: Int
    let site: Site

    private var local: LocalVideos { LocalVideos(database: database, now: now, site: site) }
    private var videos: VideoStore { VideoStore(database: database, now: now) }
    private var mux: MuxVideos { MuxVideos(database: database, client: client, now: now) }

    // MARK: What can be done

    /// At Mux only videos from an address can be fetched again: uploads are not kept.
    static func canRetry(_ asset: VideoAsset) -> Bool {
        guard asset.status == .errored, asset.deletedAt == nil else { return false }
        return asset.provider == .local || asset.isFromAddress
    }

    /// Videos being made here, or at Mux uploads that nobody has begun or ended.
    static func canCancel(_ asset: VideoAsset) -> Bool {
        guard !asset.status.isSettled, asset.deletedAt == nil else { return false }
        return asset.provider == .local
            || asset.status == .waiting && asset.mux.uploadID != nil && asset.mux.assetID == nil
    }

    /// Whether it needs a call to Mux, which takes time.
    static func asksMux(_ act: VideoAct, of asset: VideoAsset) -> Bool {
        guard asset.provider == .mux, act.size == nil else { return false }
        return act != .delete || asset.mux.assetID != nil
    }

    // MARK: Doing it

    /// Has a failed video made again; returns the video that it becomes.
    ///
    /// What Mux made of it is useless, and Mux makes nothing again: it gets a new asset, and the
    /// failed one is deleted.
    func retry(_ id: ID<VideoAsset>, by actor: Actor) throws -> ID<VideoAsset> {
        let asset = try videos.find(id)
        guard Self.canRetry(asset) else { return id }
        guard asset.provider == .mux else {
            try local.retry(id, by: actor)
            return id
        }
        guard asset.mux.assetID != nil else {
            try mux.create(id)
            return id
        }
        let draft = VideoAsset.Draft(provider: .mux, bookID: asset.bookID, source: asset.source)
        let next = try videos.insert(draft, by: actor).id
        try mux.create(next)
        try mux.delete(id, by: actor)
        return next
    }

    /// Cancels a video that is being made or uploaded.
    func cancel(_ id: ID<VideoAsset>, by actor: Actor) throws {
        let asset = try videos.find(id)
        guard asset.provider == .mux else { return try local.cancel(id, by: actor) }
        guard Self.canCancel(asset), let upload = asset.mux.uploadID else { return }
        _ = try client.cancelUpload(upload)
        try database.write {
            try videos.tell(id, "cancelled", "Upload canceled", by: actor)
            try AuditLog(database, now).write(actor, "cancelled", asset.subject, [])
        }
        try mux.check(id)
    }

    /// Deletes it where it is kept, and here. If Mux is no longer set up, only here.
    func delete(_ id: ID<VideoAsset>, by actor: Actor) throws {
        let asset = try videos.find(id)
        if client.canCall, Self.asksMux(.delete, of: asset) {
            try mux.delete(id, by: actor)
        } else {
            try videos.delete(id, by: actor)
        }
    }

    func perform(_ act: VideoAct, on id: ID<VideoAsset>, by actor: Actor) throws {
        switch act {
        case .retry: _ = try retry(id, by: actor)
        case .delete: try delete(id, by: actor)
        case .transcribe: try transcribe(id, by: actor)
        case .make1080, .make720, .make480:
            guard let size = act.size else { return }
            try LocalVersions(database: database, now: now, site: site)
                .add(size, to: id, by: actor)
        }
    }

    /// In the language of its book.
    private func transcribe(_ id: ID<VideoAsset>, by actor: Actor) throws {
        let asset = try videos.find(id)
        guard VideoAct.transcribe.concerns(asset) else { return }
        let language = try LanguageTag(videos.spokenLanguage(of: asset) ?? "und")
        guard asset.provider == .mux else {
            let desk = TranscribingDesk(CaptionStore(site, database, now: now))
            _ = try desk.want(language?.text ?? "und", of: asset, by: actor)
            return
        }
        if let language { try mux.generateCaptions(language, for: asset, by: actor) }
    }
}

/// Actions for many videos at once.
enum VideoAct: String, Sendable, Codable, CaseIterable {
    case retry, delete, transcribe
    case make1080 = "make-1080p"
    case make720 = "make-720p"
    case make480 = "make-480p"

    /// The size that is made.
    var size: VideoSize? {
        switch self {
        case .make1080: .p1080
        case .make720: .p720
        case .make480: .p480
        case .retry, .delete, .transcribe: nil
        }
    }

    /// Whether it changes anything about a video.
    func concerns(_ asset: VideoAsset) -> Bool {
        switch self {
        case .retry: VideoActions.canRetry(asset)
        case .delete: asset.deletedAt == nil
        case .transcribe:
            !asset.hasCaptions && asset.status == .ready && asset.deletedAt == nil
                && (asset.provider == .local || asset.mux.assetID != nil)
        case .make1080, .make720, .make480:
            size.map(LocalVersions.sizes(for: asset).contains) ?? false
        }
    }

    /// "Delete 3 videos"
    func question(_ count: Int) -> String {
        let videos = Counted.text(count, "video", "videos")
        switch self {
        case .retry: return "Try \(videos) again"
        case .delete: return "Delete \(videos)"
        case .transcribe: return "Transcribe \(videos)"
        case .make1080, .make720, .make480: return "Make \(size?.label ?? "") versions of \(videos)"
        }
    }

    /// "3 videos deleted."
    func summary(_ count: Int) -> String {
        let videos = Counted.text(count, "video", "videos")
        switch self {
        case .retry: return "\(videos) will be tried again."
        case .delete: return "\(videos) deleted."
        case .transcribe: return "\(videos) will be transcribed."
        case .make1080, .make720, .make480:
            return "\(size?.label ?? "") versions of \(videos) will be made. "
                + "The column “\(VideoColumn.versions.label)” shows them."
        }
    }

    /// "3 videos are being deleted at Mux."
    func announcement(_ count: Int) -> String {
        let videos = Counted.text(count, "video is", "videos are")
        switch self {
        case .retry: return "\(videos) being tried again."
        case .delete: return "\(videos) being deleted at Mux."
        case .transcribe: return "\(videos) being transcribed at Mux."
        // Only for videos on this server.
        case .make1080, .make720, .make480: return ""
        }
    }
}

extension VideoAsset {
    /// Whether its source is an address, which can be fetched again.
    var isFromAddress: Bool { source?.hasPrefix("https://") ?? false }
}

extension Visit {
    var videoActions: VideoActions {
        VideoActions(database: database, client: muxClient, now: now, site: site)
    }

    /// For a person who is waiting: a page must not take as long as a job may.
    var muxClient: MuxClient { MuxClient(site.configuration.mux, timeoutMilliseconds: 20_000) }
}
