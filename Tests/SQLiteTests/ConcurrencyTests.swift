import Foundation
import SQLite
import Synchronization
import Testing

@Suite("Threads")
struct ConcurrencyTests {
    @Test("Eight threads write through one turn, others read, and no write is lost")
    func writersAndReaders() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let turn = WriteTurn()
        let writesPerThread = 200
        try Database(path: path).script("CREATE TABLE t (who INTEGER, n INTEGER) STRICT")
        let busy = DatabaseConfiguration(synchronous: .normal)
        let isDone = Atomic(false)
        let torn = Atomic(0)
        let readers = (0..<2).map { _ in
            inThread {
                let database = try Database(path: path, configuration: busy)
                while !isDone.load(ordering: .acquiring) {
                    // Every write adds two rows: an odd number is half a write.
                    let count = try database.count("SELECT count(*) FROM t")
                    if count % 2 == 1 { torn.add(1, ordering: .relaxed) }
                }
            }
        }
        let writers = (0..<8).map { who in
            inThread {
                let database = try Database(path: path, configuration: busy, turn: turn)
                for number in 0..<writesPerThread {
                    try database.write {
                        try database.execute("INSERT INTO t VALUES (\(who), \(number))")
                        try database.execute("INSERT INTO t VALUES (\(who), \(-number))")
                    }
                }
            }
        }
        for writer in writers { try writer.join() }
        isDone.store(true, ordering: .releasing)
        for reader in readers { try reader.join() }
        let database = try Database(path: path)
        #expect(try database.count("SELECT count(*) FROM t") == 8 * writesPerThread * 2)
        #expect(torn.load(ordering: .relaxed) == 0)
    }

    @Test("A change outside a transaction waits for its turn, too")
    func singleStatements() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let turn = WriteTurn()
        // Not waiting in SQLite at all: without the turn, most of these would be refused.
        let hasty = DatabaseConfiguration(synchronous: .normal, busyTimeoutMilliseconds: 20_000)
        try Database(path: path).script(
            "CREATE TABLE t (n INTEGER) STRICT; INSERT INTO t VALUES (0)"
        )
        let threads = (0..<4).map { _ in
            inThread {
                let database = try Database(path: path, configuration: hasty, turn: turn)
                try database.execute("PRAGMA busy_timeout = 0")
                for _ in 0..<200 { try database.execute("UPDATE t SET n = n + 1") }
            }
        }
        for thread in threads { try thread.join() }
        #expect(try Database(path: path).count("SELECT n FROM t") == 800)
    }

    @Test("The turn goes round in the order of arrival")
    func fairness() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let turn = WriteTurn()
        let first = try Database(path: path, turn: turn)
        try first.script("CREATE TABLE t (id INTEGER PRIMARY KEY, who INTEGER) STRICT")
        var waiting: [TestThread] = []
        try first.write {
            for who in 0..<6 {
                waiting.append(
                    inThread {
                        let database = try Database(path: path, turn: turn)
                        try database.execute("INSERT INTO t (who) VALUES (\(who))")
                    }
                )
                while turn.waiting <= who { usleep(500) }
            }
        }
        for thread in waiting { try thread.join() }
        #expect(try first.all("SELECT who FROM t ORDER BY id") { try $0.int(0) } == Array(0..<6))
    }

    @Test("Whoever waits too long for the turn is told that the database is busy")
    func turnLimit() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let first = try Database(path: folder.file("a.db"), turn: turn)
        let hasty = DatabaseConfiguration(busyTimeoutMilliseconds: 50)
        let second = try Database(path: folder.file("a.db"), configuration: hasty, turn: turn)
        try first.write {
            let error: SQLiteError = try thrown { try second.write {} }
            #expect(error.isBusy)
            #expect(turn.waiting == 0)
        }
        try second.write {}
    }

    @Test("Many connections may open a new file at the same moment")
    func simultaneousOpening() throws {
        let folder = try TemporaryFolder()
        let threads = (0..<8).map { _ in
            inThread { _ = try Database(path: folder.file("new.db")).count("SELECT 1") }
        }
        for thread in threads { try thread.join() }
    }
}

/// A thread whose error is thrown where it is joined.
final class TestThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)
    private let error = Mutex<(any Error)?>(nil)

    init(_ body: @escaping @Sendable () throws -> Void) {
        let thread = Thread { [self] in
            do {
                try body()
            } catch {
                self.error.withLock { $0 = error }
            }
            ended.signal()
        }
        thread.start()
    }

    func join() throws {
        ended.wait()
        if let error = error.withLock({ $0 }) { throw error }
    }
}

func inThread(_ body: @escaping @Sendable () throws -> Void) -> TestThread {
    TestThread(body)
}
