import Glibc
import Testing

@testable import Server

@Suite("What a thread was working on when it ended the program", .serialized)
struct LastWorkTests {
    /// Has a child process do something deadly; what it noted, and how it ended.
    private func note(of work: () -> Void, before prepare: () -> Void = setDefaults) throws
        -> (text: String, status: Int32)
    {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/note"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let fork = try #require(Self.fork)
        let child = fork()
        if child == 0 {
            prepare()
            guard (try? LastWork.leaveNotes(in: file)) != nil else { _exit(1) }
            work()
            _exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = pread(file, &bytes, bytes.count, 0)
        return (String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self), status)
    }

    /// Glibc's module hides it: a forked copy of many threads may do little. Ours only ends itself.
    private static let fork: (@convention(c) () -> pid_t)? = {
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { return nil }
        return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    }()

    /// Without Swift's handler, which would look for seconds at all of the test's threads.
    private static func setDefaults() {
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number, SIG_DFL)
        }
    }

    private static func isTrap(_ status: Int32) -> Bool {
        [SIGILL, SIGTRAP].contains(status & 0x7f)
    }

    @Test("A trap leaves its thread’s work, and still ends the program by the same signal")
    func trap() throws {
        let numbers = [Int.max, 1]
        let (text, status) = try note(of: {
            LastWork.set("job ", "17")
            _exit(Int32(truncatingIfNeeded: numbers[0] + numbers[1]))
        })
        #expect(Self.isTrap(status), "\(status)")
        #expect(text == "\(status & 0x7f) job 17\n")
    }

    @Test(
        "Only the work of the thread that went wrong is named",
        arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE]
    )
    func otherThreads(signal number: Int32) throws {
        let (text, status) = try note(of: {
            LastWork.set("page ", "/innocent")
            let thread = try? Thread("guilty") {
                LastWork.set("file ", "caption import 36")
                // Threads of a test's kind block this one; abort(3) doesn't mind.
                if number == SIGABRT { abort() }
                raise(number)
            }
            thread?.join()
        })
        #expect(status & 0x7f == number)
        #expect(text == "\(number) file caption import 36\n")
    }

    @Test("What is done is not blamed; work without an end is cut")
    func limits() throws {
        let done = try note(of: {
            LastWork.set("job ", "1")
            LastWork.clear()
            abort()
        })
        #expect(done.text == "\(SIGABRT) \n")
        let long = try note(of: {
            LastWork.set("page ", String(repeating: "a", count: 10_000))
            abort()
        })
        #expect(long.text == "\(SIGABRT) page \(String(repeating: "a", count: 235))\n")
    }

    @Test("A stack that runs over leaves a note, too")
    func overflow() throws {
        let (text, status) = try note(of: {
            let thread = try? Thread("deep") {
                LastWork.set("job ", "5")
                _exit(Int32(truncatingIfNeeded: Self.depth(1)))
            }
            thread?.join()
        })
        #expect(status & 0x7f == SIGSEGV)
        #expect(text == "\(SIGSEGV) job 5\n")
    }

    @inline(never)
    private static func depth(_ number: Int) -> Int {
        number == .min ? 0 : depth(number &+ 1) &+ depth(number &+ 2) &+ 1
    }

    @Test("The handler that was there before has its turn, with what it needs")
    func handsOn() throws {
        let (text, status) = try note(
            of: {
                LastWork.set("job ", "9")
                raise(SIGSEGV)
            },
            before: {
                var action = sigaction()
                action.sa_flags = SA_SIGINFO
                action.__sigaction_handler.sa_sigaction = { number, information, _ in
                    _exit(information?.pointee.si_signo == number ? 42 : 43)
                }
                sigaction(SIGSEGV, &action, nil)
            }
        )
        #expect((status >> 8) & 0xff == 42)
        #expect(text == "\(SIGSEGV) job 9\n")
    }

    @Test(
        "A program that ends without a mistake leaves nothing, and neither does one that is killed"
    )
    func nothing() throws {
        #expect(try note(of: { LastWork.set("job ", "1") }).text.isEmpty)
        let killed = try note(of: {
            LastWork.set("job ", "1")
            kill(getpid(), SIGKILL)
        })
        #expect(killed.text.isEmpty && killed.status & 0x7f == SIGKILL)
    }
}
