import Glibc
import HTTP
import Received
import SQLite
import Server
import Subtitles

/// Turns an uploaded file into something that every browser plays, with ffmpeg: the video itself,
/// a poster, a storyboard, captions. One attempt at it, on the worker of long jobs.
///
/// Everything is made in the job's own folder, which is gone with the attempt. At the end the
/// files get their names in one transaction with the rows that name them: a program that is killed
/// leaves either all of the video or nothing, and the source is kept until the video is ready.
struct VideoPreparation {
    /// The progress when a step begins, in percent; making the video takes nearly all of the time.
    private enum Step: Int {
        case video = 1
        case pictures = 90
        case captions = 97
    }

    /// Reading a file's head; a disk may be slow.
    private static let probeSeconds = 120
    /// A slow processor needs some ten times a video's length to make it.
    private static let (videoSeconds, videoSecondsPerSecond) = (3600, 20)

    let run: JobRun
    let id: ID<VideoAsset>
    let tools: VideoTools
    let folder: VideoFolder

    var videos: LocalVideos { LocalVideos(database: run.database, now: run.now, site: run.site) }

    static func handle(_ run: JobRun) throws {
        let id = ID<VideoAsset>(try run.payload(VideoPayload.self).video)
        guard let tools = VideoTools(run.site.configuration) else { throw JobRun.NotYet() }
        let videos = LocalVideos(database: run.database, now: run.now, site: run.site)
        guard let asset = try videos.begin(id) else { return try clearUp(after: id, run, nil) }
        let original: Inbox.Identity?
        do {
            original = try VideoPreparation(
                run: run,
                id: id,
                tools: tools,
                folder: VideoFolder(run.site.configuration)
            ).prepare(asset)
        } catch let trouble as VideoFailure {
            return try videos.fail(id, trouble)
        } catch let notSaved as NotSaved {
            run.site.vitals.lacks.noteNotSaved()
            return try videos.fail(id, .notSaved(notSaved))
        }
        try clearUp(after: id, run, original)
    }

    /// Returns the source, if it is in the inbox.
    private func prepare(_ asset: VideoAsset) throws -> Inbox.Identity? {
        let work = try run.folder()
        let source = try VideoSource(of: asset, videos, folder, beside: work) { try beat() }
        let probe = try probe(source.path, work + "/source.json")
        let plan = try plan(for: asset, probe, source.path, work)
        let needed = plan.neededBytes(source: source.size)
        if !run.site.vitals.disk.hasRoom(for: needed, in: work) {
            throw VideoFailure.diskFull(needed: needed)
        }
        do {
            let made = try make(plan, source, probe, work)
            try source.check()
            try publish(made)
            return source.original
        } catch Failure.diskFull {
            throw VideoFailure.diskFull(needed: needed)
        } catch let error as SystemError where error.isDiskFull {
            throw VideoFailure.diskFull(needed: needed)
        } catch let failure as ToolFailure {
            throw failure.trouble(needed: needed)
        }
    }

    // MARK: Making

    private func make(
        _ plan: VideoPlan,
        _ source: VideoSource,
        _ probe: VideoProbe,
        _ work: String
    ) throws -> MadeVideo {
        let film = try makeFilm(plan, probe, source, work)
        guard let picture = film.probe.video else {
            throw VideoFailure.damaged("no picture is left")
        }
        var made = MadeVideo(
            video: film.path,
            container: plan.container,
            seconds: film.probe.seconds,
            size: film.probe.displayed(picture),
            codec: picture.codec,
            contents: film.contents
        )
        try beat(.pictures)
        try makePictures(&made, work)
        try beat(.captions)
        try makeCaptions(&made, probe, source.path, work)
        return made
    }

    private func makeFilm(
        _ plan: VideoPlan,
        _ probe: VideoProbe,
        _ source: VideoSource,
        _ work: String
    ) throws -> VideoFilm {
        let largest = plan.largestBytes(source: source.size)
        let making = VideoFilm.Making(
            plan: plan,
            probe: probe,
            source: source.path,
            work: work,
            run: { arguments, seconds in
                try encode(arguments, lasting: seconds, largest, progress: work + "/progress")
            },
            look: { try self.probe($0, work + "/video.json") }
        )
        do {
            return try making.film()
        } catch is JobRun.FileTooLarge {
            throw VideoFailure.unfolds
        }
    }

    private func encode(
        _ arguments: [String],
        lasting seconds: Double,
        _ largestBytes: Int,
        progress: String
    ) throws {
        let span = Double(Step.pictures.rawValue - Step.video.rawValue)
        let limit = Self.videoSeconds + Int(clamping: seconds) * Self.videoSecondsPerSecond
        try tools.run(
            run,
            tools.ffmpeg,
            arguments,
            limitSeconds: limit,
            largestFileBytes: largestBytes
        ) {
            let done = VideoTools.seconds(in: progress) / max(seconds, 1)
            try beat(Step.video.rawValue + Int(clamping: span * min(max(done, 0), 1)))
        }
    }

    private func makePictures(_ made: inout MadeVideo, _ work: String) throws {
        let size = VideoPlan.fitted(made.size, MadeVideo.posterLongSide, MadeVideo.posterShortSide)
        let poster = work + "/poster.webp"
        do {
            try picture(made.posterArguments(size, from: made.posterStart, to: poster), poster)
        } catch VideoFailure.damaged where made.posterStart > 0 {
            // A single picture, as under a song, is at the beginning.
            try picture(made.posterArguments(size, from: 0, to: poster), poster)
        }
        made.poster = poster
        let storyboard = Storyboard(seconds: made.seconds, size: made.size)
        let board = work + "/storyboard.webp"
        try picture(storyboard.arguments(from: made.video, to: board), board)
        try DurableFile.write(Array(storyboard.times.utf8), to: work + "/storyboard.vtt")
        made.storyboard = (picture: board, times: work + "/storyboard.vtt")
    }

    /// Makes a picture, and reads it like any other: the result is certainly a picture, without
    /// metadata.
    private func picture(_ arguments: [String], _ path: String) throws {
        do {
            try tools.run(
                run,
                tools.ffmpeg,
                arguments,
                limitSeconds: VideoTools.readingSeconds,
                largestFileBytes: VideoTools.smallFileBytes
            ) { try beat() }
            let image = try ImageFile(try Folder.read(path).bytes)
            try DurableFile.write(image.bytes, to: path)
        } catch let error
            where error is ImageRefusal || error is FileError || error is JobRun.FileTooLarge
        {
            throw VideoFailure.damaged("no picture can be made of it")
        }
    }

    /// Captions that can't be read are left out: the video is worth more than they are.
    private func makeCaptions(
        _ made: inout MadeVideo,
        _ probe: VideoProbe,
        _ source: String,
        _ work: String
    ) throws {
        let store = VideoStore(database: run.database, now: run.now)
        let texts = TextTracks(
            run: run,
            tools: tools,
            source: source,
            work: work,
            spoken: try store.spokenLanguage(of: store.find(id))
        )
        let found = try texts.read(EmbeddedCaptions.all(in: probe)) { try beat() }
        made.captions = found.captions
        made.contents.notes += found.notes
    }

    private func probe(_ path: String, _ output: String) throws -> VideoProbe {
        try tools.probe(run, path, output, limitSeconds: Self.probeSeconds) { try beat() }
    }

    private func plan(
        for asset: VideoAsset,
        _ probe: VideoProbe,
        _ path: String,
        _ work: String
    ) throws -> VideoPlan {
        try tools.plan(
            run,
            probe,
            of: path,
            in: try videos.videos.spokenLanguage(of: asset),
            progress: work + "/progress"
        ) { try beat() }
    }

    // MARK: Telling

    private func beat(_ step: Step) throws { try beat(step.rawValue) }

    /// Reports progress now and then, and ends the attempt if nobody wants the video any more.
    private func beat(_ percent: Int? = nil) throws {
        try run.beat(percent: percent)
        try tools.told.tell(percent) { percent in
            guard try videos.note(percent, of: id) else { throw JobRun.Cancelled() }
        }
    }

    /// Gives the files their names, and the names to the rows.
    private func publish(_ made: MadeVideo) throws {
        let files = try made.named(for: id)
        for file in files.all { try DurableFile.sync(file.path) }
        let store = VideoStore(database: run.database, now: run.now)
        guard try store.keepTexts(of: made, as: id, in: folder, beat: { try beat() }) else {
            throw JobRun.Cancelled()
        }
        try run.database.write {
            guard try store.publish(made, files, as: id) else { throw JobRun.Cancelled() }
            try folder.take(files.all)
        }
    }

    /// The captions that were taken from beside the video.
    private static func captions(of id: ID<VideoAsset>, _ run: JobRun) throws -> [Captions] {
        let store = CaptionStore(run.site, run.database, now: run.now)
        return try store.tracks(of: id).filter { $0.origin == .uploaded }
            .compactMap { try? store.document(of: $0) }
    }

    /// Removes the video's source. It was needed until the video was ready. After a crash this
    /// happens in the next run, which can't know whether the file in the inbox is still the same,
    /// and leaves it there.
    private static func clearUp(
        after id: ID<VideoAsset>,
        _ run: JobRun,
        _ original: Inbox.Identity?
    ) throws {
        let videos = LocalVideos(database: run.database, now: run.now, site: run.site)
        guard
            let asset = try VideoStore(database: run.database, now: run.now)
                .first("id = \(id.value)"), asset.status == .ready,
            let source = try videos.source(of: id)
        else { return }
        switch source {
        case .file(let name): VideoFolder(run.site.configuration).remove(name)
        case .inbox(let name):
            if let original {
                let inbox = Inbox(run.site.configuration)
                inbox.remove(name, if: original)
                let spoken = try VideoStore(database: run.database, now: run.now)
                    .spokenLanguage(of: asset)
                inbox.removeCaptions(
                    beside: name,
                    with: try captions(of: id, run),
                    spoken: spoken
                )
            }
        }
        _ = try videos.forgetSource(of: id)
    }
}
