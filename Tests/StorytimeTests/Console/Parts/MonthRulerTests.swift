import Testing

@testable import Storytime

@Suite("A year of months with today in it")
struct MonthRulerTests {
    private func ruler(_ day: String) throws -> MonthRuler {
        MonthRuler(around: try .of(day))
    }

    private func bar(_ first: String, _ last: String?) throws -> SpanBar? {
        let span = try #require(try DaySpan(.of(first), last.map(CalendarDay.of)))
        return try ruler("2026-11-21").bar(span)
    }

    @Test("It begins with the month before, and names every third month")
    func marks() throws {
        #expect(
            try ruler("2026-11-21").marks.map(\.label)
                == ["Oct 2026", "Jan 2027", "Apr 2027", "Jul 2027"]
        )
        #expect(try ruler("2027-01-31").marks.first?.label == "Dec 2026")
        #expect(try ruler("2026-12-01").marks.map(\.x) == ["0.0%", "25.2%", "49.6%", "74.8%"])
    }

    @Test(
        "A span is drawn as far as it lies in the year",
        arguments: [
            ("2020-01-01", nil, SpanBar(x: "0.0%", width: "100.0%")),
            ("2026-10-01", "2027-09-30", SpanBar(x: "0.0%", width: "100.0%")),
            ("2026-10-01", "2026-10-31", SpanBar(x: "0.0%", width: "8.5%")),
            ("2027-09-30", nil, SpanBar(x: "99.7%", width: "0.3%")),
            ("2020-01-01", "2026-09-30", nil), ("2027-10-01", nil, nil),
        ] as [(String, String?, SpanBar?)]
    )
    func bars(first: String, last: String?, expected: SpanBar?) throws {
        #expect(try bar(first, last) == expected)
    }

    @Test("Today stands in the middle of its day")
    func today() throws {
        #expect(try ruler("2026-11-21").place(of: .of("2026-10-01")) == "0.1%")
        #expect(try ruler("2026-11-21").place(of: .of("2027-09-30")) == "99.9%")
    }
}
