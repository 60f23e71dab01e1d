import Foundation
import SQLite
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("The worker that does jobs")
struct JobWorkerTests {
    let folder: TemporaryFolder
    let console: Console
    let turn = WriteTurn()

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        console = try Console(path: folder.file("storytime.db"), turn: turn) {
            $0.data = folder.path
        }
        try Program.makeDataFolders(console.site.configuration)
    }

    private var store: JobStore {
        JobStore(database: console.database, now: console.time.now)
    }

    private func kind(_ handle: @escaping @Sendable (JobRun) throws -> Void) -> JobKind {
        JobKind(name: "sample", title: "Doing a sample", maximumAttempts: 2, handle: handle)
    }

    /// Queues one job and does what is due.
    private func work(_ kind: JobKind, payload: some Encodable = ["x"]) throws -> Job {
        try store.add(kind, payload, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        #expect(worker.doNext(console.database))
        #expect(!worker.doNext(console.database))
        return try store.find(ID(1))
    }

    /// Waits for something that another thread does.
    private func eventually(_ condition: () throws -> Bool) throws -> Bool {
        for _ in 0..<500 {
            if try condition() { return true }
            usleep(10_000)
        }
        return false
    }

    // MARK: One attempt

    @Test("A handler gets what the job is to be done with")
    func payload() throws {
        struct Sample: Codable, Equatable {
            let text: String
            let number: Int
        }
        let sample = Sample(text: "a \"b\" </ü\n", number: -3)
        let seen = Mutex<Sample?>(nil)
        let job = try work(
            kind { run in
                let payload = try run.payload(Sample.self)
                seen.withLock { $0 = payload }
            },
            payload: sample
        )
        #expect(job.state == .done && job.progress == 100 && job.attempts == 1)
        #expect(seen.withLock(\.self) == sample)
    }

    @Test(
        "One that another does again later ends with its reason: it isn't done, and nobody is told"
    )
    func misses() throws {
        let sample = kind { _ in throw JobRun.Missed(reason: "It rained.") }
        let job = try work(sample)
        #expect(job.state == .done && job.error == "It rained.")
        #expect(try store.failed().isEmpty)
        #expect(try store.lastDone(sample) == nil)
        let setback = try store.lastSetback(sample, since: 0)
        #expect(setback == JobSetback(at: console.time.now, reason: "It rained."))
    }

    @Test("What fails in words for people is tried again and keeps its words; a final one is not")
    func fails() throws {
        let job = try work(kind { _ in throw JobFailure("The picture has no pixels.") })
        #expect(job.state == .queued)
        #expect(job.error == "The picture has no pixels.")
        let kind = kind { _ in throw JobFailure("It never will.", isFinal: true) }
        console.time.now = job.runAfter
        let worker = try JobWorker(site: console.site, kinds: [kind])
        #expect(worker.doNext(console.database))
        #expect(try store.find(job.id).state == .failed)
        #expect(try store.find(job.id).error == "It never will.")
    }

    @Test("What nobody expected is in the log, and said on the page as unexpected")
    func failsUnexpectedly() throws {
        struct Odd: Error {}
        let job = try work(kind { _ in throw Odd() })
        #expect(job.state == .queued)
        #expect(job.error == "Something unexpected happened: Odd()")
    }

    @Test("A payload that isn't understood, and a kind that isn't known, fail for good")
    func notUnderstood() throws {
        let job = try work(kind { run in _ = try run.payload([Int].self) })
        #expect(job.state == .failed)
        #expect(job.error?.contains("can’t be understood") == true)
        try store.add(JobKind(name: "foreign", title: "") { _ in }, 1, label: "Of a newer program")
        #expect(try JobWorker(site: console.site, kinds: []).doNext(console.database))
        #expect(try store.find(ID(2)).state == .failed)
    }

    @Test(
        "A job that was running when the program was killed is begun again, later each time, and never given up"
    )
    func recovers() throws {
        let kind = kind { _ in }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        // As often as power fails, and then half a minute and longer, up to an hour.
        for pause in [0, 0, 30, 120, 480, 1920, 3600, 3600] {
            // Claimed, and then the program is killed.
            #expect(try store.claim() != nil)
            worker.recover(console.database)
            let job = try store.find(ID(1))
            #expect(job.state == .queued && job.runAfter == console.time.now + pause)
            #expect(job.error == "The program was stopped while doing this.")
            #expect(try pause == 0 || store.claim() == nil)
            console.time.now += pause
        }
        // What goes wrong by itself counts as it did before: this kind may be begun twice.
        let failing = try JobWorker(
            site: console.site,
            kinds: [self.kind { _ in throw JobFailure("It broke.") }]
        )
        for state in [Job.State.queued, .failed] {
            #expect(failing.doNext(console.database))
            #expect(try store.find(ID(1)).state == state)
            console.time.now += 30
        }
    }

    @Test("A job that gets further each time it is interrupted is begun again at once")
    func forgivesProgress() throws {
        let kind = kind { _ in }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        for percent in [3, 20, 21, 60, 99] {
            #expect(try store.claim() != nil)
            _ = try store.beat(ID(1), progress: percent, notedProgress: 0)
            worker.recover(console.database)
            let job = try store.find(ID(1))
            #expect(job.state == .queued && job.furthest == percent)
            #expect(job.runAfter <= console.time.now)
        }
        // This time it got no further.
        #expect(try store.claim() != nil)
        _ = try store.beat(ID(1), progress: 40, notedProgress: 0)
        worker.recover(console.database)
        let job = try store.find(ID(1))
        #expect(job.state == .queued && job.furthest == 99 && job.forgiven == 6)
        #expect(job.runAfter > console.time.now)
    }

    @Test("What goes wrong by itself counts, however far it got")
    func failuresCount() throws {
        let kind = kind { run in
            // The heartbeat notes it once a second.
            usleep(1_100_000)
            try run.beat(percent: 50 + run.job.attempts)
            throw JobFailure("It broke.")
        }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        for state in [Job.State.queued, .failed] {
            #expect(worker.doNext(console.database))
            #expect(try store.find(ID(1)).state == state)
            #expect(try store.find(ID(1)).progress > 50)
            console.time.now += 3600
        }
    }

    @Test("A job whose program is missing waits, says so, and holds up no other kind")
    func waits() throws {
        let isThere = Mutex(false)
        let said = Mutex<[String]>([])
        var needy = kind { _ in }
        needy.missingProgram = { _ in isThere.withLock(\.self) ? nil : "blender" }
        needy.waits = { job, _, program in said.withLock { $0.append("\(job.id) \(program)") } }
        let other = JobKind(name: "other", title: "") { _ in }
        try store.add(needy, 1, label: "A sample")
        try store.add(other, 2, label: "Another")
        let worker = try JobWorker(site: console.site, kinds: [needy, other])
        #expect(worker.doNext(console.database))
        #expect(!worker.doNext(console.database))
        #expect(try store.find(ID(1)).state == .queued && store.find(ID(2)).state == .done)
        #expect(try store.find(ID(1)).error?.contains("the program blender") == true)
        #expect(said.withLock(\.self) == ["1 blender"])
        #expect(console.site.vitals.missingPrograms.names == ["blender"])
        isThere.withLock { $0 = true }
        #expect(worker.doNext(console.database))
        let job = try store.find(ID(1))
        #expect(job.state == .done && job.error == nil && job.attempts == 1)
        #expect(console.site.vitals.missingPrograms.names.isEmpty)
    }

    @Test("A database that can't be written stops no worker, and the job is there afterwards")
    func survivesFailure() throws {
        let kind = kind { _ in }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        try console.database.script("PRAGMA query_only = ON;")
        #expect(!worker.doNext(console.database))
        try console.database.script("PRAGMA query_only = OFF;")
        #expect(worker.doNext(console.database))
        #expect(try store.find(ID(1)).state == .done)
    }

    // MARK: Other programs

    @Test("The last line that a failing program says is why the job failed")
    func programFails() throws {
        let job = try work(
            kind { run in
                let script = "echo first >&2; echo 'no such codec' >&2; exit 3"
                try run.run("/bin/sh", ["-c", script], limitSeconds: 10, largestFileBytes: 4096)
            }
        )
        #expect(job.error == "sh failed: no such codec")
    }

    @Test("A program that takes too long is ended")
    func programIsTooSlow() throws {
        let job = try work(
            kind { try $0.run("/bin/sleep", ["100"], limitSeconds: 0, largestFileBytes: 4096) }
        )
        #expect(job.error == "sleep had not finished after no seconds.")
    }

    @Test("What an attempt makes on its way is gone afterwards, and what a killed one left as well")
    func folders() throws {
        let uploads = console.site.configuration.uploadFolder
        let seen = Mutex("")
        _ = try work(
            kind { run in
                let path = try run.folder()
                try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/half.jpg"))
                seen.withLock { $0 = path }
            }
        )
        #expect(seen.withLock(\.self) == uploads + "/job-1")
        #expect(try Folder.names(in: uploads).isEmpty)
        try Folder.make(uploads + "/job-7")
        try Data("x".utf8).write(to: URL(fileURLWithPath: uploads + "/job-7/half.jpg"))
        JobFolder.removeAll(console.site.configuration)
        #expect(try Folder.names(in: uploads).isEmpty)
    }

    // MARK: The thread

    @Test("A job is begun as soon as the bell rings, and one of another process a little later")
    func begins() throws {
        let kind = kind { _ in }
        let worker = try JobWorker(site: console.site, kinds: [kind])
        let thread = try worker.start(turn: turn)
        defer {
            worker.stop()
            thread.join()
        }
        // It looks once at its start; then it sleeps.
        usleep(200_000)
        let start = ContinuousClock.now
        try store.add(kind, 1, label: "A sample")
        console.site.vitals.jobBell.ring()
        #expect(try eventually { try store.find(ID(1)).state == .done })
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test("A server that stops interrupts a job at once, and the attempt doesn't count")
    func stops() throws {
        let kind = kind {
            try $0.run("/bin/sleep", ["100"], limitSeconds: 100, largestFileBytes: 4096)
        }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        let thread = try worker.start(turn: turn)
        #expect(try eventually { try store.find(ID(1)).state == .running })
        let start = ContinuousClock.now
        worker.stop()
        thread.join()
        #expect(ContinuousClock.now - start < .milliseconds(900))
        let job = try store.find(ID(1))
        #expect(job.state == .queued && job.attempts == 0)
    }

    @Test("A job that is cancelled while its program runs ends with it")
    func isCancelled() throws {
        let kind = kind { run in
            try run.beat(percent: 40)
            try run.run("/bin/sleep", ["100"], limitSeconds: 100, largestFileBytes: 4096)
        }
        try store.add(kind, 1, label: "A sample")
        let worker = try JobWorker(site: console.site, kinds: [kind])
        let thread = try worker.start(turn: turn)
        defer {
            worker.stop()
            thread.join()
        }
        #expect(try eventually { try store.find(ID(1)).progress == 40 })
        try store.cancel(ID(1))
        #expect(try eventually { try store.find(ID(1)).state == .done })
        #expect(try store.find(ID(1)).isCancelled)
    }

    @Test("What was missed is queued when the worker starts")
    func missed() throws {
        let kind = JobKind(
            name: "sample",
            title: "",
            queueMissed: { _, store in
                let kind = JobKind(name: "sample", title: "") { _ in }
                try store.add(kind, "missed", label: "Missed")
            },
            handle: { _ in }
        )
        let worker = try JobWorker(site: console.site, kinds: [kind])
        worker.queueMissed(console.database)
        #expect(try store.find(ID(1)).label == "Missed")
    }
}
