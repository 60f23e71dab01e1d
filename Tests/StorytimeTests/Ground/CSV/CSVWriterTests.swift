import Testing

@testable import Storytime

@Suite("Writing CSV")
struct CSVWriterTests {
    private func written(
        _ delimiter: Delimiter = .comma,
        byteOrderMark: Bool = false,
        _ write: (inout CSVWriter) -> Void
    ) -> String {
        var writer = CSVWriter(delimiter: delimiter, byteOrderMark: byteOrderMark)
        write(&writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test(
        "A cell is quoted where a reader would take it for more than one, or for none",
        arguments: [
            ("Fox", "Fox"), ("", "\"\""), (" ", " "), ("é 日本 🦊", "é 日本 🦊"), ("a'b", "a'b"),
            ("a,b", "\"a,b\""), ("a;b", "\"a;b\""), ("a\tb", "\"a\tb\""), ("a|b", "a|b"),
            ("7\" single", "\"7\"\" single\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""),
            ("a\r\nb", "\"a\r\nb\""), ("a\r", "\"a\r\""), ("\u{FEFF}a", "\"\u{FEFF}a\""),
            ("sep=", "\"sep=\""), ("Sep=;", "\"Sep=;\""), ("sepia", "sepia"),
        ]
    )
    func quotes(text: String, cell: String) {
        #expect(written { $0.row([text]) } == cell + "\r\n")
    }

    @Test(
        "What a spreadsheet would run gets one apostrophe in front",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"),
            ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""),
            ("'=1", "''=1"), ("'''-", "''''-"), ("=\"a\"", "\"'=\"\"a\"\"\""),
            ("=a,b", "\"'=a,b\""),
            // Nothing is run here.
            ("'", "'"), ("'twas", "'twas"), ("a=1", "a=1"), (" =1", " =1"), ("＃", "＃"), ("ｱ", "ｱ"),
        ]
    )
    func guards(text: String, cell: String) {
        #expect(written { $0.row([text]) } == cell + "\r\n")
    }

    @Test("Cells are separated, rows end with CRLF, and what is missing is empty")
    func rows() {
        let text = written { writer in
            writer.row(["id", "title", "age"])
            writer.integer(-7)
            writer.text("Fox")
            writer.integer(nil)
            writer.endRow()
            writer.integer(0)
            writer.text(nil)
            writer.empty()
            writer.endRow()
        }
        #expect(text == "id,title,age\r\n-7,Fox,\r\n0,,\r\n")
    }

    @Test("Every number is written, and none is guarded", arguments: [0, 9, -10, Int.max, Int.min])
    func integers(number: Int) {
        #expect(
            written {
                $0.integer(number); $0.endRow()
            } == "\(number)\r\n"
        )
    }

    @Test("Other delimiters and a byte order mark are written where asked for")
    func options() {
        #expect(written(.semicolon) { $0.row(["a", "b"]) } == "a;b\r\n")
        #expect(written(.tab) { $0.row(["a", "b,c"]) } == "a\t\"b,c\"\r\n")
        let marked = written(byteOrderMark: true) { $0.row(["a"]) }
        #expect(Array(marked.utf8) == [0xEF, 0xBB, 0xBF] + Array("a\r\n".utf8))
    }

    @Test("Rows that begin alike are written as if each cell were")
    func remembered() {
        let text = written(byteOrderMark: true) { writer in
            writer.row(["a", "b", "c"])
            for row in 0..<3 {
                if row == 0 {
                    writer.text("=1")
                    writer.text("x,\"y\"")
                    writer.rememberCells()
                } else {
                    writer.beginRowAsRemembered()
                }
                writer.integer(row)
                writer.endRow()
            }
        }
        let row = "'=1,\"x,\"\"y\"\"\","
        #expect(text == "\u{FEFF}a,b,c\r\n\(row)0\r\n\(row)1\r\n\(row)2\r\n")
    }

    @Test("Moments are written to the millisecond, whatever was written before")
    func instants() {
        let moments = [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59.000Z"),
            (1_795_262_400_250, "2026-11-21T12:00:00.250Z"),
            (1_795_262_400_999, "2026-11-21T12:00:00.999Z"),
            (1_795_262_401_000, "2026-11-21T12:00:01.000Z"),
            (Int.min, "0001-01-01T00:00:00.000Z"), (Int.max, "9999-12-31T23:59:59.999Z"),
        ]
        let text = written { writer in
            for (moment, _) in moments { writer.instant(milliseconds: moment) }
            writer.endRow()
        }
        #expect(text == moments.map(\.1).joined(separator: ",") + "\r\n")
    }

    @Test("What was taken is gone, and the row goes on")
    func taking() {
        var writer = CSVWriter()
        writer.text("a")
        #expect(writer.count == 1)
        #expect(writer.take() == Array("a".utf8))
        #expect(writer.count == 0)
        writer.text("b")
        writer.endRow()
        #expect(writer.take() == Array(",b\r\n".utf8))
    }
}
