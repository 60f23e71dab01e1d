import Received
import CLinux
import Glibc

/// Another program that runs beside ours. It gets its arguments as they are, without a shell. It
/// has none of our descriptors and signals, and a process group of its own, so that everything it
/// starts ends with it. The end of its standard error is kept; standard output is thrown away.
///
/// One thread makes it and uses it. It outlives neither its value nor that thread, even if we are
/// killed.
package struct ChildProcess: ~Copyable {
    /// How it ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Programs say why they fail in their last lines.
    private static let keptErrorBytes = 4096
    /// How long a program that has closed its standard error, and so is about to end, is left
    /// alone.
    private static let endingMilliseconds: Int32 = 20
    /// How long a silent program is left alone: its end is not announced.
    private static let silentMilliseconds: Int32 = 100

    private let pid: pid_t
    /// −1 once the program has closed its end.
    private var errors: Int32
    private var tail: [UInt8] = []
    private var end: End?

    /// Starts a program by its path. Its name is the first of its arguments, as usual. It steps back for others by
    /// so much, in the units of nice(1). If a file that it writes would become larger than `largestFileBytes`, it is
    /// ended by SIGXFSZ.
    package init(
        _ path: String,
        _ arguments: [String],
        niceness: Int32 = 0,
        largestFileBytes: Int? = nil
    ) throws(SystemError) {
        var pipe: [Int32] = [-1, -1]
        try check(Glibc.pipe(&pipe), "pipe")
        defer { close(pipe[1]) }
        do throws(SystemError) {
            pid = try Self.start(path, arguments, errors: pipe[1], niceness, largestFileBytes)
        } catch {
            close(pipe[0])
            throw error
        }
        errors = pipe[0]
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
    }

    deinit {
        if end == nil {
            kill(-pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        if errors >= 0 { close(errors) }
    }

    /// The end of its output on standard error.
    package var errorText: String { ReceivedText.repair(tail) }

    /// Waits a moment for its end, or until the descriptor becomes readable. Nil while it runs:
    /// ask again.
    package mutating func wait(orReadable other: Int32) -> End? {
        if let end { return end }
        var files = [
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is ignored (poll(2)).
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        poll(&files, 2, errors < 0 ? Self.endingMilliseconds : Self.silentMilliseconds)
        readErrors()
        // First a look without reaping: until it is reaped, its group's number belongs to nobody
        // else.
        var status = siginfo_t()
        guard waitid(P_PID, id_t(pid), &status, WEXITED | WNOHANG | WNOWAIT) == 0,
            status.si_signo == SIGCHLD
        else { return nil }
        return reap()
    }

    private mutating func reap() -> End {
        kill(-pid, SIGKILL)
        readErrors()
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        // wait(2): the low seven bits are the signal that ended it, or 0.
        let signal = status & 0x7F
        let end = signal == 0 ? End.exited(status >> 8 & 0xFF) : .killed(signal: signal)
        self.end = end
        return end
    }

    private mutating func readErrors() {
        var buffer = [UInt8](repeating: 0, count: Self.keptErrorBytes)
        var count = errors < 0 ? -1 : read(errors, &buffer, buffer.count)
        while count > 0 {
            tail = (tail + buffer.prefix(count)).suffix(Self.keptErrorBytes)
            count = read(errors, &buffer, buffer.count)
        }
        guard count == 0 else { return }
        close(errors)
        errors = -1
    }
}

extension ChildProcess {
    private static func start(
        _ path: String,
        _ arguments: [String],
        errors: Int32,
        _ niceness: Int32,
        _ largestFileBytes: Int?
    ) throws(SystemError) -> pid_t {
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var pid = pid_t()
        let largest = UInt64(largestFileBytes.map { max(1, $0) } ?? 0)
        let code = clinux_start(path, &words, environ, errors, niceness, largest, &pid)
        guard code == 0 else { throw SystemError("start \(path)", code: code) }
        return pid
    }
}
