import SQLite

/// What people do with versions of videos that this server keeps, and the progress of its worker.
///
/// A version that isn't ready is a row and a job; a ready one is a row and a file.
struct LocalVersions {
    let database: Database
    let now: Int
    let site: Site

    private var store: VideoVersionStore { VideoVersionStore(database: database, now: now) }
    private var videos: VideoStore { VideoStore(database: database, now: now) }
    private var local: LocalVideos { LocalVideos(database: database, now: now, site: site) }
    private var jobs: JobStore { JobStore(database: database, now: now) }

    /// The sizes that make a video smaller, the largest first.
    static func sizes(for asset: VideoAsset) -> [VideoSize] {
        guard asset.provider == .local, asset.status == .ready, asset.deletedAt == nil,
            asset.files.video != nil
        else { return [] }
        return VideoSize.madeHere.filter {
            $0.isSmaller(than: asset.picture, seconds: asset.durationSeconds)
        }
    }

    // MARK: What people do

    /// Has a version made. One that exists already stays as it is.
    func add(_ size: VideoSize, to id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try local.find(id)
            guard Self.sizes(for: asset).contains(size) else {
                throw LocalVideos.Refusal(
                    description: "At \(size.label), this video would be no smaller."
                )
            }
            guard try store.find(size, of: id) == nil else { return }
            try queue(try store.insert(size, of: id), size, asset)
            try videos.tell(id, "version", "\(size.label) requested", by: actor)
            try AuditLog(database, now)
                .write(actor, "changed", asset.subject, [Change("size", nil, size.rawValue)])
        }
        site.vitals.jobBell.ring()
    }

    func retry(_ id: ID<VideoVersion>, of asset: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try local.find(asset)
            let version = try store.find(id, of: asset.id)
            guard version.status == .errored else {
                throw LocalVideos.Refusal(description: "Only failed sizes can be tried again.")
            }
            try store.set(.waiting, of: id)
            try queue(id, version.size, asset)
            try videos.tell(asset.id, "retried", "\(version.size.label) tried again", by: actor)
        }
        site.vitals.jobBell.ring()
    }

    /// Removes it with its file, or stops its making. Returns how many bytes that frees.
    @discardableResult
    func delete(_ id: ID<VideoVersion>, of asset: ID<VideoAsset>, by actor: Actor) throws -> Int {
        let version = try database.write {
            let asset = try local.find(asset)
            let version = try store.find(id, of: asset.id)
            try store.remove(id)
            let payload = VersionPayload(version: id.value)
            if let job = try jobs.unfinished(.makeVersion, payload) { try jobs.cancel(job) }
            try jobs.forgetFailed(.makeVersion, payload)
            let word = version.status.isSettled ? "deleted" : "canceled"
            try videos.tell(asset.id, "deleted", "\(version.size.label) \(word)", by: actor)
            try AuditLog(database, now).write(
                actor,
                "changed",
                asset.subject,
                [Change("size", version.size.rawValue, nil)]
            )
            return version
        }
        if let name = version.fileKey { VideoFolder(site.configuration).remove(name) }
        return version.fileKey == nil ? 0 : version.sizeBytes ?? 0
    }

    private func queue(_ id: ID<VideoVersion>, _ size: VideoSize, _ asset: VideoAsset) throws {
        let payload = VersionPayload(version: id.value)
        try jobs.forgetFailed(.makeVersion, payload)
        try jobs.add(
            .makeVersion,
            payload,
            label: "\(size.label) of “\(asset.source ?? "\(asset.id)")”"
        )
    }

    // MARK: What the worker notes

    /// Starts work on it; nil if there is nothing left to do.
    func begin(_ id: ID<VideoVersion>) throws -> (version: VideoVersion, asset: VideoAsset)? {
        try database.write {
            guard let version = try store.find(id), version.fileKey == nil,
                version.status != .skipped,
                let asset = try videos.first("id = \(version.asset.value)"),
                Self.sizes(for: asset).contains(version.size)
            else { return nil }
            try store.set(.preparing, of: id)
            return (version, asset)
        }
    }

    /// Notes its progress; false if it is no longer wanted.
    func note(_ percent: Int, of id: ID<VideoVersion>) throws -> Bool {
        try database.execute(
            """
            UPDATE video_versions SET progress_percent = \(percent), updated_at = \(now)
            WHERE id = \(id.value) AND status = 'preparing' AND EXISTS (SELECT 1
                FROM video_assets AS a WHERE a.id = asset_id AND a.deleted_at IS NULL)
            """
        ) == 1
    }

    /// Notes that it isn't made, and why.
    func end(_ version: VideoVersion, as status: VideoVersion.Status, _ reason: String) throws {
        try database.write {
            guard try store.find(version.id)?.fileKey == nil else { return }
            try store.set(status, error: reason, of: version.id)
            let word = status == .skipped ? "skipped" : "failed"
            let kind = status == .skipped ? "version" : "errored"
            try videos.tell(version.asset, kind, "\(version.size.label) \(word): \(reason)")
        }
    }

    /// Writes the result, in the transaction in which the file gets its name. False if it is no
    /// longer wanted.
    func publish(_ made: MadeVersion, as name: String, of version: VideoVersion) throws -> Bool {
        let changed = try database.execute(
            """
            UPDATE video_versions SET status = 'ready', progress_percent = NULL, error = NULL,
                width = \(made.size.width), height = \(made.size.height),
                size_bytes = \(made.bytes), file_key = \(name), updated_at = \(now)
            WHERE id = \(version.id.value) AND status = 'preparing' AND EXISTS (SELECT 1
                FROM video_assets AS a WHERE a.id = asset_id AND a.deleted_at IS NULL)
            """
        )
        guard changed == 1 else { return false }
        try videos.tell(
            version.asset,
            "ready",
            "\(version.size.label) is ready, \(ByteCount.text(made.bytes))"
        )
        return true
    }
}

extension Visit {
    var localVersions: LocalVersions {
        LocalVersions(database: database, now: now, site: site)
    }
}
