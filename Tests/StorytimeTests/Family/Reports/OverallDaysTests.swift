import SQLite
import Synchronization
import Testing

@testable import Storytime

@Suite("What everybody watched, day by day, as it is kept in memory")
struct OverallDaysTests {
    /// A family that watched two stories on each of ten days, and a connection that tells what it reads.
    private struct Watched {
        let home: WatchingHome
        let days: ReportDays

        init() throws {
            home = try WatchingHome()
            for day in 0..<10 {
                try home.watch(home.pippi, home.fox, daysAgo: day, seconds: 60)
                try home.watch(home.tommy, home.owl, daysAgo: day, after: 600, seconds: 90)
            }
            let today = home.family.today(home.console.time.now)
            days = ReportDays(first: today.adding(-9), last: today)
        }

        func sums(_ kept: OverallDays) throws -> [Int: Int] {
            let rows = try kept.sums(days, leastClass: 0, in: home.console.database).rows
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0.id, $0.figures.watchedMilliseconds / 1000) }
            )
        }
    }

    @Test("A day that nobody changed is read once, one that was changed is read again")
    func readsWhatChanged() throws {
        let watched = try Watched()
        let home = watched.home
        let kept = OverallDays(.books)
        #expect(try watched.sums(kept) == [home.fox.id.value: 600, home.owl.id.value: 900])
        #expect(kept.entryCount == 20)
        // What is written past the triggers nobody notices: so it was not read.
        try home.console.database.script(
            "DROP TRIGGER usage_books_changed_stamp; UPDATE usage_books SET watched_ms = 7000"
        )
        #expect(try watched.sums(kept) == [home.fox.id.value: 600, home.owl.id.value: 900])
        try home.console.database.execute(
            "UPDATE usage_stamps SET stamp = stamp + 1 WHERE day = \(watched.days.last.iso)"
        )
        #expect(try watched.sums(kept) == [home.fox.id.value: 547, home.owl.id.value: 817])
        #expect(kept.entryCount == 20)
    }

    @Test("Another connection's changes are seen, and what was undone is not")
    func otherConnections() throws {
        let folder = try TemporaryFolder()
        let home = try WatchingHome(path: folder.path + "/storytime.db")
        try home.watch(home.pippi, home.fox, seconds: 60)
        let today = home.family.today(home.console.time.now)
        let days = ReportDays(first: today, last: today)
        let kept = OverallDays(.families)
        let other = try Database(path: folder.path + "/storytime.db")
        func seconds(_ database: Database) throws -> [Int] {
            try kept.sums(days, leastClass: 0, in: database).rows.map(\.figures.seconds)
        }
        #expect(try seconds(other) == [60])
        struct Undone: Error {}
        #expect(throws: Undone.self) {
            try home.console.database.write {
                try home.console.database.execute("UPDATE daily_usage SET watched_ms = 1000")
                #expect(try seconds(home.console.database) == [1])
                throw Undone()
            }
        }
        #expect(try seconds(home.console.database) == [60])
        try home.watch(home.tommy, home.owl, after: 300, seconds: 40)
        #expect(try seconds(other) == [100])
    }

    @Test("When more was watched than is kept, sums stay right, and memory bounded")
    func overflow() throws {
        let console = try Console()
        let today = try #require(CalendarDay(year: 2026, month: 11, day: 1))
        try console.database.execute(
            """
            WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 59999)
            INSERT INTO usage_books (day, book_id, length_class, watched_ms, plays, completions)
            SELECT date(\(today.iso), '+' || (n % 4) || ' days'), n / 4 + 1, c.value, 1000, 1, 0
            FROM n, json_each('[0, 1, 2, 3, 4]') AS c
            """
        )
        let kept = OverallDays(.books)
        for _ in 0..<2 {
            let sums = try kept.sums(
                ReportDays(first: today, last: today.adding(3)),
                leastClass: 0,
                in: console.database
            )
            #expect(sums.count == 15_000)
            #expect(sums.rows.allSatisfy { $0.figures.plays == 20 })
            #expect(kept.entryCount <= OverallDays.maximumEntries)
        }
    }

    @Test("Of a day on which everything was deleted nothing is left")
    func emptied() throws {
        let watched = try Watched()
        let kept = OverallDays(.books)
        _ = try watched.sums(kept)
        try watched.home.console.database.execute("DELETE FROM daily_usage")
        #expect(try watched.sums(kept).isEmpty)
        #expect(kept.entryCount == 0)
    }
}
