import Glibc
import HTTP

/// Content that one thread writes and the server sends as it comes.
///
/// The writer waits while the client is behind by more than `limit` bytes, and learns from `write`
/// when there is nobody to write for. So a client that reads slowly costs that much memory, and one
/// that reads too slowly is cut off like any other.
///
/// `@unchecked Sendable` because the compiler cannot see that `mutex` guards the state: every access
/// is in a method here, between lock and unlock. A condition variable is needed, and
/// `Synchronization.Mutex` has none.
package final class Pipe: StreamSource, @unchecked Sendable {
    /// More than anything that people read as it comes, and little for a program.
    package static let usualLimit = 256 * 1024

    package let heartbeat: [UInt8]
    private let limit: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var bytes: [UInt8] = []
    private var wake: (@Sendable () -> Void)?
    /// How it ends, once that is known.
    private var ending: StreamStep?
    /// The server knows that there is something.
    private var isAnnounced = false
    private var isGone = false

    package init(heartbeat: [UInt8] = [], limit: Int = Pipe.usualLimit) {
        self.heartbeat = heartbeat
        self.limit = limit
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    // MARK: The writer

    /// Adds content; waits while too much of it is there already. False if nobody takes it: the client
    /// is gone, or the content has ended.
    @discardableResult
    package func write(_ more: [UInt8]) -> Bool {
        let (isTaken, wake) = locked { () -> (Bool, (@Sendable () -> Void)?) in
            while bytes.count >= limit, !isGone, ending == nil {
                pthread_cond_wait(condition, mutex)
            }
            guard !isGone, ending == nil else { return (false, nil) }
            bytes += more
            return (true, announcement())
        }
        wake?()
        return isTaken
    }

    /// That was all.
    package func finish() { end(.end) }

    /// It can't be made whole.
    package func fail(_ reason: String) { end(.failure(reason)) }

    /// Whether the client is gone.
    package var hasNoReader: Bool { locked { isGone } }

    private func end(_ ending: StreamStep) {
        let wake = locked { () -> (@Sendable () -> Void)? in
            guard self.ending == nil else { return nil }
            self.ending = ending
            pthread_cond_broadcast(condition)
            return announcement()
        }
        wake?()
    }

    /// What wakes the server, if it must be; within the lock. It is called without it.
    private func announcement() -> (@Sendable () -> Void)? {
        guard !isAnnounced, let wake else { return nil }
        isAnnounced = true
        return wake
    }

    // MARK: The server

    package func attach(_ wake: @escaping @Sendable () -> Void) {
        let wake = locked { () -> (@Sendable () -> Void)? in
            self.wake = wake
            return bytes.isEmpty && ending == nil ? nil : announcement()
        }
        wake?()
    }

    package func take() -> StreamStep {
        let (step, wake) = locked { () -> (StreamStep, (@Sendable () -> Void)?) in
            isAnnounced = false
            guard !bytes.isEmpty else { return (ending ?? .nothing, nil) }
            let taken = bytes
            bytes = []
            pthread_cond_broadcast(condition)
            // An end that came with it has not been announced on its own.
            return (.bytes(taken), ending == nil ? nil : announcement())
        }
        wake?()
        return step
    }

    package func abandon() {
        locked {
            isGone = true
            bytes = []
            wake = nil
            pthread_cond_broadcast(condition)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
