import CLinux
import Glibc
import Synchronization

/// The request that the server stop, seen by all loops.
final class StopSignal: Sendable {
    /// Readable in every loop from the first request on: it is never cleared.
    let wake: EventFD
    private let requests = Atomic<Int>(0)
    private let signals = Atomic<Int32>(-1)

    init() throws(SystemError) {
        wake = try EventFD()
    }

    deinit {
        let descriptor = signals.load(ordering: .relaxed)
        if descriptor >= 0 { close(descriptor) }
    }

    var isRequested: Bool { requests.load(ordering: .acquiring) > 0 }

    /// Set after a second request: then nobody wants to wait for the requests that have begun.
    var isUrgent: Bool { requests.load(ordering: .acquiring) > 1 }

    func request() {
        requests.wrappingAdd(1, ordering: .acquiringAndReleasing)
        wake.signal()
    }

    /// A descriptor that becomes readable when SIGTERM or SIGINT comes; nil if nobody asked for
    /// that.
    var signalDescriptor: Int32? {
        let descriptor = signals.load(ordering: .acquiring)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Turns the signals into bytes to read, so that no handler runs in the middle of anything.
    func watchSignals() throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        let code = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
        let flags = Int32(SFD_CLOEXEC | SFD_NONBLOCK)
        signals.store(try check(signalfd(-1, &set, flags), "signalfd"), ordering: .releasing)
    }

    /// Called by the loop that watches the descriptor: each signal is one request.
    func takeSignals() {
        guard let descriptor = signalDescriptor else { return }
        var signal = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while read(descriptor, &signal, size) == size { request() }
    }
}
