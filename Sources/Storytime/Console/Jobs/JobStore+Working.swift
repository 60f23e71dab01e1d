import SQLite

/// What the workers, and only they, do with jobs. Each looks for those of its lane.
extension JobStore {
    /// Claims the next job of a lane, but of no kind that is held up. Doesn't take the turn to write if
    /// there is none.
    func claim(_ lane: JobLane = .short, except held: [String] = []) throws -> Job? {
        guard let time = try nextTime(lane, except: held), time <= now else { return nil }
        return try database.write {
            try giveTurns(lane, except: held)
            let id = try database.first(
                """
                SELECT id FROM jobs
                WHERE state = 'queued' AND turn IS NOT NULL AND lane = \(lane.rawValue)
                    AND kind NOT IN \(list: held)
                ORDER BY turn, id LIMIT 1
                """
            ) { ID<Job>(try $0.int(0)) }
            guard let id else { return nil }
            try database.execute(
                """
                UPDATE jobs SET state = 'running', attempts = attempts + 1, progress = 0,
                    started_at = \(now)
                WHERE id = \(id.value)
                """
            )
            return try find(id)
        }
    }

    /// When the next one of a lane may begin; nil if none is waiting.
    func nextTime(_ lane: JobLane = .short, except held: [String] = []) throws -> Int? {
        let hasTurn = try database.first(
            """
            SELECT 1 FROM jobs WHERE state = 'queued' AND turn IS NOT NULL
                AND lane = \(lane.rawValue) AND kind NOT IN \(list: held) LIMIT 1
            """
        ) { _ in true }
        guard hasTurn == nil else { return now }
        return try database.first(
            """
            SELECT run_after FROM jobs WHERE state = 'queued' AND turn IS NULL
                AND lane = \(lane.rawValue) AND kind NOT IN \(list: held)
            ORDER BY run_after LIMIT 1
            """
        ) { try $0.int(0) }
    }

    // MARK: Turns

    /// How many jobs get their turns at once: a transaction of some milliseconds.
    private static let turnsAtOnce = 1000

    /// Puts those in the queue that had to wait for something: a pause after a failure, or a program.
    private func giveTurns(_ lane: JobLane, except held: [String]) throws {
        let due = try database.all(
            """
            SELECT id, owner FROM jobs
            WHERE state = 'queued' AND turn IS NULL AND lane = \(lane.rawValue)
                AND run_after <= \(now) AND kind NOT IN \(list: held)
            ORDER BY run_after, id LIMIT \(Self.turnsAtOnce)
            """
        ) { (id: try $0.int(0), owner: try $0.text(1)) }
        for job in due {
            let turn = Self.nextTurn(of: job.owner, in: lane)
            try database.execute("UPDATE jobs SET turn = \(sql: turn) WHERE id = \(job.id)")
        }
    }

    /// The place of an owner's next job: after the owner's others, but beside whoever is first by now. So
    /// each owner has one job in every round, whenever they came and however many they have. (It is the
    /// start time of start-time fair queueing, with jobs of equal length: doi.org/10.1145/248156.248171.)
    static func nextTurn(of owner: String, in lane: JobLane) -> SQL {
        """
        max(
            coalesce((SELECT min(turn) FROM jobs WHERE state = 'queued' AND turn IS NOT NULL
                AND lane = \(lane.rawValue)), 1),
            coalesce((SELECT max(turn) + 1 FROM jobs WHERE state = 'queued' AND turn IS NOT NULL
                AND lane = \(lane.rawValue) AND owner = \(owner)), 1))
        """
    }

    /// What an owner's job took beyond a second is counted as so many rounds: the owner's other jobs wait until the
    /// others have had as much.
    func letOthersCatchUp(with job: Job, seconds: Int) throws {
        guard seconds > 1 else { return }
        try database.execute(
            """
            UPDATE jobs SET turn = turn + \(seconds - 1)
            WHERE state = 'queued' AND turn IS NOT NULL
                AND (lane, owner) = (SELECT lane, owner FROM jobs WHERE id = \(job.id.value))
            """
        )
    }

    // MARK: What became of it

    /// Notes a job's progress; false if it has to end. Mostly nothing is written.
    func beat(_ job: ID<Job>, progress: Int, notedProgress: Int) throws -> Bool {
        if progress != notedProgress {
            try database.execute(
                "UPDATE jobs SET progress = \(progress) WHERE id = \(job.value)"
            )
        }
        let isCancelled = try database.first(
            "SELECT is_cancelled FROM jobs WHERE id = \(job.value)"
        ) { try $0.bool(0) }
        // One that was removed by hand is no longer wanted, either.
        return isCancelled == false
    }

    func finish(_ job: Job) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'done', progress = 100, error = NULL, finished_at = \(now)
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Ends a job that was cancelled while it ran.
    func end(_ job: Job) throws {
        try database.execute(
            "UPDATE jobs SET state = 'done', finished_at = \(now) WHERE id = \(job.id.value)"
        )
    }

    /// Ends a job that went wrong and won't be tried again, without having anybody told of it as of a
    /// failed one.
    func giveUp(_ job: Job, _ reason: String) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'done', error = \(reason), finished_at = \(now)
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Notes an error. The job is tried again after a pause, as long as it has attempts left.
    func fail(
        _ job: Job,
        _ message: String,
        attemptsLeft: Int
    ) throws {
        guard attemptsLeft > 0 else {
            try database.execute(
                """
                UPDATE jobs SET state = 'failed', error = \(message), finished_at = \(now)
                WHERE id = \(job.id.value)
                """
            )
            return
        }
        let pause = JobKind.pauseSeconds(afterAttempts: job.attempts - job.forgiven)
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', turn = NULL, error = \(message),
                run_after = \(now + pause)
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Puts back a job that was interrupted because the program is ending: that was not an
    /// attempt. It keeps its turn.
    func putBack(_ job: Job) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', attempts = attempts - 1, progress = 0
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Takes back a job that was running when the program was killed, to be done after a pause. The
    /// attempt doesn't count: a kill says nothing about the job. How far it got is noted.
    func takeBack(_ job: Job, pauseSeconds: Int) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', turn = NULL, run_after = \(now + pauseSeconds),
                error = \(Self.stopped),
                furthest = max(furthest, progress), forgiven = forgiven + 1
            WHERE id = \(job.id.value)
            """
        )
    }

    /// The waiting jobs of a kind that don't say yet that they wait for this.
    func waiting(_ kind: JobKind, withoutSaying reason: String) throws -> [Job] {
        try database.all(
            """
            SELECT id FROM jobs WHERE state = 'queued' AND kind = \(kind.name)
                AND error IS NOT \(reason) ORDER BY id LIMIT 1000
            """
        ) { ID<Job>(try $0.int(0)) }.map(find)
    }

    /// Whether any job of a kind is waiting.
    func isWaiting(_ kind: JobKind) throws -> Bool {
        try database.first(
            "SELECT 1 FROM jobs WHERE state = 'queued' AND kind = \(kind.name) LIMIT 1"
        ) { _ in true } ?? false
    }

    /// Notes what a job is waiting for. It is out of the queue until it can be done.
    func say(_ reason: String, of job: Job) throws {
        try database.execute(
            "UPDATE jobs SET error = \(reason), turn = NULL WHERE id = \(job.id.value)"
        )
    }

    /// The jobs marked as running while nobody runs them.
    func abandoned(_ lane: JobLane) throws -> [Job] {
        try database.all(
            "SELECT id FROM jobs WHERE state = 'running' AND lane = \(lane.rawValue) ORDER BY id"
        ) { ID<Job>(try $0.int(0)) }.map(find)
    }
}
