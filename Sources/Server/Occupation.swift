import Glibc
import HTTP
import Synchronization

/// What a thread that runs handlers is doing. The thread writes it and the watchdog reads it; a
/// step costs the thread two writes to memory and no system call.
final class Occupation: Sendable {
    let lane: Lane
    /// The thread's name, like "worker-1".
    let name: String
    /// Odd while the thread is busy. Every step has its own number.
    private let steps = Atomic<UInt64>(0)
    private let retirement = Atomic<Bool>(false)
    private let state = Mutex(State())

    private struct State: Sendable {
        /// The request of the step with that number.
        var head: RequestHead?
        var step: UInt64 = 0
        /// The clock of the processor time that the thread uses; nil until the thread has said
        /// which it is.
        var clock: clockid_t?
        var interrupt: (@Sendable () -> Void)?
    }

    init(_ lane: Lane, _ name: String) {
        self.lane = lane
        self.name = name
    }

    // MARK: The thread

    /// Called once, on the thread: `interrupt` stops what its responder is waiting for.
    func bind(_ interrupt: (@Sendable () -> Void)?) {
        var clock = clockid_t()
        let isKnown = pthread_getcpuclockid(pthread_self(), &clock) == 0
        let known = isKnown ? clock : nil
        state.withLock { state in
            state.clock = known
            state.interrupt = interrupt
        }
    }

    /// The thread begins with something new; with a request, if there is one.
    func begin(_ head: RequestHead? = nil) {
        let old = steps.load(ordering: .relaxed)
        let step = old + (old % 2 == 0 ? 1 : 2)
        if let head {
            state.withLock { state in
                state.head = head
                state.step = step
            }
        }
        steps.store(step, ordering: .releasing)
    }

    /// The thread waits for its next step.
    func end() {
        let old = steps.load(ordering: .relaxed)
        if old % 2 == 1 { steps.store(old + 1, ordering: .releasing) }
    }

    /// Another thread has taken this one's place: it ends when it comes back.
    var isRetired: Bool { retirement.load(ordering: .acquiring) }

    // MARK: The watchdog

    /// The number of the current step; nil while the thread waits.
    var step: UInt64? {
        let step = steps.load(ordering: .acquiring)
        return step % 2 == 1 ? step : nil
    }

    /// The request of a step, if it has one.
    func head(of step: UInt64) -> RequestHead? {
        state.withLock { $0.step == step ? $0.head : nil }
    }

    /// The processor time that the thread has used, in milliseconds; nil if it is unknown.
    var usedMilliseconds: Int64? {
        guard let clock = state.withLock({ $0.clock }) else { return nil }
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    func interrupt() {
        state.withLock { $0.interrupt }?()
    }

    func retire() {
        retirement.store(true, ordering: .releasing)
    }

    /// The thread is about to end; its clock ends with it.
    func leave() {
        end()
        state.withLock { state in
            state.clock = nil
            state.interrupt = nil
        }
    }
}
