import Testing

@testable import HTTP

@Suite struct DateTests {
    @Test(
        "Dates are written as IMF-fixdate and read back",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ]
    )
    func roundTrip(seconds: Int, text: String) {
        #expect(HTTPDate.format(seconds) == text)
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test("Every day of four centuries is read as it was written")
    func days() {
        for day in stride(from: -73_000, through: 73_000, by: 17) {
            let seconds = day * 86_400 + 3_661
            #expect(HTTPDate.parse(HTTPDate.format(seconds)) == seconds)
        }
    }

    @Test("RFC 850's and asctime's forms are read too")
    func oldForms() {
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: 1_700_000_000) == 784_111_777)
        #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994") == 784_111_777)
        #expect(HTTPDate.parse("Wed Nov 16 08:49:37 1994") == 784_975_777)
    }

    @Test("A two-digit year is at most fifty years ahead")
    func centuries() {
        let now = 1_700_000_000  // 2023
        #expect(HTTPDate.parse("Sunday, 01-Jan-73 00:00:00 GMT", now: now) == 3_250_454_400)
        #expect(HTTPDate.parse("Monday, 01-Jan-74 00:00:00 GMT", now: now) == 126_230_400)
    }

    @Test("Times that no date can write are drawn to the nearest that one can")
    func extremes() {
        #expect(HTTPDate.format(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.format(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    }

    @Test(
        "What is not a date is nothing",
        arguments: [
            "", "yesterday", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Foo, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994  08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT",
        ]
    )
    func malformed(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}
