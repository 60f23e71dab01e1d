import Server

/// Something could not be put into its folder, for another reason than a full disk. The log says why; whoever
/// sent it is told that nothing was saved and whose matter it is.
struct NotSaved: Error, Equatable, CustomStringConvertible {
    let folder: String
    /// The system's words.
    let reason: String

    var description: String { "the folder \(folder) can’t be written: \(reason)" }

    /// Does something that adds to a folder.
    static func unless<T>(into folder: String, _ save: () throws -> T) throws -> T {
        do {
            return try save()
        } catch let error as SystemError {
            throw error.isDiskFull ? Failure.diskFull : NotSaved(folder: folder, reason: "\(error)")
        } catch let error as FileError {
            throw error.isDiskFull ? Failure.diskFull : NotSaved(folder: folder, reason: "\(error)")
        }
    }

    /// Throws if nothing can be added there, before anything is sent in vain.
    static func expectRoom(in folder: String) throws {
        guard let obstacle = FolderObstacle(folder) else { return }
        throw NotSaved(folder: obstacle.folder, reason: obstacle.reason)
    }
}
