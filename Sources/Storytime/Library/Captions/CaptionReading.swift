import SQLite
import Subtitles

/// Reads the cues of tracks that an earlier version of the program kept as files only, one after the
/// other. A track is read once: what was read before the program ended needn’t be read again.
struct CaptionReading: Codable, Sendable {
    /// Queues it if any track is still to be read.
    static func queueMissed(_ site: Site, _ jobs: JobStore) throws {
        let isAnyUnread = try jobs.database.first(
            """
            SELECT 1 FROM caption_tracks INDEXED BY caption_tracks_unread
            WHERE saved_version IS NULL AND file_key IS NOT NULL LIMIT 1
            """
        ) { _ in true }
        guard isAnyUnread == true else { return }
        try jobs.forgetFailed(.readCaptions, CaptionReading())
        try jobs.add(.readCaptions, CaptionReading(), label: "Captions kept by an earlier version")
    }

    /// A file that can’t be read stays as it is: players still have it.
    static func run(_ run: JobRun) throws {
        let store = CaptionStore(run.site, run.database, now: run.now)
        var last = 0
        while let track = try next(after: last, run.database) {
            try run.beat()
            if let document = try? store.document(of: track),
                (try? CaptionFile.check(document)) != nil
            {
                _ = try store.fill(track.id, with: document, note: "Imported")
            }
            last = track.id.value
        }
    }

    private static func next(after last: Int, _ database: Database) throws -> CaptionTrack? {
        try database.first(
            """
            SELECT \(sql: CaptionTrack.columns) FROM caption_tracks INDEXED BY caption_tracks_unread
            WHERE saved_version IS NULL AND file_key IS NOT NULL AND id > \(last)
            ORDER BY id LIMIT 1
            """,
            CaptionTrack.init
        )
    }
}

extension JobKind {
    /// Reads the cues of tracks that are only files.
    static let readCaptions = JobKind(
        name: "read-captions",
        title: "Reading captions",
        queueMissed: CaptionReading.queueMissed,
        handle: CaptionReading.run
    )
}
