import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("What one family’s programs see of another: nothing")
struct APIScopeTests {
    private static let routes = Program.routes.filter { $0.isForAPI && $0.access == .parent }

    /// The two families, a program of the first one's parent, and a film for the story that the own
    /// child may have, which is of a series.
    private struct Programs {
        let two: TwoFamilies
        let token: String

        init() throws {
            two = try TwoFamilies()
            let mine = try #require(try two.console.users.find(email: "mine@example.test"))
            token = try two.console.bearer(mine.user.id)
            try two.console.keepFilm(of: two.book)
            try two.console.addToLibrary([two.book.id], of: two.own)
            let owls = try two.console.addShow("The Owls", externalID: 1)
            try two.console.addEpisodes(1...6, to: owls)
            try two.console.put(two.book, in: "The Owls", 1)
            try two.console.keepForReading(two.book, by: mine.user.id)
        }

        /// Sends what the document has for an example.
        func send(_ route: Route, child: ID<Child>, book: ID<Book>) throws -> Answer {
            var json: String?
            if case .json(_, let example)? = route.operation?.request { json = example }
            let target = route.target(["child_id": "\(child)", "book_id": "\(book)"])
            return try two.console.ask(route.method, target, json, token: token)
        }
    }

    @Test("Every route with another family's child answers as if there were none")
    func foreignChildren() throws {
        let routes = Self.routes.filter { $0.pattern.names.contains("child_id") }
        #expect(routes.count >= 10)
        for route in routes {
            let programs = try Programs()
            let two = programs.two
            let child = try two.console.children.find(two.foreign.id, of: two.other.id)
            let library = try two.console.library(of: two.foreign)
            let answer = try programs.send(route, child: two.foreign.id, book: two.book.id)
            #expect(answer.status == 404, "\(route.method) \(route.pattern)")
            let unknown = try programs.send(route, child: ID(99), book: two.book.id)
            #expect(answer.text == unknown.text, "\(route.method) \(route.pattern)")
            #expect(try two.console.children.find(two.foreign.id, of: two.other.id) == child)
            #expect(try two.console.library(of: two.foreign) == library)
            // The same with one's own is there.
            let own = try programs.send(route, child: two.own.id, book: two.book.id)
            #expect(own.status < 300, "\(route.method) \(route.pattern): \(own.text)")
        }
    }

    @Test("Every route with a book that the family may not see answers as if there were none")
    func blockedBooks() throws {
        let routes = Self.routes.filter { $0.pattern.names.contains("book_id") }
        #expect(routes.count >= 4)
        let programs = try Programs()
        for route in routes {
            let unknown = try programs.send(route, child: programs.two.own.id, book: ID(99))
            #expect(unknown.status == 404)
            for book in programs.two.blocked {
                let answer = try programs.send(route, child: programs.two.own.id, book: book.id)
                #expect(answer.status == 404, "\(route.method) \(route.pattern) \(book.title)")
                #expect(answer.text == unknown.text, "\(route.method) \(route.pattern)")
            }
        }
    }

    @Test("No list, search, count or filter tells of another family, or of a book that is hidden")
    func lists() throws {
        let programs = try Programs()
        let two = programs.two
        for route in Self.routes where route.method == .get {
            let answer = try programs.send(route, child: two.own.id, book: two.book.id)
            #expect(answer.status == 200, "\(route.pattern)")
            #expect(!answer.contains("Canary") && !answer.contains("Strangers"))
        }
        for query in ["q=canary", "q=canari", "q=c", "age=2", "category=1", ""] {
            let target = "/api/v1/catalog/books?\(query)"
            let answer = try two.console.ask(.get, target, token: programs.token)
            #expect(answer.status == 200 && !answer.contains("Canary"), "\(query)")
        }
        for (index, book) in two.blocked.enumerated() {
            let name = try TwoFamilies.cover(index)
            let picture = try two.console.ask(.get, name.href, token: programs.token)
            #expect(picture.status == 404, "\(book.title)")
        }
    }
}
