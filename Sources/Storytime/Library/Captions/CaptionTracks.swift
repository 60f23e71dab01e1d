import SQLite

/// The rows of caption tracks, with their places among each other: of those with one language and kind,
/// players get one. All changes are part of their caller’s transaction.
struct CaptionTracks {
    let database: Database
    let now: Int

    var cues: CaptionCues { CaptionCues(database: database) }

    func find(_ id: ID<CaptionTrack>) throws -> CaptionTrack {
        let track = try database.first(
            "SELECT \(sql: CaptionTrack.columns) FROM caption_tracks WHERE id = \(id.value)",
            CaptionTrack.init
        )
        guard let track else { throw Failure.notFound }
        return track
    }

    /// Changes what is said about a track. The place that it had among its likes is only kept if
    /// nobody has it where it goes.
    func describe(
        _ before: CaptionTrack,
        _ language: String,
        _ label: String,
        _ kind: CaptionTrack.Kind
    ) throws -> CaptionTrack {
        let moves = before.language != language || before.kind != kind
        guard moves || before.label != label else { return before }
        let isShown =
            try moves ? !isAnyShown(of: before.video, language, kind) : before.isShown
        try database.execute(
            """
            UPDATE caption_tracks SET language = \(language), label = \(label),
                kind = \(kind.rawValue), is_shown = \(isShown),
                is_default = \(before.isDefault && isShown), version = version + 1,
                updated_at = \(now)
            WHERE id = \(before.id.value)
            """
        )
        let after = try find(before.id)
        if moves { try cues.refind(after) }
        return after
    }

    /// Removes a track with all its versions. If players had it, they get the newest of those that are
    /// left in its language: rather all that is said than what is forced.
    func remove(_ track: CaptionTrack) throws {
        try cues.removeTrack(track.id)
        guard track.isShown else { return }
        try database.execute(
            """
            UPDATE caption_tracks SET is_shown = 1 WHERE id = (
                SELECT id FROM caption_tracks
                WHERE asset_id = \(track.video.value) AND language = \(track.language)
                    AND kind = \(track.kind.rawValue)
                ORDER BY status = 'ready' DESC, instr(lower(label), \(CaptionTrack.forcedWord)) > 0,
                    id DESC LIMIT 1)
            """
        )
    }

    /// Whether players already get such a track.
    func isAnyShown(of video: ID<VideoAsset>, _ language: String, _ kind: CaptionTrack.Kind) throws
        -> Bool
    {
        try database.first(
            """
            SELECT 1 FROM caption_tracks WHERE asset_id = \(video.value)
                AND language = \(language) AND kind = \(kind.rawValue) AND is_shown = 1
            """
        ) { _ in true } ?? false
    }

    /// Whether players already get all that is said. What is forced makes way for that.
    func isWholeShown(
        of video: ID<VideoAsset>,
        _ language: String,
        _ kind: CaptionTrack.Kind
    ) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM caption_tracks WHERE asset_id = \(video.value)
                AND language = \(language) AND kind = \(kind.rawValue) AND is_shown = 1
                AND instr(lower(label), \(CaptionTrack.forcedWord)) = 0
            """
        ) { _ in true } ?? false
    }

    /// Takes the place of the one that players have.
    func hideOthers(
        of video: ID<VideoAsset>,
        _ language: String,
        _ kind: CaptionTrack.Kind
    ) throws {
        try database.execute(
            """
            UPDATE caption_tracks SET is_shown = 0, is_default = 0, version = version + 1,
                updated_at = \(now)
            WHERE asset_id = \(video.value) AND language = \(language)
                AND kind = \(kind.rawValue) AND is_shown = 1
            """
        )
    }
}
