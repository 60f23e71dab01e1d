import Glibc
import HTTP
import Server

/// The source of a video, as a file that nobody removes meanwhile.
///
/// A file in the inbox stays there: it is only linked, or copied if it can't be, because it is on
/// another file system or belongs to somebody else.
struct VideoSource {
    let path: String
    let size: Int
    private let modified: timespec
    /// Its identity in the inbox; nil for an upload.
    private(set) var original: Inbox.Identity?
    /// How much is copied between two checks whether anybody still wants it.
    private static let pieceBytes = 64 << 20

    init(
        of asset: VideoAsset,
        _ videos: LocalVideos,
        _ folder: VideoFolder,
        beside work: String,
        beat: () throws -> Void
    ) throws {
        switch try videos.source(of: asset.id) {
        case .file(let name): path = folder.path(of: name)
        case .inbox(let name):
            path = work + "/source"
            original = try Self.take(name, from: Inbox(videos.site.configuration), to: path, beat)
        case nil: throw VideoFailure.sourceMissing(asset.source ?? "")
        }
        guard let status = Self.status(path) else {
            throw VideoFailure.sourceMissing(asset.source ?? "")
        }
        (size, modified) = (Int(status.st_size), status.st_mtim)
        guard size > 0 else { throw VideoFailure.empty }
    }

    /// Throws if it was written to meanwhile: a file in the inbox may still be arriving.
    func check() throws(VideoFailure) {
        guard let status = Self.status(path), Int(status.st_size) == size,
            status.st_mtim.tv_sec == modified.tv_sec, status.st_mtim.tv_nsec == modified.tv_nsec
        else { throw .changed }
    }

    private static func take(
        _ name: String,
        from inbox: Inbox,
        to path: String,
        _ beat: () throws -> Void
    ) throws -> Inbox.Identity {
        guard let file = inbox.open(name), let identity = Inbox.Identity(file.descriptor) else {
            throw VideoFailure.sourceMissing(name)
        }
        // By its descriptor: the name may be a symbolic link by now.
        let opened = "/proc/self/fd/\(file.descriptor)"
        if linkat(AT_FDCWD, opened, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return identity }
        do {
            let copy = try TemporaryFile(
                in: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
            )
            for start in stride(from: 0, to: file.size, by: pieceBytes) {
                try beat()
                try copy.append(file, start..<min(start + pieceBytes, file.size))
            }
            let content = try copy.finish()
            try DurableFile.write(content, 0..<content.size, to: path)
        } catch let error as SystemError where error.isDiskFull {
            throw VideoFailure.diskFull(needed: file.size)
        }
        return identity
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status
    }
}
