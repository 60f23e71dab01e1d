import Glibc
import SQLite
import Server
import Synchronization

/// Does the jobs of a lane, one after another, in the background. Owns one thread and its
/// connection; a server has one for each lane.
final class JobWorker: Sendable {
    /// How late a job may begin that another process has queued, as a command does.
    private static let pollSeconds = 5

    /// How often a job is begun again at once that the end of the program cuts off at the same place. Twice
    /// may be two power cuts; a third time may be the job's own doing: it takes all memory, for instance, and
    /// the kernel kills the program. From then on it waits longer each time. It is never given up for that,
    /// because nobody knows that it was to blame. One that traps leaves a note and isn't begun again.
    static let interruptionsAtOnce = 3

    /// How far the programs of a long job step back for everybody else, in the units of nice(1). Its thread doesn’t:
    /// while it writes, others wait for it to be done.
    var niceness: Int32 { lane == .long ? 10 : 0 }

    let site: Site
    private let lane: JobLane
    /// Readable if there is something to do: a new job, or a request to stop.
    let wake: EventFD
    private let kinds: [String: JobKind]
    private let stopRequested = Atomic(false)

    init(site: Site, lane: JobLane = .short, kinds: [JobKind]? = nil) throws {
        self.site = site
        self.lane = lane
        self.kinds = Dictionary(
            uniqueKeysWithValues: (kinds ?? site.features.jobs).map { ($0.name, $0) }
        )
        wake = try EventFD()
    }

    var isStopping: Bool { stopRequested.load(ordering: .acquiring) }

    /// Works until `stop`, on a thread of its own.
    func start(turn: WriteTurn) throws -> Thread {
        site.vitals.jobBell.wake(lane, wake)
        return try Thread("jobs-\(lane)") { [self] in
            do {
                let database = try site.configuration.openDatabase(
                    turn: turn,
                    vitals: site.vitals
                )
                // First those that were running: they don't count as missed.
                recover(database)
                queueMissed(database)
                while !isStopping {
                    // Cleared first: whatever is queued from now on wakes it again.
                    wake.clear()
                    recover(database)
                    while !isStopping, doNext(database) {}
                    // A job that was interrupted has already consumed the request that woke it.
                    if !isStopping { waitForWork(database) }
                }
            } catch {
                site.log.error("jobs", "-", error)
            }
        }
    }

    /// Ends the thread. A running job is interrupted, and the next server starts it again.
    func stop() {
        stopRequested.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Queues what could not be done until now.
    func queueMissed(_ database: Database) {
        logged {
            for kind in kinds.values.sorted(by: { $0.name < $1.name }) where kind.lane == lane {
                try kind.queueMissed(site, JobStore(database: database, now: site.clock()))
            }
        }
    }

    /// Takes back jobs that were running when the program was killed, or whose end could not be
    /// written. One that has been cut off often without getting further may be what kills it, and waits.
    func recover(_ database: Database) {
        logged {
            let store = JobStore(database: database, now: site.clock())
            for job in try store.abandoned(lane) {
                try store.takeBack(job, pauseSeconds: Self.pauseSeconds(afterInterruption: job))
            }
        }
    }

    private static func pauseSeconds(afterInterruption job: Job) -> Int {
        let interruptions = job.forgiven + 1
        guard job.progress <= job.furthest, interruptions >= interruptionsAtOnce else { return 0 }
        return JobKind.pauseSeconds(afterAttempts: interruptions - interruptionsAtOnce + 1)
    }

    /// Does the next job; false if there is none, or if it can't be read.
    func doNext(_ database: Database) -> Bool {
        logged {
            let store = JobStore(database: database, now: site.clock())
            guard let job = try store.claim(lane, except: try held(store)) else { return false }
            let start = ContinuousClock.now
            let outcome = Result { try attempt(job, database) }
            let seconds = Int(clamping: (ContinuousClock.now - start).components.seconds)
            let after = JobStore(database: database, now: site.clock())
            try note(outcome, of: job, after)
            try after.letOthersCatchUp(with: job, seconds: seconds)
            return true
        } ?? false
    }

    // MARK: Parts

    private func attempt(_ job: Job, _ database: Database) throws {
        guard let kind = kinds[job.kind] else {
            throw JobFailure("This program doesn’t know this kind of job.", isFinal: true)
        }
        LastWork.set("job ", "\(job.id)")
        defer { LastWork.clear() }
        try kind.handle(JobRun(job, self, database))
    }

    private func note(_ outcome: Result<Void, any Error>, of job: Job, _ store: JobStore) throws {
        do {
            try outcome.get()
            try store.finish(job)
        } catch  where error is JobRun.Stopped || error is JobRun.NotYet {
            try store.putBack(job)
        } catch is JobRun.Cancelled {
            try store.end(job)
        } catch let missed as JobRun.Missed {
            try store.giveUp(job, missed.reason)
        } catch let failure as JobFailure {
            try fail(job, failure.description, isFinal: failure.isFinal, store)
        } catch Failure.diskFull {
            try fail(job, "The disk is full.", store)
        } catch let notSaved as NotSaved {
            site.log.error("job \(job.kind)", "-", notSaved)
            site.vitals.lacks.noteNotSaved()
            try fail(job, "Nothing could be saved: \(notSaved).", store)
        } catch {
            site.log.error("job \(job.kind)", "-", error)
            try fail(job, "Something unexpected happened: \(error)", store)
        }
    }

    private func fail(
        _ job: Job,
        _ reason: String,
        isFinal: Bool = false,
        _ store: JobStore
    ) throws {
        let kind = kinds[job.kind]
        let left = isFinal ? 0 : (kind?.maximumAttempts ?? 0) + job.forgiven - job.attempts
        try store.database.write {
            try store.fail(job, reason, attemptsLeft: left)
            if left <= 0 { try kind?.gaveUp(job, store, reason) }
        }
    }

    /// The kinds whose jobs can't be done now. They wait for a program, and say so; they are done as
    /// soon as it exists, because this is checked each time.
    private func held(_ store: JobStore) throws -> [String] {
        var held: [String] = []
        var missing: Set<String> = []
        for kind in kinds.values where kind.lane == lane {
            guard let program = kind.missingProgram(site.configuration) else { continue }
            held.append(kind.name)
            if try hold(kind, for: program, store) { missing.insert(program) }
        }
        site.vitals.missingPrograms.note(missing, in: lane)
        return held.sorted()
    }

    /// Makes the jobs of a kind say what they wait for; returns whether there are any.
    private func hold(_ kind: JobKind, for program: String, _ store: JobStore) throws -> Bool {
        let reason = "Waiting until the program \(program) is installed on this server."
        for job in try store.waiting(kind, withoutSaying: reason) {
            try store.database.write {
                try store.say(reason, of: job)
                try kind.waits(job, store, program)
            }
        }
        return try store.isWaiting(kind)
    }

    /// Waits until the bell rings, the next job is due, or another process may have queued one.
    private func waitForWork(_ database: Database) {
        let store = JobStore(database: database, now: site.clock())
        let next = (try? store.nextTime(lane, except: held(store))).flatMap(\.self)
        // A job that is already due is one that could not be claimed just now.
        let seconds = next.map { min(max($0 - store.now, 1), Self.pollSeconds) }
        var file = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&file, 1, Int32(seconds ?? Self.pollSeconds) * 1000)
    }

    /// An error here, as on a full disk, is logged and comes again with the next round.
    @discardableResult
    private func logged<T>(_ work: () throws -> T) -> T? {
        do {
            return try work()
        } catch {
            site.log.error("jobs", "-", error)
            return nil
        }
    }
}
