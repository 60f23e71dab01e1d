import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("A series in Kids Mode")
struct KidsSeriesTests {
    /// Pippi's tablet: three foxes in a series and an owl by itself.
    private struct Home {
        let kids: KidsHome
        let foxes: [Book]
        let series: ID<Series>
        var console: Console { kids.console }

        init() throws {
            kids = try KidsHome()
            var foxes = [kids.fox]
            for title in ["Fox on Ice", "Fox at Home"] {
                let book = try kids.console.addStory(title)
                try kids.console.keepFilm(of: book)
                foxes.append(book)
            }
            self.foxes = foxes
            series = try kids.console.put(foxes[0], in: "Foxes", 1)
            for (index, book) in foxes.enumerated() {
                try kids.console.put(book, in: "Foxes", index + 1)
            }
            try kids.console.addToLibrary(foxes.map(\.id) + [kids.owl.id], of: kids.pippi)
        }

        /// The books of the shelf, or of the page of the series.
        func books(_ path: String = "/kids") throws -> [ID<Book>] {
            let tags = try console.get(path).markup.tags.drop { $0["id"] != "stories" }
            return tags.compactMap { tag in tag["data-book"].flatMap { ID(pathSegment: $0[...]) } }
        }

        func watch(_ book: Book, toEnd: Bool, at: Int = -400) throws {
            try console.watch(
                kids.pippi,
                book,
                from: console.time.now + at,
                seconds: toEnd ? 335 : 60,
                toEnd: toEnd
            )
        }
    }

    @Test("The shelf has one cover for it, with the story to watch next, and a way to all of them")
    func shelf() throws {
        let home = try Home()
        #expect(try home.books() == [home.foxes[0].id, home.kids.owl.id])
        let page = try home.console.get("/kids")
        #expect(page.markup.all("a").contains { $0["href"] == "/kids/series/\(home.series)" })
        #expect(page.markup.all("li").contains { $0["data-key"] == "series-\(home.series)" })
        try home.watch(home.foxes[0], toEnd: true)
        #expect(try home.books() == [home.foxes[1].id, home.kids.owl.id])
        // What is next is above, too.
        let continuing = try home.console.get("/kids").markup.tags.drop { $0["id"] != "continuing" }
        #expect(continuing.first { $0["data-book"] != nil }?["data-book"] == "\(home.foxes[1].id)")
    }

    @Test("A begun story stays to be continued when another one of its series is finished")
    func begun() throws {
        let home = try Home()
        let continued = {
            let page = try home.console.get("/kids").markup
            let row = page.tags.drop { $0["id"] != "continuing" }.prefix { $0["id"] != "stories" }
            return row.compactMap { tag in
                tag["data-book"].flatMap { ID<Book>(pathSegment: $0[...]) }
            }
        }
        try home.console.play(home.foxes[0].id, by: home.kids.pippi, until: 100)
        #expect(try continued() == [home.foxes[0].id])
        try home.watch(home.foxes[1], toEnd: true)
        // The third fox, which is next, is on the shelf.
        #expect(try continued() == [home.foxes[0].id])
        #expect(try home.books() == [home.foxes[2].id, home.kids.owl.id])
    }

    @Test("Its page has its stories in order, what was watched, and which is next")
    func series() throws {
        let home = try Home()
        try home.watch(home.foxes[0], toEnd: true)
        let path = "/kids/series/\(home.series)"
        #expect(try home.books(path) == home.foxes.map(\.id))
        let page = try home.console.get(path)
        #expect(page.markup.all("h1").map(\.text) == ["Foxes"])
        #expect(page.markup.all("span").count { $0["class"] == "kids-watched" } == 1)
        let next = page.markup.all("li").filter { $0["data-next"] != nil }
        #expect(next.map { $0["data-key"] } == ["book-\(home.foxes[1].id)"])
        for target in page.markup.targets { #expect(target.hasPrefix("/kids"), "\(target)") }
    }

    @Test("Only what the child can watch is in it, and without any it isn’t there")
    func walls() throws {
        let home = try Home()
        let path = "/kids/series/\(home.series)"
        let animals = try home.console.category("animals-nature")
        // The first fox is in a category that parents untick.
        try home.console.database.execute(
            "INSERT INTO child_hidden_categories VALUES (\(home.kids.pippi.id.value), \(animals.id.value))"
        )
        #expect(try home.books(path) == home.foxes[1...].map(\.id))
        #expect(try home.books() == [home.foxes[1].id, home.kids.owl.id])
        let strange = try home.console.addStory("Canary")
        try home.console.keepFilm(of: strange)
        let canaries = try home.console.put(strange, in: "Canaries", 1)
        for other in ["\(canaries)", "99", "x"] {
            #expect(try home.console.get("/kids/series/\(other)").status == 404)
        }
        // A series of one story is that story.
        try home.console.endRights(home.foxes[2].id)
        let page = try home.console.get("/kids")
        #expect(!page.contains(path) && page.contains("Fox on Ice"))
        try home.console.endRights(home.foxes[1].id)
        #expect(try home.console.get(path).status == 404)
        #expect(try home.books() == [home.kids.owl.id])
    }

    @Test("A story knows the one after it, in the page and for the shelf’s script")
    func following() throws {
        let home = try Home()
        let following = { (book: Book) in
            try home.console.get("/kids/stories/\(book.id)").json["following"] as? [String: Any]
        }
        let second = try #require(try following(home.foxes[0]))
        #expect(second["book"] as? Int == home.foxes[1].id.value)
        #expect(second["href"] as? String == "/kids/watch/\(home.foxes[1].id)")
        #expect(second["film"] as? String == "/kids/film/\(home.foxes[1].id)")
        #expect(second["title"] as? String == "Fox on Ice" && second["seconds"] as? Int == 340)
        #expect(try following(home.foxes[2]) == nil)
        #expect(try following(home.kids.owl) == nil)
        let page = try home.console.get("/kids/watch/\(home.foxes[1].id)")
        let link = page.markup.all("a").first { $0["class"]?.contains("stage-next") == true }
        #expect(link?["href"] == "/kids/watch/\(home.foxes[2].id)" && link?["hidden"] == nil)
        let last = try home.console.get("/kids/watch/\(home.foxes[2].id)").markup.all("a")
            .first { $0["class"]?.contains("stage-next") == true }
        #expect(last?["hidden"] != nil)
    }

    @Test("A category shows a series by its stories in that category")
    func categories() throws {
        let home = try Home()
        try home.console.database.execute("UPDATE children SET shows_categories = 1")
        let animals = try home.console.category("animals-nature")
        #expect(try home.books("/kids?category=\(animals.id)") == [home.foxes[0].id])
    }

    @Test("A long series comes in parts")
    func parts() throws {
        let home = try Home()
        for number in 4...(KidsLibrary.perPage + 2) {
            let book = try home.console.addStory("Fox \(number)")
            try home.console.addReadyVideo(book.id, seconds: 60)
            try home.console.put(book, in: "Foxes", number)
            try home.console.addToLibrary([book.id], of: home.kids.pippi)
        }
        let path = "/kids/series/\(home.series)"
        #expect(try home.books(path).count == KidsLibrary.perPage)
        #expect(try home.console.get(path).contains("\(path)?page=2"))
        #expect(try home.books(path + "?page=2").count == 2)
    }
}
