import SQLite
import Server

/// The workers of a server, one for each lane, and their threads.
struct JobWorkers {
    private let workers: [JobWorker]
    private let threads: [Thread]

    /// Starts them, after removing what the jobs of a killed program left.
    init(site: Site, turn: WriteTurn) throws {
        JobFolder.removeAll(site.configuration)
        let workers = try JobLane.allCases.map { try JobWorker(site: site, lane: $0) }
        threads = try workers.map { try $0.start(turn: turn) }
        self.workers = workers
    }

    /// Ends them. Running jobs are interrupted, and the next server starts them again.
    func stop() {
        workers.forEach { $0.stop() }
        threads.forEach { $0.join() }
    }
}
