import Received
import Glibc

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible, Sendable {
    package let call: String
    package let code: Int32

    /// Takes the current `errno`.
    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(OwnText.decode(cString: strerror(code)))" }

    /// The disk, or this user's share of it, is full.
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}

/// The result of a system call that returns −1 for an error.
@discardableResult
func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call) }
    return result
}

/// Milliseconds of the clock that only goes forward.
func monotonicMilliseconds() -> Int64 {
    monotonicMicroseconds() / 1_000
}

func monotonicMicroseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
}
