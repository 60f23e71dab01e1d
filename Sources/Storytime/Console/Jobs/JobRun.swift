import FoundationEssentials
import Glibc
import SQLite
import Server

/// One attempt at a job, for its handler: what to do, how to report progress, and how to run
/// another program. It belongs to the worker's thread and is over when the handler returns.
final class JobRun {
    /// The program is ending: the job goes back to the queue.
    struct Stopped: Error {}
    /// A program that it needs is missing: the job waits for it (`JobKind.missingProgram`).
    struct NotYet: Error {}
    /// The job is no longer wanted.
    struct Cancelled: Error {}
    /// It went wrong, but another job does the same later anyway, so this one doesn't count as failed.
    struct Missed: Error {
        let reason: String
    }
    /// Another program was writing a file beyond the limit that it was given.
    struct FileTooLarge: Error {}

    /// How often progress is written and a cancellation checked: a person sees no difference, and
    /// the disk hardly notices.
    private static let beatPause = Duration.seconds(1)

    let job: Job
    let site: Site
    let database: Database
    private let worker: JobWorker
    private var progress = 0
    private var notedProgress = 0
    private var lastBeat = ContinuousClock.now
    private var hasFolder = false

    init(_ job: Job, _ worker: JobWorker, _ database: Database) {
        self.job = job
        self.worker = worker
        self.database = database
        site = worker.site
    }

    deinit {
        if hasFolder { JobFolder.remove(folderPath) }
    }

    var now: Int { site.clock() }
    /// Whether the program is ending: `beat` then throws.
    var isStopping: Bool { worker.isStopping }

    /// What the job is about.
    func payload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
        do {
            return try Job.payload(type, of: job.payload)
        } catch {
            throw JobFailure("The job can’t be understood: \(job.payload)", isFinal: true)
        }
    }

    /// Reports progress, and ends the attempt, by throwing, if the program is ending or the job
    /// was cancelled. A handler that takes long calls it again and again.
    func beat(percent: Int? = nil) throws {
        if let percent { progress = min(max(percent, 0), 100) }
        guard !worker.isStopping else { throw Stopped() }
        guard ContinuousClock.now - lastBeat >= Self.beatPause else { return }
        lastBeat = .now
        do {
            let store = JobStore(database: database, now: now)
            guard try store.beat(job.id, progress: progress, notedProgress: notedProgress) else {
                throw Cancelled()
            }
            notedProgress = progress
        } catch let error as SQLiteError where error.isBusy {
            // Others are writing for long: no reason to throw away hours of work.
        }
    }

    // MARK: Other programs

    /// A folder for the attempt's files. It is removed when the attempt is over, and after a crash
    /// when the program starts.
    func folder() throws -> String {
        if !hasFolder {
            try NotSaved.unless(into: site.configuration.uploadFolder) {
                try Folder.make(folderPath)
            }
        }
        hasFolder = true
        return folderPath
    }

    private var folderPath: String { JobFolder.path(of: job.id, site.configuration) }

    /// Runs a program to its end. It is killed, with everything it has started, after the limit,
    /// and when the job has to end. While it runs, `beat` is called again and again; an error that
    /// it throws ends it, too. So does a file of more than `largestFileBytes`: what a few bytes of a
    /// stranger's file become is the other program's affair, but the disk is ours.
    func run(
        _ path: String,
        _ arguments: [String],
        limitSeconds: Int,
        largestFileBytes: Int,
        beat: (() throws -> Void)? = nil
    ) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let deadline = ContinuousClock.now + .seconds(limitSeconds)
        var child = try ChildProcess(
            path,
            arguments,
            niceness: worker.niceness,
            largestFileBytes: largestFileBytes
        )
        var end = child.wait(orReadable: worker.wake.descriptor)
        while end == nil {
            worker.wake.clear()
            if let beat { try beat() } else { try self.beat() }
            guard ContinuousClock.now < deadline else {
                throw JobFailure(
                    "\(name) had not finished after "
                        + "\(Counted.text(limitSeconds, "second", "seconds"))."
                )
            }
            end = child.wait(orReadable: worker.wake.descriptor)
        }
        guard end != .exited(0) else { return }
        let reason = child.errorText.split(separator: "\n").last.map { ": \($0)" } ?? "."
        switch end {
        case .killed(signal: SIGXFSZ): throw FileTooLarge()
        case .killed(let signal): throw JobFailure("\(name) was ended by signal \(signal)\(reason)")
        default: throw JobFailure("\(name) failed\(reason)")
        }
    }
}

/// The folders in which jobs work, beside unfinished uploads.
enum JobFolder {
    private static let prefix = "job-"

    static func path(of job: ID<Job>, _ configuration: Configuration) -> String {
        "\(configuration.uploadFolder)/\(prefix)\(job)"
    }

    /// A folder for work that isn't a job's, with a name of its own.
    static func makeTemporary(_ configuration: Configuration) throws -> String {
        let name = Base64URL.encode(try Random.bytes(12))
        let path = "\(configuration.uploadFolder)/\(prefix)\(name)"
        try NotSaved.unless(into: configuration.uploadFolder) { try Folder.make(path) }
        return path
    }

    /// Removes those that a killed program left behind.
    static func removeAll(_ configuration: Configuration) {
        for name in (try? Folder.names(in: configuration.uploadFolder)) ?? []
        where name.hasPrefix(prefix) {
            remove("\(configuration.uploadFolder)/\(name)")
        }
    }

    /// Removes a folder of files. Files that can't be removed are left: nobody can do anything
    /// about it here.
    static func remove(_ path: String) {
        for name in (try? Folder.names(in: path, withHidden: true)) ?? [] {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }
}
