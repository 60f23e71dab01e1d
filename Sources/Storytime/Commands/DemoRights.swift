import SQLite

extension Demo {
    /// Gives those books of the demo that have no window of rights a worldwide one, so that
    /// everything can be tried with them. Who deleted one and runs the demo again gets it again.
    func addRights() throws {
        let titles = DemoBooks.all.map { Folding.fold($0.title) }
        guard let first = CalendarDay(iso: "2020-01-01"), let days = DaySpan(first) else { return }
        _ = try RightsStore(database: database, now: now).add(
            RightsWindow.Terms(territory: .worldwide, days: days, note: "For trying things"),
            to: """
                SELECT id FROM books AS d WHERE d.title_key IN \(list: titles)
                    AND NOT EXISTS (SELECT 1 FROM rights_windows WHERE book_id = d.id)
                """,
            by: .commandLine
        )
    }
}
