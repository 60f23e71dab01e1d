import Testing

@testable import Storytime

@Suite("How it stands with the rights of a book")
struct RightsStandingTests {
    typealias Window = (territory: String, first: String, last: String?)

    private static func window(_ window: Window) throws -> RightsWindow {
        RightsWindow(
            id: ID(1),
            book: ID(1),
            terms: try .of(window.territory, window.first, window.last),
            version: 1,
            createdAt: 0,
            updatedAt: 0
        )
    }

    private func text(_ windows: [Window], in territory: String) throws -> String {
        let rights = try Rights.of(territory, "2026-11-21")
        let standing = RightsStanding(rights, try windows.map(Self.window))
        #expect(standing.isOpen == rights.areGiven(by: try windows.map(Self.window)))
        return standing.text(in: rights.territory, TimeText(zone: "UTC"))
    }

    @Test(
        "One line says whether it may be shown today, and since or until when it may not",
        arguments: [
            ([], "DE", "No rights today. This book has no rights window."),
            ([("*", "2026-01-01", nil)], "*", "Rights today, no end date."),
            (
                [("*", "2026-01-01", "2026-11-21")], "DE",
                "Rights today, until 21 November 2026."
            ),
            (
                [("*", "2027-03-01", nil), ("*", "2026-01-01", "2026-11-20")], "*",
                "No rights today. The next window opens on 1 March 2027."
            ),
            (
                [("DE", "2020-01-01", "2020-12-31"), ("*", "2021-01-01", "2026-05-01")], "DE",
                "No rights today. The last window ended on 1 May 2026."
            ),
            (
                [("DE", "2026-01-01", nil)], "AT",
                "No rights today. No window is worldwide or for Austria."
            ),
            (
                [("DE", "2026-01-01", nil)], "*",
                "No rights today. No window is worldwide, and no territory is configured."
            ),
        ] as [([Window], String, String)]
    )
    func says(windows: [Window], territory: String, expected: String) throws {
        #expect(try text(windows, in: territory) == expected)
    }

    @Test("Windows that follow each other without a gap are told of as one")
    func joins() throws {
        let windows: [Window] = [
            ("DE", "2026-12-01", "2027-06-30"), ("*", "2026-01-01", "2026-11-30"),
            ("*", "2027-07-01", "2027-07-31"), ("*", "2027-08-02", nil),
            ("AT", "2027-08-01", nil),
        ]
        #expect(try text(windows, in: "DE") == "Rights today, until 31 July 2027.")
        #expect(try text(windows, in: "AT") == "Rights today, until 30 November 2026.")
    }

    @Test("A short window inside a long one ends nothing")
    func nested() throws {
        let windows: [Window] = [
            ("*", "2026-01-01", "2027-12-31"), ("*", "2026-02-01", "2026-12-01"),
        ]
        #expect(try text(windows, in: "*") == "Rights today, until 31 December 2027.")
    }
}
