import CSQLite
import Synchronization

/// What the connections of a program have noticed of their database: that nothing can be written to it, or
/// that it is damaged. One is shared by all of them, whatever their threads; it costs a statement nothing
/// as long as none fails.
///
/// A write that succeeds proves that writing works again. Nothing of that kind proves that damage is gone:
/// only a look at the whole file does (`Database.verify`).
package final class DatabaseHealth: Sendable {
    /// Why nothing can be written.
    package enum Obstacle: Sendable, Equatable {
        case full, readOnly, failing
        /// Another writer has gone on for longer than anybody waits.
        case busy
    }

    private struct State {
        var obstacle: Obstacle?
        /// How often damage was noticed since it was last found to be gone.
        var damages = 0
    }

    private let state = Mutex(State())
    /// Read at every commit, which mostly has nothing to tell.
    private let isHindered = Atomic(false)

    package init() {}

    /// Nil if writing works, as far as anybody has noticed.
    package var obstacle: Obstacle? { state.withLock(\.obstacle) }
    package var isDamaged: Bool { state.withLock { $0.damages > 0 } }

    /// Remembers an error that says something about the database.
    func note(_ error: SQLiteError) {
        if error.isDamage { return state.withLock { $0.damages += 1 } }
        if let obstacle = Obstacle(error) { note(obstacle) }
    }

    /// Remembers what has kept somebody from writing.
    func note(_ obstacle: Obstacle) {
        state.withLock { $0.obstacle = obstacle }
        isHindered.store(true, ordering: .releasing)
    }

    /// Something was written, and is on the disk.
    func noteWritten() {
        guard isHindered.load(ordering: .acquiring) else { return }
        isHindered.store(false, ordering: .releasing)
        state.withLock { $0.obstacle = nil }
    }

    /// All of the file was read and found whole, unless somebody has noticed damage meanwhile.
    fileprivate func noteWhole(since damages: Int) {
        state.withLock { if $0.damages == damages { $0.damages = 0 } }
    }

    fileprivate var damages: Int { state.withLock(\.damages) }
}

extension DatabaseHealth.Obstacle {
    /// Nil for an error that says nothing about writing.
    fileprivate init?(_ error: SQLiteError) {
        if error.isFull {
            self = .full
        } else if error.isReadOnly {
            self = .readOnly
        } else if error.isIOError {
            self = .failing
        } else {
            return nil
        }
    }
}

extension SQLiteError {
    /// What was read isn't what was written, or can't be read at all (https://sqlite.org/rescode.html).
    fileprivate var isDamage: Bool {
        isCorrupt
            || [CSQLITE_IOERR_READ, CSQLITE_IOERR_SHORT_READ, CSQLITE_IOERR_CORRUPTFS].contains(
                code
            )
    }
}

extension Database {
    /// Writes something that changes nothing, and waits until it is on the disk: the number that SQLite keeps
    /// for the application, as it is. Whether that works is noted.
    package func tryWriting() throws {
        try write {
            let number = try first("PRAGMA user_version") { try $0.int(0) } ?? 0
            try script("PRAGMA user_version = \(number)")
        }
    }

    /// Reads the whole file if it is said to be damaged, and notes if it isn't any more. Returns what is wrong
    /// with it.
    package func verify() throws -> [String] {
        guard let health = configuration.health, health.isDamaged else { return [] }
        let before = health.damages
        // From the disk, not from what this connection has in memory of it.
        try script("PRAGMA shrink_memory")
        let findings = try readAll()
        if findings.isEmpty { health.noteWhole(since: before) }
        return findings
    }

    /// Some damage ends the check instead of being among its findings.
    private func readAll() throws -> [String] {
        do {
            return try damages()
        } catch let error as SQLiteError where error.isDamage {
            return [error.message]
        }
    }
}
