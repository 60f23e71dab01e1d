import FoundationEssentials
import FoundationInternationalization
import Testing

@testable import Storytime

@Suite("A clock on the wall")
struct WallClockTests {
    @Test(
        "It shows what a calendar says, before, while and after clocks are changed",
        arguments: [
            "Etc/UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
            "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "Antarctica/Troll",
        ]
    )
    func agreesWithCalendar(zone: String) throws {
        let times = TimeText(zone: zone)
        var clock = WallClock(times)
        // Forwards through the changes of some years, in steps that meet every hour of the day, then
        // backwards over the same: rows come in either order.
        let moments = Array(stride(from: 1_293_800_000, to: 1_420_000_000, by: 20_011))
        for seconds in moments + moments.reversed() {
            let parts = times.calendar.dateComponents(
                [.year, .month, .day, .hour],
                from: Date(timeIntervalSince1970: Double(seconds))
            )
            let expected = CalendarDay(
                year: try #require(parts.year),
                month: try #require(parts.month),
                day: try #require(parts.day)
            )
            let (day, hour) = clock.read(seconds)
            guard day == expected, hour == parts.hour else {
                Issue.record("\(zone), \(seconds): \(day.iso) \(hour)")
                return
            }
        }
    }

    @Test("Hours around a change are read exactly, whichever day was asked for before")
    func aroundAChange() {
        // 29 March 2026, 01:00 UTC: clocks in London go from 01:00 to 02:00.
        let change = 1_774_746_000
        var clock = WallClock(TimeText(zone: "Europe/London"))
        #expect(clock.read(change - 1).hour == 0)
        #expect(clock.read(change).hour == 2)
        #expect(clock.read(change + 86_400).hour == 2)
        #expect(clock.read(change - 86_400).hour == 1)
        #expect(clock.read(change + 3_599).hour == 2)
    }

    @Test("Moments before 1970 have a day and an hour as well")
    func beforeTheEpoch() throws {
        var clock = WallClock(TimeText(zone: "Etc/UTC"))
        let (day, hour) = clock.read(-1)
        #expect(day == CalendarDay(year: 1969, month: 12, day: 31))
        #expect(hour == 23)
        #expect(clock.read(-86_400).hour == 0)
    }
}
