import HTTP
import Testing

@testable import Storytime

@Suite("The days of a report")
struct ReportRangeTests {
    /// A Saturday.
    private let today = CalendarDay(number: 20_778)

    private func form(_ query: String) throws -> ReportForm {
        ReportForm(
            Fields(try URLEncodedForm(query: query).pairs),
            path: "/usage",
            today: today
        )
    }

    @Test(
        "A preset is compared with days that are as far as it has come",
        arguments: [
            ("this-week", "16 to 21 November 2026", "9 to 14 November 2026"),
            ("last-week", "9 to 15 November 2026", "2 to 8 November 2026"),
            ("30-days", "23 October to 21 November 2026", "23 September to 22 October 2026"),
            ("this-month", "1 to 21 November 2026", "1 to 21 October 2026"),
        ]
    )
    func presets(name: String, days: String, previous: String) throws {
        let form = try form("range=\(name)")
        #expect(form.range.days.words == days)
        #expect(form.range.previous.words == previous)
        #expect(form.isValid)
    }

    @Test("The month before may be shorter than what is over of this one")
    func shortMonth() throws {
        let day = try #require(CalendarDay(iso: "2027-03-30"))
        let range = ReportRange(.thisMonth, today: day)
        #expect(range.days.words == "1 to 30 March 2027")
        #expect(range.previous.words == "1 to 28 February 2027")
    }

    @Test("On the first day of a week it is compared with the first day of the last one")
    func monday() throws {
        let day = try #require(CalendarDay(iso: "2026-11-16"))
        let range = ReportRange(.thisWeek, today: day)
        #expect(range.days.words == "16 November 2026")
        #expect(range.previousWords == "the same days of last week, 9 November 2026")
    }

    @Test("Days of one's own are compared with as many before, with or without the preset's name")
    func custom() throws {
        for query in [
            "range=custom&from=2026-01-05&to=2026-01-14", "from=2026-01-05&to=2026-01-14",
        ] {
            let form = try form(query)
            #expect(form.range.preset == .custom)
            #expect(form.range.days.words == "5 to 14 January 2026")
            #expect(
                form.range.previousWords == "the 10 days before, 26 December 2025 to 4 January 2026"
            )
        }
    }

    @Test(
        "Days that are none are said to be, and what was typed stays in the address",
        arguments: [
            "from=2026-02-30&to=2026-03-01", "from=2026-03-02&to=2026-03-01", "from=&to=2026-03-01",
            "from=yesterday&to=%00", "from=0001-01-01&to=9999-12-31", "range=custom",
        ]
    )
    func wrong(query: String) throws {
        let form = try form(query)
        #expect(!form.isValid)
        #expect(form.query.contains { $0.name == "range" && $0.value == "custom" })
    }

    @Test("What the address says wrongly of the rest is as if it said nothing")
    func unknown() throws {
        let form = try form("range=eternity&group=century&least=11")
        #expect(form.range.preset == .thisWeek)
        #expect(form.grouping == .day)
        #expect(form.least == ReportForm.usualLeast)
        #expect(form.href == "/usage?range=this-week")
    }

    @Test(
        "A file is refused for it, by name",
        arguments: [
            (
                "range=eternity",
                "“range” can be: this-week, last-week, 30-days, this-month, custom."
            ),
            ("range=", "“range” can be: this-week, last-week, 30-days, this-month, custom."),
            ("range=this-week&to=2026-11-20", "“to” can only be sent with the range “custom”."),
            ("group=century", "“group” can be: day, week, month."),
            ("from=2026-01-01&to=2026-12-31&group=day", "“group” can be: week, month."),
            ("least=11", "“least” can be: 0, 5, 10, 30, 60."),
            ("from=soon&to=2026-11-21", "“from”: “soon” is not a day. Write it like 2026-03-04."),
            ("range=custom&from=2026-11-21", "“to”: Choose a day."),
        ]
    )
    func refused(query: String, complaint: String) throws {
        #expect(try form(query).complaint == complaint)
    }

    @Test("The address says everything, and a file of it the same")
    func address() throws {
        let query = "range=this-month&group=week&least=0"
        let form = try form(query)
        #expect(form.href == "/usage?" + query)
        #expect(form.exportHref == "/usage.csv?" + query)
    }
}

@Suite("The parts of a report's days")
struct ReportGroupingTests {
    private func span(_ first: String, _ last: String) throws -> ReportDays {
        ReportDays(
            first: try #require(CalendarDay(iso: first)),
            last: try #require(CalendarDay(iso: last))
        )
    }

    @Test("Parts follow each other without a gap and end with the days, whatever their size")
    func parts() throws {
        for (first, last) in [
            ("2026-11-21", "2026-11-21"), ("2026-11-02", "2026-11-29"),
            ("2023-12-30", "2024-03-01"),
            ("2016-11-21", "2026-11-20"),
        ] {
            let days = try span(first, last)
            for grouping in ReportGrouping.allCases {
                let parts = grouping.parts(of: days)
                #expect(parts.first?.days.first == days.first)
                #expect(parts.last?.days.last == days.last)
                for (one, next) in zip(parts, parts.dropFirst()) {
                    #expect(one.days.last.adding(1) == next.days.first)
                    if grouping == .week { #expect(next.days.first.weekday == 0) }
                    if grouping == .month { #expect(next.days.first.parts.day == 1) }
                }
            }
        }
    }

    @Test("A part is named by what it is, and by its days where it is cut off")
    func names() throws {
        let days = try span("2026-10-05", "2026-11-21")
        let months = ReportGrouping.month.parts(of: days)
        #expect(months.map(\.name) == ["5 to 31 October 2026", "1 to 21 November 2026"])
        #expect(months.map(\.label) == ["Oct", "Nov"])
        let whole = ReportGrouping.month.parts(of: try span("2028-02-01", "2028-02-29"))
        #expect(whole.map(\.name) == ["February 2028"])
        let years = ReportGrouping.month.parts(of: try span("2025-11-21", "2026-11-21"))
        #expect(months.map(\.preposition) == ["from", "from"])
        #expect(whole.map(\.preposition) == ["in"])
        #expect(years.first?.label == "Nov 2025" && years.last?.label == "Nov 2026")
        let weeks = ReportGrouping.week.parts(of: days)
        #expect(weeks.first?.preposition == "from")
        #expect(weeks.first?.name == "5 to 11 October 2026")
        #expect(weeks.last?.name == "16 to 21 November 2026")
        #expect(weeks.last?.label == "16 Nov")
        #expect(ReportGrouping.day.parts(of: days).first?.name == "Monday 5 October 2026")
    }

    @Test("The finest parts that can be told apart are shown, unless others are asked for")
    func fitting() throws {
        #expect(ReportGrouping.fitting(try span("2026-11-01", "2026-11-30")) == .day)
        #expect(ReportGrouping.fitting(try span("2026-10-01", "2026-11-30")) == .week)
        #expect(ReportGrouping.fitting(try span("2024-01-01", "2026-11-30")) == .month)
        let form = ReportForm(
            Fields([("from", "2016-01-01"), ("to", "2025-12-31"), ("group", "day")]),
            path: "/usage",
            today: CalendarDay(number: 20_778)
        )
        #expect(form.grouping == .month)
    }
}
