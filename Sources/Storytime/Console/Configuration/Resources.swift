import Received
import Glibc
import Server

/// Finds the folder with Templates, Public and migrations that belongs to this program.
enum Resources {
    /// The configured folder, else the current one, else the nearest above the executable.
    static func find(_ configured: String) throws(ConfigurationError) -> String {
        let candidates = configured.isEmpty ? ["."] + foldersAboveExecutable() : [configured]
        guard let folder = candidates.first(where: isComplete) else {
            throw ConfigurationError(
                "Templates, Public and migrations were not found; set STORYTIME_RESOURCES to their folder"
            )
        }
        return folder
    }

    private static func isComplete(_ folder: String) -> Bool {
        ["Templates", "Public", "migrations"].allSatisfy { Folder.exists(folder + "/" + $0) }
    }

    private static func foldersAboveExecutable() -> [String] {
        guard var path = executable else { return [] }
        var folders: [String] = []
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = String(path[..<slash])
            folders += [path, path + "/share/storytime"]
        }
        return folders
    }

    /// The program's file, behind the links that lead to it.
    private static var executable: String? {
        guard let started = ProgramStart.executable, let path = realpath(started, nil) else {
            return nil
        }
        defer { free(path) }
        return OwnText.decode(cString: path)
    }
}
