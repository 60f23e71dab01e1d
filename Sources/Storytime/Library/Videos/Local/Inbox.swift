import Glibc
import HTTP

/// The folder for videos that are too large, or too many, for a browser, for people with access to
/// the server.
struct Inbox: Sendable {
    struct File: Sendable, Equatable {
        let name: String
        let size: Int
        let modified: Int
    }

    /// Nobody chooses from a longer list.
    static let listLimit = 500
    /// NAME_MAX of every file system that Linux has.
    private static let maximumNameBytes = 255

    let path: String

    init(_ configuration: Configuration) {
        path = configuration.inboxFolder
    }

    /// The files to choose from, by name: regular ones with content and a name that can be shown
    /// on a page; no hidden ones, no folders, no links.
    func files() -> [File] {
        let names = (try? Folder.names(in: path)) ?? []
        return Array(names.lazy.compactMap(file).prefix(Self.listLimit))
    }

    func file(_ name: String) -> File? {
        var status = stat()
        guard Self.isName(name), lstat("\(path)/\(name)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
        else { return nil }
        return File(name: name, size: Int(status.st_size), modified: status.st_mtim.tv_sec)
    }

    /// Opens a file directly in this folder; a symbolic link is not followed.
    func open(_ name: String) -> OpenFile? {
        Self.isName(name) ? OpenFile(path: "\(path)/\(name)") : nil
    }

    /// The identity of a file, whatever its name (inode(7)).
    struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Removes the file from which a video was made, but not one that has replaced it meanwhile. A
    /// file that may not be removed stays.
    func remove(_ name: String, if identity: Identity) {
        guard let file = open(name), Identity(file.descriptor) == identity else { return }
        unlink("\(path)/\(name)")
    }

    /// A single part of a path that doesn't lead out of the folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= maximumNameBytes
            && name.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "/") }
            // A name that isn't UTF-8 was read with replacements, and no file has such a name.
            && !name.unicodeScalars.contains("\u{FFFD}")
    }
}
