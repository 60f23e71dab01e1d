import Glibc

/// A bounded queue between threads: the loops put jobs in, the workers of one lane take them out.
///
/// `@unchecked Sendable` because the compiler cannot see that `mutex` guards `items`: every access to
/// the stored properties is in a method here, between lock and unlock. A condition variable is needed,
/// and `Synchronization.Mutex` has none.
package final class Channel<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let limit: Int
    private var items = Deque<Element>()
    private var sleepers = 0
    private var isClosed = false

    package init(limit: Int) {
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

    /// False if the queue is full or closed. `isUrgent` items are accepted beyond the limit,
    /// because they continue something that was admitted before.
    package func push(_ item: Element, isUrgent: Bool = false) -> Bool {
        pthread_mutex_lock(mutex)
        guard !isClosed, isUrgent || items.count < limit else {
            pthread_mutex_unlock(mutex)
            return false
        }
        items.append(item)
        let mustWake = sleepers > 0
        pthread_mutex_unlock(mutex)
        // After the unlock, so that the woken thread does not stumble over a held lock; and not at
        // all while every worker is awake, which saves a system call per request under load.
        if mustWake { pthread_cond_signal(condition) }
        return true
    }

    /// The next item; waits for one. Nil when the queue is closed and empty.
    package func pop() -> Element? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while items.isEmpty, !isClosed {
            sleepers += 1
            pthread_cond_wait(condition, mutex)
            sleepers -= 1
        }
        return items.popFirst()
    }

    /// Lets every waiting thread go once the queue is empty.
    package func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_mutex_unlock(mutex)
        pthread_cond_broadcast(condition)
    }
}
