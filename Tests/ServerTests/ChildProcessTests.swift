import Glibc
import Received
import Testing

@testable import Server

@Suite("Programs that run beside ours")
struct ChildProcessTests {
    private let other: EventFD

    init() throws {
        other = try EventFD()
    }

    /// Runs a program to its end.
    private func run(
        _ path: String,
        _ arguments: [String],
        largestFileBytes: Int? = nil
    ) throws -> (end: ChildProcess.End, errors: String) {
        var child = try ChildProcess(path, arguments, largestFileBytes: largestFileBytes)
        var end = child.wait(orReadable: other.descriptor)
        while end == nil { end = child.wait(orReadable: other.descriptor) }
        return (try #require(end), child.errorText)
    }

    private func shell(_ script: String) throws -> (end: ChildProcess.End, errors: String) {
        try run("/bin/sh", ["-c", script])
    }

    @Test("The status that a program ends with is told, and the signal that ends one")
    func ends() throws {
        #expect(try run("/bin/true", []).end == .exited(0))
        #expect(try shell("exit 7").end == .exited(7))
        #expect(try shell("kill -KILL $$").end == .killed(signal: SIGKILL))
    }

    @Test("A program that isn't there is an error that names it")
    func missing() throws {
        #expect(throws: SystemError.self) { try run("/nowhere/at-all", []) }
    }

    @Test("Arguments arrive as they are: no shell reads them")
    func arguments() throws {
        let text = "a b'\"$(exit 3)*;é"
        let result = try run("/bin/sh", ["-c", "printf %s \"$1\" >&2", "sh", text])
        #expect(result.errors == text)
    }

    @Test("Of what it says, the last is kept, and standard output is thrown away")
    func errors() throws {
        let result = try shell(
            "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; echo out; i=$((i+1)); done"
        )
        #expect(result.end == .exited(0))
        #expect(result.errors.hasSuffix("line 19999\n"))
        #expect(result.errors.utf8.count <= 4096)
    }

    @Test("A file that becomes larger than it may ends it, and one that doesn't may be that large")
    func largestFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/output"
        func write(_ bytes: Int) throws -> ChildProcess.End {
            let script = "head -c \(bytes) /dev/zero > \(path)"
            return try run("/bin/sh", ["-c", script], largestFileBytes: 65_536).end
        }
        #expect(try write(65_536) == .exited(0))
        #expect(try write(1 << 20) != .exited(0))
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_size == 65_536)
        let direct = try run(
            "/usr/bin/truncate",
            ["--size=65537", path],
            largestFileBytes: 65_536
        )
        #expect(direct.end == .killed(signal: SIGXFSZ))
    }

    @Test("It has none of our descriptors, our blocked signals or our ignored ones")
    func inheritsNothing() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let script = "test ! -e /proc/self/fd/\(descriptor) && kill -TERM $$; exit 1"
        #expect(try shell(script).end == .killed(signal: SIGTERM))
        #expect(try shell("kill -PIPE $$; exit 1").end == .killed(signal: SIGPIPE))
    }

    @Test("What a program has started ends with it")
    func group() throws {
        let result = try shell("sleep 100 & echo $! >&2")
        let pid = try #require(ReceivedNumber.integer(result.errors.filter(\.isNumber)))
        #expect(result.end == .exited(0))
        #expect(endsSoon(pid_t(pid)))
    }

    @Test("A program ends with its value, and so does what it has started")
    func isKilled() throws {
        var text = ""
        do {
            var child = try ChildProcess("/bin/sh", ["-c", "sleep 100 & echo $! >&2; wait"])
            for _ in 0..<100 where !text.contains("\n") {
                #expect(child.wait(orReadable: other.descriptor) == nil)
                text = child.errorText
            }
        }
        let pid = try #require(ReceivedNumber.integer(text.filter(\.isNumber)))
        #expect(endsSoon(pid_t(pid)))
    }

    @Test("Waiting ends at once when the other descriptor becomes readable")
    func wakes() throws {
        var child = try ChildProcess("/bin/sleep", ["100"])
        other.signal()
        let start = monotonicMilliseconds()
        #expect(child.wait(orReadable: other.descriptor) == nil)
        #expect(monotonicMilliseconds() - start < 80)
    }

    /// Whether a process is gone, or only waits to be reaped by whoever inherited it.
    private func endsSoon(_ pid: pid_t) -> Bool {
        for _ in 0..<200 {
            guard kill(pid, 0) == 0 else { return true }
            if state(of: pid) == "Z" { return true }
            usleep(10_000)
        }
        return false
    }

    /// The letter in `/proc/<pid>/stat`, after the name in parentheses (proc(5)).
    private func state(of pid: pid_t) -> String? {
        guard let file = fopen("/proc/\(pid)/stat", "r") else { return "Z" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, 512, file) != nil else { return nil }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return text.split(separator: ")").last?.split(separator: " ").first.map(String.init)
    }
}
