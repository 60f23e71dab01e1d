import SQLite

/// Reads and writes the rows of versions.
struct VideoVersionStore {
    let database: Database
    let now: Int

    // MARK: Reading

    /// A video's versions, the largest first.
    func all(of id: ID<VideoAsset>) throws -> [VideoVersion] {
        try database.all(
            "SELECT \(sql: VideoVersion.columns) FROM video_versions WHERE asset_id = \(id.value)",
            VideoVersion.init
        ).sorted { $0.size.shortSide > $1.size.shortSide }
    }

    /// The versions of several videos, the largest first.
    func all(of ids: [ID<VideoAsset>]) throws -> [ID<VideoAsset>: [VideoVersion]] {
        guard !ids.isEmpty else { return [:] }
        var versions: [ID<VideoAsset>: [VideoVersion]] = [:]
        try database.each(
            """
            SELECT \(sql: VideoVersion.columns) FROM video_versions
            WHERE asset_id IN \(list: ids.map(\.value))
            """
        ) { row in
            let version = try VideoVersion(row)
            versions[version.asset, default: []].append(version)
        }
        return versions.mapValues { $0.sorted { $0.size.shortSide > $1.size.shortSide } }
    }

    func find(_ id: ID<VideoVersion>, of asset: ID<VideoAsset>) throws -> VideoVersion {
        guard let version = try find(id), version.asset == asset else { throw Failure.notFound }
        return version
    }

    func find(_ id: ID<VideoVersion>) throws -> VideoVersion? {
        try database.first(
            "SELECT \(sql: VideoVersion.columns) FROM video_versions WHERE id = \(id.value)",
            VideoVersion.init
        )
    }

    func find(_ size: VideoSize, of id: ID<VideoAsset>) throws -> VideoVersion? {
        try database.first(
            """
            SELECT \(sql: VideoVersion.columns) FROM video_versions
            WHERE asset_id = \(id.value) AND size = \(size.rawValue)
            """,
            VideoVersion.init
        )
    }

    /// Those of some videos that have a size, whatever became of it.
    func having(_ size: VideoSize, among ids: [ID<VideoAsset>]) throws -> Set<ID<VideoAsset>> {
        guard !ids.isEmpty else { return [] }
        return Set(
            try database.all(
                """
                SELECT asset_id FROM video_versions
                WHERE size = \(size.rawValue) AND asset_id IN \(list: ids.map(\.value))
                """
            ) { ID<VideoAsset>(try $0.int(0)) }
        )
    }

    /// How much space the files take that were made here.
    struct Space: Sendable, Equatable {
        var files = 0
        var bytes = 0
    }

    func space() throws -> Space {
        try database.first(
            """
            SELECT count(*), coalesce(sum(size_bytes), 0) FROM video_versions
            WHERE file_key IS NOT NULL
            """
        ) { Space(files: try $0.int(0), bytes: try $0.int(1)) } ?? Space()
    }

    // MARK: Writing, inside a transaction

    func insert(_ size: VideoSize, of asset: ID<VideoAsset>) throws -> ID<VideoVersion> {
        try database.execute(
            """
            INSERT INTO video_versions (asset_id, size, status, created_at, updated_at)
            VALUES (\(asset.value), \(size.rawValue), 'waiting', \(now), \(now))
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    func set(_ status: VideoVersion.Status, error: String? = nil, of id: ID<VideoVersion>) throws {
        try database.execute(
            """
            UPDATE video_versions SET status = \(status.rawValue), progress_percent = NULL,
                error = \(error.map { String($0.prefix(2000)) }), updated_at = \(now)
            WHERE id = \(id.value) AND file_key IS NULL
            """
        )
    }

    func remove(_ id: ID<VideoVersion>) throws {
        try database.execute("DELETE FROM video_versions WHERE id = \(id.value)")
    }

    /// Removes those of a deleted video that have no file here. The others go with their files
    /// (`VideoCleaner`).
    func removeUnmade(of asset: ID<VideoAsset>) throws {
        try database.execute(
            "DELETE FROM video_versions WHERE asset_id = \(asset.value) AND file_key IS NULL"
        )
    }
}

extension Visit {
    var videoVersions: VideoVersionStore { VideoVersionStore(database: database, now: now) }
}
