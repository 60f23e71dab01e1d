import Glibc
import SQLite

/// Removes video files that nobody needs any more: those of deleted videos, those of uploads that
/// nobody continues or gives to a book, and those that no row names.
///
/// A file only gets its name in the folder of videos in a transaction that also names it in a row.
/// So code that has the turn to write knows for certain whether a file is needed.
struct VideoCleaner {
    /// How long a failed video can be tried again with its source.
    static let sourceSeconds = 7 * 86_400
    /// How many deleted videos have their files removed at once; the next round continues.
    private static let roundLimit = 100

    let database: Database
    let now: Int
    let folder: VideoFolder

    init(_ site: Site, _ database: Database, now: Int) {
        self.init(database: database, now: now, folder: VideoFolder(site.configuration))
    }

    init(database: Database, now: Int, folder: VideoFolder) {
        self.database = database
        self.now = now
        self.folder = folder
    }

    /// Removes what is found quickly: deleted videos and abandoned uploads. To be called often.
    func removeDeleted() throws {
        let videos = try database.all(
            """
            SELECT id FROM video_assets
            WHERE provider = 'local' AND deleted_at IS NOT NULL AND file_key IS NOT NULL
            ORDER BY id LIMIT \(Self.roundLimit)
            """
        ) { ID<VideoAsset>(try $0.int(0)) }
        for id in videos { try removeFiles(of: id) }
        let sources = try database.all(
            """
            SELECT s.asset_id FROM video_sources AS s CROSS JOIN video_assets AS a ON a.id = s.asset_id
            WHERE a.deleted_at IS NOT NULL
                OR a.status = 'errored' AND a.news_at <= \(now - Self.sourceSeconds)
            ORDER BY s.asset_id LIMIT \(Self.roundLimit)
            """
        ) { ID<VideoAsset>(try $0.int(0)) }
        for id in sources { try removeSource(of: id) }
        let uploads = VideoUploadStore(
            database: database,
            now: now,
            folder: folder,
            disk: Disk()
        )
        try uploads.removeOld()
        try WaitingFileStore(database: database, now: now).removeOld(from: folder)
    }

    /// Walks through the folder once. It only takes the turn to write to remove something.
    func removeOrphans() throws {
        for name in (try? Folder.names(in: folder.path)) ?? [] {
            guard let file = OwnedFile(name), try !isNeeded(file) else { continue }
            try database.write {
                if try !isNeeded(file) { folder.remove(name) }
            }
        }
    }

    // MARK: Parts

    private func removeFiles(of id: ID<VideoAsset>) throws {
        let names = try database.write {
            let store = VideoStore(database: database, now: now)
            let files = try store.find(id).files
            try database.execute(
                """
                UPDATE video_assets SET file_key = NULL, poster_key = NULL,
                    chosen_poster_key = NULL, storyboard_key = NULL
                WHERE id = \(id.value)
                """
            )
            let versions = try database.all(
                "DELETE FROM video_versions WHERE asset_id = \(id.value) RETURNING file_key"
            ) { try $0.textOrNil(0) }
            let times = files.storyboard.map(VideoFolder.storyboardTimes)
            let own = [files.video, files.poster, files.chosenPoster, files.storyboard, times]
            return (own + versions).compactMap(\.self)
        }
        names.forEach(folder.remove)
    }

    private func removeSource(of id: ID<VideoAsset>) throws {
        let name = try database.first(
            "DELETE FROM video_sources WHERE asset_id = \(id.value) RETURNING file_key"
        ) { try $0.textOrNil(0) }.flatMap(\.self)
        if let name { folder.remove(name) }
    }

    /// A file that this program has named; other files there are not ours to remove.
    private enum OwnedFile {
        case upload(String)
        case made(ID<VideoAsset>, String)

        init?(_ name: String) {
            let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            if parts[0] + "-" == VideoFolder.uploadPrefix {
                self = .upload(name)
            } else if let id = ID<VideoAsset>(pathSegment: parts[0]) {
                self = .made(id, name)
            } else {
                return nil
            }
        }
    }

    private func isNeeded(_ file: OwnedFile) throws -> Bool {
        switch file {
        case .upload(let name):
            let key = name.dropFirst(VideoFolder.uploadPrefix.count)
            return try isThere("SELECT 1 FROM video_uploads WHERE key = \(String(key))")
                || isThere("SELECT 1 FROM video_sources WHERE file_key = \(name)")
                || isThere("SELECT 1 FROM waiting_files WHERE file_key = \(name)")
        case .made(let id, let name):
            // The times of a storyboard are named after its picture.
            let picture = name.hasSuffix(".vtt") ? name.dropLast(3) + "webp" : name[...]
            return try isThere(
                """
                SELECT 1 FROM video_assets WHERE id = \(id.value) AND deleted_at IS NULL
                    AND (file_key = \(name) OR poster_key = \(name) OR chosen_poster_key = \(name)
                        OR storyboard_key IN (\(name), \(String(picture)))
                        OR EXISTS (SELECT 1 FROM caption_tracks
                            WHERE asset_id = \(id.value) AND file_key = \(name))
                        OR EXISTS (SELECT 1 FROM video_versions
                            WHERE asset_id = \(id.value) AND file_key = \(name)))
                """
            )
        }
    }

    private func isThere(_ sql: SQL) throws -> Bool {
        try database.first(sql) { _ in true } ?? false
    }
}
