import Glibc
import HTTP
import Received
import SQLite
import Server

/// The payload of the job.
struct VersionPayload: Codable, Sendable {
    let version: Int
}

/// The result of an attempt at a version, in the folder of its job.
struct MadeVersion {
    let path: String
    let size: PixelSize
    let bytes: Int
}

/// How a video is made smaller.
struct VersionPlan: Sendable, Equatable {
    let video: VideoProbe.Stream
    let sounds: [VideoProbe.Stream]
    let seconds: Double
    let size: PixelSize
    let maximumBits: Int

    init(_ probe: VideoProbe, _ wanted: VideoSize) throws(VideoFailure) {
        video = try probe.checked()
        sounds = probe.sounds(in: nil)
        seconds = probe.seconds
        size = VideoPlan.fitted(probe.displayed(video), wanted.longSide, wanted.shortSide)
        maximumBits = wanted.maximumBits
    }

    /// Roughly how much space it needs at most.
    var neededBytes: Int { Int(clamping: seconds) * maximumBits / 8 + (32 << 20) }

    /// MP4 with H.264 and AAC, its index in front, with all sounds and the chapters. Sound that is AAC
    /// already is copied.
    func arguments(from path: String, to output: String, progress: String) -> [String] {
        let reading = [
            "-nostdin", "-v", "error", "-y", "-progress", "file:" + progress, "-stats_period", "1",
        ]
        let picture = [
            "-vf", "scale=\(size.width):\(size.height),setsar=1,format=yuv420p", "-fpsmax", "60",
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-maxrate", "\(maximumBits)",
            "-bufsize", "\(2 * maximumBits)", "-profile:v", "high", "-g", "120",
            "-max_muxing_queue_size", "2048",
        ]
        return reading + VideoProbe.reading + ["-i", "file:" + path, "-map", "0:\(video.index)"]
            + picture + VideoSounds(sounds, in: .mp4, bitRate: "128k").words
            + ["-map_metadata:g", "-1", "-map_metadata:s", "-1", "-map_chapters", "0"]
            + VideoContainer.mp4.words(for: output)
    }
}

/// Makes a video of this server smaller, with ffmpeg: one attempt at it, on the worker of long jobs.
///
/// As with the video itself, the file is made in the job's own folder and gets its name in one
/// transaction with its row: a program that is killed leaves all of it or nothing.
struct VersionMaking {
    private static let probeSeconds = 120
    /// A slow processor needs some ten times a video's length to make it.
    private static let (makingSeconds, makingSecondsPerSecond) = (3600, 20)

    let run: JobRun
    let version: VideoVersion
    let tools: VideoTools

    private var versions: LocalVersions {
        LocalVersions(database: run.database, now: run.now, site: run.site)
    }
    private var folder: VideoFolder { VideoFolder(run.site.configuration) }

    static func handle(_ run: JobRun) throws {
        let id = ID<VideoVersion>(try run.payload(VersionPayload.self).version)
        guard let tools = VideoTools(run.site.configuration) else { throw JobRun.NotYet() }
        let versions = LocalVersions(database: run.database, now: run.now, site: run.site)
        guard let (version, asset) = try versions.begin(id) else { return }
        do {
            try VersionMaking(run: run, version: version, tools: tools).make(of: asset)
        } catch let failure as VideoFailure {
            try versions.end(version, as: .errored, failure.trouble.message)
        } catch let notSaved as NotSaved {
            run.site.vitals.lacks.noteNotSaved()
            try versions.end(version, as: .errored, VideoFailure.notSaved(notSaved).trouble.message)
        }
    }

    private func make(of asset: VideoAsset) throws {
        guard let name = asset.files.video, let original = folder.size(of: name) else {
            throw VideoFailure.sourceMissing(asset.source ?? "")
        }
        let work = try run.folder()
        let source = folder.path(of: name)
        var needed = 0
        do {
            let plan = try VersionPlan(
                try tools.probe(
                    run,
                    source,
                    work + "/source.json",
                    limitSeconds: Self.probeSeconds
                ) { try beat() },
                version.size
            )
            needed = plan.neededBytes
            if !run.site.vitals.disk.hasRoom(for: needed, in: work) {
                throw VideoFailure.diskFull(needed: needed)
            }
            let made = try make(plan, source, work)
            guard made.bytes < original else {
                try versions.end(
                    version,
                    as: .skipped,
                    "It would take more space than the original."
                )
                return
            }
            try publish(made)
        } catch Failure.diskFull {
            throw VideoFailure.diskFull(needed: needed)
        } catch let error as SystemError where error.isDiskFull {
            throw VideoFailure.diskFull(needed: needed)
        } catch is JobRun.FileTooLarge {
            throw VideoFailure.unfolds
        } catch let failure as ToolFailure {
            throw failure.trouble(needed: needed)
        }
    }

    private func make(_ plan: VersionPlan, _ source: String, _ work: String) throws -> MadeVersion {
        let (path, progress) = (work + "/version.mp4", work + "/progress")
        try tools.run(
            run,
            tools.ffmpeg,
            plan.arguments(from: source, to: path, progress: progress),
            limitSeconds: Self.makingSeconds + Int(clamping: plan.seconds)
                * Self.makingSecondsPerSecond,
            // One that is larger than the original isn't kept anyway.
            largestFileBytes: 2 * plan.neededBytes
        ) {
            let done = VideoTools.seconds(in: progress) / max(plan.seconds, 1)
            try beat(1 + Int(clamping: 98 * min(max(done, 0), 1)))
        }
        let result = try tools.probe(
            run,
            path,
            work + "/version.json",
            limitSeconds: Self.probeSeconds
        ) { try beat() }
        guard let picture = result.video else { throw VideoFailure.damaged("no picture is left") }
        if plan.seconds - result.seconds > max(1, plan.seconds / 20) {
            throw VideoFailure.damaged(
                "only \(Int(clamping: result.seconds)) seconds could be read"
            )
        }
        return MadeVersion(
            path: path,
            size: result.displayed(picture),
            bytes: VideoFolder.bytes(at: path)
        )
    }

    /// Gives the file its name, and the name to the row.
    private func publish(_ made: MadeVersion) throws {
        let word = Base64URL.encode(try Random.bytes(12))
        let name = "\(version.asset)-\(word)-\(version.size.rawValue).mp4"
        try DurableFile.sync(made.path)
        try run.database.write {
            guard try versions.publish(made, as: name, of: version) else {
                throw JobRun.Cancelled()
            }
            try folder.take([(path: made.path, name: name)])
        }
    }

    /// Reports progress now and then, and ends the attempt if nobody wants the version any more.
    private func beat(_ percent: Int? = nil) throws {
        try run.beat(percent: percent)
        try tools.told.tell(percent) { percent in
            guard try versions.note(percent, of: version.id) else { throw JobRun.Cancelled() }
        }
    }
}

extension JobKind {
    /// Makes a version of a video in another size.
    static let makeVersion = JobKind(
        name: "video-version",
        title: "Making a smaller version of a video",
        lane: .long,
        maximumAttempts: 3,
        missingProgram: VideoTools.missing,
        gaveUp: { job, store, reason in
            guard let payload = try? Job.payload(VersionPayload.self, of: job.payload) else {
                return
            }
            try VideoVersionStore(database: store.database, now: store.now).set(
                .errored,
                error: VideoFailure.interrupted(reason).trouble.message,
                of: ID(payload.version)
            )
        },
        handle: VersionMaking.handle
    )
}
