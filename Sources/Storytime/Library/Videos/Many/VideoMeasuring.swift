import Glibc
import HTTP
import Received
import SQLite
import Server

/// Finds out how long the video in a waiting file is, and whether it is one at all, before anybody
/// gives it to a book.
struct VideoMeasuring: Codable, Sendable {
    let file: Int

    private static let limitSeconds = 30

    static func run(_ run: JobRun) throws {
        let id = ID<WaitingFile>(try run.payload(VideoMeasuring.self).file)
        let store = WaitingFileStore(database: run.database, now: run.now)
        guard let tools = VideoTools(run.site.configuration) else { throw JobRun.NotYet() }
        guard let (key, path) = try place(of: id, run) else { return }
        do {
            let work = try run.folder()
            let probe = try tools.probe(
                run,
                path,
                work + "/probe.json",
                limitSeconds: limitSeconds
            ) { try run.beat() }
            let plan = try tools.plan(
                run,
                probe,
                of: path,
                progress: work + "/progress",
                readingSeconds: limitSeconds
            ) { try run.beat() }
            try store.note(seconds: Int(clamping: plan.seconds.rounded()), of: id)
        } catch VideoFailure.interrupted {
            // Its clock claims more than any film has, and reading it to its end takes long. How long it is will be
            // found when it is prepared; others wait for this job.
        } catch let failure as VideoFailure {
            try store.note(failure.trouble.message, for: key)
        } catch let failure as ToolFailure {
            throw JobFailure(failure.reason)
        }
    }

    /// A path that leads to the file even if somebody puts a link in its place. A file in the inbox
    /// is linked; where it can't be, on another file system, its length stays unknown: copying
    /// gigabytes for it would be too much.
    private static func place(of id: ID<WaitingFile>, _ run: JobRun) throws
        -> (key: WaitingFile.Key, path: String)?
    {
        let row = try run.database.first(
            "SELECT file_key, inbox_name FROM waiting_files WHERE id = \(id.value)"
        ) { (file: try $0.textOrNil(0), inbox: try $0.textOrNil(1)) }
        if let file = row?.file {
            return (.upload(id), VideoFolder(run.site.configuration).path(of: file))
        }
        guard let name = row?.inbox, let file = Inbox(run.site.configuration).open(name) else {
            return nil
        }
        let path = try run.folder() + "/source"
        let opened = "/proc/self/fd/\(file.descriptor)"
        guard linkat(AT_FDCWD, opened, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { return nil }
        return (.inbox(name), path)
    }
}

extension JobKind {
    static let measureVideo = JobKind(
        name: "measure-video",
        title: "Finding out how long a video is",
        maximumAttempts: 1,
        missingProgram: VideoTools.missing,
        handle: VideoMeasuring.run
    )
}
