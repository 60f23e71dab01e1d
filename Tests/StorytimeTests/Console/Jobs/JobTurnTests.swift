import SQLite
import Testing

@testable import Storytime

@Suite("The owners of jobs take turns")
struct JobTurnTests {
    let console: Console

    init() throws {
        console = try Console()
    }

    private var store: JobStore { JobStore(database: console.database, now: console.time.now) }

    private static let photos = JobKind(name: "photos", title: "") { _ in }
    private static let covers = JobKind(name: "covers", title: "") { _ in }
    private static let films = JobKind(name: "films", title: "", lane: .long) { _ in }

    private static let anna = JobOwner.family(ID(1))
    private static let ben = JobOwner.family(ID(2))

    private func add(
        _ count: Int,
        _ name: String,
        _ kind: JobKind = photos,
        for owner: JobOwner,
        runAfter: Int? = nil
    ) throws {
        for number in 1...count {
            let label = "\(name)\(number)"
            try store.add(kind, label, label: label, for: owner, runAfter: runAfter)
        }
    }

    /// Does the next jobs; their names.
    private func work(_ count: Int, _ lane: JobLane = .short) throws -> [String] {
        try (0..<count).compactMap { _ in
            guard let job = try store.claim(lane) else { return nil }
            try store.finish(job)
            return job.label
        }
    }

    @Test("One photo behind three hundred of another family is the next or the one after")
    func oneBehindMany() throws {
        try add(300, "a", for: Self.anna)
        #expect(try work(10).last == "a10")
        try add(1, "b", for: Self.ben)
        #expect(try work(4) == ["a11", "b1", "a12", "a13"])
    }

    @Test("Whoever asks for more meanwhile comes once in each round, and nobody is passed over")
    func rounds() throws {
        try add(3, "a", for: Self.anna)
        try add(2, "b", for: Self.ben)
        try add(2, "c", Self.covers, for: .library)
        #expect(try work(2) == ["a1", "b1"])
        try add(1, "d", for: .family(ID(4)))
        try add(2, "more", for: Self.anna)
        #expect(try work(9) == ["c1", "d1", "a2", "b2", "c2", "a3", "more1", "more2"])
    }

    @Test("Whose job took long lets the others catch up, in its lane")
    func time() throws {
        try add(4, "a", for: Self.anna)
        try add(3, "b", for: Self.ben)
        try add(1, "film", Self.films, for: Self.anna)
        let long = try #require(try store.claim())
        #expect(long.label == "a1")
        try store.finish(long)
        try store.letOthersCatchUp(with: long, seconds: 4)
        #expect(try work(6) == ["b1", "b2", "b3", "a2", "a3", "a4"])
        #expect(try work(1, .long) == ["film1"])
    }

    @Test("The library’s work takes turns by its kind, and lanes don’t see each other’s")
    func library() throws {
        try add(50, "c", Self.covers, for: .library)
        try add(1, "p", for: .library)
        try add(50, "f", Self.films, for: .library)
        #expect(try work(3) == ["c1", "p1", "c2"])
        #expect(try work(2, .long) == ["f1", "f2"])
        try add(1, "g", Self.films, for: Self.ben)
        #expect(try work(2, .long) == ["f3", "g1"])
    }

    @Test("What waits after a failure has no place until its time, and then one among the others’")
    func pauses() throws {
        try add(2, "a", for: Self.anna)
        let failed = try #require(try store.claim())
        try store.fail(failed, "It rained.", attemptsLeft: 1)
        try add(1, "b", for: Self.ben, runAfter: console.time.now + 30)
        #expect(try work(9) == ["a2"])
        #expect(try store.nextTime() == console.time.now + 30)
        try add(2, "c", Self.covers, for: .library, runAfter: console.time.now + 20)
        console.time.now += 30
        #expect(try work(9) == ["a1", "b1", "c1", "c2"])
    }

    @Test("What is put back is the first again; what waits for a program holds up nobody’s turn")
    func putBack() throws {
        try add(3, "a", for: Self.anna)
        try add(1, "c", Self.covers, for: .library)
        let job = try #require(try store.claim())
        try store.putBack(job)
        #expect(try work(1) == ["a1"])
        try store.say("Waiting.", of: try store.find(ID(2)))
        try store.say("Waiting.", of: try store.find(ID(3)))
        let claimed = try #require(try store.claim(except: ["photos"]))
        #expect(claimed.label == "c1")
        #expect(try store.claim(except: ["photos"]) == nil)
        #expect(try work(9) == ["a2", "a3"])
    }

    @Test("Neither asking for work nor claiming it costs more when ten thousand jobs wait")
    func cost() throws {
        try add(10, "a", for: Self.anna)
        let few = try cost(of: 11)
        try console.database.write { try add(10_000, "x", for: Self.anna) }
        try console.database.write { try add(1000, "y", for: Self.ben, runAfter: .max) }
        let many = try cost(of: 12)
        // An index is a step or two deeper.
        #expect(many <= few + 5, "\(few) and \(many) hundred steps")
    }

    /// Of adding a job of another family, and claiming three, in hundreds of SQLite's steps.
    private func cost(of family: Int) throws -> Int {
        try console.database.countingSteps {
            try store.add(Self.photos, family, label: "one", for: .family(ID(family)))
            for _ in 1...3 { _ = try store.claim() }
        }
    }
}
