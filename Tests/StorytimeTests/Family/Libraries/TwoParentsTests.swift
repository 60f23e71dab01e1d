import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Two parents of one family at once")
struct TwoParentsTests {
    private static let rounds = 60

    /// Two connections to one file, as the program's threads have them, each with a parent.
    private struct Home {
        let folder: TemporaryFolder
        let consoles: [Console]
        let family: Family
        let children: [Child]
        let books: [Book]

        init() throws {
            folder = try TemporaryFolder()
            let path = folder.file("storytime.db")
            let turn = WriteTurn()
            let pair = try (0..<2).map { _ in try Console(path: path, turn: turn) }
            let home = try pair[0].addFamily()
            children = try ["Pippi", "James"].map { try pair[0].addChild($0, in: home) }
            books = try (1...4).map { try pair[0].addStory("Story \($0)") }
            (consoles, family) = (pair, home)
            // One that only their libraries keep: it comes and goes with them.
            try pair[0].addToLibrary([books[3].id], of: children[0])
            try pair[0].endRights(books[3].id)
            for (index, console) in pair.enumerated() {
                try console.signIn(pair[0].addParent("parent-\(index)@example.test", in: home))
            }
        }
    }

    /// What a parent does, led by chance: a form, and the page that it leads to.
    private static func act(
        _ console: Console,
        _ children: [Child],
        _ books: [Book],
        _ chance: inout SeededRandom
    ) throws -> [String] {
        guard let child = children.randomElement(using: &chance),
            let book = books.randomElement(using: &chance),
            let from = ["library", "catalog", "book"].randomElement(using: &chance)
        else { return [] }
        let path = "/children/\(child.id)/library"
        let acts = [path] + ["remove", "hide", "forget"].map { "\(path)/\(book.id)/\($0)" }
        let act = acts.randomElement(using: &chance) ?? path
        let answer = try console.post(act, [("book_id", "\(book.id)"), ("from", from)])
        guard answer.status == 303, let location = answer.location else {
            return ["\(act): \(answer.status)"]
        }
        var page = try console.get(location)
        // The other parent took the story out in between, and nothing else kept it.
        if page.status == 303, let next = page.location { page = try console.get(next) }
        var found = page.status == 200 ? [] : ["\(location): \(page.status)"]
        if let undo = page.markup.forms.first(where: { $0.action.contains("/undo") }) {
            let undone = try console.post(undo.action)
            if undone.status != 303 { found.append("\(undo.action): \(undone.status)") }
        }
        return found
    }

    @Test("Adding, removing, hiding, forgetting and taking back never lead to an error page")
    func atOnce() throws {
        let home = try Home()
        let (children, books) = (home.children, home.books)
        let threads = try home.consoles.enumerated().map { index, console in
            let console = Unchecked(console)
            return try Thread("parent \(index)") {
                var chance = SeededRandom(seed: UInt64(index + 1))
                for _ in 0..<Self.rounds {
                    let found = try? Self.act(console.value, children, books, &chance)
                    #expect(found == [])
                }
            }
        }
        for thread in threads { thread.join() }
        let console = home.consoles[0]
        for child in home.children {
            let id = child.id.value
            let count = try console.count("SELECT book_count FROM children WHERE id = \(id)")
            #expect(try console.library(of: child).count == count)
        }
    }

    @Test("A story that only the library kept, which the other took out, is said to be gone")
    func gone() throws {
        let home = try Home()
        let (first, second) = (home.consoles[0], home.consoles[1])
        let (kept, libraries) = (home.books[3], home.children.map { "/children/\($0.id)/library" })
        // The page of the second is open, with a button for the other child.
        let page = try second.get("/catalog/books/\(kept.id)").markup
        #expect(page.forms.contains { $0.action == libraries[1] })
        #expect(try first.post("\(libraries[0])/\(kept.id)/remove").status == 303)
        let answer = try second.post(libraries[1], [("book_id", "\(kept.id)"), ("from", "book")])
        #expect(answer.status == 303)
        let next = try second.get(try #require(answer.location))
        #expect(next.toast?.contains("That story is no longer available.") == true)
        // The page itself says so, too, for a day.
        let path = "/catalog/books/\(kept.id)"
        #expect(try second.get(path).location == "/catalog#toasts")
        second.time.now += LibraryChange.keptSeconds
        try second.signIn(second.addParent("later@example.test", in: home.family))
        #expect(try second.post(libraries[1], [("book_id", "\(kept.id)")]).status == 404)
        #expect(try second.get(path).status == 404)
    }
}
