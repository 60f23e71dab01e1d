import Glibc
import SQLite

/// The payload of a check with Mux.
struct MuxCheck: Codable, Sendable {
    /// Whether it is the hourly one, rather than one that somebody asked for.
    let isHourly: Bool

    static let label = "Videos at Mux"
    private static let hour = 3600
    /// After so long, a check leaves the rest to the next one: what it has learned no longer differs then.
    private static let longestCheck = Duration.seconds(600)

    /// Mux took too long for all of it.
    private struct TooSlow: Error {}

    /// Queues the hourly check, unless one is already waiting.
    static func queueHourly(_ site: Site, _ jobs: JobStore, runAfter: Int? = nil) throws {
        guard site.configuration.mux.isWanted else { return }
        try jobs.add(.checkMux, MuxCheck(isHourly: true), label: label, runAfter: runAfter)
    }

    static func run(_ run: JobRun) throws {
        let isHourly = try run.payload(MuxCheck.self).isHourly
        if isHourly {
            // The next one first: it runs whatever becomes of this one.
            let jobs = JobStore(database: run.database, now: run.now)
            try queueHourly(run.site, jobs, runAfter: run.now + hour)
        }
        let videos = MuxVideos(database: run.database, client: run.muxClient, now: run.now)
        do {
            let end = ContinuousClock.now + longestCheck
            try videos.checkAll {
                try run.beat()
                guard ContinuousClock.now < end else { throw TooSlow() }
            }
            let jobs = JobStore(database: run.database, now: run.now)
            try run.database.write { try MuxCaptions.queueMissed(run.site, jobs) }
        } catch let error as MuxError {
            throw failure(error.description, run, isHourly: isHourly)
        } catch is TooSlow {
            let reason = "Mux answers so slowly that not all videos could be checked."
            throw failure(reason, run, isHourly: isHourly)
        }
    }

    /// Hourly checks come again anyway: they must not pile up as failed.
    private static func failure(_ reason: String, _ run: JobRun, isHourly: Bool) -> any Error {
        guard isHourly else { return JobFailure(reason) }
        run.site.log.note("check of Mux: \(reason)")
        return JobRun.Missed(reason: reason)
    }
}

extension JobRun {
    /// A server that ends must not wait long for an answer, or for the next attempt.
    var muxClient: MuxClient {
        MuxClient(site.configuration.mux, timeoutMilliseconds: 20_000) { milliseconds in
            for _ in 0..<(milliseconds / 100) where !self.isStopping { usleep(100_000) }
        }
    }
}

extension JobKind {
    /// Asks Mux about everything, and makes up for messages that never came.
    static let checkMux = JobKind(
        name: "mux-check",
        title: "Checking the videos at Mux",
        lane: .outgoing,
        queueMissed: { site, jobs in try MuxCheck.queueHourly(site, jobs) },
        handle: MuxCheck.run
    )
}
