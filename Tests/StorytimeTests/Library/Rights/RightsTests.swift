import SQLite
import Testing

@testable import Storytime

@Suite("Whether a book may be shown there and then")
struct RightsTests {
    private static let territories = ["*", "DE", "US", "FR"]

    /// A window as a child would draw it: every day of it, in every territory that there is.
    private struct Naive {
        let book: Int
        let territory: String
        let days: ClosedRange<Int>

        func isOpen(in territory: String, on day: Int) -> Bool {
            days.contains(day) && (self.territory == "*" || self.territory == territory)
        }
    }

    /// Books with random windows of the same few months, some of them without an end.
    private func fill(_ console: Console, seed: UInt64) throws -> [Naive] {
        var random = SeededRandom(seed: seed)
        var windows: [Naive] = []
        let start = try CalendarDay.of("2026-11-01").number
        try console.database.write {
            for number in 1...60 {
                let status = Book.Status.allCases[random.below(3)]
                let book = try console.books.insert(
                    .init(title: "Book \(number)", author: "", status: status),
                    by: .commandLine
                )
                for _ in 0..<random.below(5) {
                    let first = start + random.below(60)
                    let last = random.below(4) == 0 ? nil : first + random.below(30)
                    let territory = Self.territories[random.below(4)]
                    try console.addWindow(
                        book.id,
                        territory,
                        CalendarDay(number: first).iso,
                        last.map { CalendarDay(number: $0).iso }
                    )
                    windows.append(
                        Naive(
                            book: book.id.value,
                            territory: territory,
                            days: first...(last ?? DaySpan.openEnd.number)
                        )
                    )
                }
                if number % 9 == 0 {
                    try console.database.execute(
                        "UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(book.id.value)"
                    )
                }
            }
        }
        return windows
    }

    @Test(
        "The database, the program and a naive reference agree on every day in every territory",
        arguments: [1, 2, 3]
    )
    func agrees(seed: UInt64) throws {
        let console = try Console()
        let windows = try fill(console, seed: seed)
        let start = try CalendarDay.of("2026-10-30")
        for offset in 0..<100 {
            for code in Self.territories {
                let day = start.adding(offset)
                let territory = try #require(Territory(code: code))
                let rights = Rights(territory: territory, day: day)
                let open = Set(
                    windows.filter { $0.isOpen(in: code, on: day.number) }.map(\.book)
                )
                let found = try console.database.all(
                    "SELECT b.id FROM books AS b WHERE \(sql: rights.condition)"
                ) { try $0.int(0) }
                #expect(Set(found) == open, "\(code) \(day.iso)")
                try expectMissing(console, rights, open: open)
                guard offset % 7 == 0 else { continue }
                for book in 1...60 {
                    let given = rights.areGiven(by: try console.rights.windows(of: ID(book)))
                    #expect(given == open.contains(book), "\(book) \(code) \(day.iso)")
                }
            }
        }
    }

    private func expectMissing(_ console: Console, _ rights: Rights, open: Set<Int>) throws {
        for statuses in [[.active], Book.Status.allCases] {
            let missing = try console.database.all(rights.missing(statuses)) { try $0.int(0) }
            let books = try console.database.all(
                """
                SELECT id FROM books WHERE deleted_at IS NULL
                    AND status IN \(list: statuses.map(\.rawValue))
                """
            ) { try $0.int(0) }
            #expect(missing.count == Set(missing).count)
            #expect(Set(missing) == Set(books).subtracting(open), "\(rights)")
        }
    }

    @Test("What is kept of each book's last worldwide window stays true through every change")
    func keepsLastWindow() throws {
        let console = try Console()
        var random = SeededRandom(seed: 5)
        for number in 1...5 { try console.addBook("Book \(number)") }
        var windows: [RightsWindow] = []
        for _ in 0..<200 {
            let first = CalendarDay(number: 20_000 + random.below(400))
            let last = random.below(3) == 0 ? nil : first.adding(random.below(90))
            let terms = try RightsWindow.Terms.of(
                Self.territories[random.below(2)],
                first.iso,
                last?.iso
            )
            switch random.below(3) {
            case 0 where !windows.isEmpty:
                let window = windows.remove(at: random.below(windows.count))
                _ = try console.rights.delete(window.id, version: nil, by: .commandLine)
            case 1 where !windows.isEmpty:
                let index = random.below(windows.count)
                windows[index] = try console.rights.update(
                    windows[index].id,
                    version: windows[index].version,
                    terms,
                    by: .commandLine
                )
            default:
                windows.append(
                    try console.rights.insert(
                        terms,
                        for: ID(1 + random.below(5)),
                        by: .commandLine
                    )
                )
            }
            for book in 1...5 {
                let last = windows.filter { $0.book.value == book && $0.territory == .worldwide }
                    .max { ($0.days.end, $1.days.first) < ($1.days.end, $0.days.first) }
                let kept = try console.database.first(
                    "SELECT worldwide_from, worldwide_until FROM books WHERE id = \(book)"
                ) { (try $0.textOrNil(0), try $0.textOrNil(1)) }
                #expect(kept?.0 == last?.days.first.iso)
                #expect(kept?.1 == last?.days.end.iso)
            }
        }
    }

    @Test("A window is open on its first day and on its last, and the day is that of the zone")
    func midnight() throws {
        let console = try Console { $0.timeZone = "Pacific/Auckland" }
        let book = try console.addActiveBook("Fox")
        try console.addWindow(book.id, "*", "2026-11-22", "2026-11-23")
        // 22 November begins in Auckland at 11:00 UTC the day before.
        for (time, isOpen) in [
            (1_795_258_799, false), (1_795_258_800, true), (1_795_431_599, true),
            (1_795_431_600, false),
        ] {
            let rights = Rights(console.site.configuration, now: time)
            #expect(
                try console.rights.countMissing(.active, RightsAudience(rights))
                    == (isOpen ? 0 : 1),
                "\(time)"
            )
        }
    }

    @Test("Without a territory only worldwide windows count; with one, its own do, too")
    func territories() throws {
        let console = try Console()
        let german = try console.addActiveBook("German")
        try console.addWindow(german.id, "DE")
        let world = try console.addActiveBook("World")
        try console.addWindow(world.id, "*")
        for (code, missing) in [("*", 1), ("DE", 0), ("AT", 1)] {
            let rights = try Rights.of(code, "2026-11-21")
            #expect(
                try console.rights.countMissing(.active, RightsAudience(rights)) == missing,
                "\(code)"
            )
        }
    }

    @Test("Neither asking of a book nor counting those without rights reads a whole table")
    func readsIndexes() throws {
        for code in ["*", "DE"] {
            let rights = try Rights.of(code, "2026-11-21")
            for statement: SQL in [
                "SELECT b.id FROM books AS b WHERE b.id = 7 AND \(sql: rights.condition)",
                "SELECT count(*) FROM (\(sql: rights.missing([.active])))",
                "SELECT count(*) FROM (\(sql: rights.missing()))", rights.ending(withinDays: 30),
            ] {
                #expect(PlanWatch.scans(of: statement.text).isEmpty, "\(statement.text)")
                let plan = try Console().database.queryPlan(of: statement.text)
                #expect(
                    plan.filter { $0.contains("SEARCH r") }.allSatisfy {
                        $0.contains("COVERING INDEX") || $0.contains("rights_windows_by_end")
                    },
                    "\(plan)"
                )
            }
        }
    }
}
