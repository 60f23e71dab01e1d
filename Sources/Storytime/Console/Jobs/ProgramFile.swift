import Received
import Glibc

/// Finds other programs, as a shell would.
enum ProgramFile {
    /// The path of a program by its name, which is looked up in PATH, or by its path; nil if there
    /// is none that may be run. It asks the file system, so it is for workers.
    static func path(of name: String) -> String? {
        guard !name.contains("/") else { return isProgram(name) ? name : nil }
        let path = getenv("PATH").map { OwnText.decode(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
