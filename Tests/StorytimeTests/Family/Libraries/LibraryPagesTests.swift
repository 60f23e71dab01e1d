import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The page of a child's library")
struct LibraryPagesTests {
    private func home() throws -> (console: Console, child: Child) {
        let console = try Console()
        let family = try console.addFamily()
        let child = try console.addChild("Pippi", in: family)
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        return (console, child)
    }

    private func titles(_ page: Answer) -> [String] {
        page.markup.all("span").filter { $0["class"] == "shelf-title" }.map(\.text)
    }

    @Test("An empty library says where stories are, in the words of the seed")
    func empty() throws {
        let (console, _) = try home()
        let page = try console.get("/children/1/library")
        #expect(page.contains("No stories yet! Tap the button below to find some."))
        let button = page.markup.all("a").first { $0.text == "Browse Catalog" }
        #expect(button?["href"] == "/catalog")
        #expect(try console.get("/children").contains("href=\"/children/1/library\""))
    }

    @Test("Covers have how long the story is, or why it can't be watched, and how far it was")
    func badges() throws {
        let (console, child) = try home()
        let books = try ["Short", "Long", "Waiting", "Closed"].map { try console.addStory($0) }
        try console.addReadyVideo(books[0].id, seconds: 330)
        try console.addReadyVideo(books[1].id, seconds: 754)
        try console.addToLibrary(books.map(\.id), of: child)
        try console.database.execute(
            "UPDATE books SET status = 'archived' WHERE id = \(books[3].id.value)"
        )
        try console.play(books[1].id, by: child, until: 120)
        let page = try console.get("/children/1/library?sort=title")
        let badges = page.markup.all("span").filter { $0["class"] == "badge" }.map(\.text)
        // The one that was begun stands above, too.
        #expect(badges == ["12 min", "Not available now", "12 min", "5:30", "No video yet"])
        let bars = page.markup.all("progress")
        #expect(bars.count == 2)
        #expect(bars.allSatisfy { $0["aria-label"] == "Watched: 2:00 of 12 min" })
        #expect(page.contains("Continue Watching"))
    }

    @Test("A long library is searched, and shows what has a film or was not watched yet")
    func search() throws {
        let (console, child) = try home()
        let books = try ["Fox", "Foxglove", "Owl", "Hare", "Snail", "Wren", "Toad"].map {
            try console.addStory($0)
        }
        for book in books.prefix(3) { try console.addReadyVideo(book.id, seconds: 300) }
        try console.addToLibrary(books.map(\.id), of: child)
        try console.play(books[0].id, by: child, until: 120)
        let shown = { (query: String) in
            Set(titles(try console.get("/children/1/library?" + query)))
        }
        #expect(try shown("q=fox") == ["Fox", "Foxglove"])
        #expect(try shown("film=yes") == ["Fox", "Foxglove", "Owl"])
        #expect(try shown("film=yes&watched=no") == ["Foxglove", "Owl"])
        #expect(try shown("q=F%C3%93X&watched=no&sort=title") == ["Foxglove"])
        let none = try console.get("/children/1/library?q=whale&film=yes")
        #expect(none.status == 200 && none.contains("No matching stories in this library."))
        #expect(none.contains("href=\"/children/1/library\""))
        // A chip that is chosen takes itself off and leaves the rest.
        let page = try console.get("/children/1/library?q=fox&film=yes&sort=title")
        let chosen = page.markup.all("a").filter { $0["aria-current"] == "true" }
        #expect(chosen.map { $0["href"] }.contains("/children/1/library?q=fox&sort=title"))
        // What is removed leads back to the same list.
        let answer = try console.post(
            "/children/1/library/1/remove",
            [("list", "q=fox&sort=title")]
        )
        #expect(answer.location?.hasPrefix("/children/1/library?q=fox&sort=title") == true)
    }

    @Test("A few stories are seen at once, without a search")
    func short() throws {
        let (console, child) = try home()
        try console.addToLibrary([try console.addStory("Fox").id], of: child)
        #expect(!(try console.get("/children/1/library")).contains("type=\"search\""))
        let none = try console.get("/children/1/library?q=owl")
        #expect(none.contains("type=\"search\""))
    }

    @Test("2,000 stories are read page by page, in three orders")
    func manyStories() throws {
        let (console, child) = try home()
        try console.database.write {
            for number in 1...2000 {
                try console.database.execute(
                    """
                    INSERT INTO books (title, title_key, author, author_key, status, created_at,
                        updated_at)
                    VALUES (\("Story \(number)"), \("story \(number)"), '', '', 'active', 1, 1)
                    """
                )
            }
            try console.database.execute(
                """
                INSERT INTO library_items (child_id, book_id, title_key, added_at)
                SELECT \(child.id.value), id, title_key, id FROM books
                """
            )
        }
        let first = try console.get("/children/1/library")
        #expect(titles(first).count == LibraryList.perPage)
        #expect(titles(first).first == "Story 2000" && first.contains("2,000 stories"))
        #expect(titles(try console.get("/children/1/library?page=42")).last == "Story 1")
        let byTitle = try console.get("/children/1/library?sort=title&page=2")
        #expect(titles(byTitle).count == LibraryList.perPage)
        #expect(byTitle.contains("/children/1/library?sort=title&amp;page=3"))
        #expect(titles(try console.get("/children/1/library?sort=watched&page=999")).count == 32)
        #expect(titles(try console.get("/children/1/library?sort=x&page=-1")) == titles(first))
    }

    @Test("Removing, hiding and forgetting lead back to the same order, with Undo")
    func undo() throws {
        let (console, child) = try home()
        let fox = try console.addStory("Fox")
        try console.addReadyVideo(fox.id, seconds: 100)
        try console.addToLibrary([fox.id], of: child)
        try console.play(fox.id, by: child, until: 50)
        for act in ["hide", "forget", "remove"] {
            let page = try console.get("/children/1/library?sort=title")
            let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/" + act) })
            let answer = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
            #expect(answer.location == "/children/1/library?sort=title#toasts")
            let after = try console.get(try #require(answer.location))
            #expect(after.toast?.contains("“Fox”") == true, "\(act)")
            let undo = try #require(after.markup.forms.first { $0.action.contains("/undo") })
            #expect(!after.markup.forms.contains { $0.action == form.action })
            #expect(try console.post(undo.action).location == answer.location)
            let back = try console.get(try #require(answer.location))
            #expect(back.toast?.contains("Undone") == true)
            #expect(back.markup.forms.contains { $0.action == form.action })
            // A second click.
            #expect(try console.post(undo.action).status == 303)
            #expect(try console.get("/children/1/library").toast?.contains("already") == true)
        }
    }

    @Test("Undo is below the library for a day, whatever was looked at in between")
    func recentChanges() throws {
        let (console, child) = try home()
        let books = try ["Fox", "Owl", "Hen"].map { try console.addStory($0) }
        try console.post("/children/1/library", [("book_id", "\(books[0].id)")])
        try console.addToLibrary([books[1].id, books[2].id], of: child)
        console.time.now += 3600
        let path = "/children/1/library"
        func lines() throws -> [String] {
            let page = try console.get(path)
            return page.markup.all("bdi").map(\.text).filter {
                $0.hasPrefix("Added") || $0.hasPrefix("Removed")
            }
        }
        _ = try console.get(path)
        #expect(try lines() == ["Added 2 stories", "Added “Fox”"])
        let undo = "/children/1/library/changes/2/undo"
        let form = try #require(
            try console.get(path + "?sort=title").markup.forms.first { $0.action.hasPrefix(undo) }
        )
        #expect(try console.submit(form).location == path + "?sort=title#toasts")
        #expect(try console.get(path).toast?.contains("2 stories are no longer") == true)
        #expect(try console.library(of: child) == ["Fox"])
        let after = try console.get(path)
        #expect(
            after.contains("Undone") && !after.markup.forms.contains { $0.action.hasPrefix(undo) }
        )
        console.time.now += LibraryChange.keptSeconds - 3600
        #expect(try lines().isEmpty)
        #expect(try !console.get(path).contains("Recent changes"))
    }

    @Test("What was done since leaves nothing to take back, and that is said")
    func overtaken() throws {
        let (console, child) = try home()
        let shelf = try console.shelf(of: child.family)
        let (fox, owl) = (try console.addStory("Fox"), try console.addStory("Owl"))
        for book in [fox, owl] { try console.addReadyVideo(book.id, seconds: 600) }
        let libraries = console.libraries
        try console.addToLibrary([fox.id], of: child)
        _ = try libraries.remove(fox.id, from: child.id, of: shelf, by: .commandLine)
        try console.addToLibrary([fox.id, owl.id], of: child)
        try console.play(owl.id, by: child, until: 60)
        _ = try libraries.hide(owl.id, of: child.id, shelf, by: .commandLine)
        console.time.now += 60
        try console.play(owl.id, by: child, until: 90)
        _ = try libraries.forget(owl.id, of: child.id, shelf, by: .commandLine)
        try console.play(owl.id, by: child, until: 30)
        let page = try console.get("/children/1/library")
        let notes = page.markup.all("p").filter { $0["class"] == "recent-note" }.map(\.text)
        #expect(
            notes == [
                "Played since", "Played since", "In the library again",
                "No longer in the library",
            ]
        )
        // Somebody else’s page still has the button.
        try console.post("/children/1/library/changes/2/undo")
        let toast = try console.get("/children/1/library").toast
        #expect(toast?.contains("There’s nothing to undo") == true)
        #expect(try console.library(of: child).count == 2)
        // Of two that were added at once, the one that is still there goes.
        _ = try libraries.remove(fox.id, from: child.id, of: shelf, by: .commandLine)
        try console.post("/children/1/library/changes/3/undo")
        let partly = try console.get("/children/1/library").toast
        #expect(partly?.contains("1 story is no longer in the library") == true)
    }

    @Test("A story that the family may not see any more has no name there")
    func withoutName() throws {
        let (console, child) = try home()
        let book = try console.addStory("Canary")
        try console.addToLibrary([book.id], of: child)
        try console.endRights(book.id)
        try console.post("/children/1/library/\(book.id)/remove")
        _ = try console.get("/children/1/library")
        let page = try console.get("/children/1/library")
        #expect(!page.contains("Canary"))
        #expect(page.contains("Removed a story that is no longer available"))
    }

    @Test("A form that names no book is refused, and one without a place leads to the library")
    func badForms() throws {
        let (console, _) = try home()
        try console.addStory("Fox")
        for value in ["", "x", "0", "-1"] {
            #expect(try console.post("/children/1/library", [("book_id", value)]).status == 400)
        }
        let answer = try console.post(
            "/children/1/library",
            [("book_id", "1"), ("from", "elsewhere"), ("list", "//evil.example")]
        )
        #expect(answer.location == "/children/1/library#toasts")
    }
}
