import Markup
import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("A story is watched on its page")
struct CatalogPlayerTests {
    /// A family with two children, of whom one has the story, and a parent who is signed in.
    private struct Home {
        let console: Console
        let family: Family
        let mia: Child
        let jonas: Child
        let book: Book
        let path: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            mia = try console.addChild("Mia", in: family)
            jonas = try console.addChild("Jonas", in: family)
            book = try console.addStory("The Lantern Fox")
            try console.keepFilm(of: book)
            try console.addToLibrary([book.id], of: mia)
            path = "/catalog/books/\(book.id)"
            try console.signIn(try console.addParent("astrid@example.test", in: family))
        }

        /// Whether the page offers to go on, and where the film starts without anybody's doing.
        func start(_ query: String) throws -> (offer: String?, fragment: String?) {
            let page = try console.get(path + query).markup
            let source = try #require(page.all("source").first?["src"])
            let offer = page.all("a").first { $0.text.hasPrefix("Continue from") }
            return (offer?.text, source.split(separator: "#").dropFirst().first.map(String.init))
        }
    }

    /// Who can be chosen; who is chosen stands in brackets.
    private func companions(_ page: Answer) -> [String] {
        links(page).map { $0.link["aria-current"] == nil ? $0.name : "[\($0.name)]" }
    }

    private func links(_ page: Answer) -> [(name: String, link: Markup.Tag)] {
        var links: [(name: String, link: Markup.Tag)] = []
        var link: Markup.Tag?
        for tag in page.markup.tags {
            if tag.name == "a" { link = tag["href"]?.contains("/books/") == true ? tag : nil }
            if tag.name == "bdi", !tag.isEnd, let found = link { links.append((tag.text, found)) }
        }
        return links
    }

    private func note(_ page: Answer) -> Markup.Tag? {
        page.markup.all("p").first { $0["class"] == "watch-note" }
    }

    @Test("The film takes the place of the cover, before all words; without one there is the cover")
    func filmFirst() throws {
        let home = try Home()
        let page = try home.console.get(home.path)
        let film = try #require(page.text.range(of: "<video"))
        let title = try #require(page.text.range(of: "<h1"))
        #expect(film.lowerBound < title.lowerBound)
        #expect(!page.contains("book-cover"))
        let other = try home.console.addStory("Without a film")
        let bare = try home.console.get("/catalog/books/\(other.id)")
        #expect(bare.contains("book-cover") && bare.contains("No video yet."))
        #expect(!bare.contains("Watching with"))
    }

    @Test("It is watched with a child of the family or nobody, and says whether that is counted")
    func companions() throws {
        let home = try Home()
        let strangers = try home.console.addFamily("Strangers")
        let stranger = try home.console.addChild("Canary", in: strangers)
        var page = try home.console.get(home.path + "?list=q%3Dfox")
        #expect(companions(page) == ["Jonas", "Mia", "[Nobody]"])
        #expect(
            note(page)?.text
                == "Not saved to anyone’s history. Choose a child to save this viewing."
        )
        #expect(!page.contains("data-child"))
        let mia = try #require(links(page).first { $0.name == "Mia" }?.link["href"])
        #expect(mia == "\(home.path)?list=q%3Dfox&child=\(home.mia.id)")

        page = try home.console.get(mia)
        #expect(companions(page) == ["Jonas", "[Mia]", "Nobody"])
        // Without a script nothing is sent, and so nothing is counted.
        #expect(note(page)?.text == "Without JavaScript, viewing isn’t counted.")
        #expect(
            note(page)?["data-counted"]
                == "This counts as Mia’s watching time, and Mia’s place in the story is saved."
        )
        let watch = try #require(page.markup.all("section").first { $0["class"] == "watch" })
        #expect(watch["data-child"] == "\(home.mia.id)" && watch["data-book"] == "\(home.book.id)")
        #expect(watch["data-href"] == "/usage_events")
        // Who doesn't have the story has no place in it.
        page = try home.console.get(home.path + "?child=\(home.jonas.id)")
        #expect(
            note(page)?["data-counted"] == "This counts as Jonas’s watching time. "
                + "To save the place, add the story to Jonas’s library."
        )

        for nobody in ["\(stranger.id)", "99", "0", "-1", "x", "", "1&child=2&child="] {
            let page = try home.console.get(home.path + "?child=\(nobody)")
            #expect(page.status == 200 && !page.contains("Canary"))
            if nobody.hasPrefix("1&") { continue }
            #expect(companions(page).last == "[Nobody]", "\(nobody)")
            #expect(!page.contains("data-child"))
        }
    }

    @Test("The child of the list that led here, or to whose library it was just added, is chosen")
    func companyOfTheList() throws {
        let home = try Home()
        let list = "list=" + PercentEncoding.encodeComponent("child=\(home.jonas.id)&age=5")
        var page = try home.console.get(home.path + "?" + list)
        #expect(companions(page) == ["[Jonas]", "Mia", "Nobody"])
        let nobody = try #require(
            links(page).first { $0.name == "Nobody" }?.link["href"]
        )
        page = try home.console.get(nobody)
        #expect(companions(page).last == "[Nobody]")
        let answer = try home.console.post(
            "/children/\(home.jonas.id)/library",
            [("book_id", "\(home.book.id)"), ("from", "book")]
        )
        page = try home.console.follow(answer)
        #expect(companions(page) == ["[Jonas]", "Mia", "Nobody"])
    }

    @Test("Of a story that the child doesn’t see it is said beside the film")
    func hidden() throws {
        let home = try Home()
        let category = try home.console.category("adventure")
        let book = try home.console.addStory("Hidden", in: [category])
        try home.console.keepFilm(of: book)
        try home.console.database.execute(
            "INSERT INTO child_hidden_categories (child_id, category_id) VALUES "
                + "(\(home.mia.id.value), \(category.id.value))"
        )
        let page = try home.console.get("/catalog/books/\(book.id)?child=\(home.mia.id)")
        let watch = try #require(page.text.range(of: "class=\"watch\""))
        let end = try #require(page.text[watch.upperBound...].range(of: "</section>"))
        #expect(page.text[watch.upperBound..<end.lowerBound].contains("Hidden from Mia"))
    }

    @Test("An admin who looks for a family watches with nobody")
    func onBehalf() throws {
        let home = try Home()
        try home.console.play(home.book.id, by: home.mia, until: 50)
        home.console.cookies = [:]
        try home.console.signIn(as: .admin)
        let page = try home.console.get("\(home.family.href)\(home.path)?child=\(home.mia.id)")
        #expect(page.status == 200 && page.contains("<video"))
        #expect(companions(page).isEmpty && !page.contains("data-child"))
        #expect(note(page)?.text == "Not counted.")
        #expect(!page.contains("#t=") && !page.contains("Continue from"))
        let library = try home.console.get("\(home.family.href)/children/\(home.mia.id)/library")
        #expect(library.contains("href=\"\(home.family.href)\(home.path)\""))
    }

    @Test(
        "It starts where the child left it, but not at its beginning nor within 10 s of its end",
        arguments: [
            (nil, 600, nil), (0, 600, nil), (1, 600, "0:01"), (50, 600, "0:50"),
            (589, 600, "9:49"), (590, 600, nil), (600, 600, nil), (900, 600, nil),
            (50, nil, "0:50"), (0, nil, nil), (3, 9, nil),
        ] as [(Int?, Int?, String?)]
    )
    func start(position: Int?, duration: Int?, expected: String?) throws {
        let home = try Home()
        try home.console.database.execute("UPDATE video_assets SET duration_seconds = \(duration)")
        try home.console.play(home.book.id, by: home.mia, until: position)
        let child = "?child=\(home.mia.id)"
        let (offer, fragment) = try home.start(child)
        #expect(offer == expected.map { "Continue from \($0)" })
        #expect(fragment == (expected == nil ? nil : "t=\(position ?? 0)"))
        // From its beginning, when that is asked for, and with anybody else.
        let anew = try home.start(child + "&start=beginning")
        #expect(anew.offer == offer && anew.fragment == nil)
        for query in ["", "?child=\(home.jonas.id)", "?start=beginning"] {
            let other = try home.start(query)
            #expect(other.offer == nil && other.fragment == nil, "\(query)")
        }
    }

    @Test("A shared link leads to its moment, whoever watches (V2.5 L77)")
    func moment() throws {
        let home = try Home()
        try home.console.play(home.book.id, by: home.mia, until: 50)
        for query in [
            "?t=75", "?t=75.9&child=\(home.mia.id)", "?child=\(home.mia.id)&start=beginning&t=75",
        ] {
            #expect(try home.start(query).fragment == "t=75", "\(query)")
        }
        for query in ["?t=", "?t=x", "?t=-3", "?t=1e99", "?t=nan"] {
            #expect(try home.start(query).fragment == nil, "\(query)")
        }
        let button = try home.console.get(home.path + "?list=q%3Dfox&t=75").markup.all("button")
        #expect(button.contains { $0["data-share"] == home.path })
    }

    @Test("A story in a library leads to its page with that child")
    func fromTheLibrary() throws {
        let home = try Home()
        let page = try home.console.get("/children/\(home.mia.id)/library")
        #expect(page.contains("href=\"\(home.path)?child=\(home.mia.id)\""))
    }
}
