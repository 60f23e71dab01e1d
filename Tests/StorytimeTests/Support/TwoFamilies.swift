import HTTP
import SQLite
import Testing

@testable import Storytime

/// Two families, each with a child who has a story, and stories that the first may not see. A
/// parent of the first is signed in.
struct TwoFamilies {
    let console: Console
    let mine: Family
    let other: Family
    let own: Child
    let foreign: Child
    let book: Book
    /// What nobody in the first family may see, whatever is wrong with it.
    var blocked: [Book]
    /// What was done to the other child's library.
    let change: LibraryChange

    init() throws {
        console = try Console()
        mine = try console.addFamily("Mine")
        other = try console.addFamily("Strangers")
        foreign = try console.addChild("Canary", in: other)
        own = try console.addChild("Own", in: mine)
        book = try console.addStory("Everybody’s")
        let draft = try console.addBook("Canary draft")
        let abroad = try console.addActiveBook("Canary abroad")
        try console.addWindow(abroad.id, "DE")
        let over = try console.addActiveBook("Canary over")
        try console.addWindow(over.id, "*", "2020-01-01", "2026-11-20")
        let soon = try console.addActiveBook("Canary soon")
        try console.addWindow(soon.id, "*", "2026-11-22")
        let binned = try console.addStory("Canary binned")
        // The other family has it: it keeps seeing it when its rights are over.
        let kept = try console.addStory("Canary kept")
        blocked = [draft, abroad, over, soon, binned, kept]
        change = try #require(try console.addToLibrary([kept.id, book.id], of: foreign))
        // Long ago: what was in a library today is known there.
        console.time.now -= 2 * LibraryChange.keptSeconds
        try console.addToLibrary([binned.id], of: own)
        console.time.now += 2 * LibraryChange.keptSeconds
        try console.endRights(kept.id)
        _ = try console.bin.add(binned.id, by: .commandLine)
        for (index, book) in blocked.enumerated() {
            try console.keepCover(of: book, named: try Self.cover(index))
        }
        try console.signIn(try console.addParent("mine@example.test", in: mine))
    }

    /// The cover of one that is blocked, each its own.
    static func cover(_ index: Int) throws -> CoverName {
        try #require(CoverName(key: String(repeating: String(index), count: 40) + ".jpg"))
    }

    func send(_ route: Route, _ path: String, book: ID<Book>) throws -> Answer {
        let body = PercentEncoding.encodeQuery([(name: "book_id", value: "\(book)")])
        return try console.send(
            route.method,
            path,
            [("Content-Type", "application/x-www-form-urlencoded")],
            route.method == .post ? Array(body.utf8) : []
        )
    }
}
