import SQLite
import Testing

@testable import Storytime

@Suite("One window of rights for many books")
struct ManyRightsTests {
    private let console: Console

    init() throws {
        console = try Console()
    }

    /// Gives the window to those books, as one batch.
    private func give(
        _ terms: RightsWindow.Terms,
        to keys: SQL = "SELECT id FROM books",
        mayOverlap: Bool = false
    ) throws -> Batch? {
        try console.batches.make(.bulk, by: .commandLine, summary: { "\($0) books" }) {
            try $0.give(RightsGift(terms: terms, mayOverlap: mayOverlap), to: keys)
        }
    }

    private func windows(_ book: Int) throws -> [RightsWindow] {
        try console.rights.windows(of: ID(book))
    }

    @Test("Every book that is meant gets it, but for those that have such a window already")
    func gives() throws {
        for number in 1...6 { try console.addBook("Book \(number)") }
        try console.addWindow(ID(1), "*", "2026-01-01", "2026-12-31")
        try console.addWindow(ID(2), "FR", "2026-01-01")
        try console.addWindow(ID(3), "DE", "2026-01-01", "2026-06-30")
        _ = try console.bin.add(ID(6), by: .commandLine)
        let terms = try RightsWindow.Terms.of("DE", "2026-07-01", note: "All")
        let batch = try #require(try give(terms, to: "SELECT id FROM books WHERE id <> 5"))
        #expect(batch.rowCount == 3)
        for (index, has) in [false, true, true, true, false, false].enumerated() {
            let given = try windows(index + 1).filter { $0.terms == terms }
            #expect(given.count == (has ? 1 : 0), "\(index)")
            #expect(given.allSatisfy { $0.version == 1 && $0.createdAt == console.time.now })
        }
        let entries = try console.database.all(
            """
            SELECT record_id, record_label, changes, action FROM audit_entries
            WHERE batch_id = \(batch.id.value) ORDER BY id
            """
        ) { (try $0.int(0), try $0.text(1), try Change.list(try $0.text(2)), try $0.text(3)) }
        #expect(entries.map(\.0) == [2, 3, 4])
        #expect(entries.map(\.1) == ["Book 2", "Book 3", "Book 4"])
        #expect(entries.allSatisfy { $0.2 == RightsStore.changes(from: nil, to: terms) })
        #expect(entries.allSatisfy { $0.3 == RightsStore.added })
        #expect(try console.catalogIsConsistent())
    }

    @Test("Those that have another one get it where that is meant, and never the same one twice")
    func overlaps() throws {
        for number in 1...3 { try console.addBook("Book \(number)") }
        try console.addWindow(ID(1), "DE", "2026-01-01", "2026-12-31")
        let terms = try RightsWindow.Terms.of("*", "2026-06-01")
        #expect(try give(terms)?.rowCount == 2)
        #expect(try give(terms, mayOverlap: true)?.rowCount == 1)
        #expect(try give(terms, mayOverlap: true) == nil)
        #expect(try (1...3).map { try windows($0).count } == [2, 1, 1])
    }

    @Test("Books without rights are given some, although giving them changes which they are")
    func givesToTheMissing() throws {
        try console.fillCatalog(300)
        let rights = try Rights.of("*", "2026-11-21")
        try console.addWindow(ID(7))
        let terms = try RightsWindow.Terms.of("*", "2026-01-01")
        #expect(try give(terms, to: rights.missing())?.rowCount == 299)
        #expect(try console.count("SELECT count(*) FROM (\(sql: rights.missing()))") == 0)
        #expect(try give(terms) == nil)
    }

    @Test("A book with as many windows as one may have is left as it is")
    func keepsLimit() throws {
        let book = try console.addBook("Fox")
        try console.database.write {
            for year in 0..<RightsStore.maximumWindows {
                try console.addWindow(book.id, "*", "\(1900 + year)-01-01", "\(1900 + year)-12-31")
            }
        }
        #expect(try give(.of("*", "2026-01-01"), mayOverlap: true) == nil)
    }

    @Test("Undoing takes exactly the windows that it gave, and undoing that brings them back")
    func undo() throws {
        for number in 1...3 { try console.addBook("Book \(number)") }
        try console.addWindow(ID(1), "DE", "2019-01-01", "2019-12-31")
        let before = try console.catalogText()
        let batch = try #require(try give(.of("*", "2026-01-01", note: "“It’s” \\ \"[1]\" 🦊")))
        let given = try console.catalogText()
        let undone = try console.batches.undo(batch.id, by: .commandLine)
        #expect(undone.left == 0)
        #expect(undone.batch?.rowCount == 3)
        #expect(try console.catalogText() == before)
        let audit = try console.texts(
            "SELECT action FROM audit_entries WHERE batch_id = \(undone.batch?.id.value)"
        )
        #expect(audit == Array(repeating: RightsStore.deleted, count: 3))
        // A window that somebody adds in between doesn't take the number of one that may come back.
        try console.addWindow(ID(2), "FR", "2018-01-01", "2018-12-31")
        try console.database.execute("DELETE FROM rights_windows WHERE territory = 'FR'")
        let again = try console.batches.undo(try #require(undone.batch).id, by: .commandLine)
        #expect(again.left == 0)
        #expect(try console.catalogText() == given)
        #expect(try console.catalogIsConsistent())
        let back = try console.batches.undo(try #require(again.batch).id, by: .commandLine)
        #expect(back.left == 0)
        #expect(try console.catalogText() == before)
    }

    @Test("Undoing leaves the windows that somebody changed since, and lists their books")
    func undoLeavesChanged() throws {
        for number in 1...4 { try console.addBook("Book \(number)") }
        let batch = try #require(try give(.of("*", "2026-01-01")))
        let changed = try #require(try windows(2).first)
        let terms = try RightsWindow.Terms.of("*", "2026-01-01", "2027-12-31")
        _ = try console.rights.update(changed.id, version: 1, terms, by: .commandLine)
        let deleted = try #require(try windows(3).first)
        _ = try console.rights.delete(deleted.id, version: 1, by: .commandLine)
        let own = try console.addWindow(ID(4), "FR", "2019-01-01")
        let undone = try console.batches.undo(batch.id, by: .commandLine)
        #expect(undone.left == 1)
        #expect(undone.batch?.rowCount == 2)
        let left = try console.batches.left(of: batch.id, limit: 9, offset: 0)
        #expect(left.map(\.title) == ["Book 2"])
        #expect(left.map(\.field) == [.rights])
        #expect(try windows(1).isEmpty)
        #expect(try windows(2).map(\.terms) == [terms])
        #expect(try windows(3).isEmpty)
        #expect(try windows(4) == [own])
    }

    @Test(
        "A window doesn't come back where another has taken its days and places meanwhile",
        arguments: [
            ("DE", "*", "2026-12-31", true), ("*", "DE", "2026-12-31", true),
            ("DE", "FR", "2026-12-31", false), ("DE", "DE", "2025-12-31", false),
        ]
    )
    func undoOfUndo(given: String, other: String, last: String, isTaken: Bool) throws {
        try console.addBook("Fox")
        let batch = try #require(try give(.of(given, "2026-01-01")))
        let undone = try console.batches.undo(batch.id, by: .commandLine)
        try console.addWindow(ID(1), other, "2025-01-01", last)
        let again = try console.batches.undo(try #require(undone.batch).id, by: .commandLine)
        #expect(again.left == (isTaken ? 1 : 0))
        #expect(try windows(1).count == (isTaken ? 1 : 2))
    }

    @Test("A book that is gone for good has no window to be taken, and is listed")
    func undoOfGone() throws {
        for number in 1...2 { try console.addBook("Book \(number)") }
        let batch = try #require(try give(.of("*", "2026-01-01")))
        _ = try console.bin.add(ID(1), by: .commandLine)
        try console.database.execute("DELETE FROM books WHERE id = 1")
        let undone = try console.batches.undo(batch.id, by: .commandLine)
        #expect(undone.left == 1)
        #expect(try console.batches.left(of: batch.id, limit: 9, offset: 0).map(\.title) == [nil])
        #expect(try windows(2).isEmpty)
    }

    @Test("The demo's books may be shown everywhere, also those that an older demo added")
    func demo() throws {
        let demo = Demo(database: console.database, now: console.time.now)
        _ = try demo.addBooks()
        let rights = Rights(console.site.configuration, now: console.time.now)
        #expect(try console.count("SELECT count(*) FROM (\(sql: rights.missing()))") == 0)
        let windows = try console.count("SELECT count(*) FROM rights_windows")
        #expect(windows == DemoBooks.all.count)
        try console.database.execute("DELETE FROM rights_windows WHERE book_id < 10")
        _ = try console.addWindow(ID(3), "FR", "2020-01-01", "2020-12-31")
        #expect(try demo.addBooks() == 0)
        #expect(try console.count("SELECT count(*) FROM rights_windows") == windows)
        #expect(try console.rights.windows(of: ID(3)).map(\.territory.code) == ["FR"])
    }
}
