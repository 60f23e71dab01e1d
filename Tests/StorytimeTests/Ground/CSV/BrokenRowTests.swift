import Received
import Testing

@testable import Storytime

@Suite("Broken rows of CSV")
struct BrokenRowTests {
    /// The rows of a file whose header is certain.
    private func rows(_ text: String, columns: Int? = nil, pieceBytes: Int = 1 << 16) throws
        -> [CSVRow]
    {
        let source = MemorySource(Array(text.utf8), pieceBytes: pieceBytes)
        var reader = CSVReader(TextDecoder(source, .utf8), delimiter: .comma)
        reader.readsOn = true
        reader.columns = columns
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private static let pieces = [1, 2, 3, 7, 1 << 16]

    private static func broken(_ line: Int, _ reason: CSVError.Reason) -> CSVRow.Doubt {
        .broken(CSVError(line: line, reason: reason))
    }

    @Test("A quote that is never closed costs its row, and the rows after it are read")
    func unclosed() throws {
        let texts: [(String, [[String]])] = [
            ("a\n\"b,c\nd,e\nf", [["a"], ["\"b", "c"], ["d", "e"], ["f"]]),
            ("a,\"b\"\"\",\"c\r\nd\r\n", [["a", "b\"", "\"c"], ["d"]]),
            ("a\n\"b\"\",\"\"x, \"\"y\nd", [["a"], ["\"b\"\"", "\"\"x", " \"\"y"], ["d"]]),
            ("a\n\"", [["a"], ["\""]]),
            ("\"a,\"b,\"c,\"d\ne", [["\"a", "\"b", "\"c", "\"d"], ["e"]]),
        ]
        for (text, cells) in texts {
            for pieceBytes in Self.pieces {
                #expect(try rows(text, pieceBytes: pieceBytes).map(\.cells) == cells)
            }
        }
        let rows = try rows("a\nb\n\"c\n\nd\n", pieceBytes: 3)
        #expect(rows.map(\.line) == [1, 2, 3, 5])
        #expect(
            rows.map(\.doubt)
                == [nil, nil, Self.broken(3, .unclosedQuote), .afterBroken(line: 3)]
        )
    }

    private static let quotes: [(row: String, cells: [String], reason: CSVError.Reason)] = [
        (
            "\"He said \"hello\" and left\",x", ["\"He said \"hello\" and left\"", "x"],
            .textAfterQuote
        ),
        ("\"Owl \"the wise\"\",Ole", ["\"Owl \"the wise\"\"", "Ole"], .textAfterQuote),
        ("\"Owl\" the wise,Ole", ["\"Owl\" the wise", "Ole"], .textAfterQuote),
        ("\"Owl\" ,Ole", ["\"Owl\" ", "Ole"], .textAfterQuote),
        ("Fox,\"5\" tall\"", ["Fox", "\"5\" tall\""], .textAfterQuote),
        ("Bat, \"leading space\"", ["Bat", " \"leading space\""], .spaceBeforeQuote),
        // What follows in the row is read as ever.
        ("\"5\" tall\",\"one\ntwo\"", ["\"5\" tall\"", "one\ntwo"], .textAfterQuote),
    ]

    @Test("Text beside a quote costs its row alone", arguments: quotes)
    func besideQuotes(row: String, cells: [String], reason: CSVError.Reason) throws {
        let text = "Fox,Mira\n\(row)\nBear,\"Ida\"\nElk,Ole\n"
        for pieceBytes in Self.pieces {
            let rows = try rows(text, columns: 2, pieceBytes: pieceBytes)
            #expect(
                rows.map(\.cells) == [["Fox", "Mira"], cells, ["Bear", "Ida"], ["Elk", "Ole"]]
            )
            #expect(rows.map(\.doubt) == [nil, Self.broken(2, reason), nil, nil])
        }
    }

    @Test("What may be the rest of a broken cell is doubted, up to the first row that looks whole")
    func rests() throws {
        let text = """
            a,b
            "He said
            "hello"
            once, and
            left",x
            c,d
            e
            7",f

            """
        for pieceBytes in Self.pieces {
            let rows = try rows(text, columns: 2, pieceBytes: pieceBytes)
            #expect(rows.map(\.line) == Array(1...8))
            #expect(rows[1].doubt == Self.broken(3, .textAfterQuote))
            let refused = rows.map { $0.complaint(columns: 2) != nil }
            // "once, and" has two cells, as any row has.
            #expect(refused == [false, true, true, false, false, false, false, false])
        }
        let rest = try rows("a,b\n\"x\n\"y\"\nz\",w\nc,d\n", columns: 2)
        #expect(rest.map { $0.complaint(columns: 2) != nil } == [false, true, true, true, false])
        #expect(
            rest[3].complaint(columns: 2)
                == "This may belong to the row before it, because of a quote (\") in line 2."
        )
    }

    private static let longest = String(repeating: "x", count: CSVReader.maximumCellBytes)
    private static let overlong: [(row: String, reason: CSVError.Reason)] = [
        ("\"\(longest)x\",b", .cellTooLong), ("\"\(longest)\nx\",b", .cellTooLong),
        ("\(longest)x,b", .cellTooLong), ("a,\(longest)é", .cellTooLong),
        (String(repeating: "\"\"", count: CSVReader.maximumCellBytes + 2) + ",b", .cellTooLong),
        ("a," + String(repeating: "\(longest)x", count: 12), .cellTooLong),
        ("\"" + String(repeating: "\(longest)x", count: 9) + "\",b", .cellTooLong),
        (Array(repeating: longest, count: 9).joined(separator: ","), .rowTooLong),
        (String(repeating: ",", count: 3 * CSVReader.maximumColumns), .tooManyColumns),
        ("a" + String(repeating: "\u{301}\u{316}", count: 200) + ",b", .tooManyMarks),
    ]

    @Test(
        "What goes beyond a limit costs its row, and is refused again when it is written and read"
    )
    func limits() throws {
        for (text, reason) in Self.overlong {
            for pieceBytes in [999, 1 << 16] {
                let rows = try rows(
                    "Fox,Mira\n\(text)\nBear,Ida\n",
                    columns: 2,
                    pieceBytes: pieceBytes
                )
                let long = try #require(rows.count > 1 ? rows[1] : nil)
                #expect(long.doubt == Self.broken(2, reason), "\(text.prefix(20))")
                #expect(rows.last?.cells == ["Bear", "Ida"] && rows.count == 3)
                #expect(rows.last?.complaint(columns: 2) == nil)
                // Nothing beyond the limit is kept but what shows that there was more.
                #expect(long.byteCount <= CSVReader.maximumRowBytes + 4)
                #expect(long.count <= CSVReader.maximumColumns + 1)
                // A heap of marks is cut where it becomes text.
                guard reason != .tooManyMarks else { continue }
                var writer = CSVWriter()
                writer.row(long.cells)
                let again = try self.rows(String(decoding: writer.take(), as: UTF8.self))
                #expect(again.count == 1 && again[0].doubt != nil, "\(text.prefix(20))")
            }
        }
    }

    @Test("A cell that is too long and never closed is given up, and the rows after it are read")
    func givesUp() throws {
        let line = "Bear,\(String(repeating: "x", count: 990))\n"
        for count in [200, 1200] {
            let text = "Fox,Mira\n\"Owl,Ole\n" + String(repeating: line, count: count)
            for pieceBytes in [997, 1 << 16] {
                let rows = try rows(text, columns: 2, pieceBytes: pieceBytes)
                #expect(rows.count == count + 2)
                #expect(rows[1].doubt == Self.broken(2, .cellTooLong))
                #expect(rows[1].cells == ["\"Owl", "Ole"])
                #expect(rows[2...].allSatisfy { $0.complaint(columns: 2) == nil })
            }
        }
    }

    /// Lines of which each begins what the next one breaks.
    private static let patterns = [
        "\"a\n", "\"a,\"b\n", "a,\"b\nc,\"d\n", "\"\"x,\"\"y\n", "\"\"\"a\n", " \"a\n",
        "\"\n\"\"\n", "a\"\"\n",
        "\"\",\"x\n", "\"a\nb\nc\nd\n", "\"\"\"\"x\n,", "\"", "\"\"", "\"x", " \"", "   \"\"",
        ",\"a\"b",
    ]

    @Test("Unbalanced quotes cost what they are long", arguments: patterns)
    func cost(pattern: String) throws {
        let time = { (bytes: Int) throws -> Int in
            let text = "a,b\n" + String(repeating: pattern, count: bytes / pattern.utf8.count)
            var least = Int.max
            for _ in 0..<2 {
                least = min(least, ProcessorTime.of { _ = try? rows(text, columns: 2) })
            }
            return least
        }
        let (one, eight) = (try time(60_000), try time(480_000))
        // In proportion is eight times, and with the square it would be sixty-four.
        #expect(eight < 24 * max(one, 2_000_000), "\(one) and \(eight) ns")
    }

    @Test("A row says what is wrong with it, in lines of the file")
    func sentences() throws {
        let rows = try rows("\"a\n\"b\"\n\"c\"d\n", columns: 1)
        #expect(
            rows.map { $0.complaint(columns: 1, after: 3) } == [
                "Line 5: there is text after a closing quote (\"). Write quotes inside a cell twice (\"\"), "
                    + "or add a quote that is missing.",
                nil,
                "There is text after a closing quote (\"). Write quotes inside a cell twice (\"\"), "
                    + "or add a quote that is missing.",
            ]
        )
    }
}
