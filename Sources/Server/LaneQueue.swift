import Glibc

/// The bounded queue before the workers of one lane: the loops put jobs in, the workers take them
/// out.
///
/// It is fair if the application says whose a job is. One visitor gets all but one of a lane's
/// workers at most, and half of the queue at most; while theirs wait, those of others go ahead. So
/// someone who keeps workers busy for long, on purpose or not, keeps them from nobody else.
///
/// `@unchecked Sendable` like `Channel`, and for the same reason: `mutex` guards all that is
/// stored.
final class LaneQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let limit: Int
    /// How many workers one visitor may hold, and how much of the queue.
    private let share: (workers: Int, queue: Int)
    private var jobs = Deque<Job>()
    private var working: [Int: Int] = [:]
    private var waiting: [Int: Int] = [:]
    private var sleepers = 0
    private var isClosed = false

    init(limit: Int, workers: Int) {
        self.limit = limit
        share = (max(1, workers - 1), max(1, limit / 2))
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

    /// False if the queue is closed, full, or full of the same visitor's jobs. `isUrgent` jobs are
    /// accepted beyond the limits, because they continue something that was admitted before.
    func push(_ job: Job, isUrgent: Bool = false) -> Bool {
        pthread_mutex_lock(mutex)
        guard !isClosed, isUrgent || hasRoom(for: job) else {
            pthread_mutex_unlock(mutex)
            return false
        }
        jobs.append(job)
        if let visitor = job.visitor { waiting[visitor, default: 0] += 1 }
        let mustWake = sleepers > 0
        pthread_mutex_unlock(mutex)
        if mustWake { pthread_cond_signal(condition) }
        return true
    }

    private func hasRoom(for job: Job) -> Bool {
        guard jobs.count < limit else { return false }
        return job.visitor.map { waiting[$0, default: 0] < share.queue } ?? true
    }

    /// Waits for the next job whose turn it is. Nil when the queue is closed and empty. The caller
    /// says when the job is done.
    func pop() -> Job? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !(isClosed && jobs.isEmpty) {
            if let job = takeFirst() {
                // Threads that wait for the turn of this job must see that nothing more will come.
                if isClosed { pthread_cond_broadcast(condition) }
                return job
            }
            sleepers += 1
            pthread_cond_wait(condition, mutex)
            sleepers -= 1
        }
        return nil
    }

    private func takeFirst() -> Job? {
        for index in 0..<jobs.count {
            let visitor = jobs[index].visitor
            guard visitor.map({ working[$0, default: 0] < share.workers }) ?? true else { continue }
            let job = jobs.remove(at: index)
            if let visitor {
                working[visitor, default: 0] += 1
                Self.decrease(&waiting, visitor)
            }
            return job
        }
        return nil
    }

    /// A job that was taken is done: another one of its visitor may begin.
    func finish(_ job: Job) {
        guard let visitor = job.visitor else { return }
        pthread_mutex_lock(mutex)
        Self.decrease(&working, visitor)
        let mustWake = sleepers > 0 && !jobs.isEmpty
        pthread_mutex_unlock(mutex)
        if mustWake { pthread_cond_signal(condition) }
    }

    /// Lets every waiting thread go once the queue is empty.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_mutex_unlock(mutex)
        pthread_cond_broadcast(condition)
    }

    private static func decrease(_ counts: inout [Int: Int], _ visitor: Int) {
        let count = counts[visitor, default: 0] - 1
        counts[visitor] = count > 0 ? count : nil
    }
}
