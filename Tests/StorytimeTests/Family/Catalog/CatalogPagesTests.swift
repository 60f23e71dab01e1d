import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The catalog of parents")
struct CatalogPagesTests {
    /// A family with a parent who is signed in.
    private struct Home {
        let console: Console
        let family: Family
        let child: Child

        init() throws {
            console = try Console()
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            try console.signIn(try console.addParent("astrid@example.test", in: family))
        }
    }

    private func titles(_ page: Answer) -> [String] {
        page.markup.all("a").filter { $0["class"] == "book-title" }.map(\.text)
    }

    @Test("A family sees what is active and has rights today where it lives, the newest first")
    func visible() throws {
        let home = try Home()
        let console = home.console
        try console.addStory("Older")
        try console.addBook("A draft")
        _ = try console.addActiveBook("Without rights")
        let sweden = try console.addActiveBook("Swedish alone")
        try console.addWindow(sweden.id, "SE")
        let germany = try console.addActiveBook("German alone")
        try console.addWindow(germany.id, "DE")
        let over = try console.addActiveBook("Over")
        try console.addWindow(over.id, "*", "2020-01-01", "2026-11-20")
        let binned = try console.addStory("Binned")
        _ = try console.bin.add(binned.id, by: .commandLine)
        let page = try console.get("/catalog")
        #expect(page.status == 200)
        #expect(titles(page) == ["Swedish alone", "Older"])
        #expect(page.contains("2 stories"))
        // Its rights end, and it stays in the library that has it, and so in the catalog.
        try console.addToLibrary([sweden.id], of: home.child)
        try console.endRights(sweden.id)
        #expect(titles(try console.get("/catalog")) == ["Swedish alone", "Older"])
        #expect(titles(try console.get("/catalog?q=swed")) == ["Swedish alone"])
        #expect(titles(try console.get("/catalog?q=old")) == ["Older"])
        #expect(try console.get("/catalog?q=german").contains("No story matches"))
    }

    @Test("A day begins in the family's zone, not the server's")
    func zone() throws {
        let home = try Home()
        let console = home.console
        let book = try console.addActiveBook("Tomorrow")
        try console.addWindow(book.id, "*", "2026-11-22")
        #expect(titles(try console.get("/catalog")).isEmpty)
        // 21 November, 23:00 UTC, is the 22nd in Stockholm.
        console.time.now += 12 * 3600 + 20 * 60
        console.cookies = [:]
        try console.signIn(try console.addParent("emil@example.test", in: home.family))
        #expect(titles(try console.get("/catalog")) == ["Tomorrow"])
    }

    /// The chips of a page: what they say, where they lead, and whether they are chosen.
    private func chips(_ page: Answer) -> [(label: String, href: String, isCurrent: Bool)] {
        let tags = page.markup.tags.prefix { $0["class"] != "list-count" }
        return tags.indices.filter { tags[$0].name == "a" && tags[$0]["class"] == "chip" }
            .map { index in
                let label = tags[index...].first { $0.name == "bdi" }?.text ?? ""
                let tag = tags[index]
                return (label, tag["href"] ?? "", tag["aria-current"] == "true")
            }
    }

    @Test("The chips have the seed's words; chosen ones are marked, and taken off again")
    func chips() throws {
        let home = try Home()
        try home.console.addStory("A story")
        let page = try home.console.get("/catalog?ages=0-2&category=adventure")
        let (chips, ages) = (chips(page), chips(page).prefix(7))
        #expect(
            ages.map(\.label) == ["All Ages", "Pippi, 5", "0-2", "2-4", "4-6", "6-8", "8+"]
        )
        #expect(
            ages.map(\.href) == [
                "/catalog?category=adventure", "/catalog?age=5&child=1&category=adventure",
                "/catalog?category=adventure", "/catalog?ages=2-4&category=adventure",
                "/catalog?ages=4-6&category=adventure", "/catalog?ages=6-8&category=adventure",
                "/catalog?ages=8%2B&category=adventure",
            ]
        )
        // Each that is chosen is taken off by choosing it again.
        let current = chips.filter(\.isCurrent)
        #expect(current.map(\.href) == ["/catalog?category=adventure", "/catalog?ages=0-2"])
        #expect(try home.console.get("/catalog?category=nowhere").contains("No story matches"))
    }

    @Test("Only what has a film is shown on request, and by title instead of the newest first")
    func filmsAndOrder() throws {
        let home = try Home()
        let books = try ["Zebra", "Ant", "Moth and ant"].map { try home.console.addStory($0) }
        for book in books.prefix(2) { try home.console.addReadyVideo(book.id, seconds: 300) }
        let shown = { (query: String) in titles(try home.console.get("/catalog?" + query)) }
        #expect(try shown("film=yes") == ["Ant", "Zebra"])
        #expect(try shown("sort=title") == ["Ant", "Moth and ant", "Zebra"])
        #expect(try shown("film=yes&sort=title&q=ant") == ["Ant"])
        #expect(try shown("film=maybe&sort=x") == ["Moth and ant", "Ant", "Zebra"])
        let page = try home.console.get("/catalog?film=yes&sort=title")
        let links = page.markup.all("a").compactMap { $0["href"] }
        #expect(links.contains("/catalog?sort=title") && links.contains("/catalog?film=yes"))
        // An order alone leaves nothing out: there is nothing to add all of.
        #expect(!(try home.console.get("/catalog?sort=title")).contains("/catalog/add"))
    }

    @Test(
        "A band has what is for one of its years, and ends before the next; an age is just that",
        arguments: [
            ("ages=0-2", ["b", "e", "f"]), ("ages=2-4", ["b", "c", "d", "e", "f"]),
            ("ages=4-6", ["a", "c", "d", "f", "h"]), ("ages=6-8", ["a", "d", "f", "h"]),
            ("ages=8%2B", ["d", "f", "g", "h"]), ("ages=8+", ["d", "f", "g", "h"]),
            ("age=0", ["e", "f"]), ("age=2", ["b", "d", "e", "f"]),
            ("age=3", ["b", "c", "d", "f"]), ("age=4", ["c", "d", "f", "h"]),
            ("age=8", ["d", "f", "h"]), ("age=18", ["d", "f"]),
            // What is no age and no band is no filter; of both, the age counts.
            ("age=", Self.allTitles), ("age=x", Self.allTitles), ("age=19", Self.allTitles),
            ("ages=3-5", Self.allTitles), ("ages=", Self.allTitles),
            ("age=2&ages=8%2B", ["b", "d", "e", "f"]),
        ]
    )
    func ages(query: String, expected: [String]) throws {
        let home = try Home()
        let ages: [(String, Int?, Int?)] = [
            ("a", 5, 7), ("b", 1, 3), ("c", 3, 5), ("d", 2, nil), ("e", nil, 2), ("f", nil, nil),
            ("g", 9, 12), ("h", 4, 8),
        ]
        for (title, minimum, maximum) in ages {
            try home.console.addStory(title, ages: AgeRange(minimum: minimum, maximum: maximum))
        }
        let page = try home.console.get("/catalog?\(query)")
        #expect(titles(page).sorted() == expected)
        // The condition on the table says the same.
        let address = CatalogAddress(
            Fields(try URLEncodedForm(query: query).pairs),
            path: "/catalog"
        )
        let found = try home.console.texts(
            "SELECT title FROM books AS b WHERE \(sql: address.filter([]).condition) ORDER BY title"
        )
        #expect(found == expected)
    }

    private static let allTitles = ["a", "b", "c", "d", "e", "f", "g", "h"]

    @Test("A child's age is a chip of its own, and so is one that is no child's")
    func childAges() throws {
        let home = try Home()
        try home.console.addChild("Emil", in: home.family, born: "2023-06-01")
        try home.console.addChild("Ida", in: home.family, born: "2023-07-01")
        try home.console.addStory("For three", ages: AgeRange(minimum: 3, maximum: 3))
        try home.console.addStory("For five", ages: AgeRange(minimum: 5, maximum: 5))
        let page = try home.console.get("/catalog")
        let emil = try #require(chips(page).first { $0.label == "Emil, 3" })
        #expect(chips(page).map(\.label).contains("Ida, 3"))
        let chosen = try home.console.get(emil.href)
        #expect(titles(chosen) == ["For three"] && chosen.contains("1 story for age 3"))
        #expect(chips(chosen).filter(\.isCurrent).map(\.label) == ["Emil, 3"])
        #expect(chips(chosen).first { $0.isCurrent }?.href == "/catalog")
        #expect(chosen.markup.value(of: "age") == "3" && chosen.markup.value(of: "child") == "2")
        // Nobody's, somebody else's, and that of a child who has had a birthday since.
        for (query, age) in [("age=3", 3), ("age=3&child=99", 3), ("age=4&child=2", 4)] {
            let page = try home.console.get("/catalog?\(query)")
            #expect(chips(page).filter(\.isCurrent).map(\.label) == ["Age \(age)"], "\(query)")
            #expect(chips(page).first { $0.isCurrent }?.href == "/catalog")
        }
        let words = try home.console.get("/catalog?age=3&q=for")
        #expect(words.contains("1 story for age 3 and “for”"))
        // The week leads to the child's chip.
        let week = try home.console.get("/children/2/week")
        #expect(week.markup.targets.contains("/catalog?age=3&child=2"))
        // A child alone is no filter.
        #expect(titles(try home.console.get("/catalog?child=2")).count == 2)
        #expect(try !home.console.get("/catalog?child=2").contains("Add all matching stories"))
    }

    @Test("Words, category, publisher and language narrow the list together")
    func filters() throws {
        let home = try Home()
        let console = home.console
        let animals = try console.category("animals-nature")
        let alder = try console.addPublisher("Alder House")
        try console.addStory("The Fox", by: "Bø", in: [animals], from: alder, language: "sv")
        try console.addStory("The Fox at Sea", in: [animals], language: "en")
        try console.addStory("The Owl", from: alder, language: "sv")
        for (query, expected) in [
            ("q=fox", ["The Fox", "The Fox at Sea"]), ("q=fo", ["The Fox", "The Fox at Sea"]),
            ("q=bo", ["The Fox"]), ("category=animals-nature", ["The Fox at Sea", "The Fox"]),
            ("category=3", ["The Fox at Sea", "The Fox"]),
            ("publisher=1", ["The Owl", "The Fox"]), ("language=sv", ["The Owl", "The Fox"]),
            ("q=fox&publisher=1&category=animals-nature&language=sv&ages=2-4", ["The Fox"]),
            ("publisher=9", []), ("q=%21", []), ("q=++", ["The Owl", "The Fox at Sea", "The Fox"]),
        ] {
            #expect(titles(try console.get("/catalog?\(query)")) == expected, "\(query)")
        }
    }

    @Test("Only publishers and languages are offered of which the family can see a book")
    func offers() throws {
        let home = try Home()
        let console = home.console
        let alder = try console.addPublisher("Alder House")
        try console.addPublisher("Empty Press")
        let birch = try console.addPublisher("Birch Books")
        try console.addStory("The Fox", from: alder, language: "sv")
        let hidden = try console.books.insert(
            .init(title: "Secret", author: "", language: "fi", publisher: birch.id),
            by: .commandLine
        )
        func offered(_ label: String) throws -> Bool {
            try console.get("/catalog").contains(">\(label)</option>")
        }
        #expect(try offered("Alder House") && offered("Swedish"))
        for label in ["Empty Press", "Birch Books", "Finnish"] { #expect(try !offered(label)) }
        _ = try console.books.update(
            hidden.id,
            version: hidden.version,
            .init(title: "Told", author: "", language: "fi", publisher: birch.id, status: .active),
            by: .commandLine
        )
        #expect(try !offered("Birch Books"))
        try console.addWindow(hidden.id)
        #expect(try offered("Birch Books") && offered("Finnish") && !offered("Empty Press"))
    }

    @Test(
        "A word with one wrong letter finds what was meant, and says so",
        arguments: [
            ("caterpilar", "caterpillar"), ("catterpillar", "caterpillar"),
            ("caterpiller", "caterpillar"), ("catrepillar", "caterpillar"),
            ("acterpillar", "caterpillar"), ("aterpillar", "caterpillar"),
            ("xaterpillar", "caterpillar"), ("ccaterpillar", "caterpillar"),
            ("ctaerpillar", "caterpillar"), ("Cäterpilar", "caterpillar"),
            ("hungry caterpilar", "hungry caterpillar"),
            ("caterpilar hungry", "caterpillar hungry"), ("catterpiller", "caterpillar"),
            ("hungri caterpilar", "hungry caterpillar"), ("щука", "щуки"),
        ]
    )
    func oneLetter(typed: String, meant: String) throws {
        let home = try Home()
        try home.console.addStory("The Very Hungry Caterpillar", by: "Eric Carle")
        try home.console.addStory("Щуки")
        let page = try home.console.get(
            "/catalog?" + PercentEncoding.encodeQuery([(name: "q", value: typed)])
        )
        #expect(titles(page).count == 1)
        let found = try #require(page.markup.text(where: "class", is: "list-count"))
        #expect(found.hasPrefix("Nothing for “\(typed)”. Showing “\(meant)”"))
        #expect(found.hasSuffix(": 1 story"))
    }

    @Test(
        "Two wrong letters find nothing, and neither do words that only hidden books have",
        arguments: ["caterpila", "katerpilar", "secrit", "abc", "qqsactiva", "facet"]
    )
    func twoLetters(typed: String) throws {
        let home = try Home()
        try home.console.addStory("The Very Hungry Caterpillars")
        try home.console.addBook("Secret")
        let page = try home.console.get("/catalog?q=\(typed)")
        #expect(titles(page).isEmpty)
        #expect(!page.contains("secret"))
    }

    @Test("20 are on a page; further ones follow them, and the address says which are shown")
    func pages() throws {
        let home = try Home()
        try home.console.database.write {
            for number in 1...45 { try home.console.addStory("Story \(number)") }
        }
        let first = try home.console.get("/catalog")
        #expect(titles(first).first == "Story 45" && titles(first).count == 20)
        let more = try #require(first.markup.all("a").first { $0["data-more"] != nil })
        #expect(more["href"] == "/catalog?page=2&from=1#next")
        #expect(more["data-more"] == "/catalog?page=2")
        #expect(titles(try home.console.get("/catalog?page=2")).first == "Story 25")
        let both = try home.console.get("/catalog?page=2&from=1")
        #expect(titles(both) == titles(first) + titles(try home.console.get("/catalog?page=2")))
        #expect(both.markup.first(id: "next") != nil)
        let all = try home.console.get("/catalog?page=3&from=1")
        #expect(titles(all).count == 45)
        #expect(!all.contains("Load more"))
        #expect(titles(try home.console.get("/catalog?page=99")).count == 5)
        #expect(titles(try home.console.get("/catalog?page=99&from=-4")).count == 45)
        #expect(titles(try home.console.get("/catalog?page=2")).count == 20)
        #expect(try home.console.get("/catalog?page=2").contains("Earlier stories"))
    }

    @Test("What a child has is marked, and can't be added again; others can get it")
    func alreadyAdded() throws {
        let home = try Home()
        let console = home.console
        let fox = try console.addStory("Fox")
        var page = try console.get("/catalog?q=fox")
        #expect(!page.contains("Already Added"))
        let form = try #require(page.markup.forms.first { $0.action == "/children/1/library" })
        let answer = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
        #expect(answer.status == 303)
        #expect(answer.location == "/catalog?q=fox#book-\(fox.id)")
        page = try console.get("/catalog?q=fox")
        #expect(page.toast?.contains("“Fox” is in Pippi’s library.") == true)
        #expect(page.contains("Already Added"))
        #expect(!page.markup.forms.contains { $0.action == "/children/1/library" })
        // A brother has it not.
        try console.addChild("Emil", in: home.family)
        page = try console.get("/catalog")
        #expect(page.contains("Already Added<span"))
        #expect(page.contains(" · in <bdi>Pippi’s library</bdi>"))
        #expect(page.markup.forms.contains { $0.action == "/children/2/library" })
        // The button stays as short as it was: who is left stands in its menu, alone as well.
        #expect(page.contains("menu-item\" type=\"submit\"><span><bdi>Emil’s Library</bdi>"))
        #expect(page.contains("<summary class=\"button\">Add<span"))
        #expect(!page.contains("Add for"))
        try console.addChild("Ida", in: home.family)
        _ = try console.post("/children/2/library", [("book_id", "\(fox.id)")])
        #expect(
            try console.get("/catalog").contains(" · in <bdi>Emil’s and Pippi’s libraries</bdi>")
        )
        // Again, by a page that was open: nothing changes.
        _ = try console.post("/children/1/library", [("book_id", "\(fox.id)")])
        #expect(try console.get("/children/1/library").toast?.contains("already") == true)
        #expect(try console.library(of: home.child) == ["Fox"])
    }

    @Test("A book's page says everything, adds to each child's library, and removes from it")
    func book() throws {
        let home = try Home()
        let console = home.console
        try console.addChild("James", in: home.family)
        let book = try console.addStory(
            "The <Fox>",
            by: "Bø",
            ages: AgeRange(minimum: 2, maximum: 5),
            in: [console.category("adventure")],
            from: console.addPublisher("Alder House"),
            language: "en"
        )
        let path = "/catalog/books/\(book.id)"
        #expect(try console.get(path).contains("No video yet."))
        try console.addReadyVideo(book.id, seconds: 754, hasCaptions: true)
        var page = try console.get(path + "?list=q%3Dfox%26page%3D2")
        for text in [
            "The &lt;Fox&gt;", "Bø", "Alder House", "Ages 2–5", "12 min", "Captions", "Adventure",
            "English", "/catalog?category=adventure", "href=\"/catalog?q=fox&amp;page=2#book-1\"",
            "Add to <bdi>Pippi’s Library</bdi>", "Add to <bdi>James’s Library</bdi>",
        ] { #expect(page.contains(text), "\(text)") }
        let answer = try console.post(
            "/children/1/library",
            [("book_id", "1"), ("from", "book"), ("list", "q=fox&page=2")]
        )
        #expect(answer.location == path + "?list=q%3Dfox%26page%3D2&child=1")
        page = try console.get(path)
        #expect(page.contains("Already in Library"))
        #expect(page.contains("from <bdi>Pippi’s Library</bdi>"))
        let removed = try console.post("/children/1/library/1/remove", [("from", "book")])
        #expect(removed.location == path + "?child=1")
        page = try console.get(path)
        #expect(page.toast?.contains("removed from Pippi’s library") == true)
        let undo = try #require(page.markup.forms.first { $0.action.contains("/undo") })
        #expect(try console.post(undo.action).location == path + "?child=1")
        #expect(try console.get(path).contains("Already in Library"))
    }

    @Test("A parent without a family is told so; a family without children is led to the first")
    func withoutChildren() throws {
        let console = try Console()
        try console.addStory("Fox")
        let id = try console.addUser("p@example.test", .parent)
        try console.signIn(id)
        #expect(try console.get("/catalog").status == 200)
        #expect(try !console.get("/catalog").contains("Fox"))
        #expect(try console.get("/catalog/books/1").status == 404)
        try console.put(id, into: console.addFamily())
        #expect(try console.get("/catalog").contains("Add your first child"))
        #expect(try console.get("/catalog/books/1").contains("Add your first child"))
        #expect(try console.get("/catalog/add").location == "/children")
    }
}
