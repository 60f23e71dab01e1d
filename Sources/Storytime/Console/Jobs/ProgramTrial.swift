import Glibc
import Received
import Server
import Synchronization

/// What came of starting another program with next to nothing to do.
enum ProgramTrial: Sendable, Equatable {
    /// It runs, and said which version it is; empty if it said none.
    case runs([Int])
    /// It doesn't, for this reason.
    case fails(String)

    /// Programs take a few milliseconds to say which they are. On a machine that is busy, as one is that has
    /// just started, it can be seconds, and the start waits for each of them.
    static let limit = Duration.seconds(3)

    /// Each file is tried once.
    private static let known = Mutex<[String: ProgramTrial]>([:])

    /// Tries a program by its path, unless that was done with the same file before.
    static func of(
        _ path: String,
        _ arguments: [String],
        limit: Duration = limit
    ) -> ProgramTrial {
        var status = stat()
        stat(path, &status)
        let file = "\(status.st_dev) \(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_size)"
        let key = ([path, file] + arguments).joined(separator: "\n")
        if let known = known.withLock({ $0[key] }) { return known }
        let trial = start(path, arguments, limit)
        known.withLock { $0[key] = trial }
        return trial
    }

    private static func start(
        _ path: String,
        _ arguments: [String],
        _ limit: Duration
    ) -> ProgramTrial {
        do {
            // Only the end of standard error is kept of a program; most say their version elsewhere.
            let script = "exec \"$0\" \"$@\" >&2"
            var child = try ChildProcess("/bin/sh", ["-c", script, path] + arguments)
            let deadline = ContinuousClock.now + limit
            var end = child.wait(orReadable: -1)
            while end == nil {
                // That says nothing about the program. What it is asked for later has a limit of its own.
                guard ContinuousClock.now < deadline else { return .runs([]) }
                end = child.wait(orReadable: -1)
            }
            guard end == .exited(0) else {
                let reason = child.errorText.split(separator: "\n").last.map { ": \($0)" } ?? "."
                return .fails("doesn’t run here\(reason)")
            }
            return .runs(version(in: child.errorText))
        } catch {
            return .fails("can’t be started: \(error).")
        }
    }

    /// The first number of a text, with those behind its points: "vips-8.14.1" is 8, 14 and 1.
    static func version(in text: String) -> [Int] {
        let line = text.prefix { $0 != "\n" }.drop { !isDigit($0) }
        return line.prefix { isDigit($0) || $0 == "." }.split(separator: ".")
            .compactMap { ReceivedNumber.integer($0, in: ReceivedNumber.any) }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// What is wrong, behind the program's name; nil if nothing is.
    func trouble(least: [Int]) -> String? {
        switch self {
        case .fails(let reason): return reason.hasSuffix(".") ? reason : reason + "."
        case .runs(let version):
            guard !version.isEmpty, version.lexicographicallyPrecedes(least) else { return nil }
            let words = [version, least].map { $0.map(String.init).joined(separator: ".") }
            return "is version \(words[0]); the oldest that is tested is \(words[1])."
        }
    }
}
