import SQLite

/// What people do with videos that this server keeps, and the progress of its worker.
///
/// A video is a row of `video_assets`, a row of `video_sources` that says what it is made from,
/// and a job that makes it: all three exist, or none.
struct LocalVideos {
    /// What a video is made from.
    enum Source: Sendable, Equatable {
        /// Our own file, by its name in the folder of videos.
        case file(String)
        /// A file in the inbox, which stays there until the video is ready.
        case inbox(String)
    }

    /// Why something can't be done with a video, in words for people.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let database: Database
    let now: Int
    let site: Site

    var videos: VideoStore { VideoStore(database: database, now: now) }
    private var jobs: JobStore { JobStore(database: database, now: now) }
    private var store: CaptionStore { CaptionStore(site, database, now: now) }

    // MARK: What people do

    /// Adds a video to a book, and has it made. `source` and `finally` run in the transaction.
    @discardableResult
    func add(
        _ source: () throws -> Source,
        named name: String,
        to book: ID<Book>,
        captions: [NewCaptions] = [],
        by actor: Actor,
        finally: (VideoAsset) throws -> Void = { _ in }
    ) throws -> VideoAsset {
        let asset = try database.write {
            let book = try BookStore(database: database, now: now).find(book)
            guard book.deletedAt == nil else { throw Failure.notFound }
            let source = try source()
            let draft = VideoAsset.Draft(provider: .local, bookID: book.id, source: name)
            let asset = try videos.insert(draft, by: actor)
            try write(source, of: asset.id)
            for captions in captions { try store.add(captions, to: asset, by: actor) }
            try queue(asset)
            try finally(asset)
            return asset
        }
        site.vitals.jobBell.ring()
        return asset
    }

    /// Has a failed video made again from its source, if that still exists.
    func retry(_ id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try find(id)
            guard asset.status == .errored else {
                throw Refusal(description: "Only failed videos can be tried again.")
            }
            guard try source(of: id) != nil else {
                throw Refusal(
                    description: "The original file is gone. Upload it again."
                )
            }
            try reset(id, to: .waiting)
            try videos.tell(id, "retried", "Tried again", by: actor)
            try AuditLog(database, now).write(actor, "retried", asset.subject, [])
            try queue(asset)
        }
        site.vitals.jobBell.ring()
    }

    /// Stops the making of a video. Its source stays for a while, so that it can be tried again.
    func cancel(_ id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try find(id)
            guard !asset.status.isSettled else {
                throw Refusal(description: "This video is no longer being prepared.")
            }
            try videos.fail(id, VideoFailure.cancelled(by: actor.name).trouble)
            try AuditLog(database, now).write(actor, "cancelled", asset.subject, [])
            if let job = try jobs.unfinished(.prepareVideo, VideoPayload(video: id.value)) {
                try jobs.cancel(job)
            }
        }
    }

    /// Neither deleted videos nor Mux's are found.
    func find(_ id: ID<VideoAsset>) throws -> VideoAsset {
        let asset = try videos.find(id)
        guard asset.provider == .local, asset.deletedAt == nil else { throw Failure.notFound }
        return asset
    }

    private func queue(_ asset: VideoAsset) throws {
        try jobs.add(
            .prepareVideo,
            VideoPayload(video: asset.id.value),
            label: "Video “\(asset.source ?? "\(asset.id)")”"
        )
    }

    // MARK: What the worker notes

    /// Starts work on it; nil if there is nothing left to do.
    func begin(_ id: ID<VideoAsset>) throws -> VideoAsset? {
        try database.write {
            guard let asset = try videos.first("id = \(id.value)"), asset.deletedAt == nil,
                asset.status != .ready
            else { return nil }
            try reset(id, to: .preparing)
            try videos.tell(id, "preparing", "Being prepared")
            return asset
        }
    }

    /// Notes that a video waits for a program that is missing. That is not a failure, so its row
    /// has a code and no sentence.
    static func wait(_ id: ID<VideoAsset>, _ store: JobStore) throws {
        try store.database.execute(
            """
            UPDATE video_assets SET error_code = \(VideoFailure.programMissing.trouble.code),
                version = version + 1, updated_at = \(store.now)
            WHERE id = \(id.value) AND status = 'waiting' AND deleted_at IS NULL
            """
        )
    }

    /// Makes those wait again that an earlier version of the program gave up because a program was
    /// missing.
    func resumeWaiting() throws {
        try database.write {
            let given = try database.all(
                """
                SELECT a.id FROM video_assets AS a JOIN video_sources AS s ON s.asset_id = a.id
                WHERE a.provider = 'local' AND a.status = 'errored' AND a.deleted_at IS NULL
                    AND a.error_code = 'program_missing'
                """
            ) { ID<VideoAsset>(try $0.int(0)) }
            for id in given {
                try reset(id, to: .waiting)
                try queue(try find(id))
            }
        }
    }

    /// Notes its progress; false if it is no longer wanted.
    func note(_ percent: Int, of id: ID<VideoAsset>) throws -> Bool {
        try database.execute(
            """
            UPDATE video_assets SET progress_percent = \(percent), news_at = \(now)
            WHERE id = \(id.value) AND status = 'preparing' AND deleted_at IS NULL
            """
        ) == 1
    }

    /// Notes that it can't be made. Its source is deleted as well, if nothing could ever be made
    /// from it.
    func fail(_ id: ID<VideoAsset>, _ trouble: VideoFailure) throws {
        let left = try database.write {
            try videos.fail(id, trouble.trouble)
            return trouble.isOfTheFile ? try forgetSource(of: id) : nil
        }
        if let left { VideoFolder(site.configuration).remove(left) }
    }

    // MARK: Sources

    func source(of id: ID<VideoAsset>) throws -> Source? {
        try database.first(
            "SELECT file_key, inbox_name FROM video_sources WHERE asset_id = \(id.value)"
        ) { row in
            if let file = try row.textOrNil(0) { return .file(file) }
            return try row.textOrNil(1).map { .inbox($0) }
        }.flatMap(\.self)
    }

    /// The names in the inbox from which videos are being made.
    func namesInUse() throws -> Set<String> {
        Set(
            try database.all(
                """
                SELECT s.inbox_name FROM video_sources AS s
                CROSS JOIN video_assets AS a ON a.id = s.asset_id
                WHERE s.inbox_name IS NOT NULL AND a.deleted_at IS NULL AND a.status <> 'errored'
                """
            ) { try $0.text(0) }
        )
    }

    /// Forgets what a video was made from; returns the name of our source file, which is to be
    /// removed after that.
    func forgetSource(of id: ID<VideoAsset>) throws -> String? {
        guard let source = try source(of: id) else { return nil }
        try database.execute("DELETE FROM video_sources WHERE asset_id = \(id.value)")
        if case .file(let name) = source { return name }
        return nil
    }

    private func write(_ source: Source, of id: ID<VideoAsset>) throws {
        var (file, inbox) = (String?.none, String?.none)
        switch source {
        case .file(let name): file = name
        case .inbox(let name): inbox = name
        }
        try database.execute(
            """
            INSERT INTO video_sources (asset_id, file_key, inbox_name)
            VALUES (\(id.value), \(file), \(inbox))
            """
        )
    }

    private func reset(_ id: ID<VideoAsset>, to status: VideoAsset.Status) throws {
        try database.execute(
            """
            UPDATE video_assets SET status = \(status.rawValue), error = NULL, error_code = NULL,
                progress_percent = NULL, news_at = \(now), version = version + 1,
                updated_at = \(now)
            WHERE id = \(id.value)
            """
        )
        if let book = try videos.find(id).bookID { try videos.settle(book) }
    }
}

extension Visit {
    var localVideos: LocalVideos { LocalVideos(database: database, now: now, site: site) }
}
