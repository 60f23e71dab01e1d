import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The catalog, as programs see it")
struct CatalogAPITests {
    private static let path = "/api/v1/catalog/books"

    /// A family with a parent, who has a token.
    private struct Home {
        let console: Console
        let family: Family
        let token: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
        }

        func ask(_ target: String, _ more: [(String, String)] = []) throws -> Answer {
            try console.ask(.get, target, token: token, more)
        }

        /// The titles of a list.
        func titles(_ query: String) throws -> [String] {
            let answer = try ask("\(CatalogAPITests.path)?\(query)")
            #expect(answer.status == 200, "\(query): \(answer.text)")
            let books = answer.json["data"] as? [[String: Any]] ?? []
            return books.compactMap { $0["title"] as? String }
        }
    }

    private static func moon(_ console: Console) throws -> Book {
        let publisher = try console.addPublisher("HarperCollins")
        let book = try console.books.insert(
            .init(
                title: "Goodnight Moon",
                author: "Margaret Wise Brown",
                description: "A classic bedtime story...",
                ages: AgeRange(minimum: 2, maximum: 5),
                language: "en",
                publisher: publisher.id,
                status: .active,
                categories: [console.category("bedtime-stories").id]
            ),
            by: .commandLine
        )
        try console.addWindow(book.id)
        try console.database.execute("UPDATE books SET cover_url = 'https://covers.example/1.jpg'")
        return book
    }

    private static let golden =
        "{\"id\":1,\"title\":\"Goodnight Moon\",\"author\":\"Margaret Wise Brown\","
        + "\"description\":\"A classic bedtime story...\",\"age_min\":2,\"age_max\":5,"
        + "\"language\":\"en\",\"cover_image_url\":\"https://covers.example/1.jpg\","
        + "\"publisher\":{\"id\":1,\"name\":\"HarperCollins\"},"
        + "\"categories\":[{\"id\":1,\"name\":\"Bedtime Stories\",\"slug\":\"bedtime-stories\"}],"
        + "\"status\":\"active\",\"duration_seconds\":340,\"has_captions\":true,"
        + "\"rights_available\":true}"

    @Test("A list and a book are what the specification shows, byte for byte")
    func golden() throws {
        let home = try Home()
        let book = try Self.moon(home.console)
        try home.console.addReadyVideo(book.id, seconds: 340, hasCaptions: true)
        let list = try home.ask(Self.path)
        #expect(
            list.text == "{\"data\":[\(Self.golden)],\"page\":1,\"per_page\":20,\"total_count\":1}"
        )
        #expect(list.header("Link") == nil)
        #expect(try home.ask("\(Self.path)/1").text == "{\"data\":\(Self.golden)}")
    }

    @Test("What nobody said is null or empty, and every member is there")
    func empty() throws {
        let home = try Home()
        let book = try home.console.addStory("A")
        try home.console.addAsset(.preparing, of: book, seconds: 99)
        #expect(
            try home.ask("\(Self.path)/1").text
                == "{\"data\":{\"id\":1,\"title\":\"A\",\"author\":\"\",\"description\":\"\","
                + "\"age_min\":null,\"age_max\":null,\"language\":null,\"cover_image_url\":null,"
                + "\"publisher\":null,\"categories\":[],\"status\":\"active\","
                + "\"duration_seconds\":null,\"has_captions\":false,\"rights_available\":true}}"
        )
    }

    @Test("A book that only a library keeps says that its rights are over, or that it is archived")
    func kept() throws {
        let home = try Home()
        let child = try home.console.addChild("Pippi", in: home.family)
        let over = try home.console.addStory("Over")
        let archived = try home.console.addStory("Archived")
        try home.console.addToLibrary([over.id, archived.id], of: child)
        try home.console.endRights(over.id)
        try home.console.database.execute(
            "UPDATE books SET status = 'archived' WHERE id = \(archived.id.value)"
        )
        let first = try home.ask("\(Self.path)/\(over.id)")
        #expect(first.contains("\"status\":\"active\"") && first.contains("available\":false"))
        let second = try home.ask("\(Self.path)/\(archived.id)")
        #expect(second.contains("\"status\":\"archived\"") && second.contains("available\":true"))
        #expect(try home.titles("q=").count == 2)
    }

    @Test("A cover of this server is a whole address, which is fetched with the same token alone")
    func covers() throws {
        let home = try Home()
        let console = home.console
        let book = try console.addStory("Journey")
        let name = try console.keepCover(of: book)
        let json = try home.ask("\(Self.path)/1").json["data"] as? [String: Any]
        let address = try #require(json?["cover_image_url"] as? String)
        #expect(address == "http://127.0.0.1:8080\(name.href)")
        #expect(try home.ask(name.href).status == 200)
        let parent = try #require(try console.users.find(email: "astrid@example.test")).user.id
        for scope in Scope.allCases {
            let key = try console.accessKey(parent, [scope])
            let isGood = [.readCatalog, .readLibrary].contains(scope)
            let answer = try console.ask(.get, name.href, token: key)
            #expect(answer.status == (isGood ? 200 : 403), "\(scope)")
            #expect(isGood || answer.errorCode == "insufficient_scope")
        }
        #expect(try console.ask(.get, name.href, token: "x").status == 401)
        #expect(try console.ask(.get, name.href).status == 303)
        // Of a hidden book there is none.
        try console.database.execute("UPDATE books SET status = 'draft'")
        #expect(try home.ask(name.href).status == 404)
    }

    @Test("Smaller pictures are named once they are made")
    func sizedCover() throws {
        let home = try Home()
        let name = try home.console.keepCover(of: home.console.addStory("Journey"))
        try home.console.database.execute("UPDATE books SET cover_is_sized = 1")
        #expect(try home.ask("\(Self.path)/1").contains(name.sized(.large).href + "\""))
    }

    // MARK: Searching

    @Test("Words, age, publisher, category and language find what the page finds, one and all")
    func filters() throws {
        let home = try Home()
        let console = home.console
        let (alder, birch) = (
            try console.addPublisher("Alder House"), try console.addPublisher("Birch & Sons")
        )
        let adventure = try console.category("adventure")
        try console.addStory(
            "The Lantern Fox",
            ages: AgeRange(minimum: 4, maximum: 6),
            in: [adventure],
            from: alder,
            language: "en-GB"
        )
        try console.addStory("A Fox at Noon", ages: AgeRange(minimum: 8), from: birch)
        try console.addStory("Owl", ages: AgeRange(maximum: 2), in: [adventure], language: "de")
        for (query, titles) in [
            ("", ["Owl", "A Fox at Noon", "The Lantern Fox"]),
            ("q=fox", ["A Fox at Noon", "The Lantern Fox"]), ("q=lantren", ["The Lantern Fox"]),
            ("age=0", ["Owl"]), ("age=2", ["Owl"]), ("age=3", []), ("age=4", ["The Lantern Fox"]),
            ("age=5", ["The Lantern Fox"]), ("age=7", []), ("age=8", ["A Fox at Noon"]),
            ("ages=0-2", ["Owl"]), ("ages=2-4", ["Owl"]), ("ages=4-6", ["The Lantern Fox"]),
            ("ages=6-8", ["The Lantern Fox"]), ("ages=8%2B", ["A Fox at Noon"]),
            ("ages=8+", ["A Fox at Noon"]),
            ("age=18", ["A Fox at Noon"]), ("age=", ["Owl", "A Fox at Noon", "The Lantern Fox"]),
            ("publisher=\(alder.slug)", ["The Lantern Fox"]),
            ("publisher=\(birch.id)", ["A Fox at Noon"]), ("publisher=nobody", []),
            ("publisher=99", []), ("category=adventure", ["Owl", "The Lantern Fox"]),
            ("category=\(adventure.id)", ["Owl", "The Lantern Fox"]), ("category=nothing", []),
            ("category=0", []), ("language=EN", ["The Lantern Fox"]), ("language=de-AT", []),
            (
                "q=fox&age=4&publisher=\(alder.slug)&category=adventure&language=en",
                ["The Lantern Fox"]
            ),
        ] {
            #expect(try home.titles(query) == titles, "\(query)")
        }
    }

    @Test("A slug counts before a number that is the same")
    func numericSlug() throws {
        let home = try Home()
        let console = home.console
        let first = try console.addPublisher("Alder House")
        let second = try console.publishers.insert(
            .init(name: "One", slug: "\(first.id)"),
            by: .commandLine
        )
        try console.addStory("First", from: first)
        try console.addStory("Second", from: second)
        #expect(try home.titles("publisher=\(first.id)") == ["Second"])
        #expect(try home.titles("publisher=\(first.slug)") == ["First"])
    }

    @Test("What is out of range, of another type, twice there or unknown is refused by its name")
    func refusals() throws {
        let home = try Home()
        for (query, details) in [
            ("age=19", ["age: out_of_range"]), ("age=-1", ["age: out_of_range"]),
            ("age=two", ["age: wrong_type"]), ("age=04", ["age: wrong_type"]),
            ("ages=2-5", ["ages: not_a_choice"]), ("age=2&ages=2-4", ["ages: invalid"]),
            ("page=0&per_page=101", ["page: out_of_range", "per_page: out_of_range"]),
            ("page=1000001", ["page: out_of_range"]), ("per_page=0", ["per_page: out_of_range"]),
            ("language=english", ["language: invalid"]), ("page=1&page=2", ["page: invalid"]),
            ("q=\(String(repeating: "a", count: 201))", ["q: too_long"]),
            ("from=1&Age=2", ["Age: unknown_field", "from: unknown_field"]),
        ] {
            let answer = try home.ask("\(Self.path)?\(query)")
            #expect(answer.status == 422 && answer.errorCode == "invalid", "\(query)")
            #expect(answer.errorDetails == details, "\(query)")
        }
        #expect(try home.ask("\(Self.path)?q=%FF").status == 400)
        #expect(try home.ask("\(Self.path)/x").status == 404)
    }

    @Test("Pages follow one another without a book twice, in the order of the page, and say so")
    func pages() throws {
        let home = try Home()
        for number in 1...7 { try home.console.addStory("Fox \(number)") }
        var titles: [String] = []
        for page in 1...3 {
            titles += try home.titles("q=fox&page=\(page)&per_page=3")
        }
        #expect(titles == (1...7).map { "Fox \($0)" })
        let middle = try home.ask("\(Self.path)?q=fox&page=2&per_page=3")
        #expect(middle.text.hasSuffix("],\"page\":2,\"per_page\":3,\"total_count\":7}"))
        let links = try #require(middle.header("Link"))
        for (name, page) in [("first", 1), ("prev", 1), ("next", 3), ("last", 3)] {
            let target = "http://127.0.0.1:8080\(Self.path)?q=fox&per_page=3&page=\(page)"
            #expect(links.contains("<\(target)>; rel=\"\(name)\""), "\(links)")
        }
        let behind = try home.ask("\(Self.path)?page=1000000&per_page=100")
        #expect(behind.text == "{\"data\":[],\"page\":1000000,\"per_page\":100,\"total_count\":7}")
        #expect(try home.titles("per_page=100") == (1...7).reversed().map { "Fox \($0)" })
    }

    @Test("A list and a book are not sent twice, until something in them changes")
    func tags() throws {
        let home = try Home()
        let book = try home.console.addStory("Journey")
        for target in [Self.path, "\(Self.path)/\(book.id)"] {
            let tag = try #require(try home.ask(target).header("ETag"))
            let same = try home.ask(target, [("If-None-Match", tag)])
            #expect(same.status == 304 && same.text.isEmpty && same.header("ETag") == tag)
            #expect(same.header("Cache-Control") == "private, no-cache")
        }
        let tag = try #require(try home.ask(Self.path).header("ETag"))
        try home.console.addReadyVideo(book.id, seconds: 60)
        #expect(try home.ask(Self.path, [("If-None-Match", tag)]).status == 200)
    }

    @Test("A parent without a family sees no book; an admin's catalog is elsewhere")
    func others() throws {
        let home = try Home()
        try home.console.addStory("Journey")
        let alone = try home.console.bearer(home.console.addUser("alone@example.test", .parent))
        let list = try home.console.ask(.get, Self.path, token: alone)
        #expect(list.text == "{\"data\":[],\"page\":1,\"per_page\":20,\"total_count\":0}")
        #expect(try home.console.ask(.get, "\(Self.path)/1", token: alone).status == 404)
        let admin = try home.console.bearer(home.console.addUser("ada@example.test", .admin))
        #expect(try home.console.ask(.get, Self.path, token: admin).status == 404)
    }

    @Test("A page of many books costs as many statements as one of few")
    func statements() throws {
        let home = try Home()
        let adventure = try home.console.category("adventure")
        let alder = try home.console.addPublisher("Alder House")
        for number in 1...40 {
            let book = try home.console.addStory("Fox \(number)", in: [adventure], from: alder)
            try home.console.addReadyVideo(book.id, seconds: 60)
        }
        _ = try home.ask(Self.path)
        func count(_ query: String) throws -> Int {
            let before = home.console.statementCount
            _ = try home.ask("\(Self.path)?\(query)")
            return home.console.statementCount - before
        }
        #expect(try count("per_page=40") == count("per_page=2"))
    }

    // MARK: Categories

    @Test("Everybody gets the categories in their order, and may keep them for five minutes")
    func categories() throws {
        let console = try Console()
        try console.database.execute("DELETE FROM categories WHERE slug <> 'bedtime-stories'")
        try console.addCategory("A Walk", order: 1)
        try console.database.execute("UPDATE categories SET display_order = 2 WHERE id = 1")
        let answer = try console.ask(.get, "/api/v1/catalog/categories")
        #expect(
            answer.text
                == "{\"data\":[{\"id\":9,\"name\":\"A Walk\",\"slug\":\"a-walk\",\"icon_name\":null},"
                + "{\"id\":1,\"name\":\"Bedtime Stories\",\"slug\":\"bedtime-stories\","
                + "\"icon_name\":\"moon.stars\"}]}"
        )
        #expect(answer.header("Cache-Control") == "public, max-age=300")
        let tag = try #require(answer.header("ETag"))
        let known = [("If-None-Match", tag)]
        let again = try console.ask(.get, "/api/v1/catalog/categories", nil, known)
        #expect(again.status == 304 && again.header("Cache-Control") == "public, max-age=300")
    }
}
