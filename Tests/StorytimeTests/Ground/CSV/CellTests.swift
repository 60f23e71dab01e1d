import Testing

@testable import Storytime

@Suite("What is in a cell besides its text")
struct CellTests {
    private func read(_ cell: String) throws -> String {
        var file = try CSVFile(bytes: Array("a;\(cell)\nx;\n".utf8), delimiter: .semicolon)
        #expect(try file.next()?[0] == "x")
        return file.header[1]
    }

    @Test(
        "A formula around a text is no part of it, in every column and in the header",
        arguments: [
            ("=\"9780306406157\"", "9780306406157"), ("\"=\"\"0306406152\"\"\"", "0306406152"),
            ("=\"\"", ""), ("\"=\"\"\"\"\"", ""), ("= \"a b\" ", "a b"), ("=\"\"978\"\"", "978"),
            ("\"=\"\"say \"\"\"\"hi\"\"\"\"\"\"\"", "say \"hi\""), ("=\"é 🦊\"", "é 🦊"),
            ("\"=\"\"two\nlines\"\"\"", "two\nlines"),
            ("\"=T(\"\"Fox\"\")\"", "Fox"), ("=t( \"Fox\" )", "Fox"),
            ("\"=TEXT(9780306406157,\"\"0\"\")\"", "9780306406157"),
            ("\"=TEXT(306406152;\"\"0000000000\"\")\"", "0306406152"),
            ("\"=text(\"\"007\"\", \"\"@\"\")\"", "007"), ("\"=TEXT(\"\"7\"\",\"\"#\"\")\"", "7"),
            // Only once.
            ("\"=\"\"=\"\"\"\"x\"\"\"\"\"\"\"", "=\"x\""),
        ]
    )
    func unwrapped(cell: String, text: String) throws {
        #expect(try read(cell) == text)
    }

    @Test(
        "Any other formula stays as it is written",
        arguments: [
            "=", "=1+1", "=\"a", "=a\"", "=\"a\"&\"b\"", "=SUM(A1)", "=T(A1)", "=T(\"a\"",
            "=TEXT(1,2)",
            "=TEXT(A1,\"0\")", "=TEXT(1,\"0.00\")", "=TEXT(1,\"##\")", "=TEXT(1,\"yyyy\")",
            "=TEXT(,\"0\")",
            "=TEXT(1,\"\")", "=\"a\"b\"", "x=\"a\"", " =\"a\"", "=HYPERLINK(\"x\")", "＝\"a\"", "=T",
        ]
    )
    func formulas(text: String) throws {
        let doubled = text.replacing("\"", with: "\"\"")
        #expect(try read("\"\(doubled)\"") == text)
    }

    @Test("A text that looks like one is written and read as it is")
    func written() throws {
        for text in ["=\"a\"", "'=\"a\"", "''=\"a\"", " =\"a\"", "=\"\""] {
            var writer = CSVWriter(delimiter: .semicolon)
            writer.row(["a", text])
            writer.row(["x", ""])
            let file = try CSVFile(bytes: writer.take(), delimiter: .semicolon)
            #expect(file.header[1] == text)
        }
    }

    @Test(
        "A mark in front, zeros in front and an empty fraction are no part of a whole number",
        arguments: [
            ("7", "7"), (" '7 ", "7"), ("`7", "7"), ("’7", "7"), ("1999.0", "1999"),
            ("24,00", "24"),
            ("'0032.0", "32"), ("000", "0"), ("'-7", "-7"), ("-7", "-7"), ("", ""), ("'", "'"),
            (".0", ".0"),
            ("1.000", "1.000"), ("1,000", "1,000"), ("3.5", "3.5"), ("1e3", "1e3"), ("''7", "''7"),
            ("'x", "'x"), ("٣", "٣"), ("'2026-03-04", "2026-03-04"),
        ]
    )
    func numbers(cell: String, text: String) {
        #expect(CellNumber.whole(cell) == text)
    }

    @Test(
        "Of the number of an edition, zeros in front count",
        arguments: [
            ("'0306406152", "0306406152"), ("`978-0-306-40615-7", "978-0-306-40615-7"),
            ("9780306406157.0", "9780306406157"), ("043942089X", "043942089X"),
            ("ISBN 0306406152", "ISBN 0306406152"), ("9.78E+12", "9.78E+12"),
        ]
    )
    func editions(cell: String, text: String) {
        #expect(CellNumber.edition(cell) == text)
    }
}
