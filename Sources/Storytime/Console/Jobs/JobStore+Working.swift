import SQLite

/// What the workers do with jobs; nobody else does. Each looks for those of its lane.
extension JobStore {
    /// Takes the job whose turn it is. Nobody's turn to write is taken while there is none.
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

    /// Notes how far a job is; false when it shall end. Most often nothing is written.
    func beat(_ job: ID<Job>, progress: Int, notedProgress: Int) throws -> Bool {
        if progress != notedProgress {
            try database.execute(
                "UPDATE jobs SET progress = \(progress) WHERE id = \(job.value)"
            )
        }
        let isCancelled = try database.first(
            "SELECT is_cancelled FROM jobs WHERE id = \(job.value)"
        ) { try $0.bool(0) }
        // One that is gone, by hand, is wanted by nobody either.
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

    /// Notes what went wrong. The job is tried again after a pause, as long as it has attempts left.
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

    /// Gives a job back that was interrupted because the program ends: that was no attempt.
    func putBack(_ job: Job) throws {
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', attempts = attempts - 1, progress = 0
            WHERE id = \(job.id.value)
            """
        )
    }

    /// Forgives an attempt that was interrupted further on than all before it. A job that takes long
    /// is begun again as long as it gets further; one that ends the program at the same place isn't.
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

    /// Those of a kind that wait, and of which it was not yet said that they wait for this.
    func waiting(_ kind: JobKind, withoutSaying reason: String) throws -> [Job] {
        try database.all(
            """
            SELECT id FROM jobs WHERE state = 'queued' AND kind = \(kind.name)
                AND error IS NOT \(reason) ORDER BY id LIMIT 1000
            """
        ) { ID<Job>(try $0.int(0)) }.map(find)
    }

    /// Whether any of a kind waits.
    func isWaiting(_ kind: JobKind) throws -> Bool {
        try database.first(
            "SELECT 1 FROM jobs WHERE state = 'queued' AND kind = \(kind.name) LIMIT 1"
        ) { _ in true } ?? false
    }

    /// Notes what a job waits for.
    func say(_ reason: String, of job: Job) throws {
        try database.execute("UPDATE jobs SET error = \(reason) WHERE id = \(job.id.value)")
    }

    /// Those that are marked as running while nobody runs them.
    func abandoned(_ lane: SQL) throws -> [Job] {
        try database.all(
            "SELECT id FROM jobs WHERE state = 'running' AND \(sql: lane) ORDER BY id"
        ) { ID<Job>(try $0.int(0)) }.map(find)
    }
}
