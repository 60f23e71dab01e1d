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

    @Test("Every day of eight centuries is read as it is written, and its parts make it again")
    func readsWhatItWrites() {
        // From 1600 to 2400: twice the 400 years after which the calendar repeats itself.
        for number in -135_140...157_054 {
            let day = CalendarDay(number: number)
            let (year, month, dayOfMonth) = day.parts
            guard CalendarDay(iso: day.iso) == day,
                CalendarDay(year: year, month: month, day: dayOfMonth) == day
            else {
                Issue.record("\(day.iso)")
                return
            }
        }
    }

    @Test(
        "What is no day is none",
        arguments: [
            "", "2026-02-30", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1",
            "0000-01-01", "26-01-01", "+026-01-01", "2026-01-32", "2026/01/01", "2026-01-01 ",
            " 2026-01-0", "20260101", "２０２６-01-01", "2026-01-0x", "-001-01-01", "1900-02-29",
        ]
    )
    func refuses(text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }

    @Test(
        "A moment belongs to the day of the zone",
        arguments: [
            ("UTC", 0, "1970-01-01"), ("UTC", -1, "1969-12-31"), ("UTC", 86_399, "1970-01-01"),
            ("Pacific/Kiritimati", 1_795_257_600, "2026-11-22"),
            ("Pacific/Pago_Pago", 1_795_257_600, "2026-11-20"),
            ("Europe/Berlin", 1_774_735_199, "2026-03-28"),
            ("Europe/Berlin", 1_774_738_800, "2026-03-29"),
        ]
    )
    func belongsToADay(zone: String, seconds: Int, day: String) {
        #expect(TimeText(zone: zone).calendarDay(seconds).iso == day)
    }

    @Test("A day is written as the viewer writes days, whatever the zone")
    func isWritten() throws {
        let day = try #require(CalendarDay(iso: "2026-03-04"))
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo"] {
            #expect(TimeText(zone: zone).day(day) == "4 March 2026")
        }
        let german = try #require(DateLanguage(tag: "de"))
        #expect(TimeText(zone: "UTC", language: german).day(day) == "4. März 2026")
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
