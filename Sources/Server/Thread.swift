import CLinux
import Glibc

/// A POSIX thread that runs one closure.
package final class Thread: Sendable {
    /// 4 MiB of address space, of which only the used part becomes memory. Set here, because the
    /// default depends on the shell's `ulimit -s`.
    private static let stackBytes = 4 * 1024 * 1024

    private let handle: pthread_t

    /// Carries the closure across `pthread_create`.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// The name is for debuggers and `top -H`; the kernel keeps 15 bytes of it.
    package init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Thread.stackBytes)
        let start = Unmanaged.passRetained(Start(name, body))
        var handle = pthread_t()
        let code = pthread_create(
            &handle,
            &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                clinux_name_thread(start.name)
                let signalStack = clinux_take_signal_stack()
                start.body()
                clinux_give_back_signal_stack(signalStack)
                return nil
            },
            start.toOpaque()
        )
        guard code == 0 else {
            start.release()
            throw SystemError("pthread_create", code: code)
        }
        self.handle = handle
    }

    package func join() {
        pthread_join(handle, nil)
    }

    /// Leaves the thread to itself: nobody waits for its end.
    package func detach() {
        pthread_detach(handle)
    }

    /// Waits for the thread to end, until a moment of the monotonic clock; a thread that has not
    /// ended by then is abandoned.
    func join(until milliseconds: Int64) {
        var left = milliseconds - monotonicMilliseconds()
        while left > 0, clinux_try_join(handle) == 0 {
            usleep(Thread.joinStepMicroseconds)
            left = milliseconds - monotonicMilliseconds()
        }
        if left <= 0 { pthread_detach(handle) }
    }

    private static let joinStepMicroseconds: UInt32 = 1_000
}
