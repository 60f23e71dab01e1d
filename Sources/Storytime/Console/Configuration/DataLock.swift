import Received
import Glibc

/// The right to be the only program that uses a data folder: a lock on a file in it, which the
/// kernel releases when the program ends, however it ends. The file says who holds it.
///
/// `serve` holds it as long as it runs; `restore`, `migrate` and any command that creates a
/// database hold it while they work. Other commands write beside a server, each change in its turn
/// of SQLite's, and only make sure that nobody replaces the database (`expectShared`).
///
/// The file is removed when the lock is released. It is opened with O_CLOEXEC, so that a program
/// that we start does not inherit the lock and keep it after we end.
final class DataLock {
    /// Who has it.
    struct Holder: Sendable, Equatable {
        /// Our command, like "serve".
        var command: String
        var process: Int
        var machine: String
        /// ISO 8601.
        var since: String
        var address: String?
    }

    /// Somebody else has it.
    struct Taken: Error, Equatable, CustomStringConvertible {
        let folder: String
        /// Nil in the moment before they have written it.
        let holder: Holder?

        var description: String {
            let who = holder.map(\.text) ?? "another storytime that is just starting"
            return "the data folder \(folder) is in use by \(who). Only one program at a time can "
                + "use it: stop it first, or choose another folder with --data"
        }
    }

    /// The file system can't lock files.
    struct Unsupported: Error, CustomStringConvertible {
        let error: FileError

        var description: String {
            "\(error): this file system can't lock files, so two programs could use one "
                + "database. Put the data folder on a local disk"
        }
    }

    private let path: String
    private var file: Int32
    /// The previous content of the file; nil if it was created for this lock.
    private let before: [UInt8]?

    private init(path: String, file: Int32, before: [UInt8]?) {
        self.path = path
        self.file = file
        self.before = before
    }

    deinit { release() }

    // MARK: Taking and giving back

    /// Takes the lock of an existing folder.
    static func take(_ configuration: Configuration, for command: String) throws -> DataLock {
        guard let lock = try take(configuration, isMade: true) else {
            throw FileError(path(configuration))
        }
        try lock.tell(command)
        return lock
    }

    /// Takes the lock if its file already exists, so that nothing is created; nil if it doesn't.
    static func takeIfThere(_ configuration: Configuration) throws -> DataLock? {
        try take(configuration, isMade: false)
    }

    /// Throws if someone other than a server has the folder: the database may be about to be
    /// replaced. A server's writes continue beside ours.
    static func expectShared(_ configuration: Configuration) throws {
        let path = path(configuration)
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return }
        let holder = Holder(try Folder.read(path).bytes)
        guard holder?.command != serving else {
            return
        }
        throw Taken(folder: configuration.data, holder: holder)
    }

    /// The command beside which others may write.
    static let serving = "serve"

    /// Writes down who has it.
    func tell(_ command: String, address: String? = nil) throws(FileError) {
        let text = Holder.current(command, address: address).lines
        try write(Array(text.utf8))
    }

    /// Releases it; the folder is then as if it had never been taken.
    func release() {
        guard file >= 0 else { return }
        if let before {
            try? write(before)
        } else {
            unlink(path)
        }
        close(file)
        file = -1
    }

    // MARK: Parts

    private static func path(_ configuration: Configuration) -> String {
        configuration.data + "/storytime.lock"
    }

    /// Somebody who only checks whether it is taken holds it for a moment.
    private static let patience = (tries: 25, pauseMicroseconds: UInt32(10_000))

    private static func take(_ configuration: Configuration, isMade: Bool) throws -> DataLock? {
        let path = path(configuration)
        for _ in 0..<patience.tries {
            let isThere = Folder.exists(path)
            guard isThere || isMade else { return nil }
            let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o640)
            if file < 0, errno == ENOENT, !isMade { return nil }
            guard file >= 0 else { throw FileError(path) }
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                // The previous holder may have removed the file just now: then this one has no
                // meaning.
                if isStill(path, file) {
                    let before = isThere ? try Folder.read(path).bytes : nil
                    return DataLock(path: path, file: file, before: before)
                }
            } else if errno != EWOULDBLOCK && errno != EINTR {
                let error = FileError(path)
                close(file)
                throw Unsupported(error: error)
            }
            close(file)
            usleep(patience.pauseMicroseconds)
        }
        let holder = (try? Folder.read(path)).flatMap { Holder($0.bytes) }
        throw Taken(folder: configuration.data, holder: holder)
    }

    private static func isStill(_ path: String, _ file: Int32) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(file, &opened) == 0 && stat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    private func write(_ bytes: [UInt8]) throws(FileError) {
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            throw FileError(path)
        }
    }
}

extension DataLock.Holder {
    /// This process.
    fileprivate static func current(_ command: String, address: String?) -> Self {
        Self(
            command: command,
            process: Int(getpid()),
            machine: machine,
            since: TimeText.iso(Int(time(nil))),
            address: address
        )
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return OwnText.decode(name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
    }

    /// The content of the file.
    fileprivate var lines: String {
        """
        command=\(command)
        process=\(process)
        machine=\(machine)
        since=\(since)
        address=\(address ?? "")

        """
    }

    /// Reads the file; nil if it says nothing.
    fileprivate init?(_ bytes: [UInt8]) {
        var values: [String: String] = [:]
        for line in OwnText.decode(bytes).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        guard let command = values["command"],
            let process = values["process"].flatMap({ ReceivedNumber.integer($0) })
        else { return nil }
        self.init(
            command: command,
            process: process,
            machine: values["machine"] ?? "",
            since: values["since"] ?? "",
            address: values["address"]
        )
    }

    fileprivate var text: String {
        let elsewhere = machine == Self.machine ? "" : " on \(machine)"
        let address = address.map { ", at \($0)" } ?? ""
        return "`storytime \(command)`, process \(process)\(elsewhere), since \(since)\(address)"
    }
}
