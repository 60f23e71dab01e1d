import CLinux
import Glibc

/// A descriptor that any thread can make readable, to wake a thread that waits in epoll or poll.
package final class EventFD: Sendable {
    package let descriptor: Int32

    package init() throws(SystemError) {
        let flags = Int32(EFD_CLOEXEC | EFD_NONBLOCK)
        descriptor = try check(eventfd(0, flags), "eventfd")
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable. Its counter cannot overflow into an error that matters: a full
    /// one is readable.
    package func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable until the next signal.
    package func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
