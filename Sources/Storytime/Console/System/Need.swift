import Glibc
import Received

/// Something outside of the program that it can't do without: a folder, another program, a setting beside
/// another. The features list theirs (`Feature.needs`).
struct Need: Sendable {
    /// What is missing of it now. It asks the file system, so it is for workers.
    let lacks: @Sendable (Configuration) -> [Lack]

    /// A folder to which files are added; `stops` says what doesn't work otherwise.
    static func folder(
        _ path: @escaping @Sendable (Configuration) -> String,
        stops: String,
        isFault: Bool = true,
        if isWanted: @escaping @Sendable (Configuration) -> Bool = { _ in true }
    ) -> Need {
        Need { configuration in
            guard isWanted(configuration), let obstacle = FolderObstacle(path(configuration)) else {
                return []
            }
            return [Lack(obstacle, stops: stops, isFault: isFault)]
        }
    }

    /// A program that is started; nil or empty if it isn't wanted. `trial` is how to find out whether it works
    /// here, nil if there is no telling; `least` is the oldest version of it that is tested.
    static func program(
        _ name: @escaping @Sendable (Configuration) -> String?,
        named setting: String? = nil,
        stops: String,
        trial: [String]? = ["--version"],
        least: [Int] = [],
        isFault: Bool = false
    ) -> Need {
        Need { configuration in
            guard let name = name(configuration), !name.isEmpty else { return [] }
            guard let path = ProgramFile.path(of: name) else {
                let way = setting.map { ", or set \($0) to its path" } ?? ""
                return [
                    Lack(
                        thing: .program(name),
                        what: "The program \(name) isn’t installed on this server.",
                        stops: [stops],
                        remedy: "Install it\(way).",
                        isFault: isFault
                    )
                ]
            }
            guard let trial, let trouble = ProgramTrial.of(path, trial).trouble(least: least) else {
                return []
            }
            return [
                Lack(
                    thing: .program(name),
                    what: "The program \(path) \(trouble)",
                    stops: [stops],
                    remedy: "Install it again, in a version that runs here.",
                    isFault: isFault
                )
            ]
        }
    }

    /// A setting that does nothing without another.
    struct Half: Sendable {
        let missing: String
        let beside: String
        let stops: String
    }

    static func settings(_ halves: @escaping @Sendable (Configuration) -> [Half]) -> Need {
        Need { configuration in
            halves(configuration).map { half in
                Lack(
                    thing: .settings(half.missing),
                    what: "\(half.missing) isn’t set, but \(half.beside) is.",
                    stops: [half.stops],
                    remedy: "Set both or neither, then restart."
                )
            }
        }
    }
}

extension Lack {
    fileprivate init(_ obstacle: FolderObstacle, stops: String, isFault: Bool) {
        let user = ProgramUser.name
        let remedy =
            switch obstacle.code {
            case EACCES, EPERM: "Give it to \(user), with everything in it (chown -R)."
            case EROFS: "Make its file system writable."
            case ENOTDIR: "Move away what is in its place."
            default: "Check the disk and the path."
            }
        self.init(
            thing: .folder(obstacle.folder),
            what: "The folder \(obstacle.folder) can’t be written by the user \(user): "
                + "\(obstacle.reason).",
            stops: [stops],
            remedy: remedy + " No restart is needed.",
            isFault: isFault
        )
    }
}

/// The system's user that the program runs as.
enum ProgramUser {
    /// The name, and the number if there is none.
    static var name: String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        let user = geteuid()
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name
        else { return "\(user)" }
        return OwnText.decode(cString: name)
    }
}
