import SQLite
import Testing

@testable import Storytime

@Suite("Windows of rights: keeping them")
struct RightsStoreTests {
    private let console: Console
    private let book: Book

    init() throws {
        console = try Console()
        book = try console.addBook("Fox")
    }

    private func lastEntry() throws -> (action: String, changes: [Change])? {
        try console.database.first(
            """
            SELECT action, changes FROM audit_entries
            WHERE record_type = 'book' AND record_id = \(book.id.value) ORDER BY id DESC LIMIT 1
            """
        ) { (action: try $0.text(0), changes: try Change.list(try $0.text(1))) }
    }

    @Test("What is kept is what was given, and the book's history tells of every change")
    func tells() throws {
        let window = try console.addWindow(book.id, "DE", "2026-03-01", note: "Contract 7")
        #expect(try console.rights.windows(of: book.id) == [window])
        #expect(window.days.last == nil)
        #expect(try lastEntry()?.action == "added a rights window to")
        #expect(
            try lastEntry()?.changes == [
                Change("territory", nil, "Germany"), Change("first_day", nil, "2026-03-01"),
                Change("note", nil, "Contract 7"),
            ]
        )
        let changed = try console.rights.update(
            window.id,
            version: 1,
            .of("*", "2026-03-01", "2026-12-31", note: "Contract 7"),
            by: .commandLine
        )
        #expect(changed.version == 2)
        #expect(try console.rights.find(window.id) == changed)
        #expect(
            try lastEntry()?.changes == [
                Change("territory", "Germany", "Worldwide"), Change("last_day", nil, "2026-12-31"),
            ]
        )
        _ = try console.rights.delete(window.id, version: 2, by: .commandLine)
        #expect(try lastEntry()?.action == "deleted a rights window of")
        #expect(try console.rights.windows(of: book.id).isEmpty)
        #expect(throws: Failure.notFound) { try console.rights.find(window.id) }
    }

    @Test("A save that changes nothing makes no version and no entry")
    func changesNothing() throws {
        let window = try console.addWindow(book.id)
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        let same = try console.rights.update(
            window.id,
            version: 1,
            window.terms,
            by: .commandLine
        )
        #expect(same == window)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test("A window that somebody changed in between is neither overwritten nor deleted")
    func conflicts() throws {
        let window = try console.addWindow(book.id)
        let theirs = try console.rights.update(
            window.id,
            version: 1,
            .of("FR", "2026-01-01"),
            by: .commandLine
        )
        #expect(throws: RightsStore.Refusal.changedMeanwhile(theirs)) {
            try console.rights.update(
                window.id,
                version: 1,
                .of("DE", "2026-01-01"),
                by: .commandLine
            )
        }
        #expect(throws: RightsStore.Refusal.changedMeanwhile(theirs)) {
            try console.rights.delete(window.id, version: 1, by: .commandLine)
        }
    }

    @Test(
        "Windows overlap where they share a day and a place",
        arguments: [
            ("*", "2026-06-30", "2026-07-15", true), ("*", "2026-07-01", nil, false),
            ("*", "2026-01-01", "2026-05-31", false), ("*", "2026-01-01", "2026-06-01", true),
            ("DE", "2026-06-10", "2026-06-10", true), ("FR", "2026-06-10", "2026-06-10", false),
            ("*", "2026-01-01", nil, true), ("FR", "2026-01-01", nil, false),
        ]
    )
    func overlaps(territory: String, first: String, last: String?, isOverlap: Bool) throws {
        let terms = try RightsWindow.Terms.of("DE", "2026-06-01", "2026-06-30")
        let other = try RightsWindow.Terms.of(territory, first, last)
        #expect(terms.overlaps(other) == isOverlap)
        #expect(other.overlaps(terms) == isOverlap)
        let window = try console.rights.insert(terms, for: book.id, by: .commandLine)
        guard isOverlap else {
            #expect(throws: Never.self) {
                try console.rights.insert(
                    other,
                    for: book.id,
                    refusingOverlaps: true,
                    by: .commandLine
                )
            }
            return
        }
        #expect(throws: RightsStore.Refusal.overlaps([window])) {
            try console.rights.insert(
                other,
                for: book.id,
                refusingOverlaps: true,
                by: .commandLine
            )
        }
        // It may be overruled; and then each of the two may still be given a note.
        let second = try console.rights.insert(other, for: book.id, by: .commandLine)
        var noted = second.terms
        noted.note = "Both are right"
        #expect(
            try console.rights.update(
                second.id,
                version: 1,
                noted,
                refusingOverlaps: true,
                by: .commandLine
            ).version == 2
        )
    }

    @Test("A book has so many windows and no more")
    func isLimited() throws {
        try console.database.write {
            for year in 0..<RightsStore.maximumWindows {
                try console.addWindow(book.id, "*", "\(2000 + year)-01-01", "\(2000 + year)-12-31")
            }
        }
        #expect(throws: RightsStore.Refusal.tooMany) { try console.addWindow(book.id, "DE") }
        let other = try console.addBook("Owl")
        #expect(throws: Never.self) { try console.addWindow(other.id) }
    }

    @Test("A book in the bin is not given rights; one that is gone takes its windows with it")
    func bin() throws {
        let window = try console.addWindow(book.id)
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'x' WHERE id = \(book.id.value)"
        )
        #expect(throws: Failure.notFound) { try console.addWindow(book.id, "DE") }
        #expect(throws: Failure.notFound) {
            try console.rights.delete(window.id, version: 1, by: .commandLine)
        }
        #expect(throws: Failure.notFound) { try console.addWindow(ID(99)) }
        try console.database.execute("DELETE FROM books WHERE id = \(book.id.value)")
        #expect(try console.count("SELECT count(*) FROM rights_windows") == 0)
    }

    @Test("A number is never given to another window")
    func numbersAreKept() throws {
        let first = try console.addWindow(book.id)
        _ = try console.rights.delete(first.id, version: 1, by: .commandLine)
        #expect(try console.addWindow(book.id).id != first.id)
    }
}
