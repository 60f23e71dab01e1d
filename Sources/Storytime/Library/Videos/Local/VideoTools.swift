import Received
import Glibc
import HTTP
import SQLite

/// The programs that make videos, and how one attempt runs them.
struct VideoTools {
    /// Reading many gigabytes once.
    static let readingSeconds = 1800
    /// For pictures, and for what ffmpeg says of its progress.
    static let smallFileBytes = 64 << 20

    let ffmpeg: String
    let ffprobe: String
    let told = LastTold()

    /// Nil if one of them is missing.
    init?(_ configuration: Configuration) {
        guard let ffmpeg = ProgramFile.path(of: configuration.ffmpeg),
            let ffprobe = ProgramFile.path(of: configuration.ffprobe)
        else { return nil }
        (self.ffmpeg, self.ffprobe) = (ffmpeg, ffprobe)
    }

    /// The name of the first missing one.
    static func missing(_ configuration: Configuration) -> String? {
        [configuration.ffmpeg, configuration.ffprobe].first { ProgramFile.path(of: $0) == nil }
    }

    /// Runs one of them to its end; an error says whether the file or the machine is to blame. It is ended when it
    /// begins to take the last part of the disk, which is for what is there already.
    func run(
        _ run: JobRun,
        _ path: String,
        _ arguments: [String],
        limitSeconds: Int,
        largestFileBytes: Int,
        beat: () throws -> Void
    ) throws {
        let (disk, folder) = (run.site.vitals.disk, run.site.configuration.uploadFolder)
        do {
            try withoutActuallyEscaping(beat) { beat in
                try run.run(
                    path,
                    arguments,
                    limitSeconds: limitSeconds,
                    largestFileBytes: largestFileBytes
                ) {
                    try beat()
                    guard disk.hasRoom(for: 0, in: folder) else { throw ToolFailure.diskFull }
                }
            }
        } catch let failure as JobFailure {
            throw ToolFailure(reason: failure.description)
        }
    }

    /// Looks into a file; the output is written beside it.
    func probe(
        _ run: JobRun,
        _ path: String,
        _ output: String,
        limitSeconds: Int,
        beat: () throws -> Void
    ) throws -> VideoProbe {
        do {
            try self.run(
                run,
                ffprobe,
                VideoProbe.arguments(of: path, to: output),
                limitSeconds: limitSeconds,
                // A title of a chapter may be as long as the film, and JSON writes some signs with six letters.
                largestFileBytes: VideoProbe.maximumBytes,
                beat: beat
            )
            return try VideoProbe(json: Folder.read(output).bytes)
        } catch let failure as ToolFailure where !failure.isOfTheMachine {
            throw Self.beginsAsMP4(path) ? VideoFailure.unfinished : .notVideo
        } catch let error where error is DecodingError || error is JobRun.FileTooLarge {
            throw VideoFailure.notVideo
        }
    }

    /// Whether the first box of a file is one with which films in ISO base media files begin
    /// (ISO/IEC 14496-12, §4.2, and QuickTime's).
    private static func beginsAsMP4(_ path: String) -> Bool {
        guard let file = OpenFile(path: path) else { return false }
        let name = PhotoBytes(file).prefix(8).dropFirst(4)
        return ["ftyp", "mdat", "wide", "free", "skip"].contains { name.elementsEqual($0.utf8) }
    }

    /// What to do with a file. If its clock claims more than any film has, it is read to its end
    /// first: two recordings in one file may be half a day apart.
    func plan(
        _ run: JobRun,
        _ probe: VideoProbe,
        of path: String,
        in language: String? = nil,
        progress: String,
        readingSeconds: Int = Self.readingSeconds,
        beat: () throws -> Void
    ) throws -> VideoPlan {
        do {
            return try VideoPlan(probe, in: language)
        } catch VideoFailure.tooLong {
            let picture = try probe.checked()
            let words =
                ["-nostdin", "-v", "error", "-progress", "file:" + progress] + VideoPlan.clock
                + VideoProbe.reading
                + ["-i", "file:" + path, "-map", "0:\(picture.index)", "-c", "copy"]
            do {
                try self.run(
                    run,
                    ffmpeg,
                    words + ["-f", "null", "-"],
                    limitSeconds: readingSeconds,
                    largestFileBytes: Self.smallFileBytes
                ) { try beat() }
            } catch let failure as ToolFailure {
                throw failure.trouble(needed: 0)
            }
            return try VideoPlan(probe, in: language, measured: Self.seconds(in: progress))
        }
    }

    /// How many seconds of a video have been made, according to ffmpeg's progress; 0 before it
    /// says so.
    static func seconds(in path: String) -> Double {
        guard let file = OpenFile(path: path) else { return 0 }
        // One report has some 300 bytes, and they follow one another.
        var bytes = [UInt8](repeating: 0, count: min(file.size, 1024))
        guard (try? file.read(into: &bytes, from: file.size - bytes.count)) != nil else { return 0 }
        let name = "out_time_us="
        let line = ReceivedText.repair(bytes).split(separator: "\n")
            .last { $0.hasPrefix(name) }
        return line.flatMap { ReceivedNumber.decimal($0.dropFirst(name.count)) }.map {
            $0 / 1_000_000
        } ?? 0
    }
}

/// A program that failed, with the end of its output.
struct ToolFailure: Error {
    /// As programs say it.
    static let diskFull = ToolFailure(reason: "No space left on device")

    let reason: String

    private var isDiskFull: Bool { reason.contains(Self.diskFull.reason) }
    private var isInterrupted: Bool { reason.contains("was ended by signal") || tookTooLong }

    /// Whether it was still at it when its time was up. That may be the machine's doing, once.
    var tookTooLong: Bool { reason.contains("had not finished after") }

    /// Whether this ffmpeg was built without a filter that it was asked for.
    var lacksFilter: Bool {
        reason.contains("No such filter") || reason.contains("Filter not found")
    }

    /// Whether another attempt with the same file may end better.
    var isOfTheMachine: Bool { isDiskFull || isInterrupted }

    func trouble(needed: Int) -> VideoFailure {
        if isDiskFull { return .diskFull(needed: needed) }
        return isInterrupted ? .interrupted(reason) : .damaged(reason)
    }
}

/// When progress was last reported to people: the disk need not know more often than they do.
final class LastTold {
    private static let pause = Duration.seconds(1)

    private var at: ContinuousClock.Instant?
    private var percent = 0

    func tell(_ percent: Int?, _ tell: (Int) throws -> Void) rethrows {
        if let percent { self.percent = percent }
        if let at, ContinuousClock.now - at < Self.pause { return }
        at = .now
        try tell(self.percent)
    }
}
