import Testing

@testable import Storytime

@Suite("The calendar")
struct CalendarTests {
    @Test(
        "A day has a date and a name",
        arguments: [
            (0, "1970-01-01", "Thursday 1 January 1970"),
            (-1, "1969-12-31", "Wednesday 31 December 1969"),
            (11_016, "2000-02-29", "Tuesday 29 February 2000"),
            (20_778, "2026-11-21", "Saturday 21 November 2026"),
            (47_540, "2100-02-28", "Sunday 28 February 2100"),
            (47_541, "2100-03-01", "Monday 1 March 2100"),
        ]
    )
    func namesDays(_ number: Int, _ iso: String, _ text: String) {
        #expect(CalendarDay(number: number).iso == iso)
        #expect(CalendarDay(number: number).text == text)
    }

    private func strip(_ amounts: [Int: Int], today: Int = 20_778) -> CalendarStrip {
        CalendarStrip(
            first: CalendarDay(number: 20_770),
            today: CalendarDay(number: today),
            current: nil,
            amounts: Dictionary(
                uniqueKeysWithValues: amounts.map { (CalendarDay(number: $0), $1) }
            ),
            units: ("minute", "minutes"),
            path: "/report"
        )
    }

    @Test("A strip shows two weeks; days to come lead nowhere")
    func showsTwoWeeks() {
        let days = strip([:]).days
        #expect(days.count == 14)
        #expect(days.map(\.isToday).firstIndex(of: true) == 8)
        #expect(days[8].href == "/report?day=2026-11-21")
        #expect(days[9].href == nil)
    }

    @Test("The most has the highest mark, the least has one, nothing has none")
    func marksAmounts() {
        let days = strip([20_770: 1, 20_771: 30, 20_772: 60, 20_773: 0]).days
        #expect(days.prefix(4).map(\.level) == [1, 2, 4, 0])
        #expect(
            days.prefix(4).map(\.note) == ["1 minute", "30 minutes", "60 minutes", "no minutes"]
        )
    }

    @Test("The month is named where it begins")
    func namesMonths() {
        let days = strip([:], today: 20_800).days
        #expect(days.map(\.showsMonth) == [true] + Array(repeating: false, count: 13))
        let later = CalendarStrip(
            first: CalendarDay(number: 20_780),
            today: CalendarDay(number: 20_800),
            amounts: [:],
            units: ("", ""),
            path: ""
        )
        #expect(later.days.map(\.showsMonth).lastIndex(of: true) == 8)
    }
}
