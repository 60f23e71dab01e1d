import Received
import SQLite
import Subtitles

/// A cue of the saved version of a track, as lists show it.
struct CaptionCue: Sendable, Equatable {
    let id: ID<CaptionCue>
    /// Counted from 0.
    var position: Int
    var start: MediaTime
    /// Nil if unknown.
    var end: MediaTime?
    /// Without markup.
    var text: String

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        position = try row.int(1)
        start = MediaTime(milliseconds: try row.int(2))
        end = try row.intOrNil(3).map { MediaTime(milliseconds: $0) }
        text = try row.text(4)
    }

    static let columns: SQL = "id, position, start_ms, end_ms, text"

    /// Whether a cue of a document is the same.
    fileprivate func isLike(_ cue: Cue) -> Bool {
        start == cue.start && end == cue.end
            && (text == cue.text && text.utf8.elementsEqual(cue.text.utf8))
    }
}

/// Keeps the cues of tracks, and the words by which they are found, like the saved document. All of it
/// is part of its caller’s transaction.
struct CaptionCues {
    let database: Database

    func all(of track: ID<CaptionTrack>) throws -> [CaptionCue] {
        try database.all(
            """
            SELECT \(sql: CaptionCue.columns) FROM caption_cues WHERE track_id = \(track.value)
            ORDER BY position
            """,
            CaptionCue.init
        )
    }

    /// Writes the cues that differ from those of before. A cue keeps its number if it stays in its
    /// place, or moves because others before it come or go.
    func write(_ cues: [Cue], of track: CaptionTrack) throws {
        let facets = CaptionTrack.facets(track.language, track.kind)
        let before = try all(of: track.id)
        let head = zip(before, cues).prefix { $0.isLike($1) }.count
        let most = min(before.count, cues.count) - head
        let tail = zip(before.reversed(), cues.reversed()).prefix(most)
            .prefix { $0.isLike($1) }.count
        let (old, new) = (before[head..<(before.count - tail)], cues[head..<(cues.count - tail)])
        for (row, cue) in zip(old, new) where !row.isLike(cue) { try change(row, to: cue, facets) }
        for row in old.dropFirst(new.count) { try remove(row) }
        if tail > 0, old.count != new.count {
            try database.execute(
                """
                UPDATE caption_cues SET position = position + \(new.count - old.count)
                WHERE track_id = \(track.id.value) AND position >= \(before.count - tail)
                """
            )
        }
        for (index, cue) in zip(new.indices, new).dropFirst(old.count) {
            try insert(cue, at: index, of: track.id, facets)
        }
    }

    /// Writes the words of a track anew, whose language or kind is another now.
    func refind(_ track: CaptionTrack) throws {
        let facets = CaptionTrack.facets(track.language, track.kind)
        try database.execute(
            """
            UPDATE caption_words SET facets = \(facets)
            WHERE rowid IN (SELECT id FROM caption_cues WHERE track_id = \(track.id.value))
            """
        )
    }

    /// Removes a track with all that is kept of it; its file is no longer needed then.
    func removeTrack(_ track: ID<CaptionTrack>) throws {
        try database.execute(
            """
            DELETE FROM caption_words
            WHERE rowid IN (SELECT id FROM caption_cues WHERE track_id = \(track.value))
            """
        )
        try database.execute("DELETE FROM caption_tracks WHERE id = \(track.value)")
    }

    func removeTracks(of video: ID<VideoAsset>) throws {
        let tracks = try database.all(
            "SELECT id FROM caption_tracks WHERE asset_id = \(video.value)"
        ) { ID<CaptionTrack>(try $0.int(0)) }
        for track in tracks { try removeTrack(track) }
    }

    // MARK: Single cues

    private func insert(_ cue: Cue, at position: Int, of track: ID<CaptionTrack>, _ facets: String)
        throws
    {
        try database.execute(
            """
            INSERT INTO caption_cues (track_id, position, start_ms, end_ms, text)
            VALUES (\(track.value), \(position), \(cue.start.milliseconds), \(cue.end?.milliseconds),
                \(cue.text))
            """
        )
        try database.execute(
            """
            INSERT INTO caption_words (rowid, words, facets)
            VALUES (\(Int(database.lastInsertedID)), \(Folding.fold(cue.text)), \(facets))
            """
        )
    }

    private func change(_ row: CaptionCue, to cue: Cue, _ facets: String) throws {
        try database.execute(
            """
            UPDATE caption_cues SET start_ms = \(cue.start.milliseconds),
                end_ms = \(cue.end?.milliseconds), text = \(cue.text)
            WHERE id = \(row.id.value)
            """
        )
        guard !row.text.utf8.elementsEqual(cue.text.utf8) else { return }
        try database.execute(
            """
            UPDATE caption_words SET words = \(Folding.fold(cue.text))
            WHERE rowid = \(row.id.value)
            """
        )
    }

    private func remove(_ row: CaptionCue) throws {
        try database.execute("DELETE FROM caption_words WHERE rowid = \(row.id.value)")
        try database.execute("DELETE FROM caption_cues WHERE id = \(row.id.value)")
    }
}
