import Foundation

/// A folder that nothing can be added to, whoever the tests run as: root may write wherever modes forbid it,
/// so a file is in the folder's place.
struct BlockedFolder {
    let path: String
    private let aside: String

    init(_ path: String) throws {
        self.path = path
        aside = path + "-aside"
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.moveItem(atPath: path, toPath: aside)
        }
        try Data("in the way".utf8).write(to: URL(filePath: path))
    }

    /// As it was before.
    func clear() throws {
        try FileManager.default.removeItem(atPath: path)
        guard FileManager.default.fileExists(atPath: aside) else { return }
        try FileManager.default.moveItem(atPath: aside, toPath: path)
    }
}
