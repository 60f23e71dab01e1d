import SQLite
import Testing

@testable import Storytime

@Suite("One window of rights for many books")
struct ManyRightsTests {
    @Test("Every book that is meant gets it, but for those that have such a window already")
    func adds() throws {
        let console = try Console()
        let books = try (1...6).map { try console.addBook("Book \($0)") }
        try console.addWindow(books[0].id, "*", "2026-01-01", "2026-12-31")
        try console.addWindow(books[1].id, "FR", "2026-01-01")
        try console.addWindow(books[2].id, "DE", "2026-01-01", "2026-06-30")
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(books[5].id.value)"
        )
        let batch = try #require(
            try console.batches.make(.bulk, by: .commandLine, summary: { "\($0)" }) {
                try $0.set(.status, to: "archived", of: "SELECT 4")
            }
        )
        let terms = try RightsWindow.Terms.of("DE", "2026-07-01", note: "All")
        let added = try console.rights.add(
            terms,
            to: "SELECT id FROM books WHERE id <> 5",
            in: batch.id,
            by: .commandLine
        )
        #expect(added == RightsStore.Added(books: 3, left: 1))
        for (index, has) in [false, true, true, true, false, false].enumerated() {
            let windows = try console.rights.windows(of: books[index].id).map(\.terms)
            #expect(windows.contains(terms) == has, "\(index)")
        }
        let entries = try console.database.all(
            """
            SELECT record_id, record_label, changes, action FROM audit_entries
            WHERE batch_id = \(batch.id.value) AND action <> 'changed' ORDER BY id
            """
        ) { (try $0.int(0), try $0.text(1), try Change.list(try $0.text(2)), try $0.text(3)) }
        #expect(entries.map(\.0) == [2, 3, 4])
        #expect(entries.map(\.1) == ["Book 2", "Book 3", "Book 4"])
        #expect(entries.allSatisfy { $0.2 == RightsStore.changes(from: nil, to: terms) })
        #expect(entries.allSatisfy { $0.3 == RightsStore.added })
    }

    @Test("Books without rights are given some, although giving them changes which they are")
    func addsToTheMissing() throws {
        let console = try Console()
        try console.fillCatalog(300)
        let rights = try Rights.of("*", "2026-11-21")
        try console.addWindow(ID(7))
        let added = try console.rights.add(
            .of("*", "2026-01-01"),
            to: rights.missing(),
            by: .commandLine
        )
        #expect(added == RightsStore.Added(books: 299, left: 0))
        #expect(try console.count("SELECT count(*) FROM (\(sql: rights.missing()))") == 0)
        let again = try console.rights.add(
            .of("*", "2026-01-01"),
            to: "SELECT id FROM books",
            by: .commandLine
        )
        #expect(again == RightsStore.Added(books: 0, left: 300))
    }

    @Test("A book with as many windows as one may have is left as it is")
    func keepsLimit() throws {
        let console = try Console()
        let book = try console.addBook("Fox")
        try console.database.write {
            for year in 0..<RightsStore.maximumWindows {
                try console.addWindow(book.id, "*", "\(1900 + year)-01-01", "\(1900 + year)-12-31")
            }
        }
        let added = try console.rights.add(
            .of("*", "2026-01-01"),
            to: "SELECT id FROM books",
            by: .commandLine
        )
        #expect(added == RightsStore.Added(books: 0, left: 1))
    }

    @Test("The demo's books may be shown everywhere, also those that an older demo added")
    func demo() throws {
        let console = try Console()
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
