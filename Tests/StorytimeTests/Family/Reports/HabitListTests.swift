import SQLite
import Testing

@testable import Storytime

@Suite("How single plays are read")
struct HabitListTests {
    @Test("Plays are read from their index alone, in which those of a child lie side by side")
    func fromTheIndexAlone() throws {
        let home = try WatchingHome()
        let day = try #require(CalendarDay(year: 2026, month: 11, day: 1))
        let days = ReportDays(first: day, last: day.adding(29))
        let database = home.console.database
        let child = HabitList(database: database, subject: .child(home.pippi.id))
        #expect(
            try database.queryPlan(of: child.statement(days, least: 10).text)
                .allSatisfy { $0.contains("COVERING INDEX viewings_by_day") }
        )
        let family = HabitList(database: database, subject: .family(home.family.id))
        #expect(
            try database.queryPlan(of: family.statement(days, least: 10).text).contains {
                $0.contains("SEARCH u USING COVERING INDEX viewings_by_day")
            }
        )
    }

    @Test("Of a library, the stories that were opened are passed over in the indexes")
    func unopenedFromIndexes() throws {
        let home = try WatchingHome()
        let database = home.console.database
        let list = UnopenedList(database: database, child: home.pippi.id)
        let steps = try database.queryPlan(of: list.statement(10).text)
        for step in [
            "i USING COVERING INDEX library_items_by_age",
            "v USING COVERING INDEX viewings_by_book",
        ] {
            #expect(steps.contains { $0.contains("SEARCH " + step) })
        }
    }
}
