import Glibc
import Synchronization
import Testing

@testable import SQLite

@Suite struct InterrupterTests {
    @Test("Another thread stops a statement, and the connection goes on")
    func stops() throws {
        let database = try Database(path: ":memory:")
        let interrupter = database.interrupter
        let isDone = Atomic<Bool>(false)
        // A thread of its own: a task would wait for one that a test gives back.
        let other = inThread {
            // It may not have begun yet.
            while !isDone.load(ordering: .relaxed) {
                interrupter.interrupt()
                usleep(1_000)
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try database.first(
                """
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
                SELECT count(*) FROM number
                """
            ) { try $0.int(0) }
        }
        isDone.store(true, ordering: .relaxed)
        try other.join()
        #expect(error?.isInterrupted == true)
        #expect(try database.first("SELECT 7") { try $0.int(0) } == 7)
    }

    @Test("What is closed is left alone")
    func closed() throws {
        var database: Database? = try Database(path: ":memory:")
        let interrupter = try #require(database?.interrupter)
        database = nil
        interrupter.interrupt()
    }
}
