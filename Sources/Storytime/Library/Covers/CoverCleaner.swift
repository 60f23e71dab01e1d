import Received
import Glibc
import SQLite

/// Removes the files of pictures that no book or series has had for a day: for that long a change can be
/// undone, and a form that is being sent has time to refer to its file.
struct CoverCleaner {
    static let keptSeconds = 86_400

    let database: Database
    let now: Int
    let folder: CoverFolder

    /// Walks through the folder once. It only takes the turn to write to remove something.
    func removeUnused() throws {
        guard let directory = opendir(folder.path) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                ReceivedText.repair(bytes.prefix { $0 != 0 })
            }
            guard isOld(name) else { continue }
            if let cover = CoverName(pathSegment: name[...]) {
                guard try !isNeeded(cover) else { continue }
                // Checked again in the turn to write: a book may just have been given it. Code
                // that gives a book a picture checks in its own turn whether the file still
                // exists.
                try database.write {
                    if try !isNeeded(cover) { unlink(folder.path(of: cover)) }
                }
            } else if name.hasPrefix(".new-") {
                // Left behind by a crash, on a file system that has no files without names.
                unlink(folder.path + "/" + name)
            }
        }
        try RowSlices(database: database).remove(
            ErasedTable("unused_covers", key: "cover_key"),
            where: "since <= \(now - Self.keptSeconds)"
        )
    }

    private func isOld(_ name: String) -> Bool {
        var status = stat()
        return lstat(folder.path + "/" + name, &status) == 0
            && status.st_mode & S_IFMT == S_IFREG
            && status.st_mtim.tv_sec <= now - Self.keptSeconds
    }

    /// Whether a book or a series, even one in the bin, has the picture, or had it a day ago. The name of a
    /// smaller picture does not say which format its original has.
    private func isNeeded(_ name: CoverName) throws -> Bool {
        let keys = ImageFile.Format.allCases.map { "\(name.hash).\($0.fileExtension)" }
        let isUsed = try database.first(
            """
            SELECT 1 FROM books WHERE cover_key IN \(list: keys)
            UNION ALL SELECT 1 FROM series WHERE cover_key IN \(list: keys)
            UNION ALL SELECT 1 FROM binned_shelves
                WHERE kind = 'series' AND details ->> 'cover_key' IN \(list: keys) LIMIT 1
            """
        ) { _ in true }
        let wasUsed = try database.first(
            """
            SELECT 1 FROM unused_covers
            WHERE cover_key IN \(list: keys) AND since > \(now - Self.keptSeconds) LIMIT 1
            """
        ) { _ in true }
        return isUsed == true || wasUsed == true
    }
}
