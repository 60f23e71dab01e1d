import Received
import SQLite

/// The result of an attempt at a video, in the folder of its job.
struct MadeVideo {
    /// The maximum size of a poster: a player on a page shows it no larger.
    static let (posterLongSide, posterShortSide) = (1280.0, 720.0)
    /// Far enough to skip black pictures at the beginning; a tenth of a short video.
    private static let posterSeconds = 10.0
    /// How many pictures are compared, to take the one most like all of them.
    private static let posterChoice = 24

    let video: String
    let container: VideoContainer
    let seconds: Double
    /// As people see it.
    let size: PixelSize
    let codec: String?
    var contents = VideoContents()
    var poster: String?
    var storyboard: (picture: String, times: String)?
    var captions: [NewCaptions] = []

    /// A bit into the film, where titles are over.
    var posterStart: Double { min(Self.posterSeconds, seconds / 10) }

    func posterArguments(_ size: PixelSize, from start: Double, to output: String) -> [String] {
        let graph = VideoPlan.pictureFilters(size) + ",thumbnail=\(Self.posterChoice)"
        return ["-nostdin", "-v", "error", "-y"] + VideoProbe.reading + [
            "-ss", "\(start)", "-i", "file:" + video, "-map", "0:v:0", "-frames:v", "1",
            "-vf", graph, "-c:v", "libwebp", "-quality", "80", "-f", "webp", "file:" + output,
        ]
    }

    /// The files, with their final names.
    struct Named {
        var all: [(path: String, name: String)] = []
        var keys = VideoAsset.Files()
    }

    /// Names that are new and that nobody can guess.
    func named(for id: ID<VideoAsset>) throws -> Named {
        let stem = "\(id)-\(Base64URL.encode(try Random.bytes(12)))"
        var named = Named()
        let add = { (path: String, end: String) -> String in
            named.all.append((path, stem + end))
            return stem + end
        }
        named.keys.video = add(video, ".\(container)")
        named.keys.poster = poster.map { add($0, "-poster.webp") }
        if let storyboard {
            named.keys.storyboard = add(storyboard.picture, "-storyboard.webp")
            _ = add(storyboard.times, "-storyboard.vtt")
        }
        return named
    }
}

extension VideoStore {
    /// Notes that a new video is being made, for those who make it at once.
    func begin(_ id: ID<VideoAsset>) throws {
        try database.execute(
            """
            UPDATE video_assets SET status = 'preparing' WHERE id = \(id.value)
                AND status = 'waiting'
            """
        )
    }

    /// Writes the texts of the film one by one before it is published, because each may be large and others wait
    /// meanwhile. What an attempt that was cut off has written makes room for them. False if the video is no longer
    /// wanted.
    func keepTexts(
        of made: MadeVideo,
        as id: ID<VideoAsset>,
        in folder: VideoFolder,
        beat: () throws -> Void = {}
    ) throws -> Bool {
        guard try find(id).status == .preparing else { return false }
        let store = CaptionStore(database: database, now: now, folder: folder)
        for track in try captions(of: id) where track.origin == .embedded {
            try database.write { try store.rows.remove(track) }
        }
        for captions in made.captions {
            try beat()
            var asset = try find(id)
            guard asset.status == .preparing else { return false }
            asset.durationSeconds = Int(clamping: made.seconds.rounded())
            try store.add(captions, to: asset, by: .program)
        }
        return true
    }

    /// Writes the result, in the transaction in which the files get their names. False if it is no
    /// longer wanted.
    func publish(
        _ made: MadeVideo,
        _ files: MadeVideo.Named,
        as id: ID<VideoAsset>
    ) throws -> Bool {
        let bytes = VideoFolder.bytes(at: made.video)
        let changed = try database.execute(
            """
            UPDATE video_assets SET status = 'ready', progress_percent = NULL, error = NULL,
                error_code = NULL, duration_seconds = \(Int(clamping: made.seconds.rounded())),
                width = \(made.size.width), height = \(made.size.height),
                resolution = \("\(min(made.size.width, made.size.height))p"),
                aspect_ratio = \(made.aspectRatio), codec = \(made.codec), size_bytes = \(bytes),
                file_key = \(files.keys.video), poster_key = \(files.keys.poster),
                storyboard_key = \(files.keys.storyboard), news_at = \(now),
                version = version + 1, updated_at = \(now)
            WHERE id = \(id.value) AND status = 'preparing' AND deleted_at IS NULL
            """
        )
        guard changed == 1 else { return false }
        try write(made.contents, of: id)
        try tell(id, "ready", "Ready to play")
        if let book = try find(id).bookID { try settle(book) }
        return true
    }
}

extension MadeVideo {
    /// In the smallest numbers: "16:9".
    fileprivate var aspectRatio: String {
        var (a, b) = (size.width, size.height)
        while b > 0 { (a, b) = (b, a % b) }
        return a > 0 ? "\(size.width / a):\(size.height / a)" : "1:1"
    }
}
