import Glibc
import Received
import Server

/// The file in the data folder into which a thread that ends the program writes what it was working on
/// (`LastWork`). Owned by `serve`, which holds the folder's lock: it reads what the run before has left, and
/// removes the file when it stops as it should.
struct CrashNote {
    /// A signal, and some 240 bytes of a path or a job's number.
    private static let mostBytes = 512

    private let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/storytime.crash"
    }

    /// What the run before was working on when it crashed; nil if it didn't.
    func read() throws(FileError) -> Crash? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            guard errno == ENOENT else { throw FileError(path) }
            return nil
        }
        defer { close(file) }
        var status = stat()
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0, fstat(file, &status) == 0 else { throw FileError(path) }
        return Crash(note: bytes.prefix(count), at: status.st_mtim.tv_sec)
    }

    /// Empties the file, and has the threads of this process leave their notes in it.
    func begin() throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o640)
        guard file >= 0 else { throw FileError(path) }
        try LastWork.leaveNotes(in: file)
    }

    /// Nothing went wrong. The file stays open, for what goes wrong from here on leaves no trace.
    func end() { unlink(path) }
}

/// That the program ended by a mistake of its own, and what it was doing.
struct Crash: Sendable, Equatable {
    /// Of a thread that had noted nothing.
    static let unknownWork = ""

    let at: Int
    let signal: Int
    let work: String

    init(at: Int, signal: Int, work: String) {
        self.at = at
        self.signal = signal
        self.work = work
    }

    /// From what was noted: the signal's number, a space, the work. Nil if nothing was.
    init?(note: some Collection<UInt8>, at: Int) {
        let line = note.prefix { $0 != UInt8(ascii: "\n") }
        guard let text = try? ReceivedText.read(line) else {
            // A path that was cut within a letter.
            guard !line.isEmpty else { return nil }
            self.init(note: line.prefix { $0 < 0x80 }, at: at)
            return
        }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let signal = ReceivedNumber.integer(parts[0], in: 1...64) else {
            return nil
        }
        self.init(at: at, signal: signal, work: String(parts[1]))
    }

    /// The job that was being done.
    var job: ID<Job>? {
        work.hasPrefix("job ") ? ID(pathSegment: work.dropFirst(4)) : nil
    }

    /// What the thread was doing, as the end of a sentence.
    func words(job: Job?) -> String {
        let name = work.drop { $0 != " " }.dropFirst()
        let kind = work.prefix { $0 != " " }
        return switch kind {
        case "job": "while it was doing a background job: " + (job.map(\.label) ?? "number \(name)")
        case "file": "while it was reading \(name)"
        case "page": "while it was answering a request for \(name)"
        default: "while it was doing something that left no note"
        }
    }
}
