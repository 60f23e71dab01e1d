import Glibc
import HTTP
import SQLite

/// The programs that videos are made with, and how one attempt runs them.
struct VideoTools {
    let ffmpeg: String
    let ffprobe: String
    let told = LastTold()

    /// Nil where one of them is missing.
    init?(_ configuration: Configuration) {
        guard let ffmpeg = ProgramFile.path(of: configuration.ffmpeg),
            let ffprobe = ProgramFile.path(of: configuration.ffprobe)
        else { return nil }
        (self.ffmpeg, self.ffprobe) = (ffmpeg, ffprobe)
    }

    /// The name of the first that is missing.
    static func missing(_ configuration: Configuration) -> String? {
        [configuration.ffmpeg, configuration.ffprobe].first { ProgramFile.path(of: $0) == nil }
    }

    /// Runs one of them to its end; what goes wrong says whether the file or the machine is to blame.
    func run(
        _ run: JobRun,
        _ path: String,
        _ arguments: [String],
        limitSeconds: Int,
        beat: () throws -> Void
    ) throws {
        do {
            try withoutActuallyEscaping(beat) { beat in
                try run.run(path, arguments, limitSeconds: limitSeconds, beat: beat)
            }
        } catch let failure as JobFailure {
            throw ToolFailure(reason: failure.description)
        }
    }

    /// How many seconds of a video are made, by what ffmpeg notes of its progress; 0 before it says so.
    static func seconds(in path: String) -> Double {
        guard let file = OpenFile(path: path) else { return 0 }
        // One note has some 300 bytes, and they stand one behind the other.
        var bytes = [UInt8](repeating: 0, count: min(file.size, 1024))
        guard (try? file.read(into: &bytes, from: file.size - bytes.count)) != nil else { return 0 }
        let name = "out_time_us="
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .last { $0.hasPrefix(name) }
        return line.flatMap { Double($0.dropFirst(name.count)) }.map { $0 / 1_000_000 } ?? 0
    }
}

/// A program that did not do what it should, with the last that it said.
struct ToolFailure: Error {
    let reason: String

    private var isDiskFull: Bool { reason.contains("No space left on device") }
    private var isInterrupted: Bool {
        reason.contains("was ended by signal") || reason.contains("had not finished after")
    }

    /// Whether another attempt with the same file may end better.
    var isOfTheMachine: Bool { isDiskFull || isInterrupted }

    func trouble(needed: Int) -> VideoTrouble {
        if isDiskFull { return .diskFull(needed: needed) }
        return isInterrupted ? .interrupted(reason) : .damaged(reason)
    }
}

/// When people were last told how far something is: the disk need not know more often than they do.
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
