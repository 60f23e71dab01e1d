import Glibc

/// The bounded queue before the workers of one lane: the loops put jobs in, the workers take them
/// out.
///
/// It is fair if the application says whose a job is. Parties take turns, and within a party its
/// visitors. One party gets all but one of a lane's workers at most, and half of the queue at most;
/// of that, one visitor gets half. So someone who keeps workers busy for long, on purpose or not,
/// with one session or with many, keeps them from nobody else. Strangers can be as many parties as
/// they have networks, so all of them together get no more than one party, and a part of the queue.
///
/// `@unchecked Sendable` like `Channel`, and for the same reason: `mutex` guards all that is
/// stored.
final class LaneQueue: @unchecked Sendable {
    /// What somebody has in the lane, a party or a visitor.
    private struct Share {
        var waiting = 0
        var working = 0
        /// Who had their turn longest ago has the lowest number; who comes anew, the highest.
        var turn: Int
    }

    /// How a lane gets on, for whoever watches it.
    struct Progress: Equatable {
        /// How many jobs were taken, ever.
        var taken = 0
        /// Whether jobs wait while every worker is busy.
        var isWaiting = false
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let limit: Int
    /// How many workers one party may hold, or all strangers.
    private let workersOfParty: Int
    /// How many jobs of strangers may wait.
    private let limitOfStrangers: Int
    private var jobs = Deque<Job>()
    private var parties: [Int: Share] = [:]
    private var visitors: [Caller: Share] = [:]
    private var strangers = Share(turn: 0)
    private var turns = 0
    private var taken = 0
    private var sleepers = 0
    private var isClosed = false

    init(
        limit: Int,
        workers: Int,
        workersOfParty: Int? = nil,
        limitOfStrangers: Int? = nil
    ) {
        self.limit = limit
        self.limitOfStrangers = limitOfStrangers ?? max(1, limit / 2)
        self.workersOfParty = workersOfParty ?? max(1, workers - 1)
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

    /// False if the queue is closed, full, or full of jobs of the same party or visitor. `isUrgent`
    /// jobs are accepted beyond the limits, because they continue something that was admitted
    /// before.
    func push(_ job: Job, isUrgent: Bool = false) -> Bool {
        pthread_mutex_lock(mutex)
        guard !isClosed, isUrgent || hasRoom(for: job.caller) else {
            pthread_mutex_unlock(mutex)
            return false
        }
        jobs.append(job)
        turns += 1
        parties[job.caller.party, default: Share(turn: turns)].waiting += 1
        visitors[job.caller, default: Share(turn: turns)].waiting += 1
        if job.caller.isStranger { strangers.waiting += 1 }
        let mustWake = sleepers > 0
        pthread_mutex_unlock(mutex)
        if mustWake { pthread_cond_signal(condition) }
        return true
    }

    private func hasRoom(for caller: Caller) -> Bool {
        guard caller != .anybody else { return jobs.count < limit }
        let ofParty = parties[caller.party]?.waiting ?? 0
        // Those who have filled the queue refuse nobody else their first one. The limit is there for the memory's
        // sake, and some more hardly matter.
        let times = ofParty == 0 ? 2 : 1
        guard jobs.count < times * limit,
            !caller.isStranger || strangers.waiting < times * limitOfStrangers
        else { return false }
        return ofParty < max(1, limit / 2) && visitors[caller]?.waiting ?? 0 < max(1, limit / 4)
    }

    /// Waits for the next job whose turn it is. Nil when the queue is closed and empty. The caller
    /// says when the job is done.
    func pop() -> Job? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !(isClosed && jobs.isEmpty) {
            if let job = takeNext() {
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

    private func takeNext() -> Job? {
        guard let caller = next(),
            let index = (0..<jobs.count).first(where: { jobs[$0].caller == caller })
        else { return nil }
        turns += 1
        taken += 1
        begin(&parties[caller.party, default: Share(turn: turns)])
        begin(&visitors[caller, default: Share(turn: turns)])
        if caller.isStranger { begin(&strangers) }
        return jobs.remove(at: index)
    }

    private func begin(_ share: inout Share) {
        share.waiting -= 1
        share.working += 1
        share.turn = turns
    }

    /// Whose turn it is: of the party that has waited longest for one, the visitor who has.
    private func next() -> Caller? {
        var best: (caller: Caller, turn: (party: Int, visitor: Int))?
        for (caller, visitor) in visitors where visitor.waiting > 0 {
            guard let party = parties[caller.party],
                caller == .anybody || party.working < workersOfParty,
                !caller.isStranger || strangers.working < workersOfParty
            else { continue }
            let turn = (party: party.turn, visitor: visitor.turn)
            if best.map({ turn < $0.turn }) ?? true { best = (caller, turn) }
        }
        return best?.caller
    }

    /// A job that was taken is done: another one of its party may begin.
    func finish(_ job: Job) {
        pthread_mutex_lock(mutex)
        Self.end(&parties[job.caller.party])
        Self.end(&visitors[job.caller])
        if job.caller.isStranger { strangers.working -= 1 }
        let mustWake = sleepers > 0 && !jobs.isEmpty
        pthread_mutex_unlock(mutex)
        if mustWake { pthread_cond_signal(condition) }
    }

    private static func end(_ share: inout Share?) {
        share?.working -= 1
        if let kept = share, kept.working + kept.waiting <= 0 { share = nil }
    }

    /// How the lane gets on.
    var progress: Progress {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return Progress(taken: taken, isWaiting: sleepers == 0 && !jobs.isEmpty)
    }

    /// Lets every waiting thread go once the queue is empty.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_mutex_unlock(mutex)
        pthread_cond_broadcast(condition)
    }
}
