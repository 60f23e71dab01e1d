import SQLite
import Testing

@testable import Storytime

@Suite("The table of jobs")
struct JobStoreTests {
    let console: Console

    init() throws {
        console = try Console()
    }

    private var store: JobStore {
        JobStore(database: console.database, now: console.time.now)
    }

    private static let kind = JobKind(name: "sample", title: "Doing a sample") { _ in }

    private func add(_ payload: String = "x", runAfter: Int? = nil) throws {
        try store.add(Self.kind, [payload], label: "Sample \(payload)", runAfter: runAfter)
    }

    @Test("A job is claimed once, in the order of their times and then of their asking")
    func claims() throws {
        try add("later", runAfter: console.time.now + 10)
        try add("first")
        try add("second")
        let first = try #require(try store.claim())
        #expect(first.payload == "[\"first\"]")
        #expect(first.label == "Sample first")
        #expect(first.state == .running)
        #expect(first.attempts == 1)
        #expect(first.startedAt == console.time.now)
        #expect(try store.claim()?.payload == "[\"second\"]")
        #expect(try store.claim() == nil)
        console.time.now += 10
        #expect(try store.claim()?.payload == "[\"later\"]")
    }

    @Test("The same work waits once only; while it runs, it may be asked for again")
    func isQueuedOnce() throws {
        try add()
        try add()
        try add("y")
        #expect(try store.countUnfinished() == 2)
        _ = try store.claim()
        try add()
        #expect(try store.countUnfinished() == 3)
    }

    @Test("Looking for work while there is none takes nobody's turn to write")
    func idlesWithoutWriting() throws {
        try add("later", runAfter: console.time.now + 10)
        let job = try console.database.read { try store.claim() }
        #expect(job == nil)
    }

    @Test("One that failed is tried again after growing pauses, and has failed after the last")
    func retries() throws {
        try add()
        var pauses: [Int] = []
        for left in [3, 2, 1] {
            let job = try #require(try store.claim())
            try store.fail(job, "It rained.", attemptsLeft: left)
            let again = try store.find(job.id)
            #expect(again.state == .queued)
            #expect(again.error == "It rained.")
            pauses.append(again.runAfter - console.time.now)
            #expect(try store.claim() == nil)
            console.time.now = again.runAfter
        }
        #expect(pauses == [30, 120, 480])
        #expect([5, 6, 70].map(JobKind.pauseSeconds) == [3600, 3600, 3600])
        let job = try #require(try store.claim())
        try store.fail(job, "It snowed.", attemptsLeft: 0)
        #expect(try store.failed().map(\.error) == ["It snowed."])
        #expect(try store.failed().map(\.attempts) == [4])
        #expect(try store.claim() == nil)
    }

    @Test(
        "What went wrong last is that of the last attempt, not what was stopped, is old or went well"
    )
    func lastSetback() throws {
        let start = console.time.now
        func reason(since: Int = 0) throws -> String? {
            try store.lastSetback(Self.kind, since: since)?.reason
        }
        try add()
        try add("later", runAfter: start + 500)
        #expect(try reason() == nil)
        let job = try #require(try store.claim())
        try store.takeBack(job, pauseSeconds: 0)
        #expect(try reason() == nil)
        let again = try #require(try store.claim())
        try store.fail(again, "It rained.", attemptsLeft: 1)
        #expect(try reason() == "It rained.")
        #expect(try reason(since: start + 1) == nil)
        #expect(try store.nextTime(of: Self.kind) == store.find(job.id).runAfter)
        console.time.now += 200
        let last = try #require(try store.claim())
        #expect(try store.lastSetback(Self.kind, since: 0)?.reason == "It rained.")
        try store.fail(last, "It snowed.", attemptsLeft: 0)
        #expect(
            try store.lastSetback(Self.kind, since: 0)
                == JobSetback(at: start + 200, reason: "It snowed.")
        )
        #expect(try store.nextTime(of: Self.kind) == start + 500)
    }

    @Test(
        "One that waits is cancelled at once, one that runs is asked to end, one that ended is not"
    )
    func cancels() throws {
        try add()
        try add("y")
        #expect(try store.cancel(ID(1)))
        #expect(try store.find(ID(1)).state == .done)
        let running = try #require(try store.claim())
        #expect(try store.beat(running.id, progress: 10, notedProgress: 0))
        #expect(try store.find(running.id).progress == 10)
        #expect(try store.cancel(running.id))
        #expect(try !store.beat(running.id, progress: 10, notedProgress: 10))
        try store.end(running)
        let ended = try store.find(running.id)
        #expect(ended.state == .done && ended.isCancelled && ended.progress == 10)
        #expect(try !store.cancel(running.id))
        #expect(try !store.cancel(ID(99)))
    }

    @Test("A failed job is begun anew with all its attempts, or forgotten; no other is")
    func retriesByHand() throws {
        for name in ["x", "y"] {
            try add(name)
            try store.fail(try #require(try store.claim()), "No.", attemptsLeft: 0)
        }
        try add("z")
        #expect(try store.retry(ID(1)))
        #expect(try !store.retry(ID(1)) && !store.retry(ID(3)) && !store.retry(ID(9)))
        let job = try store.find(ID(1))
        #expect(job.state == .queued && job.attempts == 0 && job.finishedAt == nil)
        #expect(try store.dismiss(ID(2)))
        #expect(try !store.dismiss(ID(2)) && !store.dismiss(ID(3)))
        #expect(throws: Failure.notFound) { try store.find(ID(2)) }
    }

    @Test("What is done goes after a day, what failed after a month; what waits stays")
    func removesOld() throws {
        for name in ["done", "failed", "waiting"] { try add(name) }
        try store.finish(try #require(try store.claim()))
        try store.fail(try #require(try store.claim()), "No.", attemptsLeft: 0)
        let labels = "SELECT label FROM jobs ORDER BY id" as SQL
        for (seconds, left) in [(86_399, 3), (1, 2), (29 * 86_400 - 1, 2), (1, 1)] {
            console.time.now += seconds
            try Caretaker(site: console.site).work(console.database, cleans: true)
            #expect(try console.texts(labels).count == left)
        }
        #expect(try console.texts(labels) == ["Sample waiting"])
    }

    @Test("What the worker and the page ask is answered by an index")
    func usesIndexes() throws {
        for sql in [
            "SELECT id FROM jobs WHERE state = 'failed' ORDER BY finished_at DESC, id DESC",
            "SELECT id FROM jobs WHERE state = 'done' AND finished_at <= 1",
            "SELECT 1 FROM jobs WHERE kind = 'a' AND payload = 'b' AND state = 'queued'",
        ] as [SQL] {
            let plan = try console.database.all("EXPLAIN QUERY PLAN \(sql: sql)") {
                try $0.text(3)
            }
            #expect(plan.count == 1, "\(sql.text)")
            #expect(plan.allSatisfy { $0.hasPrefix("SEARCH jobs USING") }, "\(plan)")
        }
    }
}
