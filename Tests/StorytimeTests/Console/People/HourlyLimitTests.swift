import SQLite
import Testing

@testable import Storytime

@Suite("What a family may do within an hour")
struct HourlyLimitTests {
    private let console: Console
    private let family: ID<Family>
    private let other: ID<Family>

    private static let limit = HourlyLimit(name: "sample", most: 3, words: "tried 3 times")

    init() throws {
        console = try Console()
        family = try console.addFamily("One").id
        other = try console.addFamily("Other").id
    }

    private var counts: HourlyCounts {
        HourlyCounts(database: console.database, now: console.time.now)
    }

    private func reached(seconds: Int, minutes: String) -> HourlyLimit.Reached {
        HourlyLimit.Reached(
            message: "Your family has tried 3 times within an hour. Try again in \(minutes).",
            retryAfter: seconds
        )
    }

    @Test("So often and no more, until an hour after the first time; each family for itself")
    func limits() throws {
        for _ in 1...3 { try counts.count(Self.limit, of: family) }
        console.time.now += 60
        let refusal = reached(seconds: 3540, minutes: "59 minutes")
        #expect(throws: refusal) { try counts.count(Self.limit, of: family) }
        #expect(throws: refusal) { try counts.expectRoom(Self.limit, for: family) }
        try counts.count(Self.limit, of: other)
        let another = HourlyLimit(name: "another", most: 1, words: "")
        try counts.count(another, of: family)
        console.time.now += 3480
        #expect(throws: reached(seconds: 60, minutes: "1 minute")) {
            try counts.count(Self.limit, of: family)
        }
        console.time.now += 60
        try counts.expectRoom(Self.limit, for: family)
        for _ in 1...3 { try counts.count(Self.limit, of: family) }
        #expect(throws: (any Error).self) { try counts.count(Self.limit, of: family) }
    }

    @Test("A program that starts anew knows them still, and a clock that is set back ends them")
    func lasts() throws {
        for _ in 1...3 { try counts.count(Self.limit, of: family) }
        // Nothing of it is kept anywhere else.
        let later = HourlyCounts(database: console.database, now: console.time.now + 1)
        #expect(throws: (any Error).self) { try later.count(Self.limit, of: family) }
        let before = HourlyCounts(database: console.database, now: console.time.now - 100)
        try before.count(Self.limit, of: family)
    }

    @Test("What is not done doesn’t count, and hours that are over are forgotten")
    func forgets() throws {
        struct Undone: Error {}
        #expect(throws: Undone.self) {
            try console.database.write {
                try counts.count(Self.limit, of: family)
                throw Undone()
            }
        }
        #expect(try console.count("SELECT count(*) FROM hourly_counts") == 0)
        try counts.count(Self.limit, of: family)
        console.time.now += 3600
        try counts.count(Self.limit, of: other)
        try counts.removeOld()
        #expect(try console.count("SELECT count(*) FROM hourly_counts") == 1)
    }
}
