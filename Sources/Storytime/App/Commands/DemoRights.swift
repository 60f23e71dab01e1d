import SQLite

extension Demo {
    /// Gives those books of the demo that have no rights window a worldwide one, so that
    /// everything can be tried with them. If you delete one and run the demo again, it comes back.
    func addRights() throws {
        let titles = DemoBooks.all.map { Folding.fold($0.title) }
        let books = try database.all(
            """
            SELECT b.id FROM books AS b WHERE b.title_key IN \(list: titles)
                AND b.deleted_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM rights_windows WHERE book_id = b.id)
            ORDER BY b.id
            """
        ) { ID<Book>(try $0.int(0)) }
        try addRights(to: books)
    }

    /// Gives each of them a worldwide window.
    func addRights(to books: [ID<Book>]) throws {
        guard let first = CalendarDay(iso: "2020-01-01"), let days = DaySpan(first) else { return }
        let store = RightsStore(database: database, now: now)
        for book in books {
            _ = try store.insert(
                .init(territory: .worldwide, days: days, note: "For trying things"),
                for: book,
                by: .commandLine
            )
        }
    }
}
