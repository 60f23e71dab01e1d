import Received
import SQLite
import Server
import Subtitles

/// Writes down what is said in a video on this server: one attempt, on the worker of long jobs. The
/// track is there from the moment somebody asks for it, and gets its cues at the end.
struct Transcribing {
    /// A slow processor needs some thirty times as long as the sound lasts.
    private static let (commandSeconds, commandSecondsPerSecond) = (600, 30)
    /// Cutting sound out of a video of many gigabytes.
    private static let cuttingSeconds = 600
    /// What a command may write.
    private static let maximumBytes = 16 << 20
    /// A program may keep other files beside its answer.
    private static let mostCommandBytes = 1 << 30
    /// The sound of the longest film (`VideoProbe.maximumSeconds`), with 16,000 values of 16 bits a second.
    private static let mostSoundBytes = 12 * 3600 * 32_000 + (1 << 20)

    private let run: JobRun
    private let track: CaptionTrack
    private let film: String
    private let seconds: Double
    private let engine: TranscribingSettings.Engine
    private let ffmpeg: String

    static func handle(_ run: JobRun) throws {
        let id = ID<CaptionTrack>(try run.payload(Payload.self).track)
        let store = CaptionStore(run.site, run.database, now: run.now)
        guard let track = try TranscribingDesk(store).begin(id) else { return }
        guard let engine = run.site.configuration.transcribing.engine else {
            throw JobFailure(
                "Videos aren’t transcribed on this server: set STORYTIME_TRANSCRIBE_URL or "
                    + "STORYTIME_TRANSCRIBE_COMMAND.",
                isFinal: true
            )
        }
        guard let ffmpeg = ProgramFile.path(of: run.site.configuration.ffmpeg) else {
            throw JobRun.NotYet()
        }
        let video = try store.videos.find(track.video)
        guard let film = VideoMedia(video)?.film, let seconds = video.durationSeconds else {
            throw JobFailure("The video’s file isn’t on this server.", isFinal: true)
        }
        let cues = try Transcribing(
            run: run,
            track: track,
            film: VideoFolder(run.site.configuration).path(of: film.file),
            seconds: Double(seconds),
            engine: engine,
            ffmpeg: ffmpeg
        ).cues()
        guard !cues.isEmpty else {
            throw JobFailure("No speech was found in this video.", isFinal: true)
        }
        var document = Captions(format: .vtt, cues: cues)
        document.language = track.language == "und" ? nil : track.language
        do {
            try CaptionFile.check(document)
        } catch {
            throw JobFailure(
                "The transcript can’t be kept: \(EmbeddedCaptions.Refusal(error).reason)",
                isFinal: true
            )
        }
        _ = try store.fill(id, with: document, note: "Transcribed")
    }

    // MARK: Listening

    private func cues() throws -> [Cue] {
        let work = try run.folder()
        let ranges = try SoundPieces.ranges(seconds: seconds) { stretch in
            let path = work + "/stretch.raw"
            try cut(SoundPieces.listening(to: film, stretch, output: path))
            return stretch.lowerBound + SoundPieces.quietest(try Folder.read(path).bytes)
        }
        var cues: [Cue] = []
        for (index, range) in ranges.enumerated() {
            try beat(100 * index / ranges.count)
            let transcript =
                switch engine {
                case .service(let address): try ask(address, range, work)
                case .command(let name): try command(name, range, work)
                }
            cues += transcript.cues(from: MediaTime(seconds: range.lowerBound))
        }
        return cues
    }

    private func ask(_ address: SpeechAddress, _ range: Range<Double>, _ work: String) throws
        -> Transcript
    {
        let sound = work + "/speech.mp3"
        try cut(SoundPieces.cutting(film, range, output: sound))
        let settings = run.site.configuration.transcribing
        let service = SpeechService(address: address, key: settings.key, model: settings.model)
        var end: (any Error)?
        do {
            return try service.transcript(
                of: try Folder.read(sound).bytes,
                in: track.language
            ) {
                do { try beat() } catch { end = error }
                return end == nil
            }
        } catch {
            // Not the service failed, but nobody waits for it any more.
            throw end ?? error
        }
    }

    /// Runs the program with the sound, the language and the file that it is to write.
    private func command(_ name: String, _ range: Range<Double>, _ work: String) throws
        -> Transcript
    {
        guard let program = ProgramFile.path(of: name) else { throw JobRun.NotYet() }
        let (sound, output) = (work + "/speech.wav", work + "/speech.txt")
        try cut(SoundPieces.cutting(film, range, output: sound))
        try run.run(
            program,
            [sound, track.language, output],
            limitSeconds: Self.commandSeconds + Int(clamping: seconds)
                * Self.commandSecondsPerSecond,
            largestFileBytes: Self.mostCommandBytes
        ) { try beat() }
        guard let file = try? Folder.read(output).bytes, file.count <= Self.maximumBytes,
            let transcript = Transcript(file)
        else {
            throw JobFailure(
                "\(name) wrote nothing that can be read as captions.",
                isFinal: true
            )
        }
        return transcript
    }

    private func cut(_ arguments: [String]) throws {
        do {
            try run.run(
                ffmpeg,
                arguments,
                limitSeconds: Self.cuttingSeconds,
                largestFileBytes: Self.mostSoundBytes
            ) { try beat() }
        } catch let failure as JobFailure where failure.description.contains("to the map") {
            // The end of “Stream map '0:a:0' matches no streams. To ignore this, add …”
            throw JobFailure("This video has no sound.", isFinal: true)
        }
    }

    /// Reports progress, and ends the attempt if nobody wants the track any more.
    private func beat(_ percent: Int? = nil) throws {
        try run.beat(percent: percent)
        guard try TranscribingDesk.isWanted(track.id, run.database) else {
            throw JobRun.Cancelled()
        }
    }

    /// The payload of the job.
    struct Payload: Codable, Sendable {
        let track: Int
    }
}

extension JobKind {
    /// Writes down what is said in a video.
    static let transcribe = JobKind(
        name: "transcribe",
        title: "Transcribing a video",
        lane: .long,
        maximumAttempts: 3,
        missingProgram: { configuration in
            let command = configuration.transcribing.command
            return [configuration.ffmpeg, command]
                .first { !$0.isEmpty && ProgramFile.path(of: $0) == nil }
        },
        gaveUp: { job, store, reason in
            guard let payload = try? Job.payload(Transcribing.Payload.self, of: job.payload) else {
                return
            }
            try TranscribingDesk.fail(ID(payload.track), reason, store.database, now: store.now)
        },
        handle: Transcribing.handle
    )
}
