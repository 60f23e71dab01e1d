import Glibc
import HTTP
import Server

/// The files of videos that this server keeps, in a folder of the media.
///
/// A video's files are named by its id and by a word that nobody can guess, a new one each time
/// they are made; an upload only has such a word. Files are never named by what somebody calls
/// them. A file that no row names is of no use to anybody (`VideoCleaner`).
struct VideoFolder: Sendable {
    /// The beginning of the names of uploads.
    static let uploadPrefix = "upload-"

    /// As everywhere in the data folder.
    private static let mode: mode_t = 0o640

    let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/media/videos"
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The size of a regular file; nil if there is none.
    func size(of name: String) -> Int? {
        var status = stat()
        guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    /// The size of any file; 0 if there is none.
    static func bytes(at path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    func makeEmpty(_ name: String) throws {
        try NotSaved.unless(into: path) {
            try Folder.make(path)
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let file = open(path(of: name), flags, Self.mode)
            guard file >= 0 else { throw FileError(name) }
            close(file)
        }
    }

    /// A missing file counts as removed; one that can't be removed is left to the cleaner.
    func remove(_ name: String) { unlink(path(of: name)) }

    /// Takes files that were made elsewhere on the same file system, and are on the disk. When
    /// this returns, their names are, too.
    func take(_ files: [(path: String, name: String)]) throws {
        try NotSaved.unless(into: path) {
            for file in files {
                // ffmpeg makes its files readable for everybody.
                chmod(file.path, Self.mode)
                guard rename(file.path, path(of: file.name)) == 0 else {
                    throw FileError(file.name)
                }
            }
            try DurableFile.syncFolder(path)
        }
    }

    /// The file beside a storyboard's picture.
    static func storyboardTimes(_ picture: String) -> String {
        picture.prefix { $0 != "." } + ".vtt"
    }

    /// A file for a browser. Browsers check each time whether they may still see it; if so,
    /// content that they already have is not sent again.
    func response(
        _ name: String,
        as type: String,
        to request: Request,
        disposition: String = "inline"
    ) throws -> Response {
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        let headers: Headers = [
            "Cache-Control": "private, no-cache", "Content-Disposition": disposition,
        ]
        return Representation(
            file,
            contentType: type,
            etag: EntityTag(opaque: name),
            headers: headers
        ).response(to: request.head)
    }
}
