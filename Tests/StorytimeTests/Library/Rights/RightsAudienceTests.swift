import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Whom a book's rights reach")
struct RightsAudienceTests {
    private static let today = "2026-11-21"
    private static let territories = ["*", "DE", "GB", "SE"]

    /// Books with random windows.
    private func fill(_ console: Console, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let start = try CalendarDay.of("2026-11-10").number
        try console.database.write {
            for number in 1...80 {
                let book = try console.books.insert(
                    .init(
                        title: "Book \(number)",
                        author: "",
                        status: Book.Status.allCases[random.below(3)]
                    ),
                    by: .commandLine
                )
                for _ in 0..<random.below(4) {
                    let first = CalendarDay(number: start + random.below(16))
                    let last = random.below(3) == 0 ? nil : first.adding(random.below(12))
                    try console.addWindow(
                        book.id,
                        Self.territories[random.below(4)],
                        first.iso,
                        last?.iso
                    )
                }
                if number % 11 == 0 { _ = try console.bin.add(book.id, by: .commandLine) }
            }
        }
    }

    private func audience(_ places: [(String, String, Int)]) throws -> RightsAudience {
        RightsAudience(
            home: try .of("*", Self.today),
            families: Dictionary(
                uniqueKeysWithValues: try places.map { (try Rights.of($0.0, $0.1), $0.2) }
            )
        )
    }

    @Test(
        "The program, the conditions and the indexed queries agree, for any countries and days",
        arguments: [
            [], [("DE", "2026-11-21", 1)], [("DE", "2026-11-21", 1), ("GB", "2026-11-21", 2)],
            [("DE", "2026-11-21", 1), ("GB", "2026-11-21", 1), ("SE", "2026-11-21", 1)],
            [("DE", "2026-11-21", 1), ("SE", "2026-11-22", 1)],
            [("GB", "2026-11-20", 1), ("GB", "2026-11-21", 1), ("DE", "2026-11-22", 1)],
            [("*", "2026-11-21", 1), ("DE", "2026-11-21", 1)],
        ] as [[(String, String, Int)]]
    )
    func agrees(places: [(String, String, Int)]) throws {
        let console = try Console()
        try fill(console, seed: 3)
        let audience = try audience(places)
        for status in [Book.Status.active, nil] {
            let books = try console.database.all(
                """
                SELECT id FROM books WHERE deleted_at IS NULL
                    AND status LIKE \(status?.rawValue ?? "%") ORDER BY id
                """
            ) { ID<Book>(try $0.int(0)) }
            var expected: [RightsAudience.Reach: [Int]] = [:]
            for book in books {
                let reach = audience.reach(try console.rights.windows(of: book))
                expected[reach, default: []].append(book.value)
            }
            for (state, reach) in [
                (RightsFilter.State.open, RightsAudience.Reach.everybody), (.some, .some),
                (.missing, .nobody),
            ] {
                var filter = BookFilter(status: status)
                filter.rights = RightsFilter(state: state, audience: audience)
                let byTable = try console.database.all(
                    "SELECT b.id FROM books AS b WHERE \(sql: filter.condition) ORDER BY b.id"
                ) { try $0.int(0) }
                #expect(byTable == expected[reach] ?? [], "\(state)")
                let list = try console.bookList.slice(
                    BookListRequest(filter: filter, sort: .init(.added), perPage: 100)
                )
                #expect(list.rows.map(\.book.id.value) == byTable, "\(state)")
                #expect(list.pagination.total == byTable.count, "\(state)")
            }
            let statuses = status.map { [$0] } ?? Book.Status.allCases
            let keys = try console.database.all(audience.limited(statuses)) { try $0.int(0) }
            #expect(keys.count == Set(keys).count)
            let reached = try audience.reached(among: books, in: console.database)
            #expect(reached.count == books.count - (expected[.nobody]?.count ?? 0))
        }
    }

    @Test("What is asked on every page reads indexes, and none of the tables")
    func plans() throws {
        let audience = try audience([
            ("DE", "2026-11-21", 1), ("GB", "2026-11-21", 1), ("NZ", "2026-11-22", 1),
        ])
        for statement: SQL in [
            "SELECT count(*) FROM (\(sql: audience.missing([.active])))",
            "SELECT count(*) FROM (\(sql: audience.partial([.active])))", audience.limited(),
            "SELECT b.id FROM books AS b WHERE b.id = 7 AND \(sql: audience.reachesSome)",
        ] {
            #expect(PlanWatch.scans(of: statement.text).isEmpty, "\(statement.text)")
            let plan = try Console().database.queryPlan(of: statement.text)
            #expect(
                plan.filter { $0.contains("SEARCH r") }.allSatisfy {
                    $0.contains("COVERING INDEX")
                },
                "\(plan)"
            )
        }
    }

    @Test("Families are where they live, on their own day; without any, it is as configured")
    func places() throws {
        let console = try Console {
            $0.territory = .country(code: "NZ")
            $0.timeZone = "Pacific/Auckland"
        }
        func audience() throws -> RightsAudience {
            try RightsAudience(console.database, console.site.configuration, now: console.time.now)
        }
        #expect(try audience() == .of("NZ", Self.today))
        // 11:40 UTC: in Auckland it is tomorrow.
        console.time.now += 3600
        #expect(try audience() == .of("NZ", "2026-11-22"))
        for name in ["Ek", "Alm"] { _ = try console.addFamily(name) }
        #expect(try audience().home == .of("NZ", "2026-11-22"))
        #expect(
            try audience().places == [.init(rights: .of("SE", Self.today), families: 2)]
        )
    }

    // MARK: In words

    private typealias Window = (territory: String, first: String, last: String?)

    private func text(_ windows: [Window], _ audience: RightsAudience) throws -> String {
        let windows = try windows.map { window in
            RightsWindow(
                id: ID(1),
                book: ID(1),
                terms: try .of(window.territory, window.first, window.last),
                version: 1,
                createdAt: 0,
                updatedAt: 0
            )
        }
        let outlook = RightsOutlook(audience, windows, TimeText(zone: "UTC"))
        return outlook.label.text + ": " + outlook.text
    }

    @Test("One sentence says for which countries it is open and closed, and how many families lose")
    func words() throws {
        let three = try audience([
            ("DE", Self.today, 2), ("GB", Self.today, 1), ("SE", Self.today, 1),
        ])
        let german: Window = ("DE", "2026-11-01", "2026-12-15")
        let british: Window = ("GB", "2026-11-01", "2026-12-05")
        for (windows, expected) in [
            (
                [german, british],
                "Open for some: Open in Germany and the United Kingdom; closed in Sweden, 1 family."
            ),
            (
                [british],
                "Open for some: Open in the United Kingdom; closed in Germany and Sweden, 3 families."
            ),
            (
                [german, british, ("SE", "2026-01-01", nil)],
                "Open: Open in Germany, Sweden and the United Kingdom, until 5 December 2026 at least."
            ),
            ([("*", "2026-01-01", nil)], "Open: Rights today, no end date."),
            ([], "Closed: No rights today. This book has no rights window."),
            (
                [("FR", "2026-01-01", nil)],
                "Closed: No rights today. No window is worldwide or for Germany, Sweden or "
                    + "the United Kingdom."
            ),
            (
                [("SE", "2026-12-01", nil)],
                "Closed: No rights today in Germany, Sweden or the United Kingdom. "
                    + "The next window opens on 1 December 2026."
            ),
        ] as [([Window], String)] {
            #expect(try text(windows, three) == expected)
        }
    }

    @Test("The country of the configuration is told of, where no family lives there")
    func home() throws {
        let audience = RightsAudience(
            home: try .of("SE", Self.today),
            families: [try .of("DE", Self.today): 1]
        )
        #expect(
            try text([("DE", "2026-01-01", nil)], audience)
                == "Open: Rights today, no end date. Closed in Sweden, where no family lives."
        )
        #expect(
            try text([("SE", "2026-01-01", nil)], audience)
                == "Closed: No rights today. No window is worldwide or for Germany. "
                + "Open in Sweden, where no family lives."
        )
    }

    @Test("Around midnight, one country may be open and closed")
    func midnight() throws {
        let audience = try audience([("US", "2026-11-21", 3), ("US", "2026-11-22", 1)])
        #expect(
            try text([("US", "2026-01-01", "2026-11-21")], audience)
                == "Open for some: Open in the United States; closed in the United States "
                + "(another time zone), 1 family."
        )
    }

    // MARK: On pages

    @Test("No page of a keeper calls closed what a family is looking at")
    func pages() throws {
        let console = try Console()
        let family = try console.families.insert(
            .init(name: "Tanne", territory: "DE", timeZone: "Europe/Berlin", language: nil),
            by: .commandLine
        )
        _ = try console.addFamily("Ek")
        let book = try console.addActiveBook("Der Wassermann")
        try console.addWindow(book.id, "DE", "2026-11-01", "2026-12-15")
        try console.addWindow(book.id, "FR", "2026-11-01")
        try console.addWindow(book.id, "SE", "2026-12-01")
        try console.keepFilm(of: book)
        try console.signIn(as: .admin)
        #expect(try console.get("\(family.href)/catalog").contains("Der Wassermann"))
        let page = try console.get("/admin/books/\(book.id)")
        let standing = page.markup.text(where: "class", is: "window-head rights-standing")
        #expect(
            standing == "Open for some Open in Germany; closed in Sweden, 1 family."
        )
        let list = try #require(page.markup.text(where: "class", is: "windows"))
        #expect(list.contains("Germany Open From 1 November 2026"))
        #expect(list.contains("France Open, but no families there From"))
        #expect(list.contains("Sweden Upcoming From"))
        for text in ["Closed", "Elsewhere", "No rights today"] {
            #expect(!page.contains(text), "\(text)")
        }
        func count(_ query: String) throws -> Int {
            try console.get("/admin/books?\(query)").markup.all("a")
                .count { $0["class"] == "book-title" }
        }
        #expect(try count("rights=none") == 0 && count("rights=some") == 1)
        #expect(try !console.get("/admin").contains("no rights today"))
        #expect(
            try console.get("/admin/rights/1/delete").contains(
                "No rights today in Germany or Sweden. The next window opens on 1 December 2026."
            )
        )
        // Nor the API of keepers, nor the page of its video.
        let admin = try console.addUser("keeper@example.test", .admin)
        let answer = try console.ask(
            .get,
            "/api/v1/books/\(book.id)",
            token: try console.bearer(admin)
        )
        #expect(answer.contains("\"rights_available\":true"))
    }
}
