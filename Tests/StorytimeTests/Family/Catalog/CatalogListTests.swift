import SQLite
import Synchronization
import Testing

@testable import Storytime

@Suite("What the catalog finds")
struct CatalogListTests {
    /// A catalog in which books are open, closed, kept in a library and gone, for two families.
    private struct Town {
        let console: Console
        let families: [Family]

        init(_ count: Int, _ console: Console? = nil) throws {
            self.console = try console ?? Console()
            let console = self.console
            families = [
                try console.addFamily("Ek"),
                try console.families.insert(
                    .init(name: "Tanne", territory: "DE", timeZone: "Europe/Berlin", language: nil),
                    by: .commandLine
                ),
            ]
            for name in ["Alder", "Birch"] { try console.addPublisher(name) }
            let categories = try console.categories.all().map(\.id)
            let words = ["moon", "fox", "snow", "river", "owl", "lantern"]
            var random = SplitMix(seed: 11)
            try console.database.write {
                for number in 0..<count {
                    let draft = Book.Draft(
                        title: words.shuffled(using: &random).prefix(2).joined(separator: " "),
                        author: ["Ada", "Bo Fox", ""].randomElement(using: &random) ?? "",
                        description: words.randomElement(using: &random) ?? "",
                        ages: AgeRange(
                            minimum: [0, 2, 5].randomElement(using: &random),
                            maximum: [6, 9].randomElement(using: &random)
                        ),
                        language: ["en", "de"].randomElement(using: &random),
                        publisher: ID(number % 2 + 1),
                        status: Book.Status.allCases.randomElement(using: &random) ?? .draft,
                        categories: Set(categories.shuffled(using: &random).prefix(number % 3))
                    )
                    let book = try console.books.insert(draft, by: .commandLine)
                    let last = ["2026-06-30", "2026-12-01", nil][number % 3]
                    if number % 7 > 0 {
                        let place = ["*", "*", "DE", "SE"][number % 4]
                        try console.addWindow(book.id, place, "2026-01-01", last)
                    }
                }
            }
            for family in families {
                let child = try console.addChild("Kim", in: family)
                try console.database.execute(
                    """
                    INSERT INTO library_items (child_id, book_id, title_key, added_at)
                    SELECT \(child.id.value), id, title_key, 1 FROM books
                    WHERE id % 5 = \(family.id.value)
                    """
                )
            }
            _ = try console.bin.add(ID(1), by: .commandLine)
            _ = try console.bin.add(ID(6), by: .commandLine)
        }

        func list(_ family: Family) throws -> CatalogList {
            try CatalogList(
                database: console.database,
                shelf: try console.shelf(of: family.id),
                sets: try console.site.shared[BookSets.self].reader(console.database)
            )
        }

        /// What a filter without words finds, by the condition on the table.
        func expected(_ filter: BookFilter, _ family: Family) throws -> [Int] {
            let shelf = try console.shelf(of: family.id)
            return try console.database.all(
                """
                SELECT b.id FROM books AS b WHERE \(sql: filter.condition)
                    AND \(sql: shelf.condition) ORDER BY b.id DESC
                """
            ) { try $0.int(0) }
        }

        /// The sets and the table agree on every filter.
        func expectAgreement(_ comment: Comment) throws {
            for family in families {
                for age in [nil, .years(0), .years(7)] + AgeBand.allCases.map(\.filter) {
                    for category in [nil, ID<Category>(2)] {
                        for publisher in [nil, ID<Publisher>(1)] {
                            var filter = BookFilter(category: category.map { .id($0) })
                            filter.age = age
                            filter.publisher = publisher.map { .id($0) }
                            let found = try list(family).keys(filter, limit: .max)
                            let keys = try expected(filter, family)
                            #expect(found?.map(\.value) == keys, comment)
                        }
                    }
                }
            }
        }
    }

    @Test("Sets and the condition on the table agree, whatever is changed in between")
    func agreement() throws {
        let town = try Town(120)
        let console = town.console
        try town.expectAgreement("at first")
        _ = try console.bin.restore(ID(6), by: .commandLine)
        try town.expectAgreement("restored")
        try console.addWindow(ID(7), "DE", "2026-11-01")
        try town.expectAgreement("opened")
        try console.database.execute("UPDATE rights_windows SET territory = 'SE' WHERE book_id = 7")
        try town.expectAgreement("moved")
        try console.endRights(ID(8))
        try town.expectAgreement("closed")
        _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
            try $0.give(
                RightsGift(terms: .of("*", "2025-01-01"), mayOverlap: true),
                to: "SELECT id FROM books WHERE id > 60"
            )
        }
        try town.expectAgreement("many opened")
        console.time.now += 20 * 86_400
        try town.expectAgreement("three weeks later")
    }

    @Test("With words, what has them in its title comes first, the shortest first, and pages meet")
    func relevance() throws {
        let console = try Console()
        let family = try console.addFamily()
        for (title, author, description) in [
            ("In the wood", "", "A bear"), ("Walks", "Bear Adams", ""), ("Bearskin", "", ""),
            ("The bear", "", ""), ("The bear and the very long winter", "", ""), ("Bear", "", ""),
            ("Bear at sea", "", ""), ("Nothing", "", "at all"), ("In the sea", "", "Bears"),
        ] {
            let draft = Book.Draft(
                title: title,
                author: author,
                description: description,
                status: .active
            )
            try console.addWindow(try console.books.insert(draft, by: .commandLine).id)
        }
        let list = try CatalogList(
            database: console.database,
            shelf: try console.shelf(of: family.id),
            sets: try console.site.shared[BookSets.self].reader(console.database)
        )
        var filter = BookFilter()
        filter.words = "Bear"
        let keys = try #require(try list.keys(filter, limit: 100))
        let found = try list.find(keys)
        #expect(
            keys.compactMap { found[$0]?.book.title } == [
                "Bear", "Bear at sea", "The bear", "The bear and the very long winter", "Bearskin",
                "Walks", "In the sea", "In the wood",
            ]
        )
    }

    @Test("Beyond 2,000 matches the order is by title, and every page follows the one before")
    func byTitle() throws {
        let console = try Console()
        let family = try console.addFamily()
        try console.database.write {
            for number in 1...2300 {
                let title = "\(number * 7919 % 2311) owl"
                try console.addStory(number % 20 == 0 ? "\(number) fox" : title)
            }
        }
        let shelf = try console.shelf(of: family.id)
        let sets = try console.site.shared[BookSets.self].reader(console.database)
        let list = try CatalogList(database: console.database, shelf: shelf, sets: sets)
        var filter = BookFilter()
        filter.words = "ow"
        let expected = try console.database.all(
            "SELECT id FROM books WHERE title LIKE '% owl' ORDER BY title_key, id"
        ) { try $0.int(0) }
        #expect(expected.count == 2185)
        #expect(try list.keys(filter, limit: 5000)?.map(\.value) == expected)
        var walked: [Int] = []
        for page in 1...110 {
            var address = CatalogAddress(path: "/catalog")
            address.words = "ow"
            let slice = try list.slice(address.showing(page: page), filter)
            walked += slice.books.map(\.book.id.value)
        }
        #expect(walked == expected)
    }

    @Test("No statement of the catalog reads a whole table")
    func plans() throws {
        let folder = try TemporaryFolder()
        let console = try Console(path: folder.file("storytime.db")) { $0.data = folder.path }
        let town = try Town(60, console)
        let statements = Mutex<Set<String>>([])
        var options = DatabaseConfiguration()
        options.watch = { text in statements.withLock { _ = $0.insert(text) } }
        let database = try Database(path: town.console.database.path, configuration: options)
        let shelf = FamilyShelf(
            family: town.families[0].id,
            rights: try .of("SE", "2026-11-21"),
            timeZone: "Europe/Stockholm",
            database: database
        )
        let sets = try BookSets().reader(database)
        let list = try CatalogList(database: database, shelf: shelf, sets: sets)
        for target in [
            "", "q=moon", "q=mo", "q=moon+fox", "q=mooon", "age=4", "ages=4-6",
            "category=adventure",
            "age=4&category=adventure&q=moon", "publisher=1&language=en", "page=3", "q=m&page=2",
        ] {
            let fields = Fields(
                target.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
                    return (
                        name: String(parts[0]), value: String(parts[1].replacing("+", with: " "))
                    )
                }
            )
            let address = CatalogAddress(fields, path: "/catalog")
            let categories = try town.console.categories.all()
            _ = try list.slice(address, address.filter(categories))
        }
        let library = LibraryList(database: database, shelf: shelf, child: ID(1))
        for sort in LibrarySort.allCases { _ = try library.page(sort, limit: 48, offset: 48) }
        _ = try library.continued(now: console.time.now)
        let theirs = LibraryList(database: database, shelf: shelf, child: ID(1), isForChild: true)
        for sort in LibrarySort.allCases { _ = try theirs.page(sort, limit: 48, offset: 48) }
        _ = (try theirs.count(), try theirs.holds(ID(2)), try library.hiddenCount())
        _ = try shelf.visibleBooks(for: ID(1)).hidden(among: [ID(2), ID(3)])
        _ = try shelf.watchable(among: [ID<Book>(2), ID(3)])
        let texts = statements.withLock(\.self)
        #expect(texts.count > 8)
        for text in texts {
            #expect(PlanWatch.scans(of: text).isEmpty, "\(text)")
            // Books that are named are not looked for among all that are active.
            guard text.contains("WHERE b.id IN") else { continue }
            let plan = try database.queryPlan(of: text)
            #expect(plan.contains { $0.hasPrefix("SEARCH b USING INTEGER PRIMARY KEY") }, "\(plan)")
        }
    }
}
