import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A library as covers")
struct LibraryCoverTests {
    /// What covers must be, computed from scratch.
    private static let computed: SQL = """
        SELECT i.child_id || ' book ' || i.book_id || ' ' || i.title_key || ' ' || i.added_at || ' '
            || i.id || ' ' || coalesce(i.last_played_at, '-')
        FROM library_items AS i JOIN books AS b ON b.id = i.book_id
        WHERE b.series_id IS NULL AND b.deleted_at IS NULL
        UNION ALL
        SELECT i.child_id || ' series ' || s.id || ' ' || s.name_key || ' ' || max(i.added_at) || ' '
            || max(i.id) || ' ' || coalesce(max(i.last_played_at), '-')
        FROM library_items AS i JOIN books AS b ON b.id = i.book_id
        JOIN series AS s ON s.id = b.series_id
        WHERE b.deleted_at IS NULL GROUP BY i.child_id, s.id
        ORDER BY 1
        """
    private static let kept: SQL = """
        SELECT child_id || iif(series_id IS NULL, ' book ' || book_id, ' series ' || series_id)
            || ' ' || title_key || ' ' || added_at || ' ' || item_id || ' '
            || coalesce(last_played_at, '-')
        FROM library_covers ORDER BY 1
        """

    @Test("Whatever happens to books, series and libraries, they are as computed from scratch")
    func triggers() throws {
        let console = try Console()
        let family = try console.addFamily()
        let children = try ["Pippi", "Tommy"].map { try console.addChild($0, in: family) }
        var books = try (1...12).map { try console.addStory("Story \($0)") }
        let names = ["Foxes", "Owls"]
        var random = SeededRandom(seed: 45)
        for step in 0..<900 {
            console.time.now += Int.random(in: 0...1, using: &random)
            let book = books[Int.random(in: books.indices, using: &random)]
            let child = children[Int.random(in: 0...1, using: &random)]
            let played = Bool.random(using: &random) ? console.time.now - step % 3 : nil
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1: try console.addToLibrary([book.id], of: child)
            case 2:
                try console.database.execute(
                    """
                    DELETE FROM library_items
                    WHERE child_id = \(child.id.value) AND book_id = \(book.id.value)
                    """
                )
            case 3, 4:
                try console.database.execute(
                    """
                    UPDATE library_items SET last_played_at = \(played)
                    WHERE child_id = \(child.id.value) AND book_id = \(book.id.value)
                    """
                )
            case 5: try console.put(book, in: names[step % 2], step % 5 == 0 ? nil : step % 7)
            case 6:
                try console.database.execute(
                    """
                    UPDATE books SET series_id = NULL, series_number = NULL
                    WHERE id = \(book.id.value)
                    """
                )
            case 7:
                guard try console.bin.add(book.id, by: .commandLine) else {
                    if (try? console.bin.purge(book.id, by: .commandLine)) == true {
                        books.removeAll { $0.id == book.id }
                        books.append(try console.addStory("Story \(step)"))
                    } else {
                        _ = try console.bin.restore(book.id, by: .commandLine)
                    }
                    break
                }
            default:
                try console.database.execute(
                    "UPDATE series SET name_key = name_key || '.' WHERE length(name_key) < 40"
                )
            }
            try #require(try console.texts(Self.kept) == console.texts(Self.computed), "\(step)")
        }
        #expect(try !console.texts(Self.kept).isEmpty)
        try console.database.execute("DELETE FROM children WHERE id = \(children[0].id.value)")
        #expect(try console.texts(Self.kept) == console.texts(Self.computed))
    }

    /// Pippi's library: six stories of foxes, of which two were watched, and one of an owl.
    private struct Home {
        let watching: WatchingHome
        let foxes: [Book]
        let series: ID<Series>
        var console: Console { watching.console }
        var path: String { "/children/\(watching.pippi.id)/library" }

        init() throws {
            watching = try WatchingHome()
            var foxes = [watching.fox]
            for number in 2...6 {
                let book = try watching.console.addStory("Fox Tale \(number)")
                try watching.console.addReadyVideo(book.id, seconds: 600)
                foxes.append(book)
            }
            self.foxes = foxes
            series = try watching.console.put(foxes[0], in: "Zippy & the Foxes", 1)
            for (index, book) in foxes.enumerated() {
                try watching.console.put(book, in: "Zippy & the Foxes", index + 1)
            }
            try watching.console.addToLibrary(foxes.map(\.id), of: watching.pippi)
            for book in foxes[..<2] {
                try watching.watch(watching.pippi, book, daysAgo: 1, seconds: 600, toEnd: true)
            }
        }

        func covers(_ query: String = "") throws -> [String] {
            let tags = try console.get(path + query).markup.tags
            let grid = tags.drop { $0["id"] != "results" }
            return grid.filter { $0["class"] == "shelf-title" && !$0.isEnd }.map(\.text)
        }
    }

    @Test("A series is one cover with how much of it was watched and what is next")
    func seriesCover() throws {
        let home = try Home()
        #expect(try home.covers() == ["Zippy & the Foxes", "An Owl at Noon"])
        let page = try home.console.get(home.path)
        #expect(page.markup.text(id: "all-heading") == "7 stories")
        #expect(page.contains("2 of 6 watched"))
        #expect(page.contains("Next: E3, Fox Tale 3"))
        // The cover plays that story; the link leads to all of them.
        #expect(page.markup.targets.contains { $0.contains("/books/\(home.foxes[2].id)?") })
        let link = try #require(page.markup.all("a").first { $0.text == "All 6 stories" })
        #expect(link["href"] == home.path + "?series=\(home.series)")
        let all = try home.console.get(try #require(link["href"]))
        #expect(all.markup.text(id: "all-heading") == "6 stories")
        #expect(try home.covers("?series=\(home.series)").count == 6)
        #expect(all.contains("Remove<span class=\"visually-hidden\"> Fox Tale 4"))
        // Its name is a filter that can be taken off.
        let chips = all.markup.all("a").filter { $0["aria-current"] != nil }
        #expect(chips.contains { $0["href"] == home.path && $0.text == "Zippy & the Foxes" })
    }

    @Test("It has its place in every order; words, filters and files find single stories")
    func orders() throws {
        let home = try Home()
        #expect(try home.covers("?sort=title") == ["An Owl at Noon", "Zippy & the Foxes"])
        #expect(try home.covers("?sort=watched") == ["Zippy & the Foxes", "An Owl at Noon"])
        try home.watching.watch(home.watching.pippi, home.watching.owl, seconds: 60)
        #expect(try home.covers("?sort=watched") == ["An Owl at Noon", "Zippy & the Foxes"])
        #expect(try home.covers("?q=tale").count == 5)
        #expect(try home.covers("?watched=no").count == 4)
        // A single story of a series is that story.
        try home.console.put(home.watching.owl, in: "Owls", 1)
        #expect(try home.covers("?sort=title") == ["An Owl at Noon", "Zippy & the Foxes"])
        #expect(try !home.console.get(home.path).contains("of 1 watched"))
        // Another family's series, or one that nobody has, shows nothing and breaks nothing.
        #expect(try home.covers("?series=99") == [])
        #expect(try home.covers("?series=x").count == 2)
    }

    @Test("Continue Watching has a series once: the story that was begun, or else the next one")
    func continued() throws {
        let home = try Home()
        let (pippi, watching) = (home.watching.pippi, home.watching)
        let row = {
            try LibraryList(
                database: home.console.database,
                shelf: home.console.shelf(of: watching.family.id),
                child: pippi.id
            )
            .continued(now: home.console.time.now).map(\.summary.book.title)
        }
        #expect(try row() == ["Fox Tale 3"])
        try watching.watch(pippi, watching.owl, seconds: 60)
        #expect(try row() == ["An Owl at Noon", "Fox Tale 3"])
        // Begun out of order: that is where it goes on.
        try watching.watch(pippi, home.foxes[4], after: 600, seconds: 70)
        #expect(try row() == ["Fox Tale 5", "An Owl at Noon"])
        // Taken out by a parent until it is played again.
        try home.console.post("\(home.path)/\(home.foxes[4].id)/hide")
        #expect(try row() == ["An Owl at Noon"])
        home.console.time.now += 7 * WatchingHome.day
        #expect(try row() == [])
    }

    @Test("What is next disappears when a parent hides it, and when the place is cleared")
    func hiding() throws {
        let home = try Home()
        let page = try home.console.get(home.path)
        let hide = "\(home.path)/\(home.foxes[2].id)/hide"
        #expect(page.markup.forms.contains { $0.action == hide })
        // It has no place that could be cleared.
        #expect(!page.markup.forms.contains { $0.action.hasSuffix("/forget") })
        try home.console.post(hide)
        #expect(try !home.console.get(home.path).markup.forms.contains { $0.action == hide })
    }

    @Test("A shelf costs what it shows, however many books are behind its covers")
    func cost() throws {
        let home = try Home()
        let console = home.console
        let steps = {
            try console.database.countingSteps {
                _ = try console.get(home.path)
                let list = LibraryList(
                    database: console.database,
                    shelf: try console.shelf(of: home.watching.family.id),
                    child: home.watching.pippi.id,
                    isForChild: true
                )
                _ = try list.playableCovers(in: nil, limit: 31, offset: 0)
                _ = try list.continued(now: console.time.now)
            }
        }
        try fill(console, home.watching.pippi, series: 60, booksOfEach: 3, from: 100)
        let few = try steps()
        try fill(console, home.watching.pippi, series: 240, booksOfEach: 3, from: 1000)
        #expect(try Double(steps()) < 1.3 * Double(few))
    }

    /// Adds many series with stories that can be watched, all in a library.
    private func fill(
        _ console: Console,
        _ child: Child,
        series: Int,
        booksOfEach: Int,
        from first: Int
    ) throws {
        try console.database.write {
            for number in first..<(first + series) {
                try console.database.execute(
                    """
                    INSERT INTO series (id, name, name_key, slug, created_at, updated_at)
                    VALUES (\(number), \("Series \(number)"), \("series \(number)"),
                        \("series-\(number)"), 0, 0)
                    """
                )
                for part in 1...booksOfEach {
                    let book = try console.addStory("Book \(number) \(part)")
                    try console.addReadyVideo(book.id, seconds: 60)
                    try console.database.execute(
                        """
                        UPDATE books SET series_id = \(number), series_number = \(part)
                        WHERE id = \(book.id.value)
                        """
                    )
                    try console.database.execute(
                        """
                        INSERT INTO library_items (child_id, book_id, title_key, added_at)
                        SELECT \(child.id.value), id, title_key, \(console.time.now) FROM books
                        WHERE id = \(book.id.value)
                        """
                    )
                }
            }
        }
    }
}
