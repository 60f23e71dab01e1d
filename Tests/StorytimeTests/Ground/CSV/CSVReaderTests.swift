import Received
import Testing

@testable import Storytime

@Suite("Reading CSV")
struct CSVReaderTests {
    private func reader(
        _ text: String,
        _ delimiter: Delimiter = .comma,
        pieceBytes: Int = 1 << 16
    ) -> CSVReader {
        let source = MemorySource(Array(text.utf8), pieceBytes: pieceBytes)
        return CSVReader(TextDecoder(source, .utf8), delimiter: delimiter)
    }

    private func rows(
        _ text: String,
        _ delimiter: Delimiter = .comma,
        pieceBytes: Int = 1 << 16
    ) throws -> [CSVRow] {
        var reader = reader(text, delimiter, pieceBytes: pieceBytes)
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private static let accepted: [(String, [[String]])] = [
        ("", []), ("\r\n", []), ("\n\n\r\r\n", []), ("a", [["a"]]),
        ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
        ("a,b\nc,d", [["a", "b"], ["c", "d"]]), ("a\rb\r", [["a"], ["b"]]),
        ("a\r\n\r\n\n\rb", [["a"], ["b"]]), (",", [["", ""]]), ("a,", [["a", ""]]),
        (",a\n", [["", "a"]]),
        ("\"\"", [[""]]), ("\"\"\n\"\"", [[""], [""]]), ("\"a,b\"", [["a,b"]]),
        ("\"a\"\"b\"", [["a\"b"]]), ("\"\"\"\"", [["\""]]), ("\"a\r\nb\",c", [["a\r\nb", "c"]]),
        ("\"a\rb\"\n", [["a\rb"]]), ("\"a\r\"\nb", [["a\r"], ["b"]]),
        (" a , b ", [[" a ", " b "]]),
        ("7\" single,b", [["7\" single", "b"]]), ("a\"\"b\"", [["a\"\"b\""]]), ("\" a\"", [[" a"]]),
        ("é,日本,🦊", [["é", "日本", "🦊"]]), ("a\0b", [["a\0b"]]),
        ("\u{2028}\u{85}", [["\u{2028}\u{85}"]]),
        ("'=1,'-2,''=3,'twas,'", [["=1", "-2", "'=3", "'twas", "'"]]),
        ("\"'=a\"\"b\"", [["=a\"b"]]),
        ("=1,-2", [["=1", "-2"]]), ("'\"a\"", [["'\"a\""]]),
    ]

    @Test("Rows are what RFC 4180 says, and what files have besides", arguments: accepted)
    func accepts(text: String, cells: [[String]]) throws {
        for pieceBytes in [1, 2, 3, 1 << 16] {
            #expect(try rows(text, pieceBytes: pieceBytes).map(\.cells) == cells)
        }
    }

    @Test("The delimiter is the one that was asked for, and no other")
    func delimiters() throws {
        #expect(try rows("a;b,c;\"d;e\"", .semicolon).map(\.cells) == [["a", "b,c", "d;e"]])
        #expect(try rows("a\tb;c\t", .tab).map(\.cells) == [["a", "b;c", ""]])
    }

    @Test("A row knows the line in which it begins, however lines end")
    func lines() throws {
        let text = "a\r\n\r\n\"b\r\nb\nb\rb\"\r\nc\rd\n\n\"e\r\"\nf"
        for pieceBytes in [1, 2, 5, 1 << 16] {
            let rows = try rows(text, pieceBytes: pieceBytes)
            #expect(rows.map { $0[0].prefix(1) } == ["a", "b", "c", "d", "e", "f"])
            #expect(rows.map(\.line) == [1, 3, 7, 8, 10, 12])
        }
    }

    private static let refused: [(String, Int, CSVError.Reason)] = [
        ("a,b\n\"c", 2, .unclosedQuote), ("a\n\n\"b\nc\nd", 3, .unclosedQuote),
        ("\"", 1, .unclosedQuote), ("\"a\"\"", 1, .unclosedQuote), ("\"a\" ,b", 1, .textAfterQuote),
        ("a\n\"b\nc\"d\"", 3, .textAfterQuote), ("a, \"b\"", 1, .spaceBeforeQuote),
    ]

    @Test("What could mean two things is an error that names its line", arguments: refused)
    func refuses(text: String, line: Int, reason: CSVError.Reason) {
        for pieceBytes in [1000, 1 << 20] {
            #expect(throws: CSVError(line: line, reason: reason)) {
                try rows(text, pieceBytes: pieceBytes)
            }
        }
    }

    private static let longest = String(repeating: "x", count: CSVReader.maximumCellBytes)

    @Test("What fits the limits exactly is read")
    func withinLimits() throws {
        #expect(try rows("a\n\"\(Self.longest)\"").last?[0] == Self.longest)
        let wide = String(repeating: ",", count: CSVReader.maximumColumns - 1)
        #expect(try rows(wide).first?.count == CSVReader.maximumColumns)
        let many = Array(repeating: Self.longest, count: 8).joined(separator: ",")
        #expect(try rows(many).first?.count == 8)
    }

    @Test(
        "What goes beyond a limit is an error in the line where it began",
        arguments: [1000, 1 << 22]
    )
    func beyondLimits(pieceBytes: Int) {
        func refuses(_ text: String, _ reason: CSVError.Reason) {
            #expect(throws: CSVError(line: 2, reason: reason)) {
                try rows("a\n" + text, pieceBytes: pieceBytes)
            }
        }
        refuses(Self.longest + "x", .cellTooLong)
        refuses("b,\"\n\n" + Self.longest, .cellTooLong)
        refuses(String(repeating: "\"\"", count: CSVReader.maximumCellBytes + 2), .cellTooLong)
        refuses(String(repeating: ",", count: CSVReader.maximumColumns), .tooManyColumns)
        refuses(Array(repeating: Self.longest, count: 9).joined(separator: ","), .rowTooLong)
    }

    @Test("The rows before an error are read, and none after it")
    func afterAnError() throws {
        var reader = reader("a\n\"b\"c\nd")
        #expect(try reader.next()?.cells == ["a"])
        #expect(throws: CSVError.self) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test("A row that is too short has empty cells behind its end")
    func shortRows() throws {
        let row = try #require(try rows("a,b").first)
        #expect(row.count == 2)
        #expect(row[1] == "b" && row[2] == "" && row[-1] == "")
    }

    @Test("A byte that is no text costs its character, and its line is known")
    func invalidText() throws {
        let bytes = Array("a\nb\n\"c\n".utf8) + [0xE9] + Array("\",d\n".utf8)
        for pieceBytes in [1, 3, 100] {
            let source = MemorySource(bytes, pieceBytes: pieceBytes)
            var reader = CSVReader(TextDecoder(source, .utf8), delimiter: .comma)
            #expect(try reader.next()?.cells == ["a"])
            #expect(try reader.next()?.cells == ["b"])
            #expect(try reader.next()?.cells == ["c\né", "d"])
            #expect(reader.strays.first == [StrayLine(line: 4, encoding: .windows1252)])
        }
    }

    @Test("An error is a sentence with its line")
    func sentences() {
        #expect(
            CSVError(line: 1204, reason: .unclosedQuote).description
                == "Line 1,204: the quote (\") that starts in this line is never closed. "
                + "Remove it, or add the closing one."
        )
    }
}
