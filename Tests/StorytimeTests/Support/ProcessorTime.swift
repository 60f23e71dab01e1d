import Glibc

/// What this thread has used of a processor, whatever else the machine is busy with.
enum ProcessorTime {
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// What the body uses.
    static func of(_ body: () throws -> Void) rethrows -> Int {
        let start = nanoseconds
        try body()
        return nanoseconds - start
    }
}
