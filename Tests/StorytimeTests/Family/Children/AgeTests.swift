import Testing

@testable import Storytime

@Suite("How old a child is")
struct AgeTests {
    @Test(
        "The age is that of the last birthday; of small children in months",
        arguments: [
            ("2022-11-22", "2026-11-21", "3 years old"),
            ("2022-11-21", "2026-11-21", "4 years old"),
            ("2026-11-21", "2026-11-21", "Newborn"), ("2026-10-22", "2026-11-21", "Newborn"),
            ("2026-10-21", "2026-11-21", "1 month old"),
            ("2025-11-21", "2026-11-21", "12 months old"),
            ("2024-11-22", "2026-11-21", "23 months old"),
            ("2024-11-21", "2026-11-21", "2 years old"),
            ("2020-02-29", "2026-02-28", "5 years old"),
            ("2020-02-29", "2026-03-01", "6 years old"),
            ("2020-02-29", "2024-02-29", "4 years old"), ("2027-01-01", "2026-11-21", "Newborn"),
        ]
    )
    func text(birth: String, day: String, text: String) throws {
        let age = Age(
            bornOn: try #require(CalendarDay(iso: birth)),
            on: try #require(CalendarDay(iso: day))
        )
        #expect(age.text == text)
    }

    @Test("A day that is written down is read back, every day of four centuries")
    func days() {
        for number in stride(from: -80_000, through: 80_000, by: 1) {
            let day = CalendarDay(number: number)
            guard day.iso.utf8.count == 10 else { continue }
            #expect(CalendarDay(iso: day.iso)?.number == number)
        }
    }

    @Test(
        "What is no day is none",
        arguments: [
            "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "2026-11-31", "+026-01-01",
            "2026-01-01 ", "20260101", "2026-01-00", "２０２６-01-01", "99999-01-01",
        ]
    )
    func noDays(text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }
}
