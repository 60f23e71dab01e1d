import SQLite
import Testing

@testable import Storytime

/// Compares what is counted with the rule as it was first written down: each time of a viewing with
/// each time of every other.
@Suite("Each second of a child belongs to one viewing")
struct SharedTimeTests {
    /// The rule, word by word. It takes as long as it takes.
    private enum Plainly {
        static func intersects(_ one: PlayedTime, _ other: PlayedTime) -> Bool {
            one.times.contains { time in other.times.contains { $0.overlaps(time) } }
        }

        static func subtract(_ other: PlayedTime, from times: [Range<Int>]) -> [Range<Int>] {
            var rest: [Range<Int>] = []
            for time in times {
                var start = time.lowerBound
                for taken in other.times where taken.overlaps(time) {
                    if start < taken.lowerBound { rest.append(start..<taken.lowerBound) }
                    start = max(start, taken.upperBound)
                }
                if start < time.upperBound { rest.append(start..<time.upperBound) }
            }
            return rest
        }

        static func counted(_ claims: [SharedTime.Claim]) -> [PlayedTime] {
            claims.indices.map { place in
                var counted = claims[place].played
                guard !claims[place].isFrozen else { return counted }
                for (index, other) in claims.enumerated()
                where index != place && !other.isLeftOut
                    && (other.isFrozen || claims[place].turn < other.turn)
                {
                    counted.times = subtract(other.played, from: counted.times)
                }
                return counted
            }
        }
    }

    private static func played(_ random: inout SeededRandom) -> PlayedTime {
        // Around the end of a quarter of an hour.
        let start = 899_950 + random.below(40)
        var (times, at): ([Range<Int>], Int) = ([], start)
        for _ in 0..<random.below(12) {
            at += random.below(4) == 0 ? random.below(60) : 1 + random.below(3)
            let isLong = random.below(5) == 0
            let end = at + 1 + random.below(isLong ? 80 : 4)
            // One that goes on without a gap is the same time.
            if let last = times.last, last.upperBound == at {
                times[times.count - 1] = last.lowerBound..<end
            } else {
                times.append(at..<end)
            }
            at = end
        }
        return PlayedTime(startedMS: start, times: times)
    }

    private static func claims(_ random: inout SeededRandom) -> [SharedTime.Claim] {
        (0..<random.below(9)).map { number in
            SharedTime.Claim(
                Viewing.Key(
                    child: ID(1),
                    session: "s\(number / 2)",
                    book: ID(number % 2 + 1)
                ),
                played(&random),
                isFrozen: random.below(6) == 0,
                isLeftOut: random.below(5) == 0
            )
        }
    }

    /// For how long it played in each quarter of an hour.
    private static func quarters(_ played: PlayedTime) -> [Int: Int] {
        var sums: [Int: Int] = [:]
        for time in played.times {
            for moment in time { sums[moment / 900_000, default: 0] += 1 }
        }
        return sums
    }

    @Test("What counts is what the rule says, to the millisecond")
    func counts() {
        var random = SeededRandom(seed: 17)
        for round in 0..<3000 {
            let claims = Self.claims(&random)
            for (index, (counted, expected)) in zip(
                SharedTime.counted(claims),
                Plainly.counted(claims)
            ).enumerated() {
                if claims[index].isLeftOut, !claims[index].isFrozen {
                    #expect(Self.quarters(counted) == Self.quarters(expected), "round \(round)")
                } else {
                    #expect(counted == expected, "round \(round)")
                }
            }
            for (one, other) in zip(claims, claims.dropFirst()) {
                #expect(
                    one.played.intersects(other.played)
                        == Plainly.intersects(one.played, other.played),
                    "round \(round)"
                )
            }
        }
    }

    // MARK: In the database

    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let books: [Book]

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            books = try ["One", "Two"].map { [console] in try console.addStory($0) }
            try console.addToLibrary(books.map(\.id), of: child)
        }

        /// Something happens to one of the viewings, or a player sends more.
        func change(_ random: inout SeededRandom, _ number: Int) throws {
            let ids = try console.database.all("SELECT id FROM viewings ORDER BY id") {
                ID<Viewing>(try $0.int(0))
            }
            let id = ids.isEmpty ? nil : ids[random.below(ids.count)]
            switch (random.below(12), id) {
            case (0, let id?):
                try console.usage.delete(id, of: child, by: .commandLine)
            case (1, let id?), (2, let id?):
                let isLeftOut = random.below(2) == 0
                try console.usage.setLeftOut(isLeftOut, id, of: child, by: .commandLine)
            case (3, let id?):
                // Beside one that is left out it keeps what that gave back, whatever becomes of it later.
                let isAnyLeftOut =
                    try console.count(
                        "SELECT count(*) FROM viewings WHERE is_left_out = 1"
                    ) > 0
                if !isAnyLeftOut, let viewing = try console.usage.find(id), !viewing.isFrozen {
                    try console.usage.freeze(viewing)
                }
            default: try send(&random, number)
            }
        }

        private func send(_ random: inout SeededRandom, _ number: Int) throws {
            let around = (console.time.now - 7200) * 1000
            let events = (0..<(1 + random.below(12))).map { index in
                let kinds: [UsageEvent.Act] = [.playStart, .pause, .resume, .heartbeat, .playEnd]
                return UsageEvent(
                    clientID: "\(number)-\(index)",
                    session: "s\(random.below(7))",
                    child: child.id,
                    book: books[random.below(2)].id,
                    act: kinds[random.below(kinds.count)],
                    claimedMS: around + random.below(300_000)
                )
            }
            try console.record(events, of: family.id)
        }

        /// What is kept must be what the rule says of when each played.
        func expectShared(_ comment: Comment) throws {
            var claims: [SharedTime.Claim] = []
            var kept: [Int] = []
            try console.database.each(
                """
                SELECT session_id, book_id, played, is_frozen, is_left_out, watched_ms
                FROM viewings ORDER BY id
                """
            ) { row in
                let played = try #require(PlayedTime(text: try row.text(2)))
                claims.append(
                    SharedTime.Claim(
                        Viewing.Key(
                            child: child.id,
                            session: try row.text(0),
                            book: ID(try row.int(1))
                        ),
                        played,
                        isFrozen: try row.bool(3),
                        isLeftOut: try row.bool(4)
                    )
                )
                kept.append(try row.int(5))
            }
            #expect(kept == Plainly.counted(claims).map(\.watchedMS), comment)
        }
    }

    @Test("What is kept is what the rule says, whatever happens to viewings", arguments: 0..<12)
    func keeps(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let home = try Home()
        for number in 0..<60 {
            try home.change(&random, number)
            try home.expectShared("seed \(seed), change \(number)")
        }
        #expect(try home.console.count("SELECT count(*) FROM viewings") > 3)
    }
}
