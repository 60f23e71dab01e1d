import Glibc
import Testing

@testable import SQLite

@Suite("Slow statements")
struct SlowStatementTests {
    /// A statement that keeps SQLite busy for some 40 ms, many times what the clock is off.
    private static func count(to number: Int) -> SQL {
        """
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT \(number))
        SELECT count(*) FROM numbers
        """
    }

    private func database(_ slow: SlowStatements) throws -> Database {
        var configuration = DatabaseConfiguration()
        configuration.slowStatements = slow
        return try Database(path: ":memory:", configuration: configuration)
    }

    /// Runs the statement with more and more work until it took long enough.
    private func runSlowly(_ database: Database, _ slow: SlowStatements) throws {
        var number = 200_000
        while slow.all.isEmpty, number < 100_000_000 {
            _ = try database.first(Self.count(to: number)) { try $0.int(0) }
            number *= 2
        }
    }

    @Test("A statement that takes long is written down with its text and without its values")
    func isNoted() throws {
        let slow = SlowStatements(thresholdMilliseconds: 30)
        let database = try database(slow)
        try runSlowly(database, slow)
        let entry = try #require(slow.all.first)
        #expect(entry.sql.hasPrefix("WITH RECURSIVE numbers (n) AS"))
        #expect(entry.sql.contains("LIMIT ?)"))
        #expect(!entry.sql.contains("00000"))
        #expect(entry.longestMilliseconds >= 30)
        #expect((entry.lastAt - time(nil)).magnitude < 60)
    }

    @Test("What is quick is not written down, and waiting for the reader of a row is not free")
    func measuresFromFirstStepToReset() throws {
        let slow = SlowStatements(thresholdMilliseconds: 50)
        let database = try database(slow)
        _ = try database.first("SELECT 1") { try $0.int(0) }
        #expect(slow.all.isEmpty)
        try database.each("SELECT 2") { _ in usleep(80_000) }
        #expect(slow.all.map(\.sql) == ["SELECT 2"])
    }

    @Test("A statement that fails in the end is written down, too")
    func notesFailures() throws {
        struct Enough: Error {}
        let slow = SlowStatements(thresholdMilliseconds: 30)
        let database = try database(slow)
        #expect(throws: Enough.self) {
            try database.each("SELECT 3") { _ in
                usleep(60_000)
                throw Enough()
            }
        }
        #expect(slow.all.map(\.sql) == ["SELECT 3"])
    }

    @Test("A transaction that holds the turn for long is written down by its first change")
    func notesTransactions() throws {
        let slow = SlowStatements(thresholdMilliseconds: 30)
        let database = try database(slow)
        try database.script("CREATE TABLE a (b INTEGER); CREATE TABLE c (d INTEGER)")
        try database.write {
            _ = try database.first("SELECT 1") { try $0.int(0) }
            usleep(60_000)
        }
        #expect(slow.all.isEmpty)
        try database.write {
            _ = try database.first("SELECT 1") { try $0.int(0) }
            try database.execute("INSERT INTO a VALUES (\(7))")
            try database.write { try database.execute("INSERT INTO c VALUES (\(7))") }
            usleep(60_000)
        }
        #expect(slow.all.map(\.sql) == ["BEGIN; INSERT INTO a VALUES (?); … COMMIT"])
        struct Enough: Error {}
        #expect(throws: Enough.self) {
            try database.write {
                try database.execute("DELETE FROM c")
                usleep(60_000)
                throw Enough()
            }
        }
        #expect(slow.all.map(\.sql).contains("BEGIN; DELETE FROM c; … COMMIT"))
        try database.write { try database.execute("DELETE FROM a") }
        #expect(slow.all.count == 2)
    }

    @Test("Runs of one statement are counted together: how often, the longest, the last")
    func countsRuns() {
        let slow = SlowStatements(thresholdMilliseconds: 10)
        for (milliseconds, at) in [(20, 1), (50, 2), (9, 3), (10, 4)] {
            slow.note("SELECT ?", milliseconds: milliseconds, at: at)
        }
        #expect(slow.all.map(\.count) == [3])
        #expect(slow.all.map(\.longestMilliseconds) == [50])
        #expect(slow.all.map(\.lastMilliseconds) == [10])
        #expect(slow.all.map(\.lastAt) == [4])
    }

    @Test("Lists of any length, line breaks and indentation make no difference")
    func summarizes() {
        #expect(
            SlowStatements.summary(of: "SELECT a\n    FROM b WHERE c IN (?,?,?) AND d = ?")
                == "SELECT a FROM b WHERE c IN (?, …) AND d = ?"
        )
        #expect(SlowStatements.summary(of: "VALUES (?, ?)") == "VALUES (?, …)")
        let long = SlowStatements.summary(of: String(repeating: "x", count: 5_000))
        #expect(long.count == SlowStatements.maximumLength + 1)
    }

    @Test("The table is bounded: the statement not seen for longest goes")
    func isBounded() {
        let slow = SlowStatements(thresholdMilliseconds: 1)
        for number in 0...SlowStatements.capacity {
            slow.note("SELECT \(number)", milliseconds: 5, at: number)
        }
        #expect(slow.all.count == SlowStatements.capacity)
        #expect(!slow.all.map(\.sql).contains("SELECT 0"))
    }

    @Test("Threads share one table")
    func isShared() async {
        let slow = SlowStatements(thresholdMilliseconds: 1)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for at in 0..<100 { slow.note("SELECT 1", milliseconds: 2, at: at) }
                }
            }
        }
        #expect(slow.all.map(\.count) == [800])
    }
}
