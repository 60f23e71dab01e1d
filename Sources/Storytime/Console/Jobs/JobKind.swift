import SQLite

/// One line of the table of what is done in the background: a name, and the handler behind it.
///
/// A handler may be begun several times for one job: after a failure, and after the program was
/// killed in the middle. So it does what is still to be done, and what it writes comes into its place
/// as a whole.
struct JobKind: Sendable {
    /// As the table of jobs has it. It stays: jobs outlive the program.
    let name: String
    /// What it does, for people: "Making smaller versions of a cover".
    let title: String
    /// Which worker does it.
    var lane = JobLane.short
    /// How often it is begun before it counts as failed.
    var maximumAttempts = 4
    /// The name of a program that it can't be done without, and that isn't there: the jobs wait for it.
    var missingProgram: @Sendable (Configuration) -> String? = { _ in nil }
    /// Notes, beside the job itself, that it waits for a program of that name: part of that transaction.
    var waits: @Sendable (Job, JobStore, _ program: String) throws -> Void = { _, _, _ in }
    /// Queues, when the program starts, what was missed: work that could not be done before.
    var queueMissed: @Sendable (Site, JobStore) throws -> Void = { _, _ in }
    /// Notes, beside the job itself, that it has failed for good and why: part of that transaction.
    var gaveUp: @Sendable (Job, JobStore, String) throws -> Void = { _, _, _ in }
    let handle: @Sendable (JobRun) throws -> Void

    /// How long one that failed waits before the next attempt: half a minute, then four times as
    /// long each time, up to an hour.
    static func pauseSeconds(afterAttempts attempts: Int) -> Int {
        let longest = 3600
        // Four doubled thrice is beyond the longest pause already.
        guard attempts < 5 else { return longest }
        return min(longest, 30 << (2 * max(0, attempts - 1)))
    }
}
