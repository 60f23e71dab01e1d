import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Books: filters, orders and pages")
struct BookFilterTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    /// A catalog in which every value of every filter occurs.
    private func fill(_ count: Int) throws {
        var random = SplitMix(seed: 7)
        for name in ["Alder", "Birch"] { try console.addPublisher(name) }
        let categories = try console.categories.all().map(\.id)
        let words = ["moon", "fox", "snow", "river", "owl", "lantern"]
        try console.database.write {
            for number in 0..<count {
                let youngest = [nil, 0, 2, 5].randomElement(using: &random).flatMap(\.self)
                let draft = Book.Draft(
                    title: words.shuffled(using: &random).prefix(2).joined(separator: " "),
                    author: ["Ada", "Bo", ""].randomElement(using: &random) ?? "",
                    description: words.randomElement(using: &random) ?? "",
                    ages: AgeRange(
                        minimum: youngest,
                        maximum: [nil, 6, 9].randomElement(using: &random).flatMap(\.self)
                    ),
                    language: [nil, "en", "en-GB", "de"].randomElement(using: &random)
                        .flatMap(\.self),
                    publisher: [nil, 1, 2].randomElement(using: &random).flatMap(\.self)
                        .map { ID($0) },
                    status: Book.Status.allCases.randomElement(using: &random) ?? .draft,
                    categories: Set(categories.shuffled(using: &random).prefix(number % 3))
                )
                let book = try console.books.insert(draft, by: .commandLine)
                if number % 4 > 0 {
                    let last = ["2026-06-30", "2026-12-01", nil][number % 3]
                    try console.addWindow(book.id, ["*", "DE"][number % 2], "2026-01-01", last)
                }
                if number % 5 == 0 {
                    try console.database.execute(
                        """
                        UPDATE books SET cover_url = 'https://x.test/c.jpg' WHERE id = \(book.id.value)
                        """
                    )
                    try BookIndex(database: console.database).write(book.id)
                }
                let status = ([nil, nil] + VideoAsset.Status.allCases.map(\.self))[number % 6]
                if let status { try console.addAsset(status, of: book) }
            }
        }
    }

    /// Every filter at every value, and combinations of them.
    private func filters() throws -> [BookFilter] {
        var filters = [BookFilter()]
        let statuses: [Book.Status?] = [nil, .active, .draft]
        let categories: [BookFilter.Link<Category>?] = [nil, .id(ID(2)), .missing]
        let publishers: [BookFilter.Link<Publisher>?] = [nil, .id(ID(1)), .missing]
        let ages: [BookFilter.Age?] = [nil, .years(0), .years(7), .years(18), .unknown]
        let languages: [BookFilter.Language?] = [
            nil, .tag("en"), .tag("en-GB"), .tag("de"), .unknown,
        ]
        let videos = [nil] + BookFilter.Video.allCases.map(\.self)
        // Families in three countries; in one of them it is tomorrow.
        let audience = RightsAudience(
            home: try .of("*", "2026-11-21"),
            families: [
                try .of("DE", "2026-11-21"): 2, try .of("FR", "2026-11-21"): 1,
                try .of("NZ", "2026-11-22"): 1,
            ]
        )
        let rights: [RightsFilter?] =
            [nil] + RightsFilter.State.allCases.map { RightsFilter(state: $0, audience: audience) }
        for state in rights {
            filters.append(BookFilter())
            filters[filters.count - 1].rights = state
        }
        for status in statuses {
            for category in categories {
                for publisher in publishers {
                    for age in ages {
                        for language in languages {
                            var filter = BookFilter(status: status, category: category)
                            filter.publisher = publisher
                            filter.age = age
                            filter.language = language
                            filter.hasCover = [nil, true, false][filters.count % 3]
                            filter.video = videos[filters.count / 3 % videos.count]
                            filter.rights = rights[filters.count % rights.count]
                            filters.append(filter)
                        }
                    }
                }
            }
        }
        return filters
    }

    @Test("The search index and the table agree on what each filter lets through")
    func indexAndTableAgree() throws {
        try fill(300)
        for filter in try filters() {
            let byTable = try console.database.all(
                "SELECT b.id FROM books AS b WHERE \(sql: filter.condition) ORDER BY b.id"
            ) { try $0.int(0) }
            let byIndex = try console.database.all(
                "SELECT b.id FROM books AS b WHERE b.id IN (\(sql: BookList.keys(filter))) ORDER BY 1"
            ) { try $0.int(0) }
            #expect(byTable == byIndex, "\(filter)")
            #expect(try console.bookList.count(filter) == byTable.count, "\(filter)")
        }
    }

    @Test(
        "Going from page to page shows every book once, in order, forwards and backwards",
        arguments: [
            "title", "-title", "author", "-author", "added", "-added", "changed", "-changed",
        ],
        [
            "", "status=active", "q=moon", "q=moon&status=active&age=4", "rights=open",
            "rights=none", "rights=ending", "rights=open&q=moon", "rights=none&status=active",
        ]
    )
    func pages(sort: String, query: String) throws {
        try fill(120)
        var request = BookListAddress(
            Fields([("sort", sort)] + query.split(separator: "&").map(Self.pair))
        ).request
        request.filter.rights?.audience = RightsAudience(try .of("DE", "2026-11-21"))
        request.perPage = 7
        let total = try console.bookList.count(request.filter)
        #expect(total > 0)
        let counted = try (1...max(1, (total + 6) / 7)).flatMap { page in
            request.page = page
            return try console.bookList.slice(request).rows.map(\.book.id.value)
        }
        #expect(counted.count == total && Set(counted).count == total)
        // The same, each page found beside the last book of the one before it.
        var walked: [Int] = []
        var pages: [[Int]] = []
        request.page = 1
        for page in 1...max(1, (total + 6) / 7) {
            request.page = page
            let ids = try console.bookList.slice(request).rows.map(\.book.id.value)
            walked += ids
            pages.append(ids)
            request.place = ids.last.map { .after(ID($0)) }
        }
        #expect(walked == counted)
        for page in pages.indices.dropFirst().reversed() {
            request.page = page
            request.place = pages[page].first.map { .before(ID($0)) }
            #expect(
                try console.bookList.slice(request).rows.map(\.book.id.value) == pages[page - 1]
            )
        }
    }

    private static func pair(_ text: Substring) -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    @Test("A filter by rights that doesn’t know when and where lets nothing through")
    func unknownMoment() throws {
        try fill(30)
        for state in ["open", "none", "ending"] {
            for query in [[("rights", state)], [("rights", state), ("q", "moon")]] {
                let filter = BookListAddress(Fields(query)).request.filter
                #expect(try console.bookList.count(filter) == 0)
                let keys = try console.database.all(BookList.keys(filter)) { try $0.int(0) }
                #expect(keys.isEmpty)
                #expect(try console.bookList.slice(BookListRequest(filter: filter)).rows.isEmpty)
            }
        }
    }

    @Test("The list is filtered by rights of today, on its page and in its file")
    func filtersByRights() throws {
        for (number, last) in ["2026-11-20", "2026-11-21", "2026-12-22", nil].enumerated() {
            let book = try console.addBook("Book \(number)")
            try console.addWindow(book.id, "*", "2026-01-01", last)
        }
        for (state, books) in [("open", [1, 2, 3]), ("none", [0]), ("ending", [1])] {
            let page = try console.get("/admin/books?rights=\(state)")
            for number in 0...3 {
                #expect(page.contains("Book \(number)") == books.contains(number), "\(state)")
            }
            #expect(page.markup.targets.contains("/admin/books"))
            let titles = try console.downloadRows("/admin/books.csv?rights=\(state)")
                .map { $0["title"] ?? "" }
            #expect(titles == books.map { "Book \($0)" })
        }
        console.time.now += 86_400
        try console.signIn(console.addUser("ada@example.test", .admin))
        #expect(try console.get("/admin/books?rights=none").contains("Book 1"))
    }

    @Test("A page beside a book that is gone is found by its number")
    func placeIsGone() throws {
        try fill(20)
        var request = BookListRequest(page: 2, perPage: 7)
        let counted = try console.bookList.slice(request).rows.map(\.book.id)
        request.place = .after(ID(9999))
        #expect(try console.bookList.slice(request).rows.map(\.book.id) == counted)
    }

    @Test("A search shows the best match first: a word in the title before one in the description")
    func relevance() throws {
        _ = try console.books.insert(
            .init(title: "A Walk", author: "", description: "About an owl, an owl, an owl."),
            by: .commandLine
        )
        try console.addBook("The Owl")
        try console.addBook("A Tale", by: "Owl Smith")
        var request = BookListRequest(sort: .init(.relevance))
        request.filter.words = "owl"
        let titles = try console.bookList.slice(request).rows.map(\.book.title)
        #expect(titles == ["The Owl", "A Tale", "A Walk"])
    }

    @Test("The list's filters and order are in every link that leads on or back")
    func filtersSurvive() throws {
        try console.addBook("Fox", by: "Ada", in: [console.category("adventure")])
        let target = "/admin/books?q=fox&category=2&sort=-author"
        let list = try console.get(target)
        let carried = "list=q%3Dfox%26category%3D2%26sort%3D-author"
        let targets = list.markup.targets
        #expect(targets.contains("/admin/books/1?\(carried)"))
        #expect(targets.contains("/admin/books/1/edit?\(carried)&from=list"))
        #expect(targets.contains("/admin/books?q=fox&sort=-author"))
        #expect(targets.contains("/admin/books?q=fox&status=active&category=2&sort=-author"))

        let show = try console.get("/admin/books/1?\(carried)")
        #expect(show.markup.targets.contains(target))
        let edit = try console.get("/admin/books/1/edit?\(carried)&from=list")
        let form = try #require(edit.markup.forms.first { $0.action == "/admin/books/1" })
        let saved = try console.post(
            "/admin/books/1",
            form.fields.map { $0.name == "author" ? ($0.name, "Bo") : ($0.name, $0.value) }
        )
        #expect(saved.location == target + "#book-1")
    }

    @Test("What a page carries as its list is an address of ours, whatever it says")
    func carriedListIsOurs() throws {
        try console.addBook("Fox")
        for list in ["https%3A%2F%2Fevil.test", "%2F%2Fevil.test%2F", "q%3D%2522", "x%3Dy", "%25"] {
            let page = try console.get("/admin/books/1?list=" + list)
            #expect(page.status == 200)
            #expect(page.markup.targets.allSatisfy { !$0.contains("evil") })
        }
    }

    @Test("Languages are offered by what the catalog has")
    func languages() throws {
        for language in ["pt-BR", "en", "en", nil] {
            _ = try console.books.insert(
                .init(title: "X", author: "", language: language),
                by: .commandLine
            )
        }
        #expect(try console.bookList.languages() == ["en", "pt-BR"])
    }

    @Test("The counts beside the statuses are kept right by every change")
    func keptCounts() throws {
        try fill(50)
        try console.database.execute("UPDATE books SET status = 'archived' WHERE id % 3 = 0")
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id % 4 = 0"
        )
        try console.database.execute("UPDATE books SET status = 'draft' WHERE id % 8 = 0")
        try console.database.execute("DELETE FROM books WHERE id % 12 = 0")
        try console.database.execute(
            "UPDATE books SET deleted_at = NULL, deleted_by = NULL WHERE id % 20 = 0"
        )
        for status in Book.Status.allCases {
            let counted = try console.count(
                """
                SELECT count(*) FROM books WHERE status = \(status.rawValue) AND deleted_at IS NULL
                """
            )
            #expect(try console.bookList.keptCount("books_" + status.rawValue) == counted)
        }
        let binned = try console.count("SELECT count(*) FROM books WHERE deleted_at IS NOT NULL")
        #expect(try console.bookList.keptCount("books_binned") == binned)
        for table in ["categories", "publishers"] {
            let wrong = try console.count(
                table == "categories"
                    ? """
                    SELECT count(*) FROM categories AS c WHERE book_count <> (
                        SELECT count(*) FROM book_categories AS bc
                        JOIN books AS b ON b.id = bc.book_id
                        WHERE bc.category_id = c.id AND b.deleted_at IS NULL)
                    """
                    : """
                    SELECT count(*) FROM publishers AS p WHERE book_count <> (
                        SELECT count(*) FROM books AS b
                        WHERE b.publisher_id = p.id AND b.deleted_at IS NULL)
                    """
            )
            #expect(wrong == 0, "\(table)")
        }
    }

    @Test("A book that is not in the bin can't be removed")
    func binFirst() throws {
        try console.addBook("Fox")
        #expect(throws: SQLiteError.self) {
            try console.database.execute("DELETE FROM books WHERE id = 1")
        }
    }
}

/// A small generator whose numbers are the same on every run (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
