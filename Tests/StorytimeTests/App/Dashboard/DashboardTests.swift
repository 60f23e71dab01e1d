import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The dashboard")
struct DashboardTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    /// Adds a book that lacks what isn't given.
    private func add(
        _ title: String,
        _ status: Book.Status = .active,
        in category: Category? = nil,
        ages: AgeRange = AgeRange(),
        hasCover: Bool = false,
        hasRights: Bool = true,
        hasVideo: Bool = false
    ) throws {
        let book = try console.books.insert(
            .init(
                title: title,
                author: "",
                ages: ages,
                status: status,
                categories: category.map { [$0.id] } ?? []
            ),
            by: .commandLine
        )
        if hasVideo { try console.addAsset(of: book) }
        if hasRights { try console.addWindow(book.id) }
        guard hasCover else { return }
        try console.database.execute(
            "UPDATE books SET cover_url = 'https://x.test/c.jpg' WHERE id = \(book.id.value)"
        )
        try BookIndex(database: console.database).write(book.id)
    }

    private func notices() throws -> [Markup.Tag] {
        try console.get("/admin").markup.tags.filter { $0["class"] == "notice" }
    }

    @Test("What active books lack is said with the number, and leads to exactly those books")
    func attention() throws {
        let category = try console.category("adventure")
        let ages = AgeRange(minimum: 2, maximum: 5)
        try add("Bare")
        try add("Sorted", in: category)
        try add("Aged", ages: ages)
        try add("Covered", hasCover: true)
        try add("Whole", in: category, ages: ages, hasCover: true)
        try add("Watched", in: category, ages: ages, hasCover: true, hasVideo: true)
        try add("Draft", .draft)
        try add("Archived", .archived)
        let page = try console.get("/admin")
        for lack in ["no category", "no cover", "no ages"] {
            #expect(page.contains("3 active books have \(lack)."))
        }
        #expect(page.contains("5 active books have no ready video."))
        let expected = [
            "/admin/books?status=active&video=unready": [
                "Aged", "Bare", "Covered", "Sorted", "Whole",
            ],
            "/admin/books?status=active&category=none": ["Aged", "Bare", "Covered"],
            "/admin/books?status=active&cover=no": ["Aged", "Bare", "Sorted"],
            "/admin/books?status=active&age=none": ["Bare", "Covered", "Sorted"],
        ]
        let hrefs = try notices().compactMap { $0["href"] }
        #expect(Set(hrefs) == Set(expected.keys))
        for href in hrefs {
            let list = try console.get(href).markup.tags
            let titles = list.filter { $0["class"] == "book-title" }.map(\.text)
            #expect(titles == expected[href], "\(href)")
        }
        #expect(!page.contains("All is well."))
    }

    @Test("Active books without rights today come first, and the list shows exactly those")
    func rights() throws {
        let category = try console.category("adventure")
        let ages = AgeRange(minimum: 2, maximum: 5)
        for title in ["Never", "Over", "Abroad", "Given"] {
            try add(
                title,
                in: category,
                ages: ages,
                hasCover: true,
                hasRights: title == "Given",
                hasVideo: true
            )
        }
        try add("Draft", .draft, hasRights: false)
        try console.addWindow(ID(2), "*", "2020-01-01", "2020-12-31")
        try console.addWindow(ID(3), "FR")
        #expect(try console.get("/admin").contains("3 active books have no rights today."))
        let href = try #require(try notices().first?["href"])
        #expect(href == "/admin/books?status=active&rights=none")
        let list = try console.get(href).markup.tags
        let titles = list.filter { $0["class"] == "book-title" }.map(\.text)
        #expect(titles == ["Abroad", "Never", "Over"])
    }

    @Test("What no family and what some families can't see is said of the countries they live in")
    func rightsByCountry() throws {
        for title in ["German", "Everywhere", "Nowhere", "French"] {
            try add(title, in: console.category("adventure"), hasCover: true, hasRights: false)
        }
        try console.addWindow(ID(1), "DE")
        try console.addWindow(ID(2), "*")
        try console.addWindow(ID(4), "FR")
        _ = try console.addFamily("Ek")
        _ = try console.families.insert(
            .init(name: "Tanne", territory: "DE", timeZone: "Europe/Berlin", language: nil),
            by: .commandLine
        )
        let page = try console.get("/admin")
        #expect(page.contains("2 active books have no rights today in any family’s country."))
        #expect(
            page.contains(
                "1 active book has rights today in only some families’ countries"
            )
        )
        #expect(!page.contains("Families can’t see them"))
        for (state, expected) in [
            ("none", ["French", "Nowhere"]), ("some", ["German"]), ("open", ["Everywhere"]),
        ] {
            let list = try console.get("/admin/books?status=active&rights=\(state)").markup.tags
            #expect(list.filter { $0["class"] == "book-title" }.map(\.text) == expected)
        }
        let report = try console.get("/admin/rights").markup.targets
        #expect(report.contains("/admin/books?status=active&rights=some"))
    }

    @Test("Parents who wait for a family are said with their number, and lead to their names")
    func waitingParents() throws {
        try console.addUser("a@example.test", .parent)
        #expect(try console.get("/admin").contains("1 parent has no family yet."))
        try console.addUser("b@example.test", .parent)
        #expect(try console.get("/admin").contains("2 parents have no family yet."))
        #expect(try notices().compactMap { $0["href"] } == ["/admin/families#waiting-heading"])
        let families = try console.get("/admin/families")
        #expect(families.markup.first(id: "waiting-heading") != nil)
        #expect(families.contains("a@example.test") && families.contains("b@example.test"))
    }

    @Test("One book has, two books have")
    func one() throws {
        try add("Bare", in: console.category("adventure"), hasCover: true, hasVideo: true)
        #expect(try console.get("/admin").contains("1 active book has no ages."))
        #expect(try notices().count == 1)
    }

    @Test("Where nothing is to be done it says so, and drafts may lack anything")
    func allIsWell() throws {
        let empty = try console.get("/admin")
        #expect(empty.contains("Your library is empty. Import books or add the first one."))
        #expect(!empty.contains("All is well."))
        try add("Draft", .draft)
        let page = try console.get("/admin")
        #expect(
            page.contains("Every active book has rights, a video, a category, a cover and ages.")
        )
        #expect(!page.contains("data-kind=\"busy\""))
    }

    @Test(
        "It counts books by status and all that belongs to them, and families, each with its list"
    )
    func counts() throws {
        try console.addPublisher("Alder House")
        for number in 1...3 { try add("Active \(number)") }
        try add("Draft", .draft)
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE title = 'Active 1'"
        )
        let markup = try console.get("/admin").markup
        let numbers = markup.tags.filter { $0["class"] == "count-number" }.map(\.text)
        #expect(numbers == ["3", "0", "8", "1", "0", "0", "1", "0"])
        let names = markup.tags.filter { $0["class"] == "count-name" }.map(\.text)
        #expect(
            names == [
                "books", "videos", "categories", "publisher", "families", "children", "person",
                "minutes in 30 days",
            ]
        )
        let statuses = markup.tags.filter { $0["class"] == "chip-count" }.map(\.text)
        #expect(statuses == ["1", "2", "0"])
        for href in ["/admin/publishers", "/admin/users", "/admin/books?status=archived"] {
            #expect(markup.targets.contains(href))
        }
    }

    @Test("Videos that failed and those that are stuck are said with their number and their list")
    func videos() throws {
        try console.addAsset(.errored)
        try console.addAsset(.preparing)
        console.time.now += VideoAsset.stuckAfterSeconds
        try console.addAsset(.preparing)
        let page = try console.get("/admin")
        #expect(page.contains("1 video failed.") && page.contains("1 video is stuck."))
        let hrefs = try notices().compactMap { $0["href"] }
        #expect(
            hrefs == ["/admin/video_assets?status=errored", "/admin/video_assets?status=stuck"]
        )
    }
}
