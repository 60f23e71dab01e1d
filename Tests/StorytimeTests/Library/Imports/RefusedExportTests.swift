import Foundation
import SQLite
import Received
import Testing

@testable import Storytime

@Suite("Refused rows come back as the file that they were in")
struct RefusedExportTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func refused(_ subject: Import, _ query: String = "") throws -> [UInt8] {
        try console.download("\(subject.href)/refused.csv\(query)").bytes
    }

    private static let note = "Alter ab: “99” isn’t a whole number from 0 to 18."

    @Test(
        "In its encoding, with its delimiter, its line ends and its quotes",
        arguments: [
            ("Größe;Titel;Alter ab\r\nx;Öl;99\r\n", "windows-1252", false),
            ("Größe;Titel;Alter ab\r\nx;Öl;99\r\n", "utf-8", true),
            ("Größe\tTitel\tAlter ab\nx\tŁódź 🦉\t99\n", "utf-16le", true),
            ("Größe,Titel,Alter ab\rx,Łódź,99\r", "utf-16be", true),
            ("\"Größe\",\"Titel\",\"Alter ab\"\n\"\",\"a \"\"b\"\"\",\"99\"\n", "utf-8", false),
            ("\"Größe\";\"Titel\";\"Alter ab\"\r\n;\"A\";99\r\n", "utf-8", false),
            ("sep=;\r\nGröße;Titel;Alter ab\r\nx;A;99\r\n", "windows-1252", false),
        ]
    )
    func form(text: String, encoding: String, hasMark: Bool) throws {
        let encoding = try #require(TextEncoding(label: encoding))
        let mark = hasMark ? "\u{FEFF}" : ""
        let checked = try console.look(
            try console.bring(encoding.encode(Array((mark + text).utf8)))
        )
        #expect(checked.counts[.refused] == 1)
        let bytes = try refused(checked)
        // What is expected is the file itself, with our column in front.
        let quote = text.hasPrefix("\"") ? "\"" : ""
        let delimiter = checked.delimiter.rawValue
        let noted = try #require(text.range(of: "\(quote)Größe"))
        var expected = text
        expected.replaceSubrange(
            noted,
            with: "\(quote)Problems (Storytime)\(quote)\(delimiter)\(quote)Größe"
        )
        let end = checked.form.lineEnd.bytes.map { String(UnicodeScalar($0)) }.joined()
        let row = try #require(expected.range(of: "Alter ab\(quote)\(end)"))
        expected.insert(
            contentsOf: "\(quote)\(Self.note)\(quote)\(delimiter)",
            at: row.upperBound
        )
        #expect(bytes == encoding.encode(Array((mark + expected).utf8)))
        let answer = try console.download("\(checked.href)/refused.csv").answer
        #expect(answer.header("Content-Type") == "text/csv; charset=\(encoding.charset)")
    }

    @Test("Mended and given back, our column is ignored, and a second refusal has it only once")
    func again() throws {
        let checked = try console.check("Titel;Alter ab;Extra\nA;99;u\nB;77;v\n")
        let text = String(decoding: try refused(checked), as: UTF8.self)
        let brought = try console.bring(text.replacing(";99;", with: ";9;"))
        let page = try console.get(brought.href)
        #expect(page.contains("Our notes on rejected rows, ignored"))
        let again = try console.look(brought, [("column_1", "title")])
        #expect(try console.get(again.href).contains("1 column is"))
        #expect(try console.rows(again, .created).map(\.title) == ["A"])
        #expect(
            String(decoding: try refused(again), as: UTF8.self)
                == "Problems (Storytime);Titel;Alter ab;Extra\n\(Self.note.replacing("99", with: "77"));B;77;v\n"
        )
    }

    @Test("The column’s earlier name is still known")
    func earlierName() throws {
        let checked = try console.check("storytime_problems,title,status\nOld,A,x\n")
        let text = String(decoding: try refused(checked), as: UTF8.self)
        #expect(text.hasPrefix("Problems (Storytime),title,status\n"))
    }

    @Test("A row with more cells than columns keeps all of them")
    func moreCells() throws {
        let checked = try console.check("title,author\nA,B,C,D\n")
        #expect(String(decoding: try refused(checked), as: UTF8.self).hasSuffix(",A,B,C,D\n"))
    }

    @Test("Every problem of a row is noted, and formulas stay texts")
    func problems() throws {
        let checked = try console.check("title,age_min,status\n'=1+1,99,neu\n")
        let text = String(decoding: try refused(checked), as: UTF8.self)
        #expect(text.contains("from 0 to 18. status: “neu” isn’t a status."))
        #expect(text.contains("'=1+1,99,neu"))
    }

    @Test("An address can ask for another form")
    func asked() throws {
        let checked = try console.look(
            try console.bring(TextEncoding.windows1252.encode(Array("title;status\nÖl;x\n".utf8)))
        )
        let text = String(decoding: try refused(checked, "?delimiter=tab"), as: UTF8.self)
        #expect(text.contains("\tÖl\tx\r\n"))
    }
}
