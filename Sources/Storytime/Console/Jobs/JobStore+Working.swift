import SQLite

/// What the workers, and only they, do with jobs. Each looks for those of its lane.
extension JobStore {
    /// Claims the next job. Doesn't take the turn to write if there is none.
    func claim(_ lane: SQL = "1") throws -> Job? {
        guard let turn = try nextTurn(lane), turn <= now else { return nil }
        return try database.write {
            let id = try database.first(
                """
                SELECT id FROM jobs
                WHERE state = 'queued' AND run_after <= \(now) AND \(sql: lane)
                ORDER BY run_after, id LIMIT 1
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

    /// Notes an error. The job is tried again after a pause, as long as it has attempts left.
    func fail(
        _ job: Job,
        _ message: String,
        attemptsLeft: Int,
        pauseSeconds: Int? = nil
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
        let pause = pauseSeconds ?? JobKind.pauseSeconds(afterAttempts: job.attempts)
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', error = \(message), run_after = \(now + pause)
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Puts back a job that was interrupted because the program is ending: that was not an
    /// attempt.
    func putBack(_ job: Job) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', attempts = attempts - 1, progress = 0
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Doesn't count an attempt that was interrupted further on than all before it. A long job is
    /// restarted as long as it gets further, but not if it always ends the program at the same
    /// place.
    func forgiveProgress(of job: Job) throws -> Job {
        guard job.progress > job.furthest else { return job }
        try database.execute(
            """
            UPDATE jobs SET furthest = \(job.progress), forgiven = forgiven + 1
            WHERE id = \(job.id.value)
            """
        )
        return try find(job.id)
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

    /// Notes what a job is waiting for.
    func say(_ reason: String, of job: Job) throws {
        try database.execute("UPDATE jobs SET error = \(reason) WHERE id = \(job.id.value)")
    }

    /// The jobs marked as running while nobody runs them.
    func abandoned(_ lane: SQL) throws -> [Job] {
        try database.all(
            "SELECT id FROM jobs WHERE state = 'running' AND \(sql: lane) ORDER BY id"
        ) { ID<Job>(try $0.int(0)) }.map(find)
    }
}
