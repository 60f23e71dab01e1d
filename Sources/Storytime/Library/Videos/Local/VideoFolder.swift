import Glibc
import HTTP
import Server

/// The files of videos that this server keeps, in a folder of the media.
///
/// A video's files are named by its id and by a word that nobody guesses, which is new each time they are
/// made; what was uploaded has such a word alone. Nothing is ever named by what somebody calls it. A
/// file that no row names is of no use to anybody (`VideoCleaner`).
struct VideoFolder: Sendable {
    /// How the names of what was uploaded begin.
    static let uploadPrefix = "upload-"

    /// As everywhere in the data folder.
    private static let mode: mode_t = 0o640

    let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/media/videos"
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The size of a regular file; nil where there is none.
    func size(of name: String) -> Int? {
        var status = stat()
        guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    /// The size of a file anywhere; 0 where there is none.
    static func bytes(at path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    func makeEmpty(_ name: String) throws {
        try Folder.make(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = open(path(of: name), flags, Self.mode)
        guard file >= 0 else { throw errno == ENOSPC ? Failure.diskFull : FileError(name) }
        close(file)
    }

    /// What isn't there is removed already; what can't be removed is left to the cleaner.
    func remove(_ name: String) { unlink(path(of: name)) }

    /// Takes files that were made elsewhere on the same file system, and are on the disk. The names are,
    /// too, when this returns.
    func take(_ files: [(path: String, name: String)]) throws {
        for file in files {
            // ffmpeg lets everybody read what it makes.
            chmod(file.path, Self.mode)
            guard rename(file.path, path(of: file.name)) == 0 else { throw FileError(file.name) }
        }
        try DurableFile.syncFolder(path)
    }

    /// The file beside a storyboard's picture.
    static func storyboardTimes(_ picture: String) -> String {
        picture.prefix { $0 != "." } + ".vtt"
    }

    /// A file as it is sent to browsers. Each time they ask first whether it is still theirs to see; if so,
    /// what they have is not sent again.
    func response(_ name: String, as type: String, to request: Request) throws -> Response {
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        let headers: Headers = [
            "Cache-Control": "private, no-cache", "Content-Disposition": "inline",
        ]
        return Representation(
            file,
            contentType: type,
            etag: EntityTag(opaque: name),
            headers: headers
        ).response(to: request.head)
    }
}
