import Glibc
import Received
import SQLite

/// Removes the files of photos that are gone, and those that a crash left without a photo.
struct PhotoCleaner {
    /// How long a file without a photo may be one that is just arriving.
    static let keptSeconds = 3600
    /// The most files at once; the next round continues.
    private static let roundLimit = 200

    let database: Database
    let now: Int
    let folder: PhotoFolder

    /// Removes what the table of unused files names. Most rounds find nothing, and then the turn to
    /// write isn't taken.
    func removeUnused() throws {
        let names = try database.all(
            "SELECT name FROM unused_photo_files LIMIT \(Self.roundLimit)"
        ) { try $0.text(0) }
        for name in names {
            // Checked in the turn to write: the same photo may just have been uploaded again.
            try database.write {
                if try !isUsed(name) { folder.remove(unused: name) }
                try database.execute("DELETE FROM unused_photo_files WHERE name = \(name)")
            }
        }
    }

    /// Walks through the folder once.
    func removeLost() throws {
        for name in (try? Folder.names(in: folder.path, withHidden: true)) ?? [] where isOld(name) {
            if name.hasPrefix(".new-") {
                unlink(folder.path(of: name))
                continue
            }
            let unused =
                name.hasPrefix(PhotoFolder.originalPrefix)
                ? name : String(name.prefix(24))
            guard try !isUsed(unused) else { continue }
            try database.write {
                if try !isUsed(unused) { unlink(folder.path(of: name)) }
            }
        }
    }

    private func isOld(_ name: String) -> Bool {
        var status = stat()
        return lstat(folder.path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mtim.tv_sec <= now - Self.keptSeconds
    }

    private func isUsed(_ name: String) throws -> Bool {
        guard name.hasPrefix(PhotoFolder.originalPrefix) else {
            return try database.first("SELECT 1 FROM photos WHERE file_key = \(name)") { _ in true }
                ?? false
        }
        let parts = name.dropFirst(PhotoFolder.originalPrefix.count).split(separator: "-")
        guard parts.count == 2, let family = ReceivedNumber.integer(parts[0]),
            let hash = Hex.decode(parts[1])
        else {
            return false
        }
        return try database.first(
            """
            SELECT 1 FROM photos
            WHERE family_id = \(family) AND content_hash = \(hash) AND has_original = 1
            """
        ) { _ in true } ?? false
    }
}
