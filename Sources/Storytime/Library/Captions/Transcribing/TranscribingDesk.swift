import SQLite

/// The tracks that are still to be transcribed: who wants them, and how far they are.
struct TranscribingDesk {
    private let store: CaptionStore

    init(_ store: CaptionStore) {
        self.store = store
    }

    private var database: Database { store.database }

    /// Makes a track, and queues the job that gives it its cues. One that failed is tried again; one
    /// that is under way is left alone, and false returned.
    func want(_ language: String, of video: VideoAsset, by actor: Actor) throws -> Bool {
        try database.write {
            let known = try database.first(
                """
                SELECT \(sql: CaptionTrack.columns) FROM caption_tracks
                WHERE asset_id = \(video.id.value) AND language = \(language)
                    AND origin = 'generated' AND mux_track_id IS NULL
                    AND saved_version IS NULL ORDER BY id DESC LIMIT 1
                """,
                CaptionTrack.init
            )
            guard known?.status != .preparing else { return false }
            let id = try known?.id ?? insert(language, video)
            _ = try begin(id)
            let jobs = JobStore(database: database, now: store.now)
            let payload = Transcribing.Payload(track: id.value)
            try jobs.forgetFailed(.transcribe, payload)
            try jobs.add(.transcribe, payload, label: "Captions for \(video.subject.label)")
            let place = language == "und" ? "" : " in \(LanguageTag.shownName(of: language))"
            try store.videos.tell(
                video.id,
                "captions",
                "Transcribing\(place) requested",
                by: actor
            )
            return true
        }
    }

    private func insert(_ language: String, _ video: VideoAsset) throws -> ID<CaptionTrack> {
        let isShown = try !store.rows.isAnyShown(of: video.id, language, .subtitles)
        try database.execute(
            """
            INSERT INTO caption_tracks (asset_id, language, label, kind, origin, status,
                is_shown, created_at, updated_at)
            VALUES (\(video.id.value), \(language), '', 'subtitles', 'generated', 'preparing',
                \(isShown), \(store.now), \(store.now))
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    /// Marks a track as being prepared. Nil if it is gone, or has its cues.
    func begin(_ id: ID<CaptionTrack>) throws -> CaptionTrack? {
        let changed = try database.execute(
            """
            UPDATE caption_tracks SET status = 'preparing', error = NULL
            WHERE id = \(id.value) AND origin = 'generated' AND saved_version IS NULL
            """
        )
        return changed == 1 ? try store.find(id) : nil
    }

    /// How far the job of a track is, in percent; nil while it waits for its turn.
    func progress(of track: ID<CaptionTrack>) throws -> Int? {
        let jobs = JobStore(database: database, now: store.now)
        guard
            let id = try jobs.unfinished(.transcribe, Transcribing.Payload(track: track.value)),
            case let job = try jobs.find(id), job.state == .running
        else { return nil }
        return job.progress
    }

    /// Whether the track is still there.
    static func isWanted(_ id: ID<CaptionTrack>, _ database: Database) throws -> Bool {
        try database.first(
            "SELECT 1 FROM caption_tracks WHERE id = \(id.value) AND saved_version IS NULL"
        ) { _ in true } ?? false
    }

    /// Notes why nothing came of it.
    static func fail(
        _ id: ID<CaptionTrack>,
        _ reason: String,
        _ database: Database,
        now: Int
    ) throws {
        try database.execute(
            """
            UPDATE caption_tracks SET status = 'errored', error = \(String(reason.prefix(2000))),
                updated_at = \(now)
            WHERE id = \(id.value) AND status = 'preparing'
            """
        )
    }
}
