import HTTP
import Testing

@testable import Storytime

@Suite("The list of books by the API")
struct BookListAPITests {
    private static let path = "/api/v1/books"

    private func titles(_ console: Console, _ query: String, _ key: String) throws -> [String] {
        try console.ask(.get, "\(Self.path)?\(query)", token: key).titles()
    }

    @Test("It is narrowed by everything that the console's list is narrowed by")
    func filters() throws {
        let console = try Console()
        let key = try console.adminKey()
        let tales = try console.category("fairy-tales")
        let publisher = try console.addPublisher("Alder House")
        _ = try console.books.insert(
            .init(
                title: "Fox",
                author: "Mira",
                ages: AgeRange(minimum: 2, maximum: 4),
                language: "en-GB",
                publisher: publisher.id,
                status: .active,
                categories: [tales.id]
            ),
            by: .commandLine
        )
        try console.addReadyVideo(ID(1), seconds: 60)
        try console.videos.settle(ID(1))
        try console.addWindow(ID(1))
        try console.addBook("Owl", by: "Karin")
        for query in [
            "q=mira", "status=active", "category=4", "category=fairy-tales", "publisher=1",
            "publisher=alder-house", "language=en", "video=ready", "rights=open",
        ] {
            #expect(try titles(console, query, key) == ["Fox"], "\(query)")
        }
        for query in [
            "q=karin", "status=draft", "category=none", "publisher=none", "age=none", "age=9",
            "language=none", "video=none", "rights=none", "video=unready",
        ] {
            #expect(try titles(console, query, key) == ["Owl"], "\(query)")
        }
        #expect(try titles(console, "cover=no&status=&q=", key) == ["Fox", "Owl"])
        for query in [
            "cover=yes", "category=99", "category=no-such", "publisher=no-such", "publisher=0",
            "q=%E2%80%A6", "status=archived", "language=de",
        ] {
            #expect(try titles(console, query, key).isEmpty, "\(query)")
        }
    }

    @Test(
        "What is no value of a filter is refused, and what is no filter, too",
        arguments: [
            ("status=new", "status: not_a_choice"), ("age=19", "age: not_a_choice"),
            ("age=x", "age: not_a_choice"), ("language=e%21", "language: not_a_choice"),
            ("cover=maybe", "cover: not_a_choice"), ("video=on", "video: not_a_choice"),
            ("rights=all", "rights: not_a_choice"), ("sort=size", "sort: not_a_choice"),
            ("sort=relevance", "sort: invalid"), ("page=0", "page: out_of_range"),
            ("per_page=101", "per_page: out_of_range"), ("after=0", "after: out_of_range"),
            ("titel=a", "titel: unknown_field"), ("status=draft&status=active", "status: invalid"),
        ]
    )
    func refusals(query: String, detail: String) throws {
        let console = try Console()
        let answer = try console.ask(.get, "\(Self.path)?\(query)", token: console.adminKey())
        #expect(answer.status == 422 && answer.errorDetails == [detail])
    }

    @Test("Every order has its way there and back")
    func orders() throws {
        let console = try Console()
        let key = try console.adminKey()
        for (title, author) in [("B", "Z"), ("A", "Y"), ("C", "X")] {
            try console.addBook(title, by: author)
            console.time.now += 1
        }
        for (sort, expected) in [
            ("title", "ABC"), ("author", "CAB"), ("added", "BAC"), ("changed", "BAC"),
        ] {
            #expect(try titles(console, "sort=\(sort)", key).joined() == expected)
            let back = String(expected.reversed())
            #expect(try titles(console, "sort=-\(sort)", key).joined() == back)
        }
        #expect(try titles(console, "", key).joined() == "ABC")
        #expect(try titles(console, "q=c&sort=relevance", key).joined() == "C")
    }

    @Test("Its pages lead to each other, beside the books that they show")
    func pages() throws {
        let console = try Console()
        let key = try console.adminKey()
        for number in 10..<35 { try console.addBook("Book \(number)") }
        var pages: [Answer] = []
        var next: String? = Self.path + "?status=draft&per_page=10"
        while let target = next, pages.count < 5 {
            let page = try console.ask(.get, target, token: key)
            pages.append(page)
            next = page.link("next")
        }
        #expect(pages.count == 3)
        #expect(try pages.flatMap { try $0.titles() } == (10..<35).map { "Book \($0)" })
        #expect(pages.allSatisfy { $0.json["total_count"] as? Int == 25 })
        #expect(pages.map { $0.json["page"] as? Int } == [1, 2, 3])
        #expect(pages[0].link("next")?.hasSuffix("&page=2&after=10") == true)
        let back = try console.ask(.get, try #require(pages[2].link("prev")), token: key)
        #expect(try back.titles() == (20..<30).map { "Book \($0)" })
        #expect(back.text == pages[1].text)
        let last = try console.ask(.get, try #require(pages[0].link("last")), token: key)
        #expect(last.text == pages[2].text)
        let first = try console.ask(.get, try #require(back.link("prev")), token: key)
        #expect(first.text == pages[0].text)
        let behind = try console.ask(.get, Self.path + "?page=4&per_page=10", token: key)
        #expect(try behind.titles().isEmpty && behind.link("next") == nil)
        #expect(behind.link("prev")?.contains("page=3") == true)
        let tag = try #require(pages[0].header("ETag"))
        let again = try console.ask(
            .get,
            Self.path + "?status=draft&per_page=10",
            token: key,
            [("If-None-Match", tag)]
        )
        #expect(again.status == 304)
    }
}

extension Answer {
    fileprivate func titles() throws -> [String] {
        try records().compactMap { $0["title"] as? String }
    }
}
