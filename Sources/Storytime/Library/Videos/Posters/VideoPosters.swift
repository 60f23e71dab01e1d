import HTTP
import SQLite
import Server

/// Gives videos the posters that people choose: a moment of the video, or a picture of their own.
///
/// The automatic poster stays beside the chosen one, so that it is back at once. A picture is made
/// while its admin waits: it takes less than a second, and they want to see it.
struct VideoPosters {
    /// Why there is no new poster, in words for people.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case programMissing
        case pastTheEnd(seconds: Int)
        case failed
        case changed

        var description: String {
            switch self {
            case .programMissing:
                "ffmpeg isn’t installed on this server, so no poster can be made. "
                    + "Install it, then try again."
            case .pastTheEnd(let seconds):
                "Enter a time before the end of the video, \(PlayingTime.text(seconds))."
            case .failed: "No poster could be made of this. Choose another."
            case .changed: "The video has changed, so this is no longer possible."
            }
        }
    }

    /// Longer than any sound file takes; shorter than a person waits.
    private static let limitSeconds = 20

    let database: Database
    let now: Int
    let configuration: Configuration

    private var folder: VideoFolder { VideoFolder(configuration) }

    /// Whether a video can have another poster: it can be played.
    static func canChoose(_ asset: VideoAsset) -> Bool {
        asset.status == .ready && asset.deletedAt == nil
    }

    // MARK: Choosing

    /// A moment of the video. Mux makes the picture itself when it is asked for it.
    func choose(_ seconds: Int, of asset: VideoAsset, by actor: Actor) throws {
        if let length = asset.durationSeconds, seconds > 0, seconds >= length {
            throw Refusal.pastTheEnd(seconds: length)
        }
        guard asset.provider == .local else {
            return try write(nil, seconds, of: asset, by: actor)
        }
        guard let video = asset.files.video, let width = asset.picture.width,
            let height = asset.picture.height
        else { throw Refusal.failed }
        try make(for: asset, seconds: seconds, by: actor) { work in
            let size = PixelSize(width, height)
            return ["-ss", "\(seconds)"] + VideoProbe.reading + [
                "-i", "file:" + folder.path(of: video), "-map", "0:v:0",
            ] + Self.output(filters: [], size, to: work)
        }
    }

    /// A picture that somebody brought.
    func choose(_ image: ImageFile, for asset: VideoAsset, by actor: Actor) throws {
        try make(for: asset, seconds: nil, by: actor) { work in
            let source = "\(work)/picture.\(image.format.fileExtension)"
            try NotSaved.unless(into: work) { try DurableFile.write(image.bytes, to: source) }
            return [
                "-threads", "1", "-protocol_whitelist", "file", "-noautorotate",
                "-f", "\(image.format)_pipe", "-i", "file:" + source,
            ] + Self.output(filters: image.orientation.filters, image.displayed, to: work)
        }
    }

    /// Back to the automatic one.
    func reset(_ asset: VideoAsset, by actor: Actor) throws {
        try write(nil, nil, of: asset, by: actor)
    }

    // MARK: Making

    private static func output(filters: [String], _ size: PixelSize, to work: String) -> [String] {
        let fitted = VideoPlan.fitted(size, MadeVideo.posterLongSide, MadeVideo.posterShortSide)
        let graph = filters + [VideoPlan.pictureFilters(fitted)]
        return [
            "-frames:v", "1", "-vf", graph.joined(separator: ","), "-map_metadata", "-1",
            "-c:v", "libwebp", "-quality", "80", "-f", "webp", "file:\(work)/poster.webp",
        ]
    }

    /// Makes a picture in a folder of its own, which is gone afterwards, or at the next start.
    private func make(
        for asset: VideoAsset,
        seconds: Int?,
        by actor: Actor,
        _ arguments: (_ work: String) throws -> [String]
    ) throws {
        guard let ffmpeg = ProgramFile.path(of: configuration.ffmpeg) else {
            throw Refusal.programMissing
        }
        let work = try JobFolder.makeTemporary(configuration)
        defer { JobFolder.remove(work) }
        try run(ffmpeg, ["-nostdin", "-v", "error", "-y"] + arguments(work))
        let path = work + "/poster.webp"
        do {
            // Read like any other picture, which also removes what ffmpeg writes about itself.
            let picture = try ImageFile(try Folder.read(path).bytes)
            try NotSaved.unless(into: work) { try DurableFile.write(picture.bytes, to: path) }
        } catch let error where error is ImageRefusal || error is FileError {
            throw Refusal.failed
        }
        try write(path, seconds, of: asset, by: actor)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let deadline = ContinuousClock.now + .seconds(Self.limitSeconds)
        var child = try ChildProcess(
            program,
            arguments,
            largestFileBytes: VideoTools.smallFileBytes
        )
        var end = child.wait(orReadable: -1)
        while end == nil {
            guard ContinuousClock.now < deadline else { throw Refusal.failed }
            end = child.wait(orReadable: -1)
        }
        guard end == .exited(0) else { throw Refusal.failed }
    }

    // MARK: Writing

    /// The picture gets its name in the transaction that names it; the one before goes after that.
    private func write(_ picture: String?, _ seconds: Int?, of asset: VideoAsset, by actor: Actor)
        throws
    {
        let store = VideoStore(database: database, now: now)
        let name = try picture.map { _ in
            "\(asset.id)-\(Base64URL.encode(try Random.bytes(12)))-poster.webp"
        }
        let former = try database.write {
            let before = try store.find(asset.id)
            guard Self.canChoose(before) else { throw Refusal.changed }
            try database.execute(
                """
                UPDATE video_assets SET chosen_poster_key = \(name), poster_seconds = \(seconds),
                    version = version + 1, updated_at = \(now) WHERE id = \(asset.id.value)
                """
            )
            if let picture, let name {
                try NotSaved.unless(into: folder.path) { try Folder.make(folder.path) }
                try folder.take([(path: picture, name: name)])
            }
            let words = Self.words(picture != nil, seconds)
            try store.tell(asset.id, "updated", "Poster: \(words)", by: actor)
            try AuditLog(database, now).write(
                actor,
                "updated",
                asset.subject,
                [
                    Change(
                        "poster",
                        Self.words(before.files.chosenPoster != nil, before.posterSeconds),
                        words
                    )
                ]
            )
            return before.files.chosenPoster
        }
        if let former { folder.remove(former) }
    }

    private static func words(_ hasPicture: Bool, _ seconds: Int?) -> String {
        if let seconds { return "at \(PlayingTime.text(seconds))" }
        return hasPicture ? "a picture of its own" : "automatic"
    }
}

extension Visit {
    var videoPosters: VideoPosters {
        VideoPosters(database: database, now: now, configuration: site.configuration)
    }
}
