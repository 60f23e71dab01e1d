import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("A category that is hidden from a child")
struct HiddenCategoryTests {
    /// Two children with the same three stories, one of which is scary, and a bedtime story as well. Pippi
    /// doesn't see what is scary. A parent is signed in, with a program.
    private struct Home {
        let console: Console
        let family: Family
        let pippi: Child
        let emil: Child
        let scary: Category
        let monster: Book
        let fox: Book
        let token: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            scary = try console.addCategory("Scary Stories")
            let bedtime = try console.category("bedtime-stories")
            monster = try console.addStory("The Monster", in: [bedtime, scary])
            fox = try console.addStory("The Fox", in: [bedtime])
            let owl = try console.addStory("The Owl")
            let born = try CalendarDay.of("2021-05-04")
            pippi = try console.children.insert(
                .init(name: "Pippi", birthDate: born, avatar: .fox, shown: [scary.id]),
                into: family.id,
                by: .commandLine
            )
            emil = try console.addChild("Emil", in: family)
            for child in [pippi, emil] {
                try console.addToLibrary([monster.id, fox.id, owl.id], of: child)
            }
            for book in [monster, fox] { try console.keepFilm(of: book) }
            let parent = try console.addParent("astrid@example.test", in: family)
            try console.signIn(parent)
            token = try console.bearer(parent)
        }

        @discardableResult
        func ask(_ method: HTTP.Method, _ target: String, _ json: String? = nil) throws -> Answer {
            try console.ask(method, target, json, token: token)
        }

        func titles(_ child: Child, _ query: String = "") throws -> [String] {
            let answer = try ask(.get, "/api/v1/children/\(child.id)/library\(query)")
            let books = answer.json["data"] as? [[String: Any]] ?? []
            #expect(answer.json["total_count"] as? Int == (query.isEmpty ? books.count : 2))
            return books.compactMap { $0["title"] as? String }
        }
    }

    @Test(
        "No route of programs for the child has a book of it, in whichever category it is besides"
    )
    func routes() throws {
        let home = try Home()
        let routes = Program.routes.filter {
            let path = $0.pattern.description
            return path.hasPrefix("/api/v1/children/{child_id}") && path.contains("{book_id}")
        }
        #expect(routes.count == 5)
        // What can be remembered is, for the stories of a series.
        for (index, book) in [home.monster, home.fox].enumerated() {
            try home.console.put(book, in: "Monsters", index + 1)
        }
        // What is removed is removed last.
        for route in routes.sorted(by: { $1.method == .delete && $0.method != .delete }) {
            let json: String? =
                switch route.method {
                case .patch: #"{"position_seconds":60}"#
                case .put: #"{"captions":"off"}"#
                default: nil
                }
            func ask(_ child: Child, _ book: Book) throws -> Int {
                let path = route.pattern.description
                    .replacing("{child_id}", with: "\(child.id)")
                    .replacing("{book_id}", with: "\(book.id)")
                return try home.ask(route.method, path, json).status
            }
            #expect(try ask(home.pippi, home.monster) == 404, "\(route.method) \(route.pattern)")
            #expect(try ask(home.emil, home.monster) < 300, "\(route.method) \(route.pattern)")
            #expect(try ask(home.pippi, home.fox) < 300, "\(route.method) \(route.pattern)")
        }
        // What was refused changed nothing.
        #expect(try home.console.library(of: home.pippi).contains("The Monster"))
    }

    @Test("The library that a program reads is as long as it says, in every order and on each page")
    func library() throws {
        let home = try Home()
        #expect(try home.titles(home.pippi) == ["The Owl", "The Fox"])
        #expect(try home.titles(home.emil).count == 3)
        #expect(try home.titles(home.pippi, "?sort=title") == ["The Fox", "The Owl"])
        #expect(try home.titles(home.pippi, "?sort=watched&per_page=1&page=2").count == 1)
        // Now, and not from the next story on.
        let path = "/api/v1/children/\(home.pippi.id)"
        #expect(try home.ask(.patch, path, #"{"hidden_category_ids":[]}"#).status == 200)
        #expect(try home.titles(home.pippi).count == 3)
    }

    @Test("A program that adds such a book for the child is told why it is not taken")
    func adding() throws {
        let home = try Home()
        let witch = try home.console.addStory("The Witch", in: [home.scary])
        let json = "{\"book_id\":\(witch.id)}"
        let answer = try home.ask(.post, "/api/v1/children/\(home.pippi.id)/library_items", json)
        #expect(answer.status == 422 && answer.errorDetails == ["book_id: not_found"])
        #expect(answer.contains("is in a category that is hidden from Pippi."))
        let emils = try home.ask(.post, "/api/v1/children/\(home.emil.id)/library_items", json)
        #expect(emils.status == 201)
        // Of a book that the family may not see, nothing is told, not even that.
        try home.console.database.execute("UPDATE books SET status = 'draft' WHERE id = 1")
        try home.console.database.execute("DELETE FROM library_items WHERE book_id = 1")
        let draft = try home.ask(
            .post,
            "/api/v1/children/\(home.pippi.id)/library_items",
            "{\"book_id\":1}"
        )
        #expect(draft.contains("Book 1 doesn’t exist."))
    }

    @Test("A pass that the child was given before ends at once; another child's goes on")
    func passes() throws {
        let home = try Home()
        try home.ask(
            .patch,
            "/api/v1/children/\(home.pippi.id)",
            #"{"hidden_category_ids":[]}"#
        )
        let addresses = try [home.pippi, home.emil].map { child in
            let path = "/api/v1/children/\(child.id)/playback/\(home.monster.id)"
            let data = try #require(try home.ask(.post, path).json["data"] as? [String: Any])
            let captions = data["captions"] as? [[String: Any]] ?? []
            let urls = [data["playback_url"], data["poster_url"], captions.first?["url"]]
            return try urls.map { url in
                let whole = try #require(url as? String)
                return String(whole.dropFirst("http://127.0.0.1:8080".count))
            }
        }
        for address in addresses.joined() {
            #expect(try home.console.get(address).status == 200)
        }
        try home.ask(
            .patch,
            "/api/v1/children/\(home.pippi.id)",
            "{\"hidden_category_ids\":[\(home.scary.id)]}"
        )
        for address in addresses[0] { #expect(try home.console.get(address).status == 404) }
        for address in addresses[1] { #expect(try home.console.get(address).status == 200) }
    }

    @Test("What was watched of it stays true, and what a device still has of it is taken")
    func usage() throws {
        let home = try Home()
        let start = home.console.time.now - 3600
        try home.console.watch(home.pippi, home.monster, from: start, seconds: 120)
        let report = try home.ask(.get, "/api/v1/children/\(home.pippi.id)/usage")
        #expect(report.contains("The Monster"))
    }

    @Test("It is not gone on with, not waiting to be opened, and no button leads to it")
    func reports() throws {
        let home = try WatchingHome()
        let console = home.console
        let scary = try console.addCategory("Scary Stories")
        let bear = try console.addStory("A Bear", in: [scary])
        try console.addReadyVideo(bear.id, seconds: 300)
        try console.addToLibrary([bear.id], of: home.pippi)
        try home.watch(home.pippi, home.owl, seconds: 100)
        try console.play(home.owl.id, by: home.pippi, until: 100)
        let week = "/children/\(home.pippi.id)/week"
        func goesOn() throws -> Bool { try console.get(week).contains("Continue “An Owl") }
        #expect(try goesOn() && console.get(week).contains("A Bear"))
        #expect(try console.continued(by: home.pippi) == ["An Owl at Noon"])
        try console.database.execute(
            """
            INSERT INTO book_categories (book_id, category_id, title_key, created_at)
            VALUES (\(home.owl.id.value), \(scary.id.value), 'an owl at noon', 1)
            """
        )
        for child in [home.pippi, home.tommy] {
            try console.database.execute(
                "INSERT INTO child_hidden_categories VALUES (\(child.id.value), \(scary.id.value))"
            )
        }
        #expect(try !goesOn() && !console.get(week).contains("A Bear"))
        // Its minutes are still told.
        #expect(try console.get(week).contains("An Owl at Noon"))
        #expect(try console.continued(by: home.pippi).isEmpty)
    }

    // MARK: What parents see

    @Test("Parents see it in the library, marked with the child's name and the category")
    func marked() throws {
        let home = try Home()
        let page = try home.console.get("/children/\(home.pippi.id)/library")
        #expect(page.contains("3 stories") && page.contains("The Monster"))
        #expect(page.contains("Hidden from Pippi (Scary Stories)"))
        #expect(page.contains("1 is hidden from"))
        #expect(page.markup.targets.contains("/children/\(home.pippi.id)/edit"))
        let emils = try home.console.get("/children/\(home.emil.id)/library")
        #expect(emils.contains("The Monster") && !emils.contains("idden from"))
        // It can be taken out there.
        let path = "/children/\(home.pippi.id)/library/\(home.monster.id)/remove"
        #expect(try home.console.post(path).status == 303)
        #expect(try home.console.library(of: home.pippi).count == 2)
    }

    @Test("The catalog says from whom it is hidden, and adding it says so")
    func catalog() throws {
        let home = try Home()
        let witch = try home.console.addStory("The Witch", in: [home.scary])
        let row = try home.console.get("/catalog?q=witch")
        #expect(row.contains("Hidden from Pippi (Scary Stories)"))
        #expect(row.markup.all("span").filter { $0["class"] == "menu-note" }.count == 1)
        let book = try home.console.get("/catalog/books/\(witch.id)")
        #expect(book.contains("Hidden from Pippi (Scary Stories)"))
        #expect(try !home.console.get("/catalog?q=fox").contains("Hidden from"))
        let path = "/children/\(home.pippi.id)/library"
        let answer = try home.console.post(path, [("book_id", "\(witch.id)")])
        let page = try home.console.follow(answer)
        #expect(
            page.toast?.contains(
                "“The Witch” is in Pippi’s library, but Pippi can’t see it: "
                    + "Scary Stories is hidden."
            ) == true
        )
    }

    @Test("Adding all that match leaves it out, and says how many are")
    func addingAll() throws {
        let home = try Home()
        for title in ["Witch One", "Witch Two"] {
            try home.console.addStory(title, in: [home.scary])
        }
        try home.console.addStory("Witch Three")
        let page = try home.console.get("/catalog/add?q=witch&child=\(home.pippi.id)")
        #expect(page.contains("Add 1 story to Pippi’s library?"))
        #expect(page.contains("2 more stories are left out, because they are hidden from"))
        #expect(!page.contains("Witch One"))
        let form = try #require(page.markup.forms.first { $0.action == "/catalog/add" })
        #expect(try home.console.submit(form).status == 303)
        #expect(try home.console.library(of: home.pippi).contains("Witch Three"))
        let emils = try home.console.get("/catalog/add?q=witch&child=\(home.emil.id)")
        #expect(emils.contains("Add 3 stories to Emil’s library?"))
        let none = try home.console.get("/catalog/add?q=witch+one&child=\(home.pippi.id)")
        #expect(none.contains("or hidden from"))
    }

    @Test("The form says what each setting is for")
    func form() throws {
        let home = try Home()
        let page = try home.console.get("/children/\(home.pippi.id)/edit")
        #expect(page.contains("These settings apply in Kids Mode"))
        #expect(page.contains("hides its stories right away"))
    }
}
