import HTTP
import SQLite
import Server

/// Captions for a video on this server that somebody brought as a file.
struct NewCaptions: Sendable {
    let file: CaptionFile
    /// Nil for the language of the book.
    var language: String?
    var label = ""
    var kind = CaptionTrack.Kind.subtitles

    init(_ file: CaptionFile, language: String?, label: String = "", kind: CaptionTrack.Kind) {
        self.file = file
        self.language = language
        self.label = label
        self.kind = kind
    }

    /// As the name beside the video says.
    init(_ file: CaptionFile, _ name: CaptionName) {
        self.init(file, language: name.language, kind: name.kind)
    }
}

extension LocalVideos {
    /// Keeps captions in the folder of videos, in the transaction that gives them to the video. A
    /// program that is killed in it leaves at most a file that no row names (`VideoCleaner`).
    func keep(_ captions: NewCaptions, for asset: VideoAsset) throws {
        let folder = VideoFolder(site.configuration)
        let name = "\(asset.id)-\(Base64URL.encode(try Random.bytes(12)))-captions.vtt"
        try Folder.make(folder.path)
        do {
            try DurableFile.write(captions.file.text, to: folder.path(of: name))
        } catch {
            throw error.isDiskFull ? Failure.diskFull : error
        }
        let language = try captions.language ?? language(of: asset) ?? "und"
        try database.execute(
            """
            INSERT INTO caption_tracks (asset_id, language, label, kind, origin, status, file_key,
                created_at, updated_at)
            VALUES (\(asset.id.value), \(language), \(captions.label), \(captions.kind.rawValue),
                'uploaded', 'ready', \(name), \(now), \(now))
            """
        )
    }

    /// Adds captions to a video that is here.
    func add(_ captions: NewCaptions, to id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let asset = try find(id)
            try keep(captions, for: asset)
            try videos.tell(id, "captions", "Captions “\(captions.label)” added", by: actor)
            try touch(id)
        }
    }

    /// Deletes captions that somebody brought; those inside the video's file stay with it.
    func delete(_ track: CaptionTrack, of id: ID<VideoAsset>, by actor: Actor) throws {
        try database.write {
            let name = track.label.isEmpty ? track.language : track.label
            try database.execute("DELETE FROM caption_tracks WHERE id = \(track.id.value)")
            try videos.tell(id, "captions", "Captions “\(name)” removed", by: actor)
            try touch(id)
        }
        if let file = track.fileKey { VideoFolder(site.configuration).remove(file) }
    }

    private func touch(_ id: ID<VideoAsset>) throws {
        try database.execute(
            """
            UPDATE video_assets SET version = version + 1, updated_at = \(now)
            WHERE id = \(id.value)
            """
        )
    }

    private func language(of asset: VideoAsset) throws -> String? {
        guard let book = asset.bookID else { return nil }
        return try database.first("SELECT language FROM books WHERE id = \(book.value)") {
            try $0.textOrNil(0)
        }.flatMap(\.self)
    }
}
