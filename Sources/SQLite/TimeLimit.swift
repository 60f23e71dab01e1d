import CSQLite
import Glibc

extension Database {
    /// Runs the body, and stops its statements if it takes too long: they throw an error whose
    /// `isInterrupted` is true. For queries whose cost depends on a visitor.
    package func limited<T>(
        milliseconds: Int,
        _ body: () throws -> T
    ) rethrows -> T {
        /// Some 20 µs of SQLite's virtual machine between two looks at the clock.
        let stepsPerLook: Int32 = 1_000
        var deadline = Clock.nanoseconds + Int64(milliseconds) * 1_000_000
        return try withUnsafeMutablePointer(to: &deadline) { deadline in
            sqlite3_progress_handler(
                handle,
                stepsPerLook,
                { deadline in
                    guard let deadline else { return 0 }
                    return Clock.nanoseconds > deadline.load(as: Int64.self) ? 1 : 0
                },
                deadline
            )
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            return try body()
        }
    }
}

private enum Clock {
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
