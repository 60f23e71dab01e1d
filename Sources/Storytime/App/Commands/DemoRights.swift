import SQLite

extension Demo {
    /// Gives those books of the demo that have no window of rights a worldwide one, so that
    /// everything can be tried with them. Who deleted one and runs the demo again gets it again.
    func addRights() throws {
        let titles = DemoBooks.all.map { Folding.fold($0.title) }
        guard let first = CalendarDay(iso: "2020-01-01"), let days = DaySpan(first) else { return }
        let books = try database.all(
            """
            SELECT b.id FROM books AS b WHERE b.title_key IN \(list: titles)
                AND b.deleted_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM rights_windows WHERE book_id = b.id)
            ORDER BY b.id
            """
        ) { ID<Book>(try $0.int(0)) }
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
