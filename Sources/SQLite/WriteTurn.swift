import Glibc

/// The one writer's turn of a process: connections that want to change the database wait here, in
/// the order of arrival, until those before them are done. One is shared by all connections to a
/// file.
///
/// SQLite allows one writer at a time and lets the others poll with growing pauses, so under load
/// some starve while the lock is free. Queueing in the process costs 50 ns if nobody waits, and
/// wakes exactly the next one if somebody does; SQLite's own waiting remains for other processes.
///
/// `@unchecked`, because the compiler cannot see that `mutex` guards every mutable property.
package final class WriteTurn: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var isTaken = false
    private var queue: [Waiter] = []

    package init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// How many are waiting now.
    package var waiting: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return queue.count
    }

    /// Takes the turn, or gives up after the limit. True when it is ours; `release` ends it.
    func take(limitMilliseconds: Int) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if !isTaken {
            isTaken = true
            return true
        }
        let waiter = Waiter()
        queue.append(waiter)
        let deadline = Waiter.deadline(inMilliseconds: limitMilliseconds)
        while !waiter.hasTurn {
            guard waiter.wait(mutex, until: deadline) || waiter.hasTurn else {
                queue.removeAll { $0 === waiter }
                return false
            }
        }
        return true
    }

    /// Gives the turn to the one that has waited longest.
    func release() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !queue.isEmpty else {
            isTaken = false
            return
        }
        queue.removeFirst().receiveTurn()
    }
}

/// One thread in the queue. Touched only with the turn's mutex held.
private final class Waiter {
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private(set) var hasTurn = false

    init() {
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // If somebody sets the clock, waits must not become longer.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    func receiveTurn() {
        hasTurn = true
        pthread_cond_signal(condition)
    }

    /// False when the deadline has passed.
    func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, until deadline: timespec) -> Bool {
        var deadline = deadline
        return pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT
    }

    static func deadline(inMilliseconds milliseconds: Int) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let nanoseconds = time.tv_nsec + (milliseconds % 1_000) * 1_000_000
        time.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
