import Glibc
import SQLite
import Server

/// Does in the background what no visitor should wait for: the upkeep of every feature, and backups.
/// Owns one thread and its connection.
final class Caretaker: Sendable {
    /// "Last seen" is at most this much older than the tolerance that is promised.
    private static let periodSeconds: Int32 = 20
    private static let periodsBetweenCleanings = 180

    private let site: Site
    /// Closing the writing end wakes the thread and ends it.
    private let wakeReading: Int32
    private let wakeWriting: Int32

    init(site: Site) throws {
        self.site = site
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError("pipe") }
        wakeReading = ends[0]
        wakeWriting = ends[1]
    }

    /// Works until `stop`, on a thread of its own.
    func start(turn: WriteTurn) throws -> Thread {
        try Thread("caretaker") { [self] in
            do {
                let database = try site.configuration.openDatabase(
                    turn: turn,
                    vitals: site.vitals
                )
                // What a killed program has left takes gigabytes.
                work(database, cleans: false, isFirst: true)
                var period = 0
                while !waitForPeriodOrStop() {
                    work(database, cleans: period % Self.periodsBetweenCleanings == 0)
                    backUpIfDue(database)
                    period += 1
                }
                work(database, cleans: false)
            } catch {
                site.log.error("caretaker", "-", error)
            }
        }
    }

    func stop() {
        close(wakeWriting)
    }

    /// One round of work; what fails is logged and done in the next round.
    func work(_ database: Database, cleans: Bool, isFirst: Bool = false) {
        let now = site.clock()
        for upkeep in site.features.upkeep {
            let isDue =
                switch upkeep.rhythm {
                case .eachRound: true
                case .hourly: cleans
                case .hourlyAndAtStart: cleans || isFirst
                }
            guard isDue else { continue }
            do {
                try upkeep.work(site, database, now)
            } catch {
                site.log.error("caretaker", "-", error)
            }
        }
    }

    /// Makes a backup when it is time for one. A failure is in the log, and admins see it.
    func backUpIfDue(_ database: Database) {
        let backups = site.vitals.backups
        guard backups.isDue(now: site.clock()) else { return }
        do {
            let file = try backups.make(from: database, now: site.clock()) {
                !waitForPeriodOrStop(milliseconds: 0)
            }
            site.log.note("backup \(file.name), \(ByteCount.text(file.bytes))")
        } catch is Backups.AlreadyRunning, is Backups.Stopped {
            // An admin makes one at this moment, or the program ends: the next round looks again.
        } catch {
            site.log.error("backup", "-", error)
        }
    }

    /// True when it is time to end.
    private func waitForPeriodOrStop(milliseconds: Int32 = periodSeconds * 1000) -> Bool {
        var wake = pollfd(fd: wakeReading, events: Int16(POLLIN), revents: 0)
        return poll(&wake, 1, milliseconds) > 0
    }
}
