import SQLite

/// One line of the table of background jobs: a name and its handler.
///
/// A handler may be started several times for one job: after a failure, and after the program was
/// killed in the middle. So it only does what is still to be done, and puts its result in place as
/// a whole.
struct JobKind: Sendable {
    /// As the table of jobs has it. It never changes: jobs outlive the program.
    let name: String
    /// What it does, for people: "Making smaller versions of a cover".
    let title: String
    /// Which worker does it.
    var lane = JobLane.short
    /// How often it is started before it counts as failed.
    var maximumAttempts = 4
    /// The name of a program that it needs and that is missing: the jobs wait for it.
    var missingProgram: @Sendable (Configuration) -> String? = { _ in nil }
    /// Notes, in addition to the job itself, that it waits for a program of that name, in the same
    /// transaction.
    var waits: @Sendable (Job, JobStore, _ program: String) throws -> Void = { _, _, _ in }
    /// Queues, at startup, work that could not be done before.
    var queueMissed: @Sendable (Site, JobStore) throws -> Void = { _, _ in }
    /// Notes, in addition to the job itself, that it has failed for good and why, in the same
    /// transaction.
    var gaveUp: @Sendable (Job, JobStore, String) throws -> Void = { _, _, _ in }
    let handle: @Sendable (JobRun) throws -> Void

    /// How long a failed job waits before the next attempt: half a minute, then four times as long
    /// each time, up to an hour.
    static func pauseSeconds(afterAttempts attempts: Int) -> Int {
        let longest = 3600
        // Multiplying by four more often is already beyond the longest pause.
        guard attempts < 5 else { return longest }
        return min(longest, 30 << (2 * max(0, attempts - 1)))
    }
}
