import Glibc
import HTTP

/// The folder into which somebody who has the server at hand puts videos that are too large, or too many,
/// for a browser.
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

    /// The files that can be chosen, by name: regular ones with something in them, that can be written on a
    /// page; no hidden ones, no folders, no links.
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

    /// Opens a file of this folder itself; a symbolic link is not followed.
    func open(_ name: String) -> OpenFile? {
        Self.isName(name) ? OpenFile(path: "\(path)/\(name)") : nil
    }

    /// Which file it is, whatever it is called (inode(7)).
    struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Removes the file of which a video was made, and not one that was put in its place meanwhile. One
    /// that may not be removed stays.
    func remove(_ name: String, if identity: Identity) {
        guard let file = open(name), Identity(file.descriptor) == identity else { return }
        unlink("\(path)/\(name)")
    }

    /// One part of a path, that is no way out of the folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= maximumNameBytes
            && name.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "/") }
            // What isn't UTF-8 was read with replacements, and no file is called so.
            && !name.unicodeScalars.contains("\u{FFFD}")
    }
}
