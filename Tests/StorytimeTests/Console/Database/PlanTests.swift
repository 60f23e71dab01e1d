import Testing

@testable import Storytime

@Suite("How statements are answered")
struct PlanTests {
    @Test(
        "A statement that reads a whole large table is noticed in every request of every test",
        arguments: [
            ("SELECT id FROM books WHERE description = ?", true),
            ("SELECT b.id FROM books AS b WHERE b.title = ?", true),
            ("SELECT id FROM books ORDER BY created_at LIMIT 50", true),
            ("SELECT count(*) FROM books WHERE description = ?", true),
            ("SELECT rowid FROM books_search", true),
            ("SELECT term FROM books_words", true),
            ("SELECT term FROM books_words WHERE term >= ?", false),
            ("UPDATE books SET version = 2 WHERE author = ?", true),
            (
                "SELECT id FROM books WHERE deleted_at IS NULL ORDER BY title_key, id LIMIT 50",
                false
            ),
            ("SELECT id FROM books ORDER BY id DESC LIMIT 50", false),
            ("SELECT id FROM books WHERE id = ?", false),
            ("SELECT count(*) FROM books WHERE publisher_id = ?", false),
            ("SELECT count(*) FROM books_search WHERE books_search MATCH ?", false),
            ("SELECT name FROM categories", false),
            ("BEGIN IMMEDIATE", false),
        ]
    )
    func noticesScans(statement: String, isScan: Bool) {
        #expect(PlanWatch.scans(of: statement).isEmpty != isScan)
    }
}
