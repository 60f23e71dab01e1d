import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What a family may see of the catalog, and of other families' libraries")
struct ShelfScopeTests {
    private static let routes = Program.routes.filter { route in
        let path = route.pattern.description
        return route.access == .parent && !route.isForAPI
            && (path.contains("/library") || path.contains("/catalog"))
    }

    /// The path with a child, and a book or a change, in its places.
    private func path(_ route: Route, child: ID<Child>, _ last: Int) -> String {
        var path = route.pattern.description
        if path.hasPrefix("/children/{id}") {
            path = "/children/\(child)" + path.dropFirst("/children/{id}".count)
        }
        return path.replacing("{id}", with: "\(last)")
    }

    @Test("Every route of libraries and books with another family's child is not there")
    func foreignChildren() throws {
        let routes = Self.routes.filter { $0.pattern.description.hasPrefix("/children") }
        #expect(routes.count == 8)
        for route in routes {
            let two = try TwoFamilies()
            let isChange = route.pattern.description.contains("/changes/")
            let last = isChange ? two.change.id.value : two.book.id.value
            let before = try two.console.library(of: two.foreign)
            let foreign = path(route, child: two.foreign.id, last)
            let answer = try two.send(route, foreign, book: two.book.id)
            #expect(answer.status == 404, "\(route.method) \(foreign)")
            #expect(!answer.contains("Canary") && !answer.contains("Strangers"))
            // Nor is a change of theirs one of one's own child.
            if isChange {
                let own = path(route, child: two.own.id, last)
                #expect(try two.send(route, own, book: two.book.id).status == 404, "\(own)")
            }
            #expect(try two.console.library(of: two.foreign) == before)
        }
    }

    @Test("Every route with a book that the family may not see is not there")
    func blockedBooks() throws {
        let routes = Self.routes.filter {
            let path = $0.pattern.description
            return path.hasSuffix("books/{id}") || path.contains("/library/{id}")
                || (path.hasSuffix("/library") && $0.method == .post)
        }
        #expect(routes.count == 7)
        let two = try TwoFamilies()
        for route in routes {
            for book in two.blocked {
                let target = path(route, child: two.own.id, book.id.value)
                let answer = try two.send(route, target, book: book.id)
                #expect(answer.status == 404, "\(route.method) \(target) \(book.title)")
                #expect(!answer.contains("Canary"))
            }
            // The one that it may see is there.
            let target = path(route, child: two.own.id, two.book.id.value)
            #expect(try two.send(route, target, book: two.book.id).status < 400, "\(target)")
        }
    }

    @Test("No page, search, count or filter tells of a book that the family may not see")
    func pages() throws {
        let two = try TwoFamilies()
        for target in [
            "/catalog", "/catalog?q=canary", "/catalog?q=canari", "/catalog?q=c", "/catalog?age=2",
            "/catalog?page=2&from=1", "/catalog/add", "/catalog/add?q=canary",
            "/children/\(two.own.id)/library", "/children/\(two.own.id)/library?sort=title",
        ] {
            let page = try two.console.get(target)
            #expect(page.status == 200, "\(target)")
            #expect(!page.contains("Canary") && !page.contains("Showing"), "\(target)")
        }
        #expect(try two.console.get("/catalog").contains("1 story"))
        #expect(try two.console.get("/catalog?age=2").contains("1 story"))
        #expect(try two.console.get("/children/\(two.own.id)/library").contains("No stories yet!"))
    }

    @Test("The condition and every question that is asked by it agree on each book")
    func oneQuery() throws {
        let two = try TwoFamilies()
        let mine = try two.console.shelf(of: two.mine.id)
        let other = try two.console.shelf(of: two.other.id)
        for (index, book) in two.blocked.enumerated() {
            let isTheirs = book.title == "Canary kept"
            let cover = try TwoFamilies.cover(index)
            for (shelf, isSeen) in [(mine, false), (other, isTheirs)] {
                #expect(try shelf.maySee(book.id) == isSeen, "\(book.title)")
                #expect(try shelf.maySee(cover) == isSeen)
                for size in CoverSize.allCases {
                    #expect(try shelf.maySee(cover.sized(size)) == isSeen)
                }
                #expect(try !shelf.mayWatch(book.id), "\(book.title)")
            }
            #expect(try two.console.get(cover.href).status == 404)
        }
        #expect(try mine.mayWatch(two.book.id) && mine.maySee(two.book.id))
    }

    @Test("A parent gets the cover of a book that they may see, and an admin gets every one")
    func covers() throws {
        let two = try TwoFamilies()
        let console = two.console
        let name = try console.keepCover(of: two.book)
        #expect(try console.get(name.href).status == 200)
        try console.database.execute(
            "UPDATE books SET status = 'draft' WHERE id = \(two.book.id.value)"
        )
        #expect(try console.get(name.href).status == 404)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get(name.href).status == 200)
    }

    @Test("A parent who is quicker than the other one leaves no error page behind")
    func twoParents() throws {
        let two = try TwoFamilies()
        let console = two.console
        let path = "/children/\(two.own.id)/library"
        try console.addToLibrary([two.book.id], of: two.own)
        // Its rights end, so that only the library keeps it; then both take it out.
        try console.endRights(two.book.id)
        for _ in 0..<2 {
            let answer = try console.post("\(path)/\(two.book.id)/remove")
            #expect(answer.status == 303)
            #expect(try console.get(try #require(answer.location)).status == 200)
        }
        let undo = "\(path)/changes/4/undo"
        for _ in 0..<2 { #expect(try console.post(undo).status == 303) }
        #expect(try console.library(of: two.own) == ["Everybody’s"])
    }

    @Test("An admin acts for a family, under its own address alone, and the log says so")
    func admins() throws {
        let two = try TwoFamilies()
        let console = two.console
        console.cookies = [:]
        try console.signIn(as: .admin)
        let path = "\(two.other.href)/children/\(two.foreign.id)/library"
        #expect(try console.get(path).contains("Canary kept"))
        #expect(try console.get(path).contains("You are acting for"))
        let wrong = "\(two.mine.href)/children/\(two.foreign.id)/library"
        #expect(try console.get(wrong).status == 404)
        #expect(try console.post(wrong, [("book_id", "\(two.book.id)")]).status == 404)
        let kept = try #require(two.blocked.last)
        #expect(try console.get("\(two.other.href)/catalog").contains("Canary kept"))
        #expect(try !console.get("\(two.mine.href)/catalog").contains("Canary kept"))
        #expect(try console.get("\(two.mine.href)/catalog/books/\(kept.id)").status == 404)
        let answer = try console.post("\(path)/\(two.book.id)/remove")
        #expect(answer.location == path + "#toasts")
        let entry = try console.texts(
            """
            SELECT changes || is_on_behalf || family_id FROM audit_entries ORDER BY id DESC LIMIT 1
            """
        )
        let change = #"[{"field":"library","from":"Everybody’s","to":null}]"#
        #expect(entry == ["\(change)1\(two.other.id)"])
        #expect(try console.get("/children/\(two.foreign.id)/library").status == 404)
        #expect(try console.get("/catalog").status == 404)
    }
}
