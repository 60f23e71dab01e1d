import SQLite

/// The crashes of the last weeks: what is set aside because of them, and what admins are told.
struct CrashStore {
    /// Admins are told for a week.
    private static let toldSeconds = 7 * 86_400
    /// Files that somebody brings to be imported are forgotten long before.
    private static let keptSeconds = 60 * 86_400

    let database: Database
    let now: Int

    /// Keeps a crash, and gives up the job that was being done: it isn't tried again by itself.
    func keep(_ crash: Crash, _ kinds: [JobKind]) throws -> String {
        try database.write {
            let jobs = JobStore(database: database, now: now)
            let job = try crash.job.flatMap(jobs.findIfAny)
            let words = crash.words(job: job)
            try database.execute(
                """
                INSERT INTO crashes (at, signal, work, words)
                VALUES (\(crash.at), \(crash.signal), \(crash.work), \(words))
                """
            )
            if let job, job.state == .running {
                let reason = "Doing this stopped the program. Trying again may stop it again."
                try jobs.fail(job, reason, attemptsLeft: 0)
                try kinds.first { $0.name == job.kind }?.gaveUp(job, jobs, reason)
            }
            return words
        }
    }

    /// Whether the program has crashed over that file.
    func isSetAside(_ file: String) throws -> Bool {
        let work = "file " + file
        return try database.first("SELECT 1 FROM crashes WHERE work = \(work) LIMIT 1") { _ in
            true
        } ?? false
    }

    /// The crashes that admins are told of, newest first.
    func recent() throws -> [(at: Int, words: String)] {
        try database.all(
            """
            SELECT at, words FROM crashes WHERE at > \(now - Self.toldSeconds)
            ORDER BY at DESC, id DESC LIMIT 100
            """
        ) { (at: try $0.int(0), words: try $0.text(1)) }
    }

    func removeOld() throws {
        try RowSlices(database: database)
            .remove(ErasedTable("crashes"), where: "at <= \(now - Self.keptSeconds)")
    }
}
