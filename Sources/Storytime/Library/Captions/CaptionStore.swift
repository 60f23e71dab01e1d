import SQLite
import Subtitles

/// A version of a track: what it was when it was saved.
struct CaptionVersion: Sendable, Equatable {
    let number: Int
    let madeAt: Int
    let userID: Int?
    let userName: String
    /// What was done, in a few words.
    let note: String
    let cueCount: Int
}

/// Reads and changes caption tracks: each change in a transaction of its own, together with the cues,
/// the version, the file for players and the entry in the audit log. A program that is killed leaves
/// the old track or the new one, and at most a file that no row names (`VideoCleaner`).
struct CaptionStore {
    /// How many versions of a track are kept; older ones are forgotten.
    static let keptVersions = 50

    /// Why a change wasn’t made.
    enum Refusal: Error, Equatable {
        /// Someone saved in between; that is how the track is now.
        case changedMeanwhile(CaptionTrack)
    }

    let database: Database
    let now: Int
    let folder: VideoFolder

    init(database: Database, now: Int, folder: VideoFolder) {
        self.database = database
        self.now = now
        self.folder = folder
    }

    init(_ site: Site, _ database: Database, now: Int) {
        self.init(database: database, now: now, folder: VideoFolder(site.configuration))
    }

    var rows: CaptionTracks { CaptionTracks(database: database, now: now) }
    var videos: VideoStore { VideoStore(database: database, now: now) }

    // MARK: Reading

    func find(_ id: ID<CaptionTrack>) throws -> CaptionTrack { try rows.find(id) }

    /// A track of this video, and no other.
    func find(_ id: ID<CaptionTrack>, of video: ID<VideoAsset>) throws -> CaptionTrack {
        let track = try find(id)
        guard track.video == video else { throw Failure.notFound }
        return track
    }

    func tracks(of video: ID<VideoAsset>) throws -> [CaptionTrack] {
        try videos.captions(of: video)
    }

    /// The whole document, as it was saved last. One that an earlier version of the program kept is
    /// read from its file until its cues are here; of one that can’t be read there is no document.
    func document(of track: CaptionTrack) throws -> Captions {
        if let number = track.savedVersion { return try document(of: track.id, version: number) }
        guard let file = track.fileKey,
            let bytes = try? Folder.read(folder.path(of: file)).bytes,
            let document = try? Captions.read(bytes)
        else { throw Failure.notFound }
        return document
    }

    func document(of track: ID<CaptionTrack>, version: Int) throws -> Captions {
        let packed = try database.first(
            """
            SELECT document FROM caption_versions
            WHERE track_id = \(track.value) AND number = \(version)
            """
        ) { try $0.blob(0) }
        guard let packed else { throw Failure.notFound }
        return try CaptionDocument.unpack(packed)
    }

    /// Cues in their order, from a position.
    func cues(of track: ID<CaptionTrack>, from position: Int = 0, limit: Int) throws
        -> [CaptionCue]
    {
        try database.all(
            """
            SELECT \(sql: CaptionCue.columns) FROM caption_cues
            WHERE track_id = \(track.value) AND position >= \(position)
            ORDER BY position LIMIT \(limit)
            """,
            CaptionCue.init
        )
    }

    /// The newest first; those before one of them, if one is given.
    func versions(of track: ID<CaptionTrack>, before number: Int = .max, limit: Int) throws
        -> [CaptionVersion]
    {
        try database.all(
            """
            SELECT number, made_at, user_id, user_name, note, cue_count FROM caption_versions
            WHERE track_id = \(track.value) AND number < \(number)
            ORDER BY number DESC LIMIT \(limit)
            """,
            Self.version
        )
    }

    private static func version(_ row: Row) throws -> CaptionVersion {
        CaptionVersion(
            number: try row.int(0),
            madeAt: try row.int(1),
            userID: try row.intOrNil(2),
            userName: try row.text(3),
            note: try row.text(4),
            cueCount: try row.int(5)
        )
    }
}

extension Visit {
    var captions: CaptionStore { CaptionStore(site, database, now: now) }
}
