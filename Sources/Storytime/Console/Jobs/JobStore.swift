import SQLite

/// Reads and changes the jobs in the database.
///
/// The worker of its lane does a job, in the one server that a data folder has: a job marked as
/// running while that worker is idle was left behind when the program was killed.
struct JobStore {
    let database: Database
    let now: Int

    /// Jobs are listed on one page; more than this only fail if something is thoroughly wrong.
    static let listLimit = 100
    /// Finished ones only show that the worker works; failed ones wait for someone.
    private static let keptSeconds = (done: 86_400, failed: 30 * 86_400)
    /// The error of a job that was running when the program was killed.
    static let stopped = "The program was stopped while doing this."

    private static let columns: SQL = """
        id, kind, payload, label, state, is_cancelled, attempts, run_after, progress, error,
        created_at, started_at, finished_at, furthest, forgiven
        """

    // MARK: Reading

    func find(_ id: ID<Job>) throws -> Job {
        guard let job = try findIfAny(id) else { throw Failure.notFound }
        return job
    }

    func findIfAny(_ id: ID<Job>) throws -> Job? {
        let sql: SQL = "SELECT \(sql: Self.columns) FROM jobs WHERE id = \(id.value)"
        return try database.first(sql, Self.job)
    }

    /// The failed ones, newest first.
    func failed() throws -> [Job] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM jobs WHERE state = 'failed'
            ORDER BY finished_at DESC, id DESC LIMIT \(Self.listLimit)
            """,
            Self.job
        )
    }

    /// How many are waiting or running.
    func countUnfinished() throws -> Int {
        try database.first(
            "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')"
        ) { try $0.int(0) } ?? 0
    }

    /// When the last one of a kind was finished; anything older than a day is forgotten.
    func lastDone(_ kind: JobKind) throws -> Int? {
        try database.first(
            """
            SELECT finished_at FROM jobs WHERE state = 'done' AND is_cancelled = 0
                AND error IS NULL AND kind = \(kind.name)
            ORDER BY finished_at DESC LIMIT 1
            """
        ) { try $0.int(0) }
    }

    /// How a job of a kind last went wrong since then: one that has ended, or that is tried again. To be
    /// stopped with the program is nothing wrong.
    func lastSetback(_ kind: JobKind, since: Int) throws -> JobSetback? {
        let isAgain: SQL = """
            kind = \(kind.name) AND started_at >= \(since) AND error <> \(Self.stopped)
            """
        return try database.first(
            """
            SELECT finished_at AS happened_at, error FROM jobs
            WHERE state IN ('done', 'failed') AND finished_at >= \(since) AND is_cancelled = 0
                AND kind = \(kind.name) AND error IS NOT NULL
            UNION ALL
            SELECT started_at, error FROM jobs WHERE state = 'queued' AND \(sql: isAgain)
            UNION ALL
            SELECT started_at, error FROM jobs WHERE state = 'running' AND \(sql: isAgain)
            ORDER BY happened_at DESC LIMIT 1
            """
        ) { JobSetback(at: try $0.int(0), reason: try $0.text(1)) }
    }

    /// When a job of a kind is begun next; in the past if one is running or about to.
    func nextTime(of kind: JobKind) throws -> Int? {
        try database.first(
            """
            SELECT run_after FROM jobs WHERE state = 'queued' AND kind = \(kind.name)
            UNION ALL
            SELECT run_after FROM jobs WHERE state = 'running' AND kind = \(kind.name)
            ORDER BY run_after LIMIT 1
            """
        ) { try $0.int(0) }
    }

    /// The job of a kind that is waiting or running for a payload.
    func unfinished(_ kind: JobKind, _ payload: some Encodable) throws -> ID<Job>? {
        let payload = try Job.text(of: payload)
        return try database.first(
            """
            SELECT id FROM jobs WHERE state IN ('queued', 'running')
                AND kind = \(kind.name) AND payload = \(payload) ORDER BY id DESC LIMIT 1
            """
        ) { ID(try $0.int(0)) }
    }

    // MARK: Asking for work

    /// Queues a job, unless the same one is already waiting. It belongs inside the transaction
    /// that makes it necessary; ring the `JobBell` after that.
    func add(
        _ kind: JobKind,
        _ payload: some Encodable,
        label: String,
        for owner: JobOwner = .library,
        runAfter: Int? = nil
    ) throws {
        let payload = try Job.text(of: payload)
        let owner = owner.name(for: kind)
        let runAfter = runAfter ?? now
        let turn: SQL = runAfter > now ? "NULL" : Self.nextTurn(of: owner, in: kind.lane)
        try database.execute(
            """
            INSERT INTO jobs (kind, payload, label, lane, owner, turn, run_after, created_at)
            SELECT \(kind.name), \(payload), \(label), \(kind.lane.rawValue), \(owner), \(sql: turn),
                \(runAfter), \(now)
            WHERE NOT EXISTS (SELECT 1 FROM jobs
                WHERE kind = \(kind.name) AND payload = \(payload) AND state = 'queued')
            """
        )
    }

    /// Removes the failed jobs for a payload, of which nobody has to be told any more.
    func forgetFailed(_ kind: JobKind, _ payload: some Encodable) throws {
        try database.execute(
            """
            DELETE FROM jobs WHERE state = 'failed' AND kind = \(kind.name)
                AND payload = \(try Job.text(of: payload))
            """
        )
    }

    /// Ends a job that is no longer wanted: at once while it waits, at its next heartbeat while it
    /// runs. False if it had already ended.
    @discardableResult
    func cancel(_ id: ID<Job>) throws -> Bool {
        try database.write {
            let ended = try database.execute(
                """
                UPDATE jobs SET state = 'done', is_cancelled = 1, finished_at = \(now)
                WHERE id = \(id.value) AND state = 'queued'
                """
            )
            let asked = try database.execute(
                "UPDATE jobs SET is_cancelled = 1 WHERE id = \(id.value) AND state = 'running'"
            )
            return ended + asked > 0
        }
    }

    /// Restarts a failed job, with all its attempts. False if it isn't a failed one.
    func retry(_ id: ID<Job>) throws -> Bool {
        try database.execute(
            """
            UPDATE jobs SET state = 'queued', attempts = 0, furthest = 0, forgiven = 0, turn = NULL,
                run_after = \(now), progress = 0, finished_at = NULL
            WHERE id = \(id.value) AND state = 'failed'
            """
        ) > 0
    }

    /// Forgets a failed job. False when it isn't one.
    func dismiss(_ id: ID<Job>) throws -> Bool {
        try database.execute("DELETE FROM jobs WHERE id = \(id.value) AND state = 'failed'") > 0
    }

    /// Forgets jobs that ended long ago, a limited number at once.
    func removeOld() throws {
        let slices = RowSlices(database: database)
        for (state, seconds) in [
            ("done", Self.keptSeconds.done), ("failed", Self.keptSeconds.failed),
        ] {
            try slices.remove(
                ErasedTable("jobs"),
                where: "state = \(state) AND finished_at <= \(now - seconds)"
            )
        }
    }

    static func job(_ row: Row) throws -> Job {
        Job(
            id: ID(try row.int(0)),
            kind: try row.text(1),
            payload: try row.text(2),
            label: try row.text(3),
            state: Job.State(rawValue: try row.text(4)) ?? .failed,
            isCancelled: try row.bool(5),
            attempts: try row.int(6),
            furthest: try row.int(13),
            forgiven: try row.int(14),
            runAfter: try row.int(7),
            progress: try row.int(8),
            error: try row.textOrNil(9),
            createdAt: try row.int(10),
            startedAt: try row.intOrNil(11),
            finishedAt: try row.intOrNil(12)
        )
    }
}
