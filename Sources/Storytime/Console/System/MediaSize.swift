import Received
import Glibc
import Synchronization

/// How much space the media take: measured when somebody looks, at most once a minute, and never
/// over more than a limited number of files. Shared by all threads.
final class MediaSize: Sendable {
    struct Measure: Sendable, Equatable {
        var files = 0
        var bytes = 0
        /// False if there were more files than were measured.
        var isComplete = true
    }

    private static let keptSeconds = 60
    /// Some 50 ms of work. A family has a few thousand files.
    static let fileLimit = 20_000

    private let folder: String
    private let last = Mutex<(at: Int, measure: Measure)?>(nil)

    init(folder: String) {
        self.folder = folder
    }

    /// The measure of the last minute, or a new one.
    func measure(now: Int, fileLimit: Int = fileLimit) -> Measure {
        if let last = last.withLock(\.self), (0..<Self.keptSeconds).contains(now - last.at) {
            return last.measure
        }
        // Outside of the lock: two threads measuring at once is rare and harmless.
        let measure = Self.walk(folder, limit: fileLimit)
        last.withLock { $0 = (now, measure) }
        return measure
    }

    private static func walk(_ folder: String, limit: Int) -> Measure {
        var measure = Measure()
        var folders = [folder]
        while measure.isComplete, let path = folders.popLast() {
            guard let directory = opendir(path) else { continue }
            defer { closedir(directory) }
            while measure.isComplete, let entry = readdir(directory) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    ReceivedText.repair(bytes.prefix { $0 != 0 })
                }
                guard name != ".", name != ".." else { continue }
                // Links are not followed: their targets are not ours to count, and may be this
                // folder.
                var status = stat()
                guard lstat(path + "/" + name, &status) == 0 else { continue }
                measure.add(status, at: path + "/" + name, &folders)
                measure.isComplete = measure.files < limit
            }
        }
        return measure
    }
}

extension MediaSize.Measure {
    fileprivate mutating func add(_ status: stat, at path: String, _ folders: inout [String]) {
        if status.st_mode & S_IFMT == S_IFDIR {
            folders.append(path)
        } else {
            files += 1
            bytes += Int(status.st_size)
        }
    }
}
